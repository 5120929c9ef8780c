import { daySettlement, daySettles, type DayPreview, type DaySettle } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { getOf } from '../../platform/search/list.ts'
import type { TenderRow } from './tender-row.ts'
import { rowsOf } from './lines.ts'
import { beyondOf } from './reads.ts'

/** What settlements of shifts say of their ways of payment. */
export const tendersOf = (tx: Tx, ids: readonly number[]): Promise<(TenderRow & { classSettleId: number })[]> =>
  ids.length
    ? tx
        .selectFrom('classSettlePayType')
        .where('classSettleId', 'in', ids)
        .select([
          'classSettleId',
          'payType',
          'payments',
          'amountCents',
          'refundedCents',
          'topUps',
          'topUpCents',
          'expectedCents',
          'countedCents',
        ])
        .select('differenceCents')
        .execute()
    : Promise.resolve([])

/** The settled shifts of days, natural days included. */
export const settledOn = ({ tx }: Ctx, stationId: number, businessDays: readonly string[]) =>
  businessDays.length
    ? tx
        .selectFrom('classSettle')
        .where('stationId', '=', stationId)
        .where('businessDay', 'in', businessDays)
        .select(['id', 'dailyStateId', 'businessDay'])
        .execute()
    : Promise.resolve([])

type SideRow<Key extends string> = Record<Key | 'classSettleId', number> & Record<'meteredCl' | 'differenceCl', number | null>

/** What settled shifts say of their nozzles and tanks, each by itself. */
export async function sidesOfShifts(tx: Tx, ids: readonly number[]) {
  if (!ids.length) return { nozzles: [], tanks: [] }
  const side = (table: string, key: string) =>
    rowsOf(sql`select class_settle_id as "classSettleId", ${sql.raw(key)}, metered_cl as "meteredCl", difference_cl as "differenceCl"
      from ${scoped(tx, table)} part where class_settle_id = any (${ids})`)
  const { rows } = await sql<{ nozzles: SideRow<'nozzleControlId'>[]; tanks: SideRow<'tankId'>[] }>`select
    ${side('class_settle_nozzle', 'nozzle_control_id as "nozzleControlId"')} as nozzles,
    ${side('class_settle_tank', 'tank_id as "tankId"')} as tanks`.execute(tx)
  return rows[0]!
}

const headOfShift = [
  'classSettle.id as classSettleId',
  'dailyStateId',
  'businessDay',
  'number',
  'startTime',
  'endTime',
  'employeeName',
  'orders',
  'salesCents',
  'volumeCl',
  'paidCents',
  'topUpCents',
  'unpaidCents',
  'expectedCents',
  'countedCents',
  'differenceCents',
] as const

/** Settled shifts in their order. */
export async function shiftsOfDay(tx: Tx, ids: readonly number[]): Promise<DayPreview['states']> {
  if (!ids.length) return []
  const rows = await tx
    .selectFrom('classSettle')
    .where('classSettle.id', 'in', ids)
    .select([...headOfShift, 'isNatureDay'])
    .orderBy('startTime')
    .orderBy('id')
    .execute()
  return rows.map(row => ({ ...row, isNatureDay: row.isNatureDay ?? false }))
}

/** A settled day with all its parts: those of its shifts, added up. @throws notFound */
export async function dayWith(ctx: Ctx, id: number, expand: string[] = []): Promise<DaySettle> {
  const head = await getOf(ctx.tx, daySettles, id, expand, ctx.scope)
  const { tx } = ctx
  const chain = await tx.selectFrom('daySettleShift').where('daySettleId', '=', id).select('classSettleId').execute()
  const ids = chain.map(({ classSettleId }) => classSettleId)
  const payTypes = await tx
    .selectFrom('daySettlePayType')
    .where('daySettleId', '=', id)
    .orderBy(of => of('payType', '<>', 'cash'))
    .orderBy('expectedCents', 'desc')
    .orderBy('payType')
    .selectAll()
    .execute()
  const {
    rows: [parts],
  } = await partsOf(tx, ids).execute(tx)
  const { corrections, ...others } = parts!
  const beyond = head.reason === null ? [] : await beyondOf(tx, 'daySettle', id)
  return {
    ...head,
    beyond,
    states: await shiftsOfDay(tx, ids),
    payTypes: payTypes.map(({ daySettleId: _day, companyId: _company, ...row }) => row),
    ...others,
    corrections: corrections.map(row => ({ ...row, createdDate: new Date(row.createdDate).toISOString() })),
  } as unknown as DaySettle
}
type Parts = Pick<DaySettle, 'items' | 'nozzles' | 'tanks' | 'employees' | 'corrections'>

