import { sql } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'

/**
 * A moment after every sale that the station has received, and before every one that it will receive: sales wait until the transaction
 * ends.
 */
export async function afterAllSales({ tx, now }: Ctx, stationId: number): Promise<Date> {
  const { rows } = await sql<{ at: string }>`
    update order_counter set received_date = greatest(received_date + interval '1 millisecond', ${now}::timestamptz)
    where ${inScope(tx, 'order_counter.company_id')} and station_id = ${stationId} returning received_date as at`.execute(tx)
  return rows[0] ? new Date(rows[0].at) : now
}
