import type { Cents, Instant } from '@forecourt/contract'
import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { planHints } from '../../platform/postgres/client.ts'
import { setTenantScope, type Ctx } from '../../platform/execution/command.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import type { Account } from './account.ts'

/** Money going from one account to another. */
export interface Move {
  readonly source: Account
  readonly target: Account
  readonly amountCents: Cents
}

/** A fact of the business and the money it moved. */
export interface Fact {
  /** What kind of fact: `card.topUp`, `order.payment`. */
  readonly kind: string
  /** The reference of the fact, `topUp:12`. Unique in its company: booking it again changes nothing. */
  readonly ref: string
  readonly moves: readonly Move[]
  /** The actor's own when absent. */
  readonly companyId?: number
  /** What is imported brings its own date. Now when absent, or just behind the last entry of a purse it touches. */
  readonly at?: Instant | Date
}

export interface Entry {
  readonly id: number
  readonly at: Instant
}

/**
 * Books a fact, once and for good, in one round trip. A mistake is undone by `reverse`, never by an edit.
 *
 * @throws ledger.alreadyBooked the fact is in the book
 * @throws ledger.insufficientFunds a purse would fall below zero
 * @throws ledger.debtOverpaid a card would owe less than nothing
 */
export const book = (ctx: Ctx, fact: Fact): Promise<Entry> => write(ctx, fact, null)

async function write({ tx, now, actor }: Ctx, fact: Fact, reverses: number | null): Promise<Entry> {
  const { kind, ref, moves, companyId = actor.companyId, at = now } = fact
  assert(moves.length > 0, `${ref} moves money`)
  for (const { source, target, amountCents } of moves) {
    assert(Number.isSafeInteger(amountCents) && amountCents > 0, `${ref} moves whole, positive cents`)
    assert(source !== target, `${ref} moves money from one account to another`)
  }
  const {
    rows: [entry],
  } = await sql<Entry>`
    select id, at from ledger_book(${companyId}, ${kind}, ${ref}, ${at}, ${fact.at !== undefined}, ${actor.key}, ${reverses},
      ${moves.map(move => move.source)}, ${moves.map(move => move.target)}, ${moves.map(move => move.amountCents)})`.execute(tx)
  return entry!
}

/**
 * Books many facts in one round trip, each moving money once between accounts that only accumulate: no purse is touched and no row locked.
 * All of them, or none. It travels with the next statement of the transaction, or with its end. @throws ledger.alreadyBooked there
 */
export async function bookMany(facts: readonly { ctx: Ctx; fact: Fact }[]): Promise<void> {
  const rowOf = ({ ctx: { now, actor }, fact: { kind, ref, moves, at = now } }: (typeof facts)[number]) => {
    const [{ source, target, amountCents }] = moves as [Move]
    assert(moves.length === 1 && Number.isSafeInteger(amountCents) && amountCents > 0, `${ref} moves whole, positive cents, once`)
    return { kind, ref, at, actor: actor.key, source, target, cents: amountCents }
  }
  for (const [company, its] of byCompany(facts, ({ ctx, fact }) => fact.companyId ?? ctx.actor.companyId))
    await sql`${planHints({ genericPlan: true, deferred: true })}
      select ledger_book_gathering(${company}, ${JSON.stringify(its.map(rowOf))})`.execute(facts[0]!.ctx.tx)
}

/** A fact that takes from the purses of one card; what is below zero goes into them. */
export interface CardFact {
  readonly kind: string
  readonly ref: string
  readonly companyId: number
  readonly userCardId: number
  /** It brings its own date. */
  readonly at: Date
  /** The other side, that only gathers. */
  readonly other: Account
  readonly principalCents: number
  readonly giftCents: number
  readonly debtCents: number
}

/** Books facts of many cards in one round trip, in the order given. All of them, or none. @throws as book */
export async function bookCards({ tx, actor }: Ctx, facts: readonly CardFact[]): Promise<Entry[]> {
  const rowOf = ({ kind, ref, userCardId, at, other, principalCents, giftCents, debtCents }: CardFact, turn: number) => ({
    turn,
    kind,
    ref,
    card: userCardId,
    at,
    dated: true,
    actor: actor.key,
    target: other,
    principal: principalCents,
    gift: giftCents,
    debt: debtCents,
  })
  const made = new Map<CardFact, Entry>()
  for (const [company, its] of byCompany(facts, ({ companyId }) => companyId)) {
    const { rows } = await sql<Entry & { turn: number }>`
      select turn, entry_id as id, dated_at as at from ledger_book_cards(${company}, ${JSON.stringify(its.map(rowOf))})`.execute(tx)
    for (const { turn, ...entry } of rows) made.set(its[turn]!, entry)
  }
  assert(made.size === facts.length, 'every fact is booked')
  return facts.map(fact => made.get(fact)!)
}

/**
 * Books the mirror of a fact: every move goes back the way it came.
 *
 * @throws notFound the fact was never booked
 * @throws ledger.alreadyReversed it was undone before
 * @throws ledger.insufficientFunds what it brought has been spent
 */
export async function reverse(
  ctx: Ctx,
  { kind, ref, companyId = ctx.actor.companyId }: Pick<Fact, 'kind' | 'ref' | 'companyId'>,
): Promise<Entry & { amountCents: Cents; reversesId: number }> {
  const booked = await sql<Move & { entryId: number }>`
    select entry.id as entry_id, source.address as source, target.address as target, amount_cents
    from ledger_entry entry join ledger_move move on move.entry_id = entry.id
    join ledger_account source on source.id = source_id join ledger_account target on target.id = target_id
    where entry.company_id = ${companyId} and move.company_id = ${companyId} and source.company_id = ${companyId}
      and target.company_id = ${companyId} and entry.ref = ${ref} order by line`.execute(ctx.tx)
  const first = booked.rows[0] ?? refuse('notFound', { ref })
  const moves = booked.rows.map(({ source, target, amountCents }) => ({ source: target, target: source, amountCents }))
  const entry = await write(ctx, { kind, ref: `${ref}:reversed`, companyId, moves }, first.entryId)
  return { ...entry, reversesId: first.entryId, amountCents: moves.reduce((sum, move) => sum + move.amountCents, 0) }
}

/**
 * Notes the right dates of entries that a wrong clock has dated. The entries themselves are never edited; statements of an instant go by
 * the right date.
 */
export async function dateEntries(tx: Tx, dates: readonly { entryId: number; companyId: number; at: string }[]): Promise<void> {
  await sql`
    insert into ledger_dated (entry_id, company_id, at)
    select entry.id, entry.company_id, given.at
    from jsonb_to_recordset(${JSON.stringify(dates)}) as given ("entryId" bigint, at timestamptz) join ledger_entry entry
      on entry.id = "entryId" and entry.at <> given.at and ${inScope(tx, 'entry.company_id')}
    on conflict do nothing`.execute(tx)
}

/** Gathers what waits on clearing accounts of these companies into their balances. A job; reads are exact without it. */
export async function rollUpClearingAccounts(db: Database, companyIds: readonly number[], most = 10_000): Promise<number> {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, companyIds)
    const {
      rows: [rolledUp],
    } = await sql<{ deltas: number }>`select ledger_roll_up(${most}::int, ${companyIds}::bigint[]) as deltas`.execute(tx)
    return rolledUp!.deltas
  })
}

/** Rolls up until nothing is pending. */
export async function rollUpLedger(db: Database, companyIds: readonly number[]): Promise<void> {
  while ((await rollUpClearingAccounts(db, companyIds)) > 0);
}
