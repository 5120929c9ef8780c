import { lineItems, orderDiscounts, orders, transactions, settingsOf, type CompanyConfig, type StationConfig } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/command.ts'
import { getOf, listOf, totalsOf } from '../../platform/search/list.ts'
import { queried, refuseLongQuery } from '../org/index.ts'

/**
 * Where the money went, said beside each order to whoever may know; nobody gets at it through a search or another record.
 * @source spec 1 §6 "money-flow column hidden for station_bill"
 */
async function withFlow({ tx, actor }: Ctx, rows: Shown[]): Promise<Shown[]> {
  if (actor.role === 'station_bill' || !rows.length) return rows
  const flows = await tx
    .selectFrom('saleOrder')
    .where(
      'id',
      'in',
      rows.map(row => row['id'] as number),
    )
    .select(['id', 'moneyFlow'])
    .execute()
  const flowOf = new Map(flows.map(flow => [flow.id, flow.moneyFlow]))
  return rows.map(row => ({ ...row, moneyFlow: flowOf.get(row['id']) ?? null }))
}

/** What the order's station says of invoices; whoever shows the order then hides what would issue one. */
async function invoicesDisabled({ tx }: Ctx, stationId: number): Promise<boolean> {
  const { own, company } = await tx
    .selectFrom('station')
    .innerJoin('company', 'company.id', 'station.companyId')
    .where('station.id', '=', stationId)
    .select(['station.config as own', 'company.config as company'])
    .executeTakeFirstOrThrow()
  return settingsOf(company as CompanyConfig, own as StationConfig).invoice.disableInvoice
}

/** Orders with their money flow; lines and payments have no rule of their own. */
export const readHandlers: readonly Handler[] = [
  handle(orders.list, async (ctx, { query }) => {
    await refuseLongQuery(ctx, orders, query)
    const { content, totalElements } = await listOf(ctx.tx, orders, query, ctx.scope)
    return { content: await withFlow(ctx, content), totalElements } as never
  }),
  // Before the single record: a router that took a name for an id would be wrong silently.
  handle(orders.totals, async (ctx, { query }) => {
    await refuseLongQuery(ctx, orders, query)
    return totalsOf(ctx.tx, orders, query, ctx.scope)
  }),
  handle(orders.get, async (ctx, { id, query }) => {
    const row = await getOf(ctx.tx, orders, id, query.expand, ctx.scope)
    const [shown] = await withFlow(ctx, [row])
    return { ...shown, disableInvoice: await invoicesDisabled(ctx, row['stationId']) } as never
  }),
  ...[lineItems, transactions, orderDiscounts].flatMap(queried),
]
type Shown = Record<string, any>
