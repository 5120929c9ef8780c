import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { markMovementsAhead } from '../card/index.ts'
import { bringBack } from '../shift/index.ts'

/** As far as clocks may be apart. @source decisions.md O4 */
export const clocksApartMax = '2 minutes'

/** A station whose received date stepped back to the clocks. */
interface Step {
  readonly stationId: number
  readonly companyId: number
  readonly orders: number
  readonly steppedFrom: string | null
  readonly receivedDate: string
}

/**
 * Records that a station stepped back, before which order and by how much, marks the sales and the money that were dated ahead, and takes
 * a shift that began ahead back.
 */
export async function recordStep(tx: Tx, { stationId, companyId, orders, steppedFrom, receivedDate }: Step): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with fault as (
      insert into clock_fault (id, cause, began_date, ended_date, server_offset_ms, database_offset_ms, machine, origin_ms, seen_date)
      select next_id(), 'stationAhead', to_date, to_date, extract(epoch from from_date - to_date) * 1000, 0, '', 0, to_date
      from (values (${steppedFrom}::timestamptz, ${receivedDate}::timestamptz)) as step (from_date, to_date)
      returning id
    ), recorded as (
      insert into clock_step (company_id, station_id, order_number, clock_fault_id, from_date, to_date)
      select ${companyId}::bigint, ${stationId}::bigint, ${orders + 1}::bigint, id, ${steppedFrom}::timestamptz,
        ${receivedDate}::timestamptz
      from fault
    ), marked as (
      update sale_order set clock_suspect = true, clock_fault_id = fault.id from fault
      where station_id = ${stationId} and company_id = ${companyId} and clock_fault_id is null
        and created_date > ${receivedDate}::timestamptz - interval '31 days'
        and received_date > ${receivedDate}::timestamptz + ${clocksApartMax}::interval
    )
    select id from fault`.execute(tx)
  const clockFaultId = rows[0]!.id
  const after = new Date(Date.parse(receivedDate) + apartMaxMs)
  for (const table of ['pay_transaction', 'refund'])
    await sql`update ${sql.table(table)} set clock_suspect = true, clock_fault_id = ${clockFaultId}
      where company_id = ${companyId} and station_id = ${stationId} and created_date > ${after} and clock_fault_id is null`.execute(tx)
  await markMovementsAhead(tx, { stationId, after, clockFaultId })
  await bringBack(tx, stationId, new Date(receivedDate))
}
