import {
  lineItems,
  orderDiscounts,
  orders,
  saleCoupons,
  saleGifts,
  transactions,
  settingsOf,
  type CompanyConfig,
  type MoneyFlow,
  type ReckonedLine,
  type StationConfig,
  type Withheld,
} from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { getOf, listOf } from '../../platform/search/list.ts'
import { changeOfSale } from './price-of-sale.ts'
import { counted, queried, refuseLongQuery } from '../org/index.ts'

/**
 * Where the money went is said beside each order to anyone who may know; nobody gets at it through a search or another record.
 * @source spec 1 §6 "money-flow column hidden for station_bill"
 */
const seesFlow = ({ actor }: Ctx) => actor.role !== 'station_bill'

/**
 * And whether the order's station issues no invoices: anyone who shows the order then hides what would issue one. Who may see price changes
 * is told of the one that a sale at another price went past.
 */
async function besides(ctx: Ctx, id: number) {
  const { moneyFlow, own, company, companyId, priceDifference } = await ctx.tx
    .selectFrom('saleOrder')
    .innerJoin('station', 'station.id', 'saleOrder.stationId')
    .innerJoin('company', 'company.id', 'saleOrder.companyId')
    .where('saleOrder.id', '=', id)
    .select(['moneyFlow', 'station.config as own', 'company.config as company', 'saleOrder.companyId', 'priceDifference'])
    .executeTakeFirstOrThrow()
  const { disableInvoice } = settingsOf(company as CompanyConfig, own as StationConfig).invoice
  const seesChanges = priceDifference && ctx.actor.permissions.has('forecourt.price.read')
  return {
    ...(seesFlow(ctx) && { moneyFlow: moneyFlow as MoneyFlow | null }),
    disableInvoice,
    priceChange: seesChanges ? await changeOfSale(ctx.tx, companyId, id) : null,
    withheld: await withheldOf(ctx, companyId, id),
    reckoned: await reckonedOf(ctx, companyId, id),
  }
}

/** What a card brought and what gave nothing on the lines of an order, in their order. */
async function withheldOf({ tx }: Ctx, companyId: number, orderId: number) {
  const { rows } = await sql<{ itemId: number; itemName: string; fact: Withheld }>`
    select line.item_id, item.name as item_name, given.fact
    from order_line line
    join item on item.company_id = line.company_id and item.id = line.item_id
    cross join lateral jsonb_array_elements(line.withheld) with ordinality as given (fact, turn)
    where line.company_id = ${companyId} and line.order_id = ${orderId} and line.withheld is not null
    order by line.id, given.turn`.execute(tx)
  return rows.map(({ fact, ...line }) => ({ ...line, ...fact }))
}

/** What a device charged for lines, and what they come to by our rules. @source decisions O15, MK18 */
async function reckonedOf({ tx }: Ctx, companyId: number, orderId: number): Promise<ReckonedLine[]> {
  const { rows } = await sql<ReckonedLine>`
    select line.item_id, item.name as item_name, found.charged_cents, found.reckoned_cents,
      found.charged_cents - found.reckoned_cents as difference_cents,
      case when found.kind is not null then json_build_object('kind', found.kind, 'name', found.name, 'sourceId', found.source_id,
        'version', found.source_version) end as rule
    from sale_reckoning found
    join order_line line on line.company_id = ${companyId} and line.id = found.line_id
    join item on item.company_id = ${companyId} and item.id = line.item_id
    where found.company_id = ${companyId} and found.order_id = ${orderId} order by found.line_id`.execute(tx)
  return rows
}

/** Orders with their money flow; lines and payments have no rule of their own. */
export const readHandlers: readonly Handler[] = [
  handle(orders.list, async (ctx, { query }) => {
    await refuseLongQuery(ctx, orders, query)
    return listOf(ctx.tx, orders, query, ctx.scope, { also: seesFlow(ctx) ? ['money_flow'] : [], last: true })
  }),
  // Before the single record: a router that took a name for an id would be wrong silently.
  counted(orders, { endless: true }),
  handle(orders.get, async (ctx, { id, query }) => {
    const row = await getOf(ctx.tx, orders, id, query.expand, ctx.scope)
    return { ...row, ...(await besides(ctx, id)) }
  }),
  ...[lineItems, transactions, orderDiscounts, saleGifts, saleCoupons].flatMap(queried),
]
