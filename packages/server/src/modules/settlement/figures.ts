import { TenderType, type ClassSettlePreview } from '@forecourt/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import type { DailyState } from '../shift/index.ts'
import { linesOf, planned, rowsOf, type LineSums } from './lines.ts'
import { nozzlesOf } from './nozzles.ts'
import { moneyBesides } from './sources.ts'

/** What a shift comes to so far, but for what only people can count. */
export type Figures = Omit<ClassSettlePreview, 'dailyState' | 'asOf' | 'tanks' | 'denominations'>
type Block = 'payTypes' | 'items' | 'nozzles' | 'employees' | 'unpaid' | 'corrections'

/**
 * Adds a shift up: its orders and payments, its lines, and then the few sums of them by item, nozzle, employee and way of payment. The
 * caller holds the shift, or reads it all in one snapshot. What was read of its lines `before` it was held is not read again.
 */
export async function figuresOf(
  tx: Tx,
  { id, stationId, startTime }: Pick<DailyState, 'id' | 'stationId' | 'startTime'>,
  before?: LineSums,
): Promise<Figures> {
  const { totals, sold, paid, unpaid, late, known } = await moneyOf(tx, id, before)
  const isWhole = before !== undefined && known === before.orders
  const lines = isWhole ? [before, await linesOf(tx, id, { after: before.upTo })] : [await linesOf(tx, id)]
  const given = { sold, paid, line: lines.flatMap(({ sums }) => sums), bought: lines.flatMap(({ items }) => items), late }
  const { rows } = await sql<{ sums: Omit<Figures, Block>; blocks: Pick<Figures, Block> }>`
    with ${sums(given)}, returned as materialized (${moneyBesides(tx, 'refund', id)}),
      topped as materialized (${moneyBesides(tx, 'topUp', id)})
    select (${rest}) as sums, jsonb_build_object('payTypes', ${payTypes}, 'items', ${items(tx)}, 'nozzles',
      ${nozzlesOf(tx, id, stationId, startTime)}, 'employees', ${employees(tx)}, 'corrections', ${corrections(tx)}) as blocks`.execute(tx)
  const { sums: others, blocks } = rows[0]!
  const instant = <R extends { createdDate: string }>(row: R): R => ({ ...row, createdDate: new Date(row.createdDate).toISOString() })
  return { ...totals, ...others, ...blocks, unpaid: unpaid.map(instant), corrections: blocks.corrections.map(instant) }
}

interface MoneyFound {
  readonly totals: Omit<Figures, Block | 'volumeCl' | 'pieces' | 'refundedCents' | 'topUps' | 'topUpCents'>
  readonly unpaid: Figures['unpaid']
  readonly sold: readonly object[]
  readonly paid: readonly object[]
  readonly late: readonly object[]
  /** How many of its orders `before` should have known. */
  readonly known: number
}

const waiting = sql`status in ('open', 'lock', 'fail', 'partiallyPaid')`

/**
 * Orders and payments, in one statement and so from one snapshot, each row of them read once. Payments find their orders by hashing:
 * order by order took twice as long, and the planner, who may know nothing yet of a new shift, would do even that within a list.
 */
async function moneyOf(tx: Tx, shift: number, before: LineSums | undefined): Promise<MoneyFound> {
  await planned(tx, { enable_bitmapscan: 'off', enable_nestloop: 'off', work_mem: '64MB' })
  const { rows } = await sql<MoneyFound>`
    with sold as materialized (
      select id, order_no, status, total_cents, discount_cents, paid_cents, nozzle_control_id, employee_id, belongs_shift_id, created_date
      from ${scoped(tx, 'sale_order')} sale_order where shift_id = ${shift}
    ), paid as materialized (
      select pay_type, employee_id, earlier, count(*) as payments, sum(amount_cents) as amount_cents from (
        select txn.pay_type, txn.amount_cents, sold.id is null as earlier, coalesce(txn.user_id, case when sold.id is null
          then (select sale.employee_id from ${scoped(tx, 'sale_order')} sale where sale.id = order_id)
          else sold.employee_id end) as employee_id
        from ${scoped(tx, 'pay_transaction')} txn left join sold on sold.id = order_id where shift_id = ${shift} and txn.status = 'success'
      ) as payment group by 1, 2, 3
    )
    select (select to_jsonb(of_orders) || to_jsonb(of_payments) from (${totalsOfOrders}) as of_orders, (${totalsOfPayments}) as of_payments)
        as totals,
      (select count(*) from sold where id <= ${before?.upTo ?? 0}) as known, ${unpaid} as unpaid, ${rowsOf(sql`
      select nozzle_control_id, employee_id, count(*) as orders, sum(total_cents) as total_cents from sold group by 1, 2`)} as sold,
      ${rowsOf(sql`select * from paid`)} as paid, ${rowsOf(sql`
      select id, order_no, belongs_shift_id, created_date, total_cents from sold where belongs_shift_id is not null`)} as late`.execute(tx)
  await planned(tx, { enable_nestloop: 'on' })
  return rows[0]!
}

const totalsOfOrders = sql`
  select count(*) as "orders", coalesce(sum(total_cents), 0) as "salesCents", coalesce(sum(discount_cents), 0) as "discountCents",
    count(*) filter (where ${waiting}) as "unpaidOrders",
    coalesce(sum(total_cents - paid_cents) filter (where ${waiting}), 0) as "unpaidCents",
    count(*) filter (where status = 'close') as "closedOrders",
    coalesce(sum(total_cents - paid_cents) filter (where status = 'close'), 0) as "closedCents",
    count(belongs_shift_id) as "lateOrders", coalesce(sum(total_cents) filter (where belongs_shift_id is not null), 0) as "lateCents"
  from sold`
