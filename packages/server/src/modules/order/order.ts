import { allows, orderActs, type ErrorCode, type MoneyFlow, type OrderStatus, type PayType } from '@forecourt/contract'
import { sql, type Selectable } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { Tables } from '../../platform/postgres/tables.ts'
import type { SaleFill } from '../card/index.ts'

export type Order = Selectable<Tables['saleOrder']>

export type PayWay = 'card' | 'cash' | 'platform' | 'points' | 'free'

/** What stands against paying this order in this way, if anything. A locked order waits for its terminal's slip, and for nothing else. */
export function paymentRefusal(status: OrderStatus, way: PayWay): ErrorCode | undefined {
  if (status === 'success') return 'order.alreadyPaid'
  return allows(orderActs[way], status) ? undefined : 'order.statusForbids'
}

/** Where an order stands once so much of it is paid. */
export const statusOfPaid = (totalCents: number, paidCents: number): 'open' | 'partiallyPaid' | 'success' =>
  paidCents === totalCents ? 'success' : paidCents > 0 ? 'partiallyPaid' : 'open'

export type Flow = MoneyFlow
const flows: Partial<Record<PayType, Flow>> = { cash: 'till', card: 'card', score: 'points', free: 'free' }
export const flowOf = (payType: PayType): Flow => flows[payType] ?? 'clearing'
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

/** An order, and where that is asked what it sells and what cards have paid of it. */
export type OrderToPay = Order & { readonly fill?: SaleFill | null }

/** Orders of many callers, locked in the order of their ids; none for a caller who may not see the requested one. */
export async function ordersForUpdate<Asked extends { ctx: Ctx; id: number }>(
  asked: readonly Asked[],
  filled = false,
): Promise<Map<Asked, OrderToPay>> {
  const { tx } = asked[0]!.ctx
  const rows = asked.map(({ ctx: { scope }, id }) => ({ id, stations: scope.stationIds }))
  const fill = filled ? sql`, (${fillOf(tx)}) as fill` : sql``
  const { rows: locked } = await sql<OrderToPay>`
    select sale_order.*${fill} from sale_order
    join jsonb_to_recordset(${JSON.stringify(rows)}) as asked (id bigint, stations jsonb)
      on asked.id = sale_order.id and ${inScope(tx)} and (stations is null or stations @> to_jsonb(station_id))
    order by sale_order.id for update of sale_order`.execute(tx)
  const found = new Map(locked.map(order => [order.id, order]))
  return new Map(asked.flatMap(each => (found.has(each.id) ? [[each, found.get(each.id)!]] : [])))
}

/** What an order sells, and what each card has paid of it: read with the order itself, so that a limit of a card costs no question more. */
const fillOf = (tx: Ctx['tx']) => sql`
  select jsonb_build_object('totalCents', sale_order.total_cents, 'paidCents', sale_order.paid_cents,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('itemId', line.item_id, 'productId', item.product_id, 'volumeCl', line.volume_cl))
      from order_line line left join item on item.id = line.item_id and ${inScope(tx, 'item.company_id')}
      where line.order_id = sale_order.id and ${inScope(tx, 'line.company_id')}), '[]'),
    'byCards', coalesce((
      select jsonb_object_agg(user_card_id, cents) from (
        select paid.user_card_id, sum(paid.amount_cents - paid.refunded_cents) as cents from pay_transaction paid
        where paid.order_id = sale_order.id and ${inScope(tx, 'paid.company_id')} and paid.pay_type = 'card' and paid.status = 'success'
          and paid.user_card_id is not null group by paid.user_card_id
      ) as by_card), '{}'))`
