import { lineItems, orders, transactions, type Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/command.ts'
import { getOf, listOf, totalsOf } from '../../platform/search/list.ts'

type Limit = 'searchOrderDays' | 'searchOrderItemDays'
const dayMs = 86_400_000

/** How far back this user may look, as a condition; nothing where there is no limit. @source spec 1 §3 "search limits" */
export async function recent({ tx, actor, now }: Ctx, limit: Limit): Promise<RawBuilder<unknown> | undefined> {
  if (actor.kind !== 'user') return undefined
  const user = await tx.selectFrom('userAccount').where('id', '=', actor.id).select(`${limit} as days`).executeTakeFirst()
  return user?.days ? sql`created_date >= ${new Date(now.getTime() - user.days * dayMs)}` : undefined
}

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

/** List, totals and one record of a resource, as far back as this user may look. */
function within(
  resource: Resource,
  limit: Limit,
  shown: (ctx: Ctx, rows: Shown[]) => Promise<Shown[]> = async (_, rows) => rows,
): Handler[] {
  return [
    handle(resource.list, async (ctx, { query }) => {
      const { content, totalElements } = await listOf(ctx.tx, resource, query, ctx.scope, await recent(ctx, limit))
      return { content: await shown(ctx, content), totalElements }
    }),
    // Before the single record: a router that took a name for an id would be wrong silently.
    handle(resource.totals, async (ctx, { query }) => totalsOf(ctx.tx, resource, query, ctx.scope, await recent(ctx, limit)) as never),
    handle(resource.get, async (ctx, { id, query }) => {
      const row = await getOf(ctx.tx, resource, id, query.expand, ctx.scope, await recent(ctx, limit))
      return (await shown(ctx, [row]))[0] as never
    }),
  ]
}
type Shown = Record<string, any>

export const readHandlers = [
  ...within(orders, 'searchOrderDays', withFlow),
  ...within(lineItems, 'searchOrderItemDays'),
  ...within(transactions, 'searchOrderDays'),
]