const totalsOfPayments = sql`
  select coalesce(sum(amount_cents), 0) as "paidCents", coalesce(sum(amount_cents) filter (where earlier), 0) as "earlierCents",
    (select coalesce(sum(paid_cents), 0) from sold) - coalesce(sum(amount_cents) filter (where not earlier), 0) as "laterCents"
  from paid`
const unpaid = rowsOf(sql`
  select id as "orderId", order_no as "orderNo", status, created_date as "createdDate", total_cents as "totalCents",
    paid_cents as "paidCents", total_cents - paid_cents as "dueCents"
  from sold where ${waiting} order by created_date, id`)

type Given = Record<'sold' | 'paid' | 'line' | 'bought' | 'late', readonly object[]>
const columnsOf: Record<keyof Given, string> = {
  sold: 'nozzle_control_id bigint, employee_id bigint, orders bigint, total_cents bigint',
  paid: 'pay_type text, employee_id bigint, payments bigint, amount_cents bigint',
  line: `nozzle_control_id bigint, employee_id bigint, late boolean, item_id bigint, category_type text, volume_cl bigint, pieces bigint,
    amount_cents bigint, discount_cents bigint, first timestamptz, last timestamptz`,
  bought: 'item_id bigint, category_type text, orders bigint',
  late: 'id bigint, order_no text, belongs_shift_id bigint, created_date timestamptz, total_cents bigint',
}
/** The sums, as tables that a statement may ask. */
const sums = (given: Given) =>
  sql.join(
    (Object.keys(columnsOf) as (keyof Given)[]).map(
      name => sql`${sql.ref(name)} as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given[name])}) as given (${sql.raw(columnsOf[name])}))`,
    ),
  )

const rest = sql`select to_jsonb(of_lines) || to_jsonb(of_refunds) || to_jsonb(of_top_ups) from
  (select coalesce(sum(volume_cl), 0) as "volumeCl", coalesce(sum(pieces), 0) as "pieces" from line) as of_lines,
  (select coalesce(sum(amount_cents), 0) as "refundedCents" from returned) as of_refunds,
  (select count(*) filter (where counts) as "topUps", coalesce(sum(amount_cents), 0) as "topUpCents" from topped) as of_top_ups`

const payTypes = rowsOf(sql`
  select pay_type as "payType", sum(payment) as "payments", coalesce(sum(amount) filter (where not top_up), 0) as "amountCents",
    sum(refunded) as "refundedCents", coalesce(sum(turn) filter (where top_up), 0) as "topUps",
    coalesce(sum(amount) filter (where top_up), 0) as "topUpCents", sum(amount) - sum(refunded) as "expectedCents"
  from (
    select pay_type, payments as payment, amount_cents as amount, 0::bigint as refunded, false as top_up, 0 as turn from paid
    union all select pay_type, 0, 0, amount_cents, false, 0 from returned
    union all select pay_type, 0, amount_cents, 0, true, counts::int from topped
  ) as taken group by pay_type order by pay_type <> 'cash', sum(amount) desc, pay_type`)

const items = (tx: Tx) =>
  rowsOf(sql`
  select item_id as "itemId", item.name, category_type as "categoryType", orders, volume as "volumeCl", goods as "pieces",
    amount as "amountCents", discount as "discountCents"
  from (
    select item_id, category_type, sum(volume_cl) as volume, sum(pieces) as goods, sum(amount_cents) as amount,
      sum(discount_cents) as discount
    from line group by 1, 2
  ) as sold_of join (select item_id, category_type, sum(orders) as orders from bought group by 1, 2) as counted
    using (item_id, category_type)
  join ${scoped(tx, 'item')} item on item.id = item_id
  order by category_type, amount desc, item_id`)

const employees = (tx: Tx) =>
  rowsOf(sql`
  select work.employee_id as "employeeId", account.name, sum(orders) as "orders", sum(volume) as "volumeCl",
    sum(sales) as "salesCents", sum(taken) as "takenCents"
  from (
    select employee_id, orders, 0::bigint as volume, total_cents as sales, 0::bigint as taken from sold
    union all select employee_id, 0, volume_cl, 0, 0 from line
    union all select employee_id, 0, 0, 0, amount_cents from paid where pay_type = any (${TenderType.options})
    union all select employee_id, 0, 0, 0, -amount_cents from returned where pay_type = any (${TenderType.options})
    union all select employee_id, 0, 0, 0, amount_cents from topped
  ) as work left join ${scoped(tx, 'user_account')} account on account.id = work.employee_id
  group by work.employee_id, account.name order by work.employee_id is null, sum(sales) desc, work.employee_id`)

const corrections = (tx: Tx) =>
  rowsOf(sql`
  select late.id as "orderId", order_no as "orderNo", belongs_shift_id as "belongsShiftId", business_day as "businessDay", number,
    late.created_date as "createdDate",
    (select coalesce(sum(volume_cl), 0) from ${scoped(tx, 'order_line')} line where order_id = late.id) as "volumeCl",
    total_cents as "totalCents"
  from late join ${scoped(tx, 'daily_state')} daily_state on daily_state.id = belongs_shift_id order by late.created_date, late.id`)
