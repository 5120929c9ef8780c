import { tanks, tankWatch, type Returned } from '@forecourt/contract'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { sql } from 'kysely'
import { handle, type Handler } from '../../platform/execution/command.ts'
import { chosen, visible } from '../../platform/search/scope.ts'
import { limitsOf } from './tank-alarm.ts'

type Row = Returned<typeof tankWatch>['content'][number]

/** Each station's own limits, else its company's, else the system's: read in one query, since it is asked for many stations at once. */
const watch = handle(tankWatch, async ({ tx, scope }) => {
  const place = chosen(tanks, scope) ?? sql`true`
  const { rows } = await sql<Row>`
    with seen as (select * from ${scoped(tx, 'tank')} tank where ${visible(tanks, scope)} and ${place} and measured_at is not null),
    judged as (
      select seen.*, product.name as product_name,
        ${limitsOf('tanks')} as limits,
        array(select kind from ${scoped(tx, 'tank_alarm')} alarm where alarm.tank_id = seen.id and alarm.state = 'raised' order by kind)
          as alarms
      from seen
      join ${scoped(tx, 'station')} station on station.id = seen.station_id
      join company on company.id = seen.company_id
      join ${scoped(tx, 'product')} product on product.id = seen.product_id
    ), found as (
      select id, number, station_id, product_name, water_height_mm,
        floor(volume_cl * 100.0 / max_volume_cl)::int as percent,
        volume_cl * 100 < max_volume_cl * (limits->>'lowPercent')::int as low,
        water_height_mm > (limits->>'waterMaxMm')::int as wet, alarms
      from judged
    )
    select * from found where low or wet or cardinality(alarms) > 0 order by percent, station_id, number`.execute(tx)
  return { content: rows }
})

export const tankWatchHandlers: readonly Handler[] = [watch]
