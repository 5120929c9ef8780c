import { TenderType, type ClassSettlePreview } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'
import type { DailyState } from '../shift/index.ts'

/** What a shift comes to so far, but for what only people can count. */
export type Figures = Omit<ClassSettlePreview, 'dailyState' | 'asOf' | 'tanks' | 'denominations'>

/**
 * Adds a shift up in one statement, and so from one snapshot: orders, lines, payments and top-ups are read once each. What is read is
 * never joined with itself: however little the planner knows of a new shift, its work grows with the shift and not with its square.
 * Meters stand where the devices told; a nozzle begins where the shift before, or whatever was sold since, left it.
 */
export async function figuresOf(
  tx: Tx,
  { id, stationId, startTime }: Pick<DailyState, 'id' | 'stationId' | 'startTime'>,
): Promise<Figures> {
  // Of a shift just begun the planner knows nothing yet, and would look through all of the company's rows for each order of it. A busy
  // shift is some tens of megabytes, and need not pass through files.
  await sql`select set_config('enable_bitmapscan', 'off', true), set_config('work_mem', '64MB', true)`.execute(tx)
  const {
    rows: [found],
  } = await sql<{ sums: Omit<Figures, Block>; blocks: Pick<Figures, Block> }>`
    with sold as materialized (
      select id, order_no, status, total_cents, discount_cents, paid_cents, nozzle_control_id, employee_id, belongs_shift_id, created_date
      from sale_order where shift_id = ${id}
    ), line as materialized (
      select line.id, order_id, item_id, line.category_type, volume_cl, pieces, amount_cents, line.discount_cents, totaliser_end_cl,
        nozzle_control_id, employee_id, belongs_shift_id, sale.created_date
      from sale_order sale join order_line line on line.order_id = sale.id where sale.shift_id = ${id}
    ), paid as materialized (
      select txn.pay_type, amount_cents, coalesce(user_id, sale.employee_id) as employee_id, sale.shift_id is distinct from ${id} as earlier
      from pay_transaction txn join sale_order sale on sale.id = order_id where txn.shift_id = ${id} and txn.status = 'success'
    ), returned as materialized (
      select pay_type, paid_out_cents, user_id as employee_id from refund where shift_id = ${id}
    ), topped as materialized (
      select pay_type, amount_cents, operator_id as employee_id, type from user_card_detail
      where shift_id = ${id} and type in ('charge', 'refundCharge') and pay_type is not null
    ), run as materialized (${run}), run_orders as materialized (
      select nozzle_control_id, count(*) as orders from sold group by nozzle_control_id
    )
    select (${sums}) as sums, jsonb_build_object('payTypes', (${payTypes}), 'items', (${items}),
      'nozzles', (${nozzles(stationId, startTime)}),
      'employees', (${employees}), 'unpaid', (${unpaid}), 'corrections', (${corrections})) as blocks`.execute(tx)
  const { sums: totals, blocks } = found!
  const instant = <R extends { createdDate: string }>(row: R): R => ({ ...row, createdDate: new Date(row.createdDate).toISOString() })
  return { ...totals, ...blocks, unpaid: blocks.unpaid.map(instant), corrections: blocks.corrections.map(instant) }
}
type Block = 'payTypes' | 'items' | 'nozzles' | 'employees' | 'unpaid' | 'corrections'

const waiting = sql`status in ('open', 'lock', 'fail', 'partiallyPaid')`
const rowsOf = (query: ReturnType<typeof sql>) => sql`select coalesce(jsonb_agg(to_jsonb(found)), '[]') from (${query}) as found`

const sums = sql`select to_jsonb(of_orders) || to_jsonb(of_lines) || to_jsonb(of_payments) || to_jsonb(of_top_ups) from
  (select count(*) as "orders", coalesce(sum(total_cents), 0) as "salesCents", coalesce(sum(discount_cents), 0) as "discountCents",
    count(*) filter (where ${waiting}) as "unpaidOrders",
    coalesce(sum(total_cents - paid_cents) filter (where ${waiting}), 0) as "unpaidCents",
    count(*) filter (where status = 'close') as "closedOrders",
    coalesce(sum(total_cents - paid_cents) filter (where status = 'close'), 0) as "closedCents",
    count(belongs_shift_id) as "lateOrders", coalesce(sum(total_cents) filter (where belongs_shift_id is not null), 0) as "lateCents"
    from sold) as of_orders,
  (select coalesce(sum(volume_cl), 0) as "volumeCl", coalesce(sum(pieces), 0) as "pieces" from line) as of_lines,
  (select coalesce(sum(amount_cents), 0) as "paidCents", (select coalesce(sum(paid_out_cents), 0) from returned) as "refundedCents",
    coalesce(sum(amount_cents) filter (where earlier), 0) as "earlierCents", (select coalesce(sum(paid_cents), 0) from sold)
      - coalesce(sum(amount_cents) filter (where not earlier), 0) as "laterCents" from paid) as of_payments,
  (select count(*) filter (where type = 'charge') as "topUps", coalesce(sum(amount_cents), 0) as "topUpCents" from topped) as of_top_ups`

