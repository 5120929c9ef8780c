import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { sql } from 'kysely'
import { rowsOf } from './lines.ts'

/** The reading that a nozzle's first or last line of fuel of a shift reported: at the instant that `line` has of it. */
const readingAt = (
  tx: Tx,
  shift: number,
  reading: ReturnType<typeof sql>,
  at: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
) => sql`(
  select ${reading} from ${scoped(tx, 'sale_order')} sale
  join ${scoped(tx, 'order_line')} order_line on order_id = sale.id and category_type = 'fuel'
  where sale.nozzle_control_id = run.nozzle_control_id and sale.created_date = ${at} and shift_id = ${shift} and belongs_shift_id is null
  order by order_line.id ${order} limit 1)`

/**
 * Meter by meter, out of the sums of a shift's lines. Where a meter stood, its first and last sale tell, if they tell it at all: an older
 * reading would not know of the litres since. What came late had run through the meter before this shift. A nozzle begins where somebody
 * read it last, or where the last sale before this shift left it, whichever is later; and so much further as its meter moved since without
 * a sale, where it was exchanged, rolled over or tested.
 */
export const nozzlesOf = (tx: Tx, shift: number, stationId: number, startTime: string) =>
  rowsOf(sql`
  select nozzle.id as "nozzleControlId", nozzle.logic_no as "logicNo", nozzle.tank_id as "tankId",
    item.name as "itemName", coalesce((select sum(orders) from sold where nozzle_control_id = nozzle.id), 0) as "orders",
    begin.cl as "beginCl", run.end_cl as "endCl", false as "entered",
    case when run.end_cl >= begin.cl then run.end_cl - begin.cl end as "meteredCl",
    coalesce(run.sold, 0) as "soldCl", coalesce(run.late, 0) as "lateCl",
    case when run.end_cl >= begin.cl then run.end_cl - begin.cl - coalesce(run.sold, 0) end as "differenceCl"
  from ${scoped(tx, 'nozzle_control')} nozzle left join ${scoped(tx, 'item')} item on item.id = nozzle.item_id
  left join (
    select *, ${readingAt(tx, shift, sql`totaliser_end_cl - volume_cl`, sql`first`, sql`asc`)} as first_cl,
      ${readingAt(tx, shift, sql`totaliser_end_cl`, sql`last`, sql`desc`)} as end_cl
    from (
      select nozzle_control_id, coalesce(sum(volume_cl) filter (where not late), 0) as sold,
        coalesce(sum(volume_cl) filter (where late), 0) as late, min(first) filter (where not late) as first,
        max(last) filter (where not late) as last
      from line where category_type = 'fuel' group by nozzle_control_id
    ) as run
  ) as run on run.nozzle_control_id = nozzle.id
  left join lateral (
    select reading, at from (
      (select end_cl as reading, end_time as at from ${scoped(tx, 'class_settle')} settle
        join ${scoped(tx, 'class_settle_nozzle')} frozen on class_settle_id = settle.id
        where settle.station_id = ${stationId} and settle.end_time <= ${startTime} and frozen.nozzle_control_id = nozzle.id
          and end_cl is not null order by end_time desc limit 1)
      union all
      (select max(totaliser_end_cl), last.created_date from (
          select id, created_date from ${scoped(tx, 'sale_order')} sale_order
          where nozzle_control_id = nozzle.id and created_date < ${startTime} order by created_date desc, id desc limit 1
        ) as last join ${scoped(tx, 'order_line')} order_line on order_id = last.id and category_type = 'fuel' group by last.created_date)
    ) as readings order by at desc limit 1
  ) as before on true
  cross join lateral (select coalesce(before.reading, run.first_cl) as cl, coalesce(case when before.reading is not null then before.at end,
    run.first) as at) as known
  cross join lateral (select known.cl + coalesce((select sum(moved_cl) from ${scoped(tx, 'meter_event')} event
    where event.nozzle_control_id = nozzle.id and struck_at is null and happened_at > known.at
      and happened_at <= (select coalesce(end_time, 'infinity') from ${scoped(tx, 'daily_state')} state where state.id = ${shift})
    ), 0)::bigint as cl) as begin
  where nozzle.station_id = ${stationId} order by nozzle.logic_no`)
