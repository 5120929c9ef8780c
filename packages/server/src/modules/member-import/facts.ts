import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { ceilingsOf } from '../card/index.ts'
import { bytesOf, type SealedIdNumber } from '../member/index.ts'
import type { MemberLine } from './read-file.ts'

export interface KnownMember {
  readonly id: number
  readonly name: string
  readonly mobile: string
  readonly email: string | null
  readonly remark: string
  readonly invoiceTitle: string
  readonly taxId: string
  readonly identity: Omit<SealedIdNumber, 'idNumberSealed'> | null
  readonly isStaff: boolean
  readonly disabled: boolean
  /** Who leads a fleet signs in by the address. */
  readonly signsIn: boolean
}
export interface KnownCard {
  readonly id: number
  readonly number: string
  readonly userId: number | null
  readonly groupId: number | null
  readonly isClosed: boolean
}
export interface Product {
  readonly id: number
  readonly name: string
  readonly type: string
}
export interface Fleet {
  readonly id: number
  readonly valueMode: string
  /** The master that is in use, if there is one. */
  readonly masterId: number | null
  readonly masterProduct: number | null
}

/** Where opening balances of an import are booked under: once for each card. */
export const openingRef = (userCardId: number) => `opening:member:${userCardId}`

/** What is there already of some lines, read together. */
export interface Facts {
  readonly members: ReadonlyMap<string, KnownMember>
  /** Whose an address is. */
  readonly emails: ReadonlyMap<string, number>
  readonly cards: ReadonlyMap<string, KnownCard>
  /** Numbers that cards had before their plastic was replaced. */
  readonly replaced: ReadonlySet<string>
  /** What cards were opened with by an import. */
  readonly openedCents: ReadonlyMap<number, number>
  readonly products: readonly Product[]
  readonly fleets: ReadonlyMap<string, Fleet>
  readonly ceilingOf: Awaited<ReturnType<typeof ceilingsOf>>
}

export async function factsOf(ctx: Ctx, companyId: number, lines: readonly MemberLine[]): Promise<Facts> {
  const { tx } = ctx
  const said = (field: 'mobile' | 'cardNumber' | 'fleet') => [...new Set(lines.map(line => line[field]).filter(Boolean))]
  const [mobiles, numbers] = [said('mobile'), said('cardNumber')]
  const emails = [...new Set(lines.map(({ email }) => email.toLowerCase()).filter(Boolean))]
  const members = await membersOf(ctx, mobiles)
  const owners =
    emails.length === 0
      ? []
      : await tx
          .selectFrom('userAccount')
          .where(sql<boolean>`lower(email) = any(${emails}::text[])`)
          .select(['id', sql<string>`lower(email)`.as('email')])
          .execute()
  const cards = await cardsOf(ctx, numbers)
  return {
    members: new Map(members.map(each => [each.mobile, each])),
    emails: new Map(owners.map(({ id, email }) => [email, id])),
    cards: new Map(cards.map(each => [each.number, each])),
    replaced: await replacedAmong(ctx, numbers),
    openedCents: await openedOf(ctx, lines, cards),
    products: await tx.selectFrom('card').select(['id', 'name', 'type']).orderBy('id').execute(),
    fleets: await fleetsOf(ctx, said('fleet')),
    ceilingOf: await ceilingsOf(ctx, companyId),
  }
}

async function membersOf({ tx }: Ctx, mobiles: readonly string[]): Promise<KnownMember[]> {
  if (mobiles.length === 0) return []
  const rows = await tx
    .selectFrom('userAccount as member')
    .leftJoin('memberProfile as profile', on =>
      on.onRef('profile.companyId', '=', 'member.companyId').onRef('profile.userId', '=', 'member.id'),
    )
    .where(sql<boolean>`member.mobile = any(${mobiles}::text[])`)
    .select(['member.id', 'member.name', 'member.mobile', 'member.email', 'member.remark', 'member.isStaff', 'member.disabled'])
    .select(['profile.invoiceTitle', 'profile.taxId', 'profile.idNumberKeyId', 'profile.idNumberIndex', 'profile.idNumberMask'])
    .execute()
  if (rows.length === 0) return []
  const leaders = await tx
    .selectFrom('fleet')
    .where(sql<boolean>`user_id = any(${rows.map(({ id }) => id)}::bigint[])`)
    .select('userId')
    .execute()
  const signIn = new Set(leaders.map(({ userId }) => userId))
  return rows.map(({ idNumberKeyId, idNumberIndex, idNumberMask, ...row }) => ({
    ...row,
    mobile: row.mobile!,
    invoiceTitle: row.invoiceTitle ?? '',
    taxId: row.taxId ?? '',
    identity:
      idNumberKeyId && idNumberIndex && idNumberMask ? { idNumberKeyId, idNumberIndex: bytesOf(idNumberIndex), idNumberMask } : null,
    signsIn: signIn.has(row.id),
  }))
}

async function cardsOf({ tx }: Ctx, numbers: readonly string[]): Promise<KnownCard[]> {
  if (numbers.length === 0) return []
  return tx
    .selectFrom('userCard')
    .where(sql<boolean>`number = any(${numbers}::text[])`)
    .select(['id', 'number', 'userId', 'groupId', sql<boolean>`closed_time is not null`.as('isClosed')])
    .execute()
}

async function replacedAmong({ tx }: Ctx, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await tx
    .selectFrom('cardReplacement')
    .where(sql<boolean>`number = any(${numbers}::text[])`)
    .where('replacedAt', 'is not', null)
    .select('number')
    .execute()
  return new Set(rows.map(({ number }) => number))
}

/** Asked only of cards that are there and whose line says what they hold. */
async function openedOf({ tx }: Ctx, lines: readonly MemberLine[], cards: readonly KnownCard[]): Promise<Map<number, number>> {
  const said = new Set(lines.flatMap(({ cardNumber, balanceCents }) => (balanceCents === null ? [] : [cardNumber])))
  const asked = cards.flatMap(({ id, number }) => (said.has(number) ? [id] : []))
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ id: number; cents: number }>`
    select given.id, sum(move.amount_cents)::bigint as cents
    from unnest(${asked}::bigint[], ${asked.map(openingRef)}::text[]) as given (id, ref)
      join ledger_entry entry on entry.ref = given.ref and ${inScope(tx, 'entry.company_id')}
      join ledger_move move on move.entry_id = entry.id and ${inScope(tx, 'move.company_id')}
    group by given.id`.execute(tx)
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

async function fleetsOf({ tx }: Ctx, names: readonly string[]): Promise<Map<string, Fleet>> {
  if (names.length === 0) return new Map()
  const fleets = await tx
    .selectFrom('fleet')
    .where(sql<boolean>`name = any(${names}::text[])`)
    .select(['id', 'name', 'valueMode'])
    .orderBy('id')
    .execute()
  const masters = await tx
    .selectFrom('userCard')
    .where(sql<boolean>`group_id = any(${fleets.map(({ id }) => id)}::bigint[])`)
    .where('kind', '=', 'master')
    .where('service', 'is', null)
    .where('closedTime', 'is', null)
    .where('issueTime', 'is not', null)
    .select(['id', 'groupId', 'cardId'])
    .orderBy('id', 'desc')
    .execute()
  const masterOf = new Map(masters.map(each => [each.groupId, each]))
  return new Map(
    fleets.map(({ id, name, valueMode }) => {
      const master = masterOf.get(id)
      return [name, { id, valueMode, masterId: master?.id ?? null, masterProduct: master?.cardId ?? null }]
    }),
  )
}
