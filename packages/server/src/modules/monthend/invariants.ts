import type { Invariant } from '../../platform/invariant.ts'

/** @source decisions SU11, SU12 */
export const monthInvariants: readonly Invariant[] = [
  {
    invariant: 'SU11',
    says: 'a month of a place begins with what the month before ended with',
    query: `
      select 'month ' || settle.month || ', line ' || line.id as subject,
        (line.opening, line.opening_cents) = (coalesce(ended.closing, 0), coalesce(ended.closing_cents, 0)) as holds
      from {month_settle_line} line
      join {month_settle} settle on settle.company_id = line.company_id and settle.id = line.month_settle_id
      join {month_settle} earlier on earlier.company_id = settle.company_id and earlier.month = settle.month - interval '1 month'
      left join {month_settle_line} ended on ended.company_id = line.company_id and ended.month_settle_id = earlier.id
        and ended.place = line.place and ended.depot_id is not distinct from line.depot_id
        and ended.station_id is not distinct from line.station_id and ended.product_id is not distinct from line.product_id
        and ended.base_fuel_id is not distinct from line.base_fuel_id`,
  },
  {
    invariant: 'SU11',
    says: 'a settled month of a depot ends with what its moves say',
    query: `
      select 'month ' || settle.month || ', depot ' || line.depot_id as subject,
        line.closing = coalesce((select sum(case when moved.to_depot_id = line.depot_id then weight_kg else -weight_kg end)
          from {stock_move} moved where moved.company_id = line.company_id and moved.base_fuel_id = line.base_fuel_id
            and (moved.to_depot_id = line.depot_id or moved.from_depot_id = line.depot_id)
            and moved.day < settle.month + interval '1 month'), 0) as holds
      from {month_settle_line} line
      join {month_settle} settle on settle.company_id = line.company_id and settle.id = line.month_settle_id
      where line.place = 'depot'`,
  },
  {
    invariant: 'SU11',
    says: 'a settled month is the sum of its lines',
    query: `
      select 'month ' || settle.month as subject,
        (settle.opening_cents, settle.sold_cents, settle.lost_cents, settle.adjusted_cents, settle.closing_cents, settle.sales_net_cents)
          = (sum(line.opening_cents), sum(line.sold_cents), sum(line.lost_cents), sum(line.adjusted_cents), sum(line.closing_cents),
            coalesce(sum(line.sales_net_cents), 0)) as holds
      from {month_settle} settle
      join {month_settle_line} line on line.company_id = settle.company_id and line.month_settle_id = settle.id
      group by settle.company_id, settle.id, settle.month, settle.opening_cents, settle.sold_cents, settle.lost_cents,
        settle.adjusted_cents, settle.closing_cents, settle.sales_net_cents`,
  },
]
