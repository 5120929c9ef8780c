import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'

/**
 * A shift or natural day that began in the future, under a clock that was ahead, begins now instead: what ran before it ends now, and what
 * it has counted stays in it. Left as it is where another such day was closed meanwhile, or where what ran before it is settled.
 */
export async function bringBack(tx: Tx, stationId: number, at: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from daily_state ahead where ${inScope(tx)} and station_id = ${stationId} and status = 'open'
      and start_time > ${at} and not exists (
      select from daily_state state where ${inScope(tx, 'state.company_id')} and station_id = ${stationId} and id <> ahead.id
        and (start_time > ${at} or end_time > ${at} and settled)
    ) for update`.execute(tx)
  const [ahead] = rows
  if (!ahead) return
  await sql`update daily_state set end_time = ${at}
    where ${inScope(tx)} and station_id = ${stationId} and end_time > ${at}`.execute(tx)
  await sql`
    update daily_state ahead set business_day = today, start_time = greatest(
        (select max(end_time) from daily_state state where ${inScope(tx, 'state.company_id')} and station_id = ${stationId}),
        case when is_nature_day then today::timestamp at time zone time_zone end),
      number = (select coalesce(max(state.number), 0) + 1 from daily_state state
        where ${inScope(tx, 'state.company_id')} and station_id = ${stationId} and business_day = today)
    from (
      select time_zone, (${at}::timestamptz at time zone time_zone)::date as today from station where ${inScope(tx)} and id = ${stationId}
    ) as site
    where ${inScope(tx, 'ahead.company_id')} and ahead.id = ${ahead.id}`.execute(tx)
}
