import type { MemberImportField, MemberImportOutcome, MemberImportReason } from '@forecourt/contract'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { factsOf, type Facts, type Fleet, type KnownMember, type Product } from './facts.ts'
import type { SealedIdNumber } from '../member/index.ts'
import type { MemberLine, Wrong } from './read-file.ts'

/** A line that is to be judged: its ID number is sealed. */
export type SealedLine = MemberLine & { readonly identity: SealedIdNumber | null; readonly wrong?: Wrong }

/** What a line does, as things stand. */
export type Judged = { readonly line: SealedLine; readonly outcome: z.output<typeof MemberImportOutcome> } & (
  | { readonly wrong: Wrong }
  | {
      readonly wrong?: undefined
      readonly member: KnownMember | undefined
      readonly changes: readonly Told[]
      readonly card: NewCard | undefined
    }
)
/** What is said of a member, and may change. */
export const told = ['name', 'email', 'remark', 'invoiceTitle', 'taxId'] as const
export type Told = (typeof told)[number] | 'identity'

export interface NewCard {
  readonly kind: 'personal' | 'sub'
  readonly cardId: number
  readonly parentId: number | null
}

export interface Asked {
  readonly companyId: number
  /** The product of new cards where a line names none. */
  readonly cardId: number | null
}

/** Judges lines together: what is known of them is read by a few statements, however many they are. */
export async function judge(ctx: Ctx, { companyId, cardId }: Asked, lines: readonly SealedLine[]): Promise<Judged[]> {
  const facts = await factsOf(
    ctx,
    companyId,
    lines.filter(({ wrong }) => !wrong),
  )
  return lines.map(line => decide(facts, cardId, line))
}

class Found {
  readonly field: MemberImportField
  readonly reason: MemberImportReason
  constructor(field: MemberImportField, reason: MemberImportReason) {
    this.field = field
    this.reason = reason
  }
}

function decide(facts: Facts, usual: number | null, line: SealedLine): Judged {
  if (line.wrong) return { line, outcome: 'refused', wrong: line.wrong }
  const member = facts.members.get(line.mobile)
  const found = memberWrong(facts, line, member) ?? cardOf(facts, usual, line, member)
  if (found instanceof Found) return { line, outcome: 'refused', wrong: { ...found, value: shownIn(line, found.field) } }
  const changes = member ? changesOf(line, member) : []
  const outcome = !member || found ? 'added' : changes.length > 0 ? 'changed' : 'unchanged'
  return { line, outcome, member, changes, card: found }
}

function changesOf(line: SealedLine, member: KnownMember): Told[] {
  const changes: Told[] = told.filter(field => line[field] !== '' && line[field] !== (member[field] ?? ''))
  return line.identity && !isSame(line.identity, member.identity) ? [...changes, 'identity'] : changes
}

/** Under another key the same number has another index: then what is shown of it decides. */
function isSame(said: SealedIdNumber, known: KnownMember['identity']): boolean {
  if (!known) return false
  return said.idNumberKeyId === known.idNumberKeyId ? said.idNumberIndex === known.idNumberIndex : said.idNumberMask === known.idNumberMask
}

function memberWrong({ emails }: Facts, { name, email, cardNumber }: MemberLine, member: KnownMember | undefined): Found | undefined {
  if (member?.isStaff) return new Found('mobile', 'mobileOfStaff')
  if (member?.disabled && cardNumber !== '') return new Found('mobile', 'memberDisabled')
  if (!member && name === '') return new Found('name', 'nameMissing')
  const owner = email === '' ? undefined : emails.get(email.toLowerCase())
  if (owner !== undefined && owner !== member?.id) return new Found('email', 'emailTaken')
  return member?.signsIn && email !== '' && email !== member.email ? new Found('email', 'memberSignsIn') : undefined
}

/** The card that a line brings; none where it names none, or one that this member has already. */
function cardOf(facts: Facts, usual: number | null, line: MemberLine, member: KnownMember | undefined): NewCard | Found | undefined {
  const { cardNumber, fleet: name, product: called } = line
  if (cardNumber === '') return undefined
  const fleet = name === '' ? undefined : facts.fleets.get(name)
  if (name !== '' && !fleet) return new Found('fleet', 'fleetUnknown')
  const product = called === '' ? undefined : facts.products.find(each => each.name === called)
  if (called !== '' && !product) return new Found('product', 'productUnknown')
  const known = facts.cards.get(cardNumber)
  if (known) {
    const isTheirs = member !== undefined && known.userId === member.id && !known.isClosed && (!fleet || known.groupId === fleet.id)
    if (!isTheirs) return new Found('cardNumber', 'cardTaken')
    const opened = facts.openedCents.get(known.id) ?? null
    return line.balanceCents === null || line.balanceCents === opened ? undefined : new Found('balance', 'balanceOfKnown')
  }
  if (facts.replaced.has(cardNumber)) return new Found('cardNumber', 'cardTaken')
  return newCard(facts, line, fleet, product?.id ?? usual ?? fleet?.masterProduct ?? null)
}

function newCard(facts: Facts, line: MemberLine, fleet: Fleet | undefined, cardId: number | null): NewCard | Found {
  if (fleet && fleet.masterId === null) return new Found('fleet', 'fleetWithoutMaster')
  if (cardId === null) return new Found('product', 'productMissing')
  const kind = fleet ? 'sub' : 'personal'
  const product = facts.products.find(({ id }) => id === cardId)
  return balanceWrong(facts, line, fleet, kind, product) ?? { kind, cardId, parentId: fleet?.masterId ?? null }
}

function balanceWrong(
  { ceilingOf }: Facts,
  { balanceCents }: MemberLine,
  fleet: Fleet | undefined,
  kind: NewCard['kind'],
  product: Product | undefined,
): Found | undefined {
  if (balanceCents === null) return undefined
  if (product?.type !== 'debit') return new Found('balance', 'balanceOfPoints')
  // Its cards spend what the master has, and hold nothing themselves.
  if (fleet?.valueMode === 'share') return new Found('balance', 'balanceShared')
  const most = ceilingOf(kind)
  return most > 0 && balanceCents > most ? new Found('balance', 'balanceTooLarge') : undefined
}

/** What a line says of a field that is refused as things stand; of an ID number that is nothing but its shape. */
function shownIn(line: MemberLine, field: MemberImportField): string {
  if (field === 'idNumber') return ''
  return field === 'balance' ? ((line.balanceCents ?? 0) / 100).toFixed(2) : line[field].slice(0, 60).toWellFormed()
}
