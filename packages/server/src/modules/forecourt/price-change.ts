import { nearMinutes, priceChangeProof, priceChanges, priceChangeStations, type PriceChangeStatus } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { spendProof } from '../access/index.ts'
import { cancelAt } from './price-cancel.ts'
import { asksPin, judge, orderChange, placesOf, type Place } from './price-order.ts'
import { linesOf, nozzlesOf, partsOf, type LineRow, type PartRow } from './price-parts.ts'

/** Of several stations together: what is still open first, then what went wrong. */
const order: readonly PriceChangeStatus[] = ['wait', 'fail', 'expired', 'success', 'cancel']
export const overallOf = (statuses: readonly PriceChangeStatus[]): PriceChangeStatus =>
  order.find(each => statuses.includes(each)) ?? 'wait'

/** A change with what its stations say, of those that the caller sees. */
function summed<R extends { id: number }>({ now }: Ctx, change: R, parts: readonly PartRow[], lines: readonly LineRow[]) {
  const open = parts.filter(({ status, firedDate, fromAt }) => status === 'wait' && firedDate === null && new Date(fromAt) > now)
  const products = new Map(lines.map(({ productId, productName, priceCents }) => [productId, { productId, productName, priceCents }]))
  return {
    ...change,
    status: overallOf(parts.map(({ status }) => status)),
    fromAt: parts.map(({ fromAt }) => new Date(fromAt).toISOString()).toSorted()[0]!,
    stationNames: parts.map(({ stationName }) => stationName),
    lines: [...products.values()],
    unconfirmed: parts.filter(({ status, firedDate }) => status === 'wait' && firedDate !== null).length,
    open: open.length > 0,
    near: open.some(({ fromAt }) => Date.parse(fromAt) - now.getTime() <= nearMinutes * 60_000),
  }
}

const list = handle(priceChanges.list, async (ctx, { query }) => {
  const { content, totalElements } = await listOf(ctx.tx, priceChanges, query, ctx.scope)
  const ids = content.map(({ id }) => id)
  const [parts, lines] = [await partsOf(ctx, ids), await linesOf(ctx, ids)]
  const of = <T extends { changeId: number }>(rows: readonly T[], id: number) => rows.filter(({ changeId }) => changeId === id)
  return { content: content.map(change => summed(ctx, change, of(parts, change.id), of(lines, change.id))), totalElements }
})

/** A change with each of its stations, and what every nozzle is known to charge. @throws notFound */
async function shown(ctx: Ctx, id: number, expand: string[] = []) {
  const change = await getOf(ctx.tx, priceChanges, id, expand, ctx.scope)
  const [parts, lines, nozzles] = [await partsOf(ctx, [id]), await linesOf(ctx, [id]), await nozzlesOf(ctx, id)]
  const here = <T extends { stationId: number }>(rows: readonly T[], stationId: number) => rows.filter(row => row.stationId === stationId)
  return {
    ...summed(ctx, change, parts, lines),
    parts: parts.map(part => ({ ...part, lines: here(lines, part.stationId), nozzles: here(nozzles, part.stationId) })),
  }
}

const get = handle(priceChanges.get, (ctx, { id, query }) => shown(ctx, id, query.expand))

/**
 * @throws notFound, priceChange.noStation, priceChange.noProduct, priceChange.productTwice, priceChange.noTime,
 *   priceChange.timeOfImmediate, priceChange.zonesDiffer, price.notLater, priceChange.pin, pin.proof
 * @source requirements FUE-002, FUE-004, FUE-011, FUE-012; decisions WS2 to WS5
 */
const add = handle(priceChanges.add, async (ctx, { body }) => {
  const { strategy, stationIds, prices, fromAt, clock, pinProof } = body
  if (stationIds.length === 0) refuse('priceChange.noStation')
  if (prices.length === 0) refuse('priceChange.noProduct')
  if (new Set(prices.map(({ productId }) => productId)).size < prices.length) refuse('priceChange.productTwice')
  if (strategy === 'scheduled' && fromAt === undefined) refuse('priceChange.noTime')
  if (strategy === 'immediate' && fromAt !== undefined) refuse('priceChange.timeOfImmediate')
  const { companyId, places } = await placesOf(ctx, body)
  if (strategy === 'scheduled' && clock === undefined && zonesDiffer(places)) refuse('priceChange.zonesDiffer')
  if (strategy === 'scheduled' && places.some(place => place.fromAt <= ctx.now)) refuse('price.notLater')
  const lines = await judge(ctx, companyId, places, prices)
  if (asksPin(lines)) await spendProof(ctx, pinProof ?? refuse('priceChange.pin'), priceChangeProof(prices))

  const { id } = await orderChange(ctx, companyId, { strategy, byLocalTime: clock === 'local', places, lines })
  const told = { strategy, stationIds, prices, ...(fromAt !== undefined && { fromAt, clock: clock ?? 'instant' }) }
  ctx.audit('price.change', `priceChanges:${id}`, told, companyId)
  return shown(ctx, id)
})
const zonesDiffer = (places: readonly Place[]) => new Set(places.map(({ timeZone }) => timeZone)).size > 1

/** Every fuel of the company at the stations that sell it, and those whose price is entered. @throws notFound */
const preview = handle(priceChanges.preview, async (ctx, { body }) => {
  if (body.stationIds.length === 0) return { zonesDiffer: false, pin: false, stations: [] }
  const { companyId, places } = await placesOf(ctx, body)
  const fuels = await ctx.tx.selectFrom('product').where('companyId', '=', companyId).select('id').orderBy('code').orderBy('id').execute()
  const entered = new Map(body.prices.map(({ productId, priceCents }) => [productId, priceCents]))
  const prices = fuels.map(({ id }) => ({ productId: id, priceCents: entered.get(id) ?? null }))
  const lines = await judge(ctx, companyId, places, prices)
  return {
    zonesDiffer: zonesDiffer(places),
    pin: asksPin(lines),
    stations: places.map(({ stationId: id, fromAt, ...place }) => ({
      id,
      ...place,
      fromAt: fromAt.toISOString(),
      lines: lines.filter(line => line.stationId === id && (line.beforeCents !== null || line.priceCents !== null)),
    })),
  }
})

/** @throws notFound, priceChange.cancelled, priceChange.begun @source requirements FUE-008, FUE-009 */
const cancel = handle(priceChanges.cancel, async (ctx, { id }) => {
  const { companyId } = await getOf(ctx.tx, priceChanges, id, [], ctx.scope)
  const parts = await partsOf(ctx, [id])
  const cancelled = await cancelAt(
    ctx,
    companyId,
    id,
    parts.map(({ stationId }) => stationId),
  )
  if (cancelled.length === 0) {
    const after = await partsOf(ctx, [id])
    refuse(after.every(({ status }) => status === 'cancel') ? 'priceChange.cancelled' : 'priceChange.begun')
  }
  ctx.audit('price.cancel', `priceChanges:${id}`, { stationIds: cancelled }, companyId)
  for (const stationId of cancelled) ctx.emit('price.cancelled', { changeId: id, stationId }, { companyId, stationId })
  return shown(ctx, id)
})

export const priceChangeHandlers: Handler[] = [list, get, add, preview, cancel, ...crud(priceChangeStations)]
