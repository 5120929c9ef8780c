import { memberLiability } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle } from '../../platform/execution/command.ts'
import { companyOf } from '../../platform/execution/crud.ts'
import { dayOf } from '../shift/index.ts'

interface Month {
  readonly month: string | null
  readonly points: number
  readonly coupons: number
  readonly couponCents: number
  readonly unlimitedCoupons: number
}

/** What ends today is still owed; what has ended is not, whether or not that is booked yet. */
const read = handle(memberLiability, async ctx => {
  const companyId = companyOf(ctx)
  const { currency, timeZone } = await ctx.tx
    .selectFrom('company')
    .where('id', '=', companyId)
    .select(['currency', 'timeZone'])
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Month>`
    select month, sum(points)::bigint as points, sum(coupons)::int as coupons, sum(cents)::bigint as coupon_cents,
      sum(unlimited)::int as unlimited_coupons
    from (
      select to_char(ends_on, 'YYYY-MM') as month, sum(points_left) as points, 0 as coupons, 0 as cents, 0 as unlimited from points_lot
      where company_id = ${companyId} and points_left > 0 and (ends_on is null or ends_on >= ${dayOf(ctx.now, timeZone)}::date) group by 1
      union all
      select to_char(end_time at time zone ${timeZone}, 'YYYY-MM'), 0, count(*), coalesce(sum(worst_cents), 0),
        count(*) filter (where worst_cents is null) from user_deal
      where company_id = ${companyId} and used_date is null and recalled_date is null and end_time > ${ctx.now}::timestamptz group by 1
    ) as open group by month order by month nulls last`.execute(ctx.tx)
  return { currency, months: rows }
})

export const liabilityHandlers = [read]
