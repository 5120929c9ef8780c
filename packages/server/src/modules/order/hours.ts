import { orders, salesByHour } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle } from '../../platform/execution/command.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { chosen, visible } from '../../platform/search/scope.ts'

interface Hour {
  hour: number
  currency: string
  count: number
  totalCents: number
  volumeCl: number
}

/** Orders and litres by the hour and currency. Litres are counted apart, since an order may hold several lines. */
const hours = handle(salesByHour, async (ctx, { query: { from, to } }) => {
  const where = sql.join(
    [
      visible(orders, ctx.scope),
      chosen(orders, ctx.scope),
      sql`status <> 'close'`,
      sql`created_date >= ${new Date(from)} and created_date < ${new Date(to)}`,
    ]
      .filter(condition => condition !== undefined)
      .map(condition => sql`(${condition})`),
    sql` and `,
  )
  const { rows } = await sql<Hour>`
    with sold as (
      select id, company_id, total_cents, floor(extract(epoch from created_date - ${new Date(from)}::timestamptz) / 3600)::int as hour
      from sale_order where ${where}
    ), fuel as (
      select hour, sold.company_id, sum(line.volume_cl) as volume_cl from sold join order_line as line on line.order_id = sold.id
        and ${inScope(ctx.tx, 'line.company_id')}
      group by hour, sold.company_id
    ), due as (
      select hour, company_id, count(*) as count, sum(total_cents) as cents from sold group by hour, company_id
    )
    select hour, currency, sum(due.count)::bigint as count, sum(cents)::bigint as total_cents,
      coalesce(sum(fuel.volume_cl), 0)::bigint as volume_cl
    from due join company on company.id = due.company_id left join fuel using (hour, company_id)
    group by hour, currency order by hour, currency`.execute(ctx.tx)
  return { content: rows }
})

export const hourHandlers = [hours]
