import { orders, stuckFuellings, type OrderStatus, type StuckFuelling } from '@forecourt/contract'
import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/by-company.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { chosen, visible } from '../../platform/search/scope.ts'
import { callIdle, nozzleForRelease, nozzlesInQuestion, type NozzleRecord } from '../forecourt/index.ts'
import { beyondHolds } from './beyond-hold.ts'
import { releaseLocked } from './change-status.ts'
import { listedFills } from './listed-fill.ts'
import { orderForUpdate } from './order.ts'
import { causeGiven, noteRelease } from './release-cause.ts'

interface LockedOrder {
  readonly id: number
  readonly orderNo: string
  readonly status: OrderStatus
  readonly totalCents: number
  readonly paidCents: number
  readonly nozzleControlId: number | null
  readonly lockedAt: string
  readonly stationId: number
}

/** Read from the index of what is neither paid nor closed: it stays small however long a station has sold. */
async function lockedOrders({ tx, scope }: Ctx): Promise<LockedOrder[]> {
  const { rows } = await sql<LockedOrder>`
    select id, order_no, status, total_cents, paid_cents, nozzle_control_id, coalesce(locked_at, modified_date) as locked_at, station_id
    from sale_order
    where ${visible(orders, scope)} and ${chosen(orders, scope) ?? sql`true`}
      and status not in ('success', 'close') and status = 'lock'
    order by locked_at, id`.execute(tx)
  return rows
}

/** Nozzles that have sold nothing since they began to be at work. */
async function withoutSale({ tx }: Ctx, nozzles: readonly NozzleRecord[]): Promise<ReadonlySet<number>> {
  const busy = nozzles.filter(({ busySince }) => busySince !== null).map(({ id, stationId, busySince }) => ({ id, stationId, busySince }))
  if (busy.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select asked.id from json_to_recordset(${JSON.stringify(busy)}) as asked (id bigint, "stationId" bigint, "busySince" timestamptz)
    where not exists (
      select from sale_order sale where ${inScope(tx, 'sale.company_id')} and sale.station_id = asked."stationId"
        and sale.nozzle_control_id = asked.id and sale.created_date >= asked."busySince")`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** @source decisions.md D12, decisions-breadth.md WS19 */
const list = handle(stuckFuellings.list, async (ctx, { query: { stationId } }) => {
  const content: StuckFuelling[] = []
  for (const of of byCompany(ctx))
    content.push(...(await stuckIn(of, stationId)), ...(await listedFills(of, stationId)), ...(await beyondHolds(of, stationId)))
  return { content: content.toSorted((one, other) => one.since.localeCompare(other.since)) }
})

async function stuckIn(ctx: Ctx, stationId: number | undefined) {
  const locked = (await lockedOrders(ctx)).filter(order => stationId === undefined || order.stationId === stationId)
  const ofNozzles = Map.groupBy(locked, ({ nozzleControlId }) => nozzleControlId)
  const nozzles = (
    await nozzlesInQuestion(
      ctx,
      [...ofNozzles.keys()].filter(id => id !== null),
    )
  ).filter(nozzle => stationId === undefined || nozzle.stationId === stationId)
  const stuck = await withoutSale(ctx, nozzles)
  const shown = ({ id, orderNo, status, totalCents, paidCents }: LockedOrder) => ({ id, orderNo, status, totalCents, paidCents })
  const rows = nozzles.flatMap(({ id, logicNo, dispenser, state, busySince }) => {
    const own = ofNozzles.get(id) ?? []
    if (!stuck.has(id) && own.length === 0) return []
    const since = [...own.map(({ lockedAt }) => lockedAt), ...(stuck.has(id) ? [busySince!] : [])].toSorted()[0]!
    return [{ since, nozzle: { id, logicNo, dispenser, state, stuck: stuck.has(id) }, orders: own.map(shown) }]
  })
  const goods = (ofNozzles.get(null) ?? []).map(order => ({ since: order.lockedAt, nozzle: null, orders: [shown(order)] }))
  return [...rows, ...goods]
}

/**
 * The nozzle is called idle in the records, and its locked orders are open again.
 * @throws notFound, nozzle.notStuck, nozzle.pumpNotIdle, release.causeRequired, release.noteRequired, releaseCause.off
 */
const release = handle(stuckFuellings.release, async (ctx, { id, body: { causeId, reason, pumpIsIdle } }) => {
  const nozzle = (await nozzleForRelease(ctx, id)) ?? refuse('notFound', { id })
  const { logicNo, companyId, state } = nozzle
  const isStuck = (await withoutSale(ctx, [nozzle])).has(id)
  const locked = (await lockedOrders(ctx)).filter(order => order.nozzleControlId === id)
  if (!isStuck && locked.length === 0) refuse('nozzle.notStuck', { nozzle: logicNo })
  if (state !== 'idle' && !pumpIsIdle) refuse('nozzle.pumpNotIdle', { nozzle: logicNo })
  const cause = await causeGiven(ctx, companyId, causeId, reason)

  const released = []
  for (const order of locked.toSorted((one, other) => one.id - other.id)) {
    const now = await orderForUpdate(ctx, order.id)
    // A payment that came meanwhile has done it.
    if (now.status === 'lock') released.push(await releaseLocked(ctx, now))
  }
  if (isStuck) await callIdle(ctx, nozzle)
  await noteRelease(ctx, nozzle, causeId, reason)
  ctx.audit(
    'nozzle.release',
    `nozzleControls:${id}`,
    { logicNo, cause, reason, state, pumpIsIdle, orders: released.map(({ orderNo }) => orderNo) },
    companyId,
  )
  return { id, logicNo, orders: released }
})

export const stuckHandlers = [list, release]
