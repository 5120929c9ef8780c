import { productPrices, products, setBackSeconds, setPrice, setPriceBack, stations, type PriceHere } from '@forecourt/contract'
import { sql } from 'kysely'
import { crud } from '../../platform/execution/crud.ts'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { assert, refuse } from '../../platform/execution/refusal.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import { shelveFuels } from '../goods/index.ts'
import { confirmSetting, inUnits } from '../org/index.ts'

export interface NewPrice {
  stationId: number
  productId: number
  priceCents: number
  fromAt: Date
  /** The price that it sets back. */
  correctsId?: number
}

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

/** Writes prices down and puts the fuels on sale, whenever they begin. Whose stations and fuels they are is the caller's to know. */
export async function notePrices(
  { tx, actor, now }: Pick<Ctx, 'tx' | 'actor' | 'now'>,
  companyId: number,
  prices: readonly NewPrice[],
): Promise<number[]> {
  assert(
    prices.every(({ priceCents }) => Number.isSafeInteger(priceCents) && priceCents >= 0),
    'a price is a whole number of cents',
  )
  if (!prices.length) return []
  const setById = actor.kind === 'user' ? actor.id : null
  const rows = await tx
    .insertInto('productPrice')
    .values(prices.map(price => ({ ...price, companyId, setById, createdDate: now })))
    .returning('id')
    .execute()
  const fuels = await tx
    .selectFrom('product')
    .where('id', 'in', [...new Set(prices.map(({ productId }) => productId))])
    .select(['id', 'companyId', 'name', 'code', 'taxRate'])
    .execute()
  await shelveFuels(tx, prices, fuels)
  return rows.map(row => row.id)
}

/**
 * A price from now on, or from a later instant on. What was sold before keeps its price.
 * @throws notFound, price.notLater, price.unusual @source spec 1 §5 "Price change time must be later than now"; decision O15
 */
const set = handle(setPrice, async (ctx, { id: productId, body: { stationId, priceCents, fromAt: later, confirmPriceCents } }) => {
  const product = await getOf(ctx.tx, products, productId, [], ctx.scope)
  const station = await getOf(ctx.tx, stations, stationId, [], ctx.scope).catch(() => refuse('notFound', { field: 'stationId' }))
  if (station.companyId !== product.companyId) refuse('notFound', { field: 'stationId' })
  const fromAt = later === undefined ? ctx.now : new Date(later)
  if (later !== undefined && fromAt <= ctx.now) refuse('price.notLater')

  const before = await priceAt(ctx, { companyId: product.companyId, stationId, productId }, fromAt)
  if (before !== undefined && confirmPriceCents !== priceCents) await refuseUnusual(ctx, { ...product, stationId }, before, priceCents)
  const [id] = await notePrices(ctx, product.companyId, [{ stationId, productId, priceCents, fromAt }])

  const price = { stationId, productId, priceCents, fromAt: fromAt.toISOString() }
  ctx.audit('product.price', `products:${productId}`, { ...price, before: before ?? null }, product.companyId)
  ctx.emit('price.set', price, { companyId: product.companyId, stationId })
  return { id: id!, ...price }
})

/** A price that changes by more than the setting allows has to be sent twice. @throws price.unusual */
async function refuseUnusual(ctx: Ctx, place: { companyId: number; stationId: number }, before: number, priceCents: number) {
  const { pricePercent: percent } = await confirmSetting(ctx, place)
  if (Math.abs(priceCents - before) * 100 <= before * percent) return
  refuse('price.unusual', { before: inUnits(before), after: inUnits(priceCents), percent, beforeCents: before, priceCents })
}

/**
 * Within a minute of a price, the one before it holds again, from now on or from when the wrong one would have begun. Both rows stay, and
 * what was sold in between keeps its price. @throws notFound, price.isCorrection, price.setBackLate, price.setBackAlready, price.replaced,
 *   price.firstPrice @source ADR 8
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
  const [correction] = await notePrices(ctx, companyId, [{ stationId, productId, priceCents, fromAt, correctsId: id }])

  const price = { stationId, productId, priceCents, fromAt: fromAt.toISOString() }
  ctx.audit('product.price.back', `products:${productId}`, { ...price, before: wrong.priceCents }, companyId)
  ctx.emit('price.set', price, { companyId, stationId })
  return { id: correction!, ...price }
})

/** The price in force at an instant, and the one that it ended. */
const pricesUntil = ({ tx }: Ctx, { stationId, productId }: { stationId: number; productId: number }, at: Date) =>
  tx
    .selectFrom('productPrice')
    .where('stationId', '=', stationId)
    .where('productId', '=', productId)
    .where('fromAt', '<=', at.toISOString())
    .select(['id', 'priceCents'])
    .orderBy('fromAt', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()

/** The price in force at a station, and the next one that is set, of many fuels in one question. */
export async function pricesHere({ tx, now }: Ctx, stationId: number, productIds: readonly number[]): Promise<Map<number, PriceHere>> {
  const { rows } = await sql<PriceHere & { id: number }>`
    select fuel.id, here.price_cents, here.from_at, next.price_cents as next_price_cents, next.from_at as next_from_at
    from unnest(${[...productIds]}::bigint[]) as fuel (id)
    left join lateral (select price_cents, from_at from product_price where ${inScope(tx)} and station_id = ${stationId}
      and product_id = fuel.id and from_at <= ${now} order by from_at desc, id desc limit 1) as here on true
    left join lateral (select price_cents, from_at from product_price where ${inScope(tx)} and station_id = ${stationId}
      and product_id = fuel.id and from_at > ${now} order by from_at, id desc limit 1) as next on true`.execute(tx)
  return new Map(rows.map(({ id, ...price }) => [id, price]))
}

export const priceHandlers: Handler[] = [set, setBack, ...crud(productPrices)]
