import { allows, orderActs, type ErrorCode, type OrderStatus, type PayType } from '@forecourt/contract'
import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { Tables } from '../../platform/postgres/tables.ts'

export type Order = Selectable<Tables['saleOrder']>

export type PayWay = 'card' | 'cash' | 'platform'

/** What stands against paying this order in this way, if anything. A locked order waits for its terminal's slip, and for nothing else. */
export function paymentRefusal(status: OrderStatus, way: PayWay): ErrorCode | undefined {
  if (status === 'success') return 'order.alreadyPaid'
  return allows(orderActs[way], status) ? undefined : 'order.statusForbids'
}

/** Where an order stands once so much of it is paid. */
export const statusOfPaid = (totalCents: number, paidCents: number): 'open' | 'partiallyPaid' | 'success' =>
  paidCents === totalCents ? 'success' : paidCents > 0 ? 'partiallyPaid' : 'open'

export type Flow = 'till' | 'clearing' | 'card' | 'mixed'
export const flowOf = (payType: PayType): Flow => (payType === 'cash' ? 'till' : payType === 'card' ? 'card' : 'clearing')
export const flowWith = (before: string | null, payType: PayType): Flow =>
  before === null || before === flowOf(payType) ? flowOf(payType) : 'mixed'

/** The caller's own order, locked until the transaction ends. @throws notFound */
export async function orderForUpdate({ tx, scope }: Ctx, id: number): Promise<Order> {
  const order = await tx
    .selectFrom('saleOrder')
    .where('id', '=', id)
    .where('companyId', 'in', [...scope.companyIds])
    .$if(scope.stationIds !== undefined, of => of.where('stationId', 'in', [...(scope.stationIds ?? []), 0]))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  return order ?? refuse('notFound', { order: id })
}

/** Orders of many callers, locked in the order of their ids; none for a caller who may not see the requested one. */
export async function ordersForUpdate<Asked extends { ctx: Ctx; id: number }>(asked: readonly Asked[]): Promise<Map<Asked, Order>> {
  const { tx } = asked[0]!.ctx
  const rows = asked.map(({ ctx: { scope }, id }) => ({ id, stations: scope.stationIds }))
  const { rows: locked } = await sql<Order>`
    select sale_order.* from sale_order
    join jsonb_to_recordset(${JSON.stringify(rows)}) as asked (id bigint, stations jsonb)
      on asked.id = sale_order.id and ${inScope(tx)} and (stations is null or stations @> to_jsonb(station_id))
    order by sale_order.id for update of sale_order`.execute(tx)
  const found = new Map(locked.map(order => [order.id, order]))
  return new Map(asked.flatMap(each => (found.has(each.id) ? [[each, found.get(each.id)!]] : [])))
}