const within = (tx: Tx, table: string, ids: readonly number[]) =>
  sql`(select part.*, settle.start_time from ${scoped(tx, table)} part
    join ${scoped(tx, 'class_settle')} settle on settle.id = class_settle_id
    where class_settle_id = any (${ids})) as part`
const known = (field: string, order: 'asc' | 'desc') =>
  sql`(array_agg(${sql.ref(field)} order by start_time ${sql.raw(order)}) filter (where ${sql.ref(field)} is not null))[1]`
const first = (field: string) => sql`(array_agg(${sql.ref(field)} order by start_time))[1]`
const last = (field: string) => sql`(array_agg(${sql.ref(field)} order by start_time desc))[1]`
/** Known where it is known of every shift in which something was sold. */
const run = (orders: string) =>
  sql`case when count(metered_cl) > 0
    and count(*) filter (where ${sql.ref(orders)} > 0 and metered_cl is null) = 0 then sum(metered_cl) end`
/** Else from where it first stood to where it stood last, if all was reported between. */
const span = sql`case when count(*) filter (where orders > 0 and (begin_cl is null or end_cl is null)) = 0
  and ${known('end_cl', 'desc')} >= ${known('begin_cl', 'asc')} then ${known('end_cl', 'desc')} - ${known('begin_cl', 'asc')} end`

const partsOf = (tx: Tx, ids: readonly number[]) => sql<Parts>`select
  ${rowsOf(sql`
    select item_id as "itemId", ${last('name')} as name, category_type as "categoryType", sum(orders) as orders,
      sum(volume_cl) as "volumeCl", sum(pieces) as pieces, sum(amount_cents) as "amountCents", sum(discount_cents) as "discountCents"
    from ${within(tx, 'class_settle_item', ids)} group by item_id, category_type
    order by category_type, sum(amount_cents) desc, item_id`)} as items,
  ${rowsOf(sql`
    select *, "meteredCl" - "soldCl" as "differenceCl" from (
      select nozzle_control_id as "nozzleControlId", ${last('logic_no')} as "logicNo", ${last('tank_id')} as "tankId",
        ${last('item_name')} as "itemName", sum(orders) as orders, ${known('begin_cl', 'asc')} as "beginCl",
        ${known('end_cl', 'desc')} as "endCl", bool_or(entered) as entered, sum(sold_cl) as "soldCl", sum(late_cl) as "lateCl",
        coalesce(${run('orders')}, ${span}) as "meteredCl"
      from ${within(tx, 'class_settle_nozzle', ids)} group by nozzle_control_id
    ) as nozzle order by "logicNo"`)} as nozzles,
  ${rowsOf(sql`
    select *, "drawnCl" - "meteredCl" as "differenceCl" from (
      select tank_id as "tankId", ${last('number')} as number, ${last('product_name')} as "productName", ${first('begin_cl')} as "beginCl",
        sum(received_cl) as "receivedCl", coalesce(string_agg(nullif(document, ''), ', ' order by start_time), '') as "document",
        ${last('end_cl')} as "endCl", bool_or(entered) as entered, sum(sold_cl) as "soldCl", ${run('sold_cl')} as "meteredCl",
        ${first('begin_cl')} + sum(received_cl) - ${last('end_cl')} as "drawnCl"
      from ${within(tx, 'class_settle_tank', ids)} group by tank_id
    ) as tank order by number`)} as tanks,
  ${rowsOf(sql`
    select employee_id as "employeeId", ${last('name')} as name, sum(orders) as orders, sum(volume_cl) as "volumeCl",
      sum(sales_cents) as "salesCents", sum(taken_cents) as "takenCents"
    from ${within(tx, 'class_settle_employee', ids)} group by employee_id
    order by employee_id is null, sum(sales_cents) desc, employee_id`)}
    as employees,
  ${rowsOf(sql`
    select order_id as "orderId", order_no as "orderNo", belongs_shift_id as "belongsShiftId", business_day as "businessDay", number,
      created_date as "createdDate", volume_cl as "volumeCl", total_cents as "totalCents"
    from ${scoped(tx, 'class_settle_correction')} correction where class_settle_id = any (${ids})
    order by created_date, order_id`)} as corrections`

export const get = handle(daySettlement.get, (ctx, { id, query }) => dayWith(ctx, id, query.expand))
