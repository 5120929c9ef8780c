import { dailyStates, daySettlement, type Returned } from '@forecourt/contract'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/by-company.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { chosen, visible } from '../../platform/search/scope.ts'

type Row = Returned<typeof daySettlement.dueByStation>['content'][number]

/** A day counts when it is over by its station's clock and something happened in it. */
export const dueByStation = handle(daySettlement.dueByStation, async ctx => {
  const content: Row[] = []
  for (const of of byCompany(ctx)) content.push(...(await dueIn(of)))
  return { content: content.toSorted((one, other) => other.days - one.days || one.stationId - other.stationId) }
})

async function dueIn({ tx, scope, now }: Ctx): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with days as (
      select distinct station_id, business_day from ${scoped(tx, 'daily_state')} daily_state
      where ${visible(dailyStates, scope)} and ${chosen(dailyStates, scope) ?? sql`true`}
        and business_day >= (${now}::timestamptz - interval '32 days')::date
    )
    select days.station_id, count(*)::int as days, min(days.business_day)::text as oldest
    from days join ${scoped(tx, 'station')} station on station.id = days.station_id
    where days.business_day < (${now}::timestamptz at time zone station.time_zone)::date
      and not exists (
        select from ${scoped(tx, 'day_settle')} settled
        where settled.station_id = days.station_id and settled.business_day = days.business_day)
    group by days.station_id`.execute(tx)
  return rows
}
