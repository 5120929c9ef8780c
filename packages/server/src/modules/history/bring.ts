import { sql } from 'kysely'
import type { Ctx } from '../../platform/command.ts'
import { issueCards, openBalances } from '../card/index.ts'
import { bringPlaces, noCounts, recordsOf, remember, type Counts, type Target } from './places.ts'
import { bringSales, takeBaskets } from './sales.ts'
import { ofImport, type Staged } from './stage.ts'

/** Sales that are taken in at a time, with all others of their cards; of a card with more of them, so many orders are held at a time. */
const usual = 1000

interface Card {
  readonly line: number
  readonly number: string
  readonly said: { readonly customer: string; readonly at: number; readonly cents: number; readonly sales: number; readonly first: string }
}
/** Does one step of the way into the books: kept by itself, or together with all others. */
export type Step = <T>(deed: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Brings what is staged into the book of a company by slices: some cards, their opening balances, and every sale they paid. Each slice
 * leaves the staged rows with its own coming in, so it comes in once whatever ends a run, and no card is ever in by half.
 */
export async function bringStaged(
  step: Step,
  of: Staged,
  company: Target,
  told: (ctx: Ctx, counts: Counts) => Promise<void>,
  atOnce = usual,
): Promise<void> {
  await step(async ctx => told(ctx, await bringPlaces(ctx, of, company)))
  const slice = (ctx: Ctx) => bringSlice(actingFor(ctx, of, company), of, company, atOnce)
  const brought = async (ctx: Ctx) => {
    const counts = await slice(ctx)
    if (counts) await told(ctx, counts)
    return counts !== undefined
  }
  while (await step(brought));
}

/** The same transaction, acting for one of the companies. */
const actingFor = (ctx: Ctx, { mapping: { timeZone } }: Staged, { id }: Target): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, companyId: id, companyIds: [id] },
  scope: { companyIds: [id], zone: timeZone },
})

/** The cards that are next, each with all it paid. @returns nothing where none is left */
async function bringSlice(ctx: Ctx, of: Staged, company: Target, atOnce: number): Promise<Counts | undefined> {
  const cards = await takeCards(ctx, of, company, atOnce)
  if (cards.length === 0) return undefined
  const made = await bringCards(ctx, of, company, cards)
  const counts = { ...noCounts(), cards: made.fresh }
  for (;;) {
    const baskets = await takeBaskets(ctx, of, [...made.ids.keys()], atOnce)
    await bringSales(ctx, of, company, baskets, made.ids)
    counts.orders += baskets.length
    counts.sales += baskets.reduce((sum, { length }) => sum + length, 0)
    if (baskets.length < atOnce) return counts
  }
}

/** The next ones, with as many sales; one at least. */
async function takeCards({ tx }: Ctx, of: Staged, { key }: Target, atOnce: number): Promise<Card[]> {
  const { rows } = await sql<Card>`
    select line, external_id as number, said from history_row row where ${ofImport(of)} and part = 'cards' and company = ${key}
    order by line limit ${atOnce}`.execute(tx)
  let sales = 0
  const next = rows.filter(({ said }) => (sales += said.sales) - said.sales < atOnce)
  await sql`delete from history_row row where ${ofImport(of)} and part = 'cards'
    and line = any(${next.map(({ line }) => line)}::int[])`.execute(tx)
  return next
}

/** Cards that are not yet there, and on each one opening balance, paid in before the first of its sales, that they will use up. */
async function bringCards(ctx: Ctx, { mapping }: Staged, company: Target, cards: readonly Card[]) {
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
  const cardId = fresh.length > 0 ? await cardProduct(ctx, company) : 0
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

async function cardProduct({ tx, now }: Ctx, { id: companyId }: Target): Promise<number> {
  const found = await tx
    .selectFrom('card')
    .where('companyId', '=', companyId)
    .where('type', '=', 'debit')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return (
    found?.id ??
    (
      await tx
        .insertInto('card')
        .values({ companyId, name: 'Fuel card', type: 'debit', createdDate: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  )
}