const payTypes = rowsOf(sql`
  select pay_type as "payType", sum(payment) as "payments", coalesce(sum(amount) filter (where not top_up), 0) as "amountCents",
    sum(refunded) as "refundedCents", coalesce(sum(turn) filter (where top_up), 0) as "topUps",
    coalesce(sum(amount) filter (where top_up), 0) as "topUpCents", sum(amount) - sum(refunded) as "expectedCents"
  from (
    select pay_type, count(*) as payment, sum(amount_cents) as amount, 0::bigint as refunded, false as top_up, 0 as turn
    from paid group by 1
    union all select pay_type, 0, 0, paid_out_cents, false, 0 from returned
    union all select pay_type, 0, amount_cents, 0, true, (type = 'charge')::int from topped
  ) as taken group by pay_type order by pay_type <> 'cash', sum(amount) desc, pay_type`)

const items = rowsOf(sql`
  select item_id as "itemId", item.name, category_type as "categoryType", orders, volume as "volumeCl", goods as "pieces",
    amount as "amountCents", discount as "discountCents"
  from (
    select item_id, category_type, count(distinct order_id) as orders, sum(volume_cl) as volume, sum(pieces) as goods,
      sum(amount_cents) as amount, sum(discount_cents) as discount
    from line group by item_id, category_type
  ) as bought join item on item.id = item_id
  order by category_type, amount desc, item_id`)

const employees = rowsOf(sql`
  select work.employee_id as "employeeId", account.name, sum(orders) as "orders", sum(volume) as "volumeCl",
    sum(sales) as "salesCents", sum(taken) as "takenCents"
  from (
    select employee_id, count(*) as orders, 0::bigint as volume, sum(total_cents) as sales, 0::bigint as taken from sold group by 1
    union all select employee_id, 0, sum(volume_cl), 0, 0 from line group by 1
    union all select employee_id, 0, 0, 0, sum(amount_cents) from paid where pay_type = any (${TenderType.options}) group by 1
    union all select employee_id, 0, 0, 0, -paid_out_cents from returned where pay_type = any (${TenderType.options})
    union all select employee_id, 0, 0, 0, amount_cents from topped
  ) as work left join user_account account on account.id = work.employee_id
  group by work.employee_id, account.name order by work.employee_id is null, sum(sales) desc, work.employee_id`)

/** What ran through each nozzle. Reckoned once, however the nozzles are then walked through. */
const run = sql`
  select nozzle_control_id,
    coalesce(sum(volume_cl) filter (where belongs_shift_id is null), 0) as sold,
    coalesce(sum(volume_cl) filter (where belongs_shift_id is not null), 0) as late,
    (array_agg(totaliser_end_cl - volume_cl order by created_date, id) filter (where belongs_shift_id is null))[1] as first_cl,
    (array_agg(totaliser_end_cl order by created_date desc, id desc) filter (where belongs_shift_id is null))[1] as end_cl
  from line where category_type = 'fuel' group by nozzle_control_id`

const unpaid = rowsOf(sql`
  select id as "orderId", order_no as "orderNo", status, created_date as "createdDate", total_cents as "totalCents",
    paid_cents as "paidCents",
    total_cents - paid_cents as "dueCents"
  from sold where ${waiting} order by created_date, id`)

const corrections = rowsOf(sql`
  select sold.id as "orderId", order_no as "orderNo", belongs_shift_id as "belongsShiftId", business_day as "businessDay", number,
    sold.created_date as "createdDate", (select coalesce(sum(volume_cl), 0) from order_line where order_id = sold.id) as "volumeCl",
    total_cents as "totalCents"
  from sold join daily_state on daily_state.id = belongs_shift_id order by sold.created_date, sold.id`)

/**
 * Where a meter stood, its first and last sale tell, if they tell it at all: an older reading would not know of the litres since.
 * What came late had run through the meter before this shift. A nozzle begins where somebody read it last, or where the last sale
 * before this shift left it, whichever is later.
 */
const nozzles = (stationId: number, startTime: string) =>
  rowsOf(sql`
  select nozzle.id as "nozzleControlId", nozzle.logic_no as "logicNo", nozzle.tank_id as "tankId",
    item.name as "itemName", coalesce(orders, 0) as "orders",
    begin.cl as "beginCl", run.end_cl as "endCl", false as "entered",
    case when run.end_cl >= begin.cl then run.end_cl - begin.cl end as "meteredCl",
    coalesce(run.sold, 0) as "soldCl", coalesce(run.late, 0) as "lateCl",
    case when run.end_cl >= begin.cl then run.end_cl - begin.cl - coalesce(run.sold, 0) end as "differenceCl"
  from nozzle_control nozzle left join item on item.id = nozzle.item_id
  left join run on run.nozzle_control_id = nozzle.id
  left join run_orders
    on run_orders.nozzle_control_id = nozzle.id
  left join lateral (
    select reading from (
      (select end_cl as reading, end_time as at from class_settle settle join class_settle_nozzle frozen on class_settle_id = settle.id
        where settle.station_id = ${stationId} and settle.end_time <= ${startTime} and frozen.nozzle_control_id = nozzle.id
          and end_cl is not null order by end_time desc limit 1)
      union all
      (select max(totaliser_end_cl), last.created_date from (
          select id, created_date from sale_order
          where nozzle_control_id = nozzle.id and created_date < ${startTime} order by created_date desc, id desc limit 1
        ) as last join order_line on order_id = last.id and category_type = 'fuel' group by last.created_date)
    ) as readings order by at desc limit 1
  ) as before on true
  cross join lateral (select coalesce(before.reading, run.first_cl) as cl) as begin
  where nozzle.station_id = ${stationId} order by nozzle.logic_no`)
