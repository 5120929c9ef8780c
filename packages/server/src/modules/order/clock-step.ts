import { sql } from 'kysely'
import { apartMaxMs } from '../../platform/execution/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
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
  // One after another, each for one table: a row that every machine has and rows of a company are not written together on several.
  const [clockFaultId] = (await nextIds(tx, 1)) as [number]
  await sql`insert into clock_fault
    (id, cause, began_date, ended_date, server_offset_ms, database_offset_ms, machine, origin_ms, seen_date)
    values (${clockFaultId}, 'stationAhead', ${receivedDate}, ${receivedDate},
      extract(epoch from ${steppedFrom}::timestamptz - ${receivedDate}::timestamptz) * 1000, 0, '', 0, ${receivedDate})`.execute(tx)
  await tx
    .insertInto('clockStep')
    .values({ companyId, stationId, orderNumber: orders + 1, clockFaultId, fromDate: steppedFrom!, toDate: receivedDate })
    .execute()
  await sql`update sale_order set clock_suspect = true, clock_fault_id = ${clockFaultId}
    where station_id = ${stationId} and company_id = ${companyId} and clock_fault_id is null
      and created_date > ${receivedDate}::timestamptz - interval '31 days'
      and received_date > ${receivedDate}::timestamptz + ${clocksApartMax}::interval`.execute(tx)
  const after = new Date(Date.parse(receivedDate) + apartMaxMs)
  for (const table of ['pay_transaction', 'refund'])
    await sql`update ${sql.table(table)} set clock_suspect = true, clock_fault_id = ${clockFaultId}
      where company_id = ${companyId} and station_id = ${stationId} and created_date > ${after} and clock_fault_id is null`.execute(tx)
  await markMovementsAhead(tx, { stationId, after, clockFaultId })
  await bringBack(tx, stationId, new Date(receivedDate))
}
