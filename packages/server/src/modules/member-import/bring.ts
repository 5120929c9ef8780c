import type { Ctx } from '../../platform/execution/command.ts'
import { issueCards, openBalances } from '../card/index.ts'
import { addMembers, changeMembers, type MemberFacts } from '../member/index.ts'
import { openingRef, type KnownMember } from './facts.ts'
import { told, type Judged, type SealedLine, type Told } from './judge.ts'

/** What lines came to. */
export interface Brought {
  readonly members: number
  readonly cards: number
  readonly balanceCents: number
}
type Taken = Extract<Judged, { wrong?: undefined }>

/** Adds the members that lines bring, changes those that they say otherwise of, issues their cards, and books what those held before. */
export async function bring(ctx: Ctx, companyId: number, judged: readonly Judged[]): Promise<Brought> {
  const taken = judged.filter((each): each is Taken => !each.wrong)
  const added = await addNew(ctx, companyId, taken)
  await changeKnown(ctx, companyId, taken)
  const bringing = taken.flatMap(({ line, member, card }) => (card ? [{ line, card, userId: member?.id ?? added.get(line.mobile)! }] : []))
  const ids = await issueCards(
    ctx,
    companyId,
    bringing.map(({ line: { cardNumber }, card, userId }) => ({ ...card, number: cardNumber, userId })),
  )
  for (const [turn, { line }] of bringing.entries())
    ctx.emit('card.issued', { userCardId: ids[turn]!, number: line.cardNumber }, { companyId })
  const openings = bringing.flatMap(({ line: { balanceCents } }, turn) => {
    const userCardId = ids[turn]!
    return balanceCents === null ? [] : [{ userCardId, amountCents: balanceCents, at: ctx.now, ref: openingRef(userCardId) }]
  })
  await openBalances(ctx, openings)
  return { members: added.size, cards: ids.length, balanceCents: openings.reduce((sum, { amountCents }) => sum + amountCents, 0) }
}

/** What several lines of one member say together: the first word on each field. */
async function addNew(ctx: Ctx, companyId: number, taken: readonly Taken[]): Promise<Map<string, number>> {
  const said = new Map<string, MemberFacts>()
  for (const { line, member } of taken) if (!member) said.set(line.mobile, together(said.get(line.mobile), line))
  const members = [...said.values()]
  const ids = await addMembers(ctx, companyId, members)
  return new Map(members.map(({ mobile }, turn) => [mobile, ids[turn]!]))
}

function together(before: MemberFacts | undefined, { mobile, identity, ...line }: SealedLine): MemberFacts {
  const first = Object.fromEntries(told.map(field => [field, before?.[field] || line[field]])) as Record<(typeof told)[number], string>
  return { ...first, mobile, identity: before?.identity ?? identity }
}

async function changeKnown(ctx: Ctx, companyId: number, taken: readonly Taken[]): Promise<void> {
  const said = new Map<KnownMember, MemberFacts>()
  for (const { line, member, changes } of taken)
    if (member && changes.length > 0) said.set(member, together(said.get(member), changedIn(line, changes)))
  const changes = [...said].map(([member, facts]) => ({ ...facts, id: member.id, noted: notedOf(member, facts) }))
  await changeMembers(ctx, companyId, changes)
}

/** Without what is as it was. */
function changedIn(line: SealedLine, changes: readonly Told[]): SealedLine {
  const only = Object.fromEntries(told.map(field => [field, changes.includes(field) ? line[field] : '']))
  return { ...line, ...only, identity: changes.includes('identity') ? line.identity : null }
}

/** The ID number is among them as it is shown. */
function notedOf(member: KnownMember, { identity, ...facts }: MemberFacts): object {
  const noted = told.flatMap(field => (facts[field] === '' ? [] : [[field, { from: member[field], to: facts[field] }] as const]))
  const ofIdentity = identity && { idNumberMask: { from: member.identity?.idNumberMask ?? null, to: identity.idNumberMask } }
  return { ...Object.fromEntries(noted), ...ofIdentity }
}
