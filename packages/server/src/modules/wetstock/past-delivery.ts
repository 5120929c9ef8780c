import { pastDeliveries, pastDeliveryCalls, productBooks, stations, tanks } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { companyOfStation, crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { counts, notCounted } from './past-book.ts'
import { reopenPast } from './past-match.ts'
import { due } from './found-scan.ts'
import { isSettled, lockTanks } from './tank-place.ts'

const shown = (ctx: Ctx, id: number) => getOf(ctx.tx, pastDeliveries, id, [], ctx.scope)

/** One that the caller may see, locked. @throws notFound */
async function held(ctx: Ctx, id: number) {
  await shown(ctx, id)
  return ctx.tx.selectFrom('pastDelivery').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
}

/**
 * A person says into which tank it went. Where the tank's book had begun by then it counts there: in its own shift, or, where that is
 * settled, from now on as a dated correction. @throws notFound, pastDelivery.placed, pastDelivery.otherTank @source decisions WS14
 */
const place = handle(pastDeliveryCalls.place, async (ctx, { id, body: { tankId } }) => {
  const { stationId, productId, companyId, tankId: before, at, volumeCl } = await held(ctx, id)
  if (before !== null) refuse('pastDelivery.placed')
  await getOf(ctx.tx, tanks, tankId, [], ctx.scope).catch(() => refuse('notFound', { field: 'tankId' }))
  const [tank] = await lockTanks(ctx, [tankId])
  if (tank!.stationId !== stationId || tank!.productId !== productId) refuse('pastDelivery.otherTank')

  const placedById = ctx.actor.kind === 'user' ? ctx.actor.id : null
  const placed = { tankId, placed: 'person', placedById, placedDate: ctx.now, ...(await counts(ctx, tank!, new Date(at))) }
  await ctx.tx.updateTable('pastDelivery').set(placed).where('id', '=', id).execute()
  await due(ctx, { companyId, tankId }, new Date(at))
  ctx.audit('pastDelivery.place', `pastDeliveries:${id}`, { number: tank!.number, volumeCl, at, belongsDay: placed.belongsDay }, companyId)
  return shown(ctx, id)
})

/** @throws notFound, pastDelivery.notPlaced, pastDelivery.settled */
const takeBack = handle(pastDeliveryCalls.takeBack, async (ctx, { id }) => {
  const { companyId, tankId, dailyStateId, volumeCl, at } = await held(ctx, id)
  if (tankId === null) refuse('pastDelivery.notPlaced')
  const [tank] = await lockTanks(ctx, [tankId])
  if (dailyStateId !== null) {
    // It waits for a settlement that is under way.
    await ctx.tx.selectFrom('dailyState').where('id', '=', dailyStateId).select('id').forUpdate().execute()
    if (await isSettled(ctx, dailyStateId)) refuse('pastDelivery.settled')
  }
  const nowhere = { tankId: null, placed: null, placedById: null, placedDate: null, ...notCounted }
  await ctx.tx.updateTable('pastDelivery').set(nowhere).where('id', '=', id).execute()
  await reopenPast(ctx, id)
  ctx.audit('pastDelivery.takeBack', `pastDeliveries:${id}`, { number: tank!.number, volumeCl, at }, companyId)
  return shown(ctx, id)
})

/** @throws notFound */
const books = handle(productBooks, async (ctx, { query: { stationId } }) => {
  await getOf(ctx.tx, stations, stationId, [], ctx.scope)
  const companyId = await companyOfStation(ctx, stationId)
  const { rows } = await sql<{ productId: number; productName: string; tanksCl: number | null; unplacedCl: number; unplaced: number }>`
    with book as (
      select tank.product_id, sum(book.book_cl)::bigint as cl, min(book.opened_at) as opened_at
      from tank_books(${companyId}::bigint, ${stationId}::bigint, ${ctx.now}::timestamptz) book
      join tank on tank.company_id = ${companyId} and tank.id = book.tank_id group by tank.product_id
    )
    select product.id as "productId", product.name as "productName", book.cl as "tanksCl",
      coalesce(sum(past.volume_cl), 0)::bigint as "unplacedCl", count(past.id)::int as unplaced
    from product
    left join book on book.product_id = product.id
    left join past_delivery past on past.company_id = ${companyId} and past.station_id = ${stationId} and past.product_id = product.id
      and past.tank_id is null and past.at > coalesce(book.opened_at, '-infinity')
    where product.company_id = ${companyId} and (
      exists (select from tank where tank.company_id = ${companyId} and tank.station_id = ${stationId} and tank.product_id = product.id)
      or past.id is not null)
    group by product.id, product.name, book.cl order by product.name, product.id`.execute(ctx.tx)
  return { content: rows.map(row => ({ ...row, bookCl: row.tanksCl === null ? null : row.tanksCl + row.unplacedCl })) }
})

export const pastDeliveryHandlers: readonly Handler[] = [...crud(pastDeliveries, ['list', 'totals', 'get']), place, takeBack, books]
