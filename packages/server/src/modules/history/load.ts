import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { issueCards, openBalances } from '../card/index.ts'
import { upsertPlaces, noCounts, recordsOf, remember, type Counts } from './upsert.ts'
import { type Target } from './target.ts'
import { loadSales, takeBaskets } from './sales.ts'
import { ofImport, type Staged } from './stage.ts'

/** Sales that are taken in at a time, with all others of their cards; of a card with more of them, so many orders are held at a time. */
const usual = 1000

interface Card {
  readonly line: number
  readonly number: string
  readonly said: { readonly customer: string; readonly at: number; readonly cents: number; readonly sales: number; readonly first: string }
}
/** Does one step of the way into the books: kept by itself, or together with all others. */
export type Step = <T>(action: (ctx: Ctx) => Promise<T>) => Promise<T>

interface Way {
  /** Sales that are taken in at a time. */
  readonly atOnce?: number
  /** The cards of the next slice are issued while the sales of this one are written: steps are kept each by itself. */
  readonly ahead?: boolean
}

/**
 * Brings what is staged into the book of a company by slices: some cards, their opening balances, and every sale they paid. Each slice
 * leaves the staged rows with its own coming in, so it comes in once whatever ends a run, and no card is ever in by half.
 */
export async function loadStaged(
  step: Step,
  of: Staged,
  company: Target,
  report: (ctx: Ctx, counts: Counts) => Promise<void>,
  { atOnce = usual, ahead = false }: Way = {},
): Promise<void> {
  const cardId = await step(async ctx => {
    await report(ctx, await upsertPlaces(ctx, of, company))
    return cardProduct(ctx, of, company)
  })
  await inTurn(
    (after, before, issued) =>
      step(async ctx => {
        const cards = await takeCards(ctx, of, company, after, atOnce)
        if (cards.length === 0) return issued(cards)
        await report(ctx, await bringSlice(actingFor(ctx, of, company), of, company, { cards, cardId, before, issued, atOnce }))
      }),
    cards => ahead && salesOf(cards) < 2 * atOnce,
  )
}
const salesOf = (cards: readonly Card[]) => cards.reduce((sum, { said }) => sum + said.sales, 0)

/**
 * Slices in the order of their cards, each kept after the one before, and two under way at most: the next begins when the cards of this one
 * are issued, so that it never has what this one waits for. One that takes long has nobody behind it: anyone who waits holds a transaction
 * open.
 */
async function inTurn(
  begin: (after: number, before: Promise<unknown>, issued: (cards: readonly Card[]) => void) => Promise<unknown>,
  mayBeFollowed: (cards: readonly Card[]) => boolean,
): Promise<void> {
  let [before, kept]: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()] as const
  try {
    for (let after = 0; ; ) {
      const { promise, resolve } = Promise.withResolvers<readonly Card[]>()
      ;[before, kept] = [kept, begin(after, kept, resolve)]
      // What fails is heard where it is waited for.
      kept.catch(() => {})
      const cards = await Promise.race([promise, kept.then(() => promise)])
      await (mayBeFollowed(cards) ? before : kept)
      if (cards.length === 0) return void (await kept)
      after = cards.at(-1)!.line
    }
  } finally {
    await Promise.allSettled([before, kept])
  }
}

/** The same transaction, acting for one of the companies. */
const actingFor = (ctx: Ctx, { mapping: { timeZone } }: Staged, { id }: Target): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, companyId: id, companyIds: [id] },
  scope: { companyIds: [id], zone: timeZone },
})

interface Slice {
  readonly cards: readonly Card[]
  /** The product of new cards. */
  readonly cardId: number
  /** When the slice before is kept. */
  readonly before: Promise<unknown>
  readonly issued: (cards: readonly Card[]) => void
  readonly atOnce: number
}

/** Some cards, each with all it paid. */
async function bringSlice(ctx: Ctx, of: Staged, company: Target, { cards, atOnce, ...slice }: Slice): Promise<Counts> {
  const made = await bringCards(ctx, of, company, { cards, ...slice })
  slice.issued(cards)
  // Orders are numbered by their stations' counters, which one slice holds after the other.
  await slice.before
  const counts = { ...noCounts(), cards: made.fresh }
  for (;;) {
    const baskets = await takeBaskets(ctx, of, [...made.ids.keys()], atOnce)
    await loadSales(ctx, of, company, baskets, made.ids)
    counts.orders += baskets.length
    counts.sales += baskets.reduce((sum, { length }) => sum + length, 0)
    if (baskets.length < atOnce) return counts
  }
}

/** The next ones, with as many sales; one at least. */
async function takeCards({ tx }: Ctx, of: Staged, { key }: Target, after: number, atOnce: number): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select line, external_id as number, said from history_row row where ${ofImport(of)} and part = 'cards' and company = ${key}
    and line > ${after} order by line limit ${atOnce}`.execute(tx)
  let sales = 0
  const next = rows.filter(({ said }) => (sales += said.sales) - said.sales < atOnce)
  await sql`delete from history_row row where ${ofImport(of)} and part = 'cards'
    and line = any(${next.map(({ line }) => line)}::int[])`.execute(tx)
  return next
}

/** Cards that are not yet there, and on each one opening balance, paid in before the first of its sales, that they will use up. */
async function bringCards(ctx: Ctx, { mapping }: Staged, company: Target, { cards, cardId, before }: Omit<Slice, 'atOnce' | 'issued'>) {
  const numbers = cards.map(({ number }) => number)
  const ids = await recordsOf(ctx, mapping, company, 'card', numbers)
  const customers = await recordsOf(
    ctx,
    mapping,
    company,
    'customer',
    cards.map(({ said }) => said.customer),
  )
  const fresh = cards.filter(({ number }) => !ids.has(number))
  // A card that others may hold as well is held by nobody who waits for what they wait for.
  if (fresh.length < cards.length) await before
  const issued = await issueCards(
    ctx,
    company.id,
    fresh.map(({ number, said }) => ({
      number,
      kind: 'personal' as const,
      cardId,
      userId: customers.get(said.customer)!,
      issueTime: openedAt(said),
    })),
  )
  const records = fresh.map(({ number }, turn) => ({ externalId: number, recordId: issued[turn]! }))
  for (const { externalId, recordId } of records) ids.set(externalId, recordId)
  await remember(ctx, mapping, company, 'card', records)
  await openBalances(
    ctx,
    cards
      .filter(({ said }) => said.cents > 0)
      .map(({ number, said }) => {
        const userCardId = ids.get(number)!
        const ref = `opening:${mapping.source}:${userCardId}:${said.first}`
        return { userCardId, amountCents: said.cents, at: openedAt(said), ref }
      }),
  )
  return { ids, fresh: fresh.length }
}

/** A minute before its first sale. */
const openedAt = ({ at }: Card['said']) => new Date(at - 60_000)

/** The product of cards that are new; made where there is none. */
async function cardProduct({ tx, now }: Ctx, of: Staged, { id: companyId, key }: Target): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    with found as (select min(id) as id from card where company_id = ${companyId} and type = 'debit'), made as (
      insert into card (company_id, name, type, created_date) select ${companyId}, 'Fuel card', 'debit', ${now}
      where (select id from found) is null
        and exists (select from history_row row where ${ofImport(of)} and part = 'cards' and company = ${key})
      returning id
    )
    select coalesce((select id from found), (select id from made)) as id`.execute(tx)
  // Where no card comes, no product is asked for.
  return rows[0]!.id ?? 0
}
