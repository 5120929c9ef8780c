import type { Cents, Instant, PayType } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'

/** Where money can be: `principal:<card>`, `tender:<station>:cash`, `sales:<station>`. */
export type Account = `${string}:${number}` | `${string}:${number}:${string}`

/** 本金, 赠金, 冻结 never fall below zero; 欠款 never rises above it. */
export const purses = ['principal', 'gift', 'lock', 'debt'] as const
export type Purse = (typeof purses)[number]
export const purseOf = (purse: Purse, userCardId: number): Account => `${purse}:${userCardId}`

/** What a station took of one tender. A source: cash that came in stands here below zero. */
export const tenderAccount = (stationId: number, payType: PayType): Account => `tender:${stationId}:${payType}`
/** What a station sold. */
export const salesAccount = (stationId: number): Account => `sales:${stationId}`
/** What a company gave away on top of top-ups. */
export const giftExpenseAccount = (companyId: number): Account => `giftExpense:${companyId}`
/** What points of a company have paid, in money. */
export const pointsExpenseAccount = (companyId: number): Account => `pointsExpense:${companyId}`
/** What a company let go for nothing. */
export const freeExpenseAccount = (companyId: number): Account => `freeExpense:${companyId}`
/** What corrections of balances made up or took away. */
export const adjustmentAccount = (companyId: number): Account => `adjustment:${companyId}`
/** What cards held before this book began. */
export const openingAccount = (companyId: number): Account => `opening:${companyId}`

/** Makes the purses of cards that are about to be; they live as long as the book. */
export async function openPurses(
  { tx }: Ctx,
  companyId: number,
  userCardIds: readonly number[],
): Promise<Map<number, Record<`${Purse}Id`, number>>> {
  const drawn = await nextIds(tx, userCardIds.length * purses.length)
  const opened = userCardIds.flatMap((ownerId, nth) =>
    purses.map((kind, place) => ({ id: drawn[nth * purses.length + place]!, companyId, kind, ownerId })),
  )
  await insertRows(tx, 'ledgerAccount', opened)
  return new Map(
    [...Map.groupBy(opened, ({ ownerId }) => ownerId)].map(([card, of]) => [
      card,
      Object.fromEntries(of.map(({ kind, id }) => [`${kind}Id`, id])) as Record<`${Purse}Id`, number>,
    ]),
  )
}

/** What stands on an account now, what is not yet rolled up included; 0 for one never used. */
export async function balanceOf(ctx: Ctx, companyId: number, account: Account): Promise<Cents> {
  const row = await ctx.tx
    .selectFrom('ledgerBalance')
    .select('balanceCents')
    .where('companyId', '=', companyId)
    .where('address', '=', account)
    .executeTakeFirst()
  return row?.balanceCents ?? 0
}

/** How much of what is frozen on a card came from one of its purses. */
export async function frozenOf({ tx }: Ctx, companyId: number, userCardId: number, purse: 'principal' | 'gift'): Promise<Cents> {
  const {
    rows: [row],
  } = await sql<{ cents: Cents }>`
    with own as (select id, kind from ledger_account where company_id = ${companyId} and owner_id = ${userCardId} and is_purse)
    select coalesce(sum(case target.kind when 'lock' then amount_cents else -amount_cents end), 0)::bigint as cents
    from ledger_move join own source on source.id = source_id join own target on target.id = target_id
    where company_id = ${companyId} and (source.kind, target.kind) in ((${purse}, 'lock'), ('lock', ${purse}))`.execute(tx)
  return row!.cents
}

/** What stood on each account after everything dated up to an instant, read from the moves themselves. */
export async function balancesAt<A extends Account>(
  { tx }: Ctx,
  companyId: number,
  accounts: readonly A[],
  at: Instant | Date,
): Promise<Map<A, Cents>> {
  const moves = sql`(select * from ledger_move where company_id = ${companyId}) as move
    join ledger_entry entry on entry.id = entry_id and entry.company_id = ${companyId}
    left join ledger_dated dated on dated.entry_id = entry.id and dated.company_id = ${companyId}`
  const { rows } = await sql<{ address: A; cents: Cents }>`
    select address, (
      coalesce((select sum(amount_cents) from ${moves} where target_id = account.id and coalesce(dated.at, entry.at) <= ${at}), 0)
      - coalesce((select sum(amount_cents) from ${moves} where source_id = account.id and coalesce(dated.at, entry.at) <= ${at}), 0)
    )::bigint as cents
    from ledger_account account where company_id = ${companyId} and address = any(${accounts})`.execute(tx)
  const known = new Map(rows.map(({ address, cents }) => [address, cents]))
  return new Map(accounts.map(account => [account, known.get(account) ?? 0]))
}

/** What went from one purse of a card to another within a span of time, by purse: above zero what came to it. */
export async function movedBetweenPurses(
  { tx }: Ctx,
  companyId: number,
  userCardId: number,
  { after, until }: { after: Instant | Date; until: Instant | Date },
): Promise<Map<Purse, Cents>> {
  const { rows } = await sql<{ kind: Purse; cents: Cents }>`
    with own as (select id, kind from ledger_account where company_id = ${companyId} and owner_id = ${userCardId} and is_purse),
    moved as (
      select source.kind as from_kind, target.kind as to_kind, amount_cents
      from ledger_move move join own source on source.id = source_id join own target on target.id = target_id
      join ledger_entry entry on entry.id = entry_id and entry.company_id = ${companyId}
      left join ledger_dated dated on dated.entry_id = entry.id and dated.company_id = ${companyId}
      where move.company_id = ${companyId} and coalesce(dated.at, entry.at) > ${after} and coalesce(dated.at, entry.at) <= ${until}
    )
    select kind, sum(cents)::bigint as cents from (
      select to_kind as kind, amount_cents as cents from moved union all select from_kind, -amount_cents from moved
    ) as each group by kind`.execute(tx)
  return new Map(rows.map(({ kind, cents }) => [kind, cents]))
}
