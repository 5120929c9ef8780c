import { lineItems, orders, transactions } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import { crud } from '../../platform/crud.ts'
import { handle, type Ctx } from '../../platform/command.ts'
import { refuse } from '../../platform/refusal.ts'
import { getOf, listOf, totalsOf } from '../../platform/search/list.ts'

type Limit = 'searchOrderDays' | 'searchOrderItemDays'
const dayMs = 86_400_000

/** How far back this user may look, as a condition; nothing where there is no limit. @source spec 1 §3 "search limits (recent days …)" */
export async function recent({ tx, actor, now }: Ctx, limit: Limit): Promise<RawBuilder<unknown> | undefined> {
  if (actor.kind !== 'user') return undefined
  const user = await tx.selectFrom('userAccount').where('id', '=', actor.id).select(`${limit} as days`).executeTakeFirst()
  return user?.days ? sql`created_date >= ${new Date(now.getTime() - user.days * dayMs)}` : undefined
}

/**
 * Where the money went, said beside each order to whoever may know; nobody gets at it through a search or another record.
 * @source spec 1 §6 "money-flow column hidden for station_bill"
 */
async function withFlow<R extends { id: number }>({ tx, actor }: Ctx, rows: R[]): Promise<R[]> {
  if (actor.role === 'station_bill' || !rows.length) return rows
  const flows = await tx
    .selectFrom('saleOrder')
    .where(
      'id',
      'in',
      rows.map(row => row.id),
    )
    .select(['id', 'moneyFlow'])
    .execute()
  const flowOf = new Map(flows.map(flow => [flow.id, flow.moneyFlow]))
  return rows.map(row => ({ ...row, moneyFlow: flowOf.get(row.id) ?? null }))
}

const list = handle(orders.list, async (ctx, { query }) => {
  const { content, totalElements } = await listOf(ctx.tx, orders, query, ctx.scope, await recent(ctx, 'searchOrderDays'))
  return { content: await withFlow(ctx, content), totalElements }
})
const totals = handle(
  orders.totals,
  async (ctx, { query }) => totalsOf(ctx.tx, orders, query, ctx.scope, await recent(ctx, 'searchOrderDays')) as never,
)
const get = handle(orders.get, async (ctx, { id, query }) => {
  const row = await getOf(ctx.tx, orders, id, query.expand, ctx.scope)
  const user = await ctx.tx.selectFrom('userAccount').where('id', '=', ctx.actor.id).select('searchOrderDays as days').executeTakeFirst()
  if (user?.days && Date.parse(row.createdDate) < ctx.now.getTime() - user.days * dayMs) refuse('notFound')
  return (await withFlow(ctx, [row]))[0]!
})

const lineList = handle(lineItems.list, async (ctx, { query }) =>
  listOf(ctx.tx, lineItems, query, ctx.scope, await recent(ctx, 'searchOrderItemDays')),
)
const lineTotals = handle(
  lineItems.totals,
  async (ctx, { query }) => totalsOf(ctx.tx, lineItems, query, ctx.scope, await recent(ctx, 'searchOrderItemDays')) as never,
)

export const readHandlers = [list, totals, get, lineList, lineTotals, ...crud(lineItems, ['get']), ...crud(transactions)]
