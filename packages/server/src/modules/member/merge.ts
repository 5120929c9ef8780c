import { memberMerge } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule } from '../../platform/module.ts'
import { mergeAccounts, spendProof } from '../access/index.ts'
import { pairOf, refuseLeader, refuseNoMember, type Person } from './person.ts'
import { mergeProfiles } from './profile.ts'
import { mergeWechat } from './wechat.ts'

const holdings = () => everyModule().flatMap(({ memberHoldings }) => memberHoldings ?? [])

/** @throws notFound, member.sameMember, member.isStaff, member.merged, member.former, member.leadsFleet */
const preview = handle(memberMerge.preview, async (ctx, { id, query: { otherId } }) => {
  const { into, from } = elderFirst(await twoOf(ctx, id, otherId))
  await refusePair(ctx, into, from)
  const cards = (await Promise.all(holdings().map(each => each.of(ctx, from)))).flat()
  return { into: shown(into), from: shown(from), cards, mobiles: mobilesOf(into, from) }
})

/**
 * Merges two members (合并): cards and numbers of the younger are the elder's from now on. What moved before stays under the name of the
 * younger, who is listed no more and leads to the elder. The same two once more change nothing.
 * @throws notFound, member.sameMember, member.isStaff, member.merged, member.former, member.leadsFleet, member.otherMobile,
 * member.otherIdentity, pin.proof
 * @source decisions ME14
 */
const merge = handle(memberMerge.merge, async (ctx, { id, body: { otherId, mobile, reason, pinProof } }) => {
  const pair = await twoOf(ctx, id, otherId, true)
  const before = await mergedBefore(ctx, pair)
  if (before) return before
  const { into, from } = elderFirst(pair)
  await refusePair(ctx, into, from)
  const inUse = mobile ?? into.mobile ?? from.mobile
  if (mobile !== undefined && !mobilesOf(into, from).includes(mobile)) refuse('member.otherMobile')
  await spendProof(ctx, pinProof, { action: 'member.merge', subject: `members:${id}` })

  for (const each of holdings()) await each.unite?.(ctx, from, into.id)
  let cards = 0
  for (const each of holdings()) cards += await each.move(ctx, from, into.id)
  await mergeProfiles(ctx, from.id, into.id)
  await mergeWechat(ctx, from.id, into.id)
  await mergeAccounts(ctx, from, { ...into, mobile: inUse, email: into.email ?? from.email })
  const other = [into.mobile, from.mobile].find(number => number !== null && number !== inUse) ?? null
  const mobiles = { intoMobile: into.mobile, fromMobile: from.mobile, otherMobile: other }
  await ctx.tx
    .insertInto('memberMerge')
    .values({
      companyId: into.companyId,
      userId: from.id,
      intoId: into.id,
      ...mobiles,
      cards,
      reason,
      createdBy: ctx.actor.key,
      createdDate: ctx.now,
    })
    .execute()

  for (const subject of [into.id, from.id])
    ctx.audit('member.merge', `members:${subject}`, { into: into.name, from: from.name, cards, reason }, into.companyId)
  ctx.emit('member.merged', { userId: into.id, mergedId: from.id }, { companyId: into.companyId })
  return { id: into.id, mergedId: from.id, cards }
})

/** @throws notFound, member.sameMember */
async function twoOf(ctx: Ctx, id: number, otherId: number, locked = false): Promise<[Person, Person]> {
  const pair = await pairOf(ctx, id, otherId, locked)
  if (id === otherId) refuse('member.sameMember')
  return pair
}

/** Who was added first stays; of two added at once, who has the smaller number. */
function elderFirst([one, other]: [Person, Person]): { into: Person; from: Person } {
  const isElder = (Date.parse(one.createdDate) - Date.parse(other.createdDate) || one.id - other.id) < 0
  return isElder ? { into: one, from: other } : { into: other, from: one }
}

/** @throws member.isStaff, member.merged, member.former, member.leadsFleet */
async function refusePair(ctx: Ctx, into: Person, from: Person): Promise<void> {
  for (const person of [into, from]) refuseNoMember(person)
  await refuseLeader(ctx, from)
}

/** What was answered when these two were merged. */
async function mergedBefore({ tx }: Ctx, pair: readonly Person[]) {
  const from = pair.find(one => pair.some(({ id }) => id === one.mergedIntoId))
  if (!from) return undefined
  const { intoId, cards } = await tx
    .selectFrom('memberMerge')
    .where('userId', '=', from.id)
    .select(['intoId', 'cards'])
    .executeTakeFirstOrThrow()
  return { id: intoId, mergedId: from.id, cards }
}

const mobilesOf = (...people: readonly Person[]) => people.flatMap(({ mobile }) => mobile ?? [])
const shown = ({ id, name, mobile, createdDate }: Person) => ({ id, name, mobile, createdDate })

/** The member whom a number finds that is not in use any more. */
export async function mergedMobile({ tx }: Ctx, companyIds: readonly number[], mobile: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('memberMerge')
    .innerJoin('userAccount', of =>
      of.onRef('userAccount.companyId', '=', 'memberMerge.companyId').onRef('userAccount.id', '=', 'memberMerge.userId'),
    )
    .where('memberMerge.companyId', 'in', [...companyIds])
    .where('otherMobile', '=', mobile)
    .orderBy('memberMerge.id', 'desc')
    .select('mergedIntoId')
    .executeTakeFirst()
  return row?.mergedIntoId ?? undefined
}

export const mergeHandlers = [preview, merge]
