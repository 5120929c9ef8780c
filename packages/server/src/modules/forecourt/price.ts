import { productPrices, products, setBackSeconds, setPrice, setPriceBack, stations, type PriceHere } from '@forecourt/contract'
import { sql } from 'kysely'
import { crud } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { inUnits } from '../org/index.ts'
import { cancelLine } from './price-cancel.ts'
import { judge, orderChange } from './price-order.ts'
import { writePrices, type NewPrice } from './price-row.ts'

/** What a litre costs at a station at an instant, in cents; undefined before its first price. */
export async function priceAt(
  { tx }: Pick<Ctx, 'tx'>,
  { companyId, stationId, productId }: { companyId: number; stationId: number; productId: number },
  instant: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ price: number | null }>`
    select price_at(${companyId}, ${stationId}, ${productId}, ${instant}) as price`.execute(tx)
  return rows[0]?.price ?? undefined
}

/** Prices of a station that is being set up, or of a history: they are facts, and no change that somebody orders. */
export function notePrices({ tx, actor, now }: Pick<Ctx, 'tx' | 'actor' | 'now'>, companyId: number, prices: readonly NewPrice[]) {
  const said = { setById: actor.kind === 'user' ? actor.id : null, createdDate: now }
  return writePrices(
    tx,
    companyId,
    prices.map(price => ({ ...price, ...said })),
  )
}

/**
 * A price from now on, or from a later instant on: a change of one fuel at one station. What was sold before keeps its price.
 * @throws notFound, price.notLater, price.aboveCeiling, price.unusual
 * @source spec 1 §5 "Price change time must be later than now"; decisions O15, WS2
 */
const set = handle(setPrice, async (ctx, { id: productId, body: { stationId, priceCents, fromAt: later, confirmPriceCents } }) => {
  const product = await getOf(ctx.tx, products, productId, [], ctx.scope)
  const station = await getOf(ctx.tx, stations, stationId, [], ctx.scope).catch(() => refuse('notFound', { field: 'stationId' }))
  const { companyId } = product
  if (station.companyId !== companyId) refuse('notFound', { field: 'stationId' })
  const fromAt = later === undefined ? ctx.now : new Date(later)
  if (later !== undefined && fromAt <= ctx.now) refuse('price.notLater')

  const place = { stationId, name: station.name, timeZone: station.timeZone, fromAt }
  const lines = await judge(ctx, companyId, [place], [{ productId, priceCents }])
  const { beforeCents, ceilingCents, ceilingSource: source, overPercent: percent } = lines[0]!
  const price = inUnits(priceCents)
  if (ceilingCents !== null) refuse('price.aboveCeiling', { price, ceiling: inUnits(ceilingCents), source, ceilingCents, priceCents })
  if (percent !== null && confirmPriceCents !== priceCents)
    refuse('price.unusual', { before: inUnits(beforeCents!), after: price, percent, beforeCents, priceCents })
  const strategy = later === undefined ? 'immediate' : 'scheduled'
  const { lineIds } = await orderChange(ctx, companyId, { strategy, places: [place], lines })

  const told = { stationId, productId, priceCents, fromAt: fromAt.toISOString() }
  ctx.audit('product.price', `products:${productId}`, { ...told, before: beforeCents }, companyId)
  return { id: lineIds[0]!, ...told }
})

/**
 * Within a minute of a price, the one before it holds again from now on. Both rows stay, and what was sold in between keeps its price. One
 * that has not begun is cancelled. @throws notFound, price.isCorrection, price.setBackLate, price.setBackAlready, price.replaced,
 *   price.firstPrice, price.inChange @source ADR 8, ADR 89
 */
const setBack = handle(setPriceBack, async (ctx, { id }) => {
  const wrong = await getOf(ctx.tx, productPrices, id, [], ctx.scope)
  const { stationId, productId, correctsId } = wrong
  if (correctsId !== null) refuse('price.isCorrection')
  const corrected = await ctx.tx.selectFrom('productPrice').where('correctsId', '=', id).select('id').executeTakeFirst()
  if (corrected) refuse('price.setBackAlready')
  if (ctx.now.getTime() - Date.parse(wrong.createdDate) > setBackSeconds * 1000) refuse('price.setBackLate', { seconds: setBackSeconds })
  const begins = new Date(wrong.fromAt)
  const fromAt = begins > ctx.now ? begins : ctx.now
  const [inForce, before] = await pricesUntil(ctx, wrong, fromAt)
  if (inForce?.id !== id) refuse('price.replaced')
  if (!before) refuse('price.firstPrice')

  const { companyId } = await getOf(ctx.tx, products, productId, [], ctx.scope)
  const { priceCents } = before
  if (begins > ctx.now) {
    await cancelLine(ctx, companyId, id)
    ctx.audit('product.price.back', `products:${productId}`, { stationId, productId, priceCents, before: wrong.priceCents }, companyId)
    return { id: before.id, stationId, productId, priceCents, fromAt: fromAt.toISOString() }
  }
  const [correction] = await notePrices(ctx, companyId, [{ stationId, productId, priceCents, fromAt, correctsId: id }])

  const price = { stationId, productId, priceCents, fromAt: fromAt.toISOString() }
  ctx.audit('product.price.back', `products:${productId}`, { ...price, before: wrong.priceCents }, companyId)
  ctx.emit('price.set', price, { companyId, stationId })
  return { id: correction!, ...price }
})

/** The price in force at an instant, and the one that it ended. */
async function pricesUntil({ tx }: Ctx, { stationId, productId }: { stationId: number; productId: number }, at: Date) {
  const { rows } = await sql<{ id: number; priceCents: number }>`
    select id, price_cents from station_price where ${inScope(tx)} and station_id = ${stationId} and product_id = ${productId}
      and from_at <= ${at} order by from_at desc, id desc limit 2`.execute(tx)
  return rows
}

/** The price in force at a station, and the next one that is set, of many fuels in one question. */
export async function pricesHere({ tx, now }: Ctx, stationId: number, productIds: readonly number[]): Promise<Map<number, PriceHere>> {
  const { rows } = await sql<PriceHere & { id: number }>`
    select fuel.id, here.price_cents, here.from_at, next.price_cents as next_price_cents, next.from_at as next_from_at
    from unnest(${[...productIds]}::bigint[]) as fuel (id)
    left join lateral (select price_cents, from_at from station_price where ${inScope(tx)} and station_id = ${stationId}
      and product_id = fuel.id and from_at <= ${now} order by from_at desc, id desc limit 1) as here on true
    left join lateral (select price_cents, from_at from station_price where ${inScope(tx)} and station_id = ${stationId}
      and product_id = fuel.id and from_at > ${now} order by from_at, id desc limit 1) as next on true`.execute(tx)
  return new Map(rows.map(({ id, ...price }) => [id, price]))
}

export const priceHandlers: Handler[] = [set, setBack, ...crud(productPrices)]
