import { backOf, isDays, movedBack, type ComparedWith, type Span as Range } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../../platform/command.ts'

type Sql = RawBuilder<unknown>

export type { Range }

/**
 * The stations whose figures the caller may see and has chosen, each with the moments between which it is asked.
 * `withCompany` adds the companies themselves, to whom belongs what belongs to no station.
 */
export function sitesOf(scope: ScopeValue, range: Range, stationId?: number, since?: Date, withCompany = false): Sql {
  const { companyIds, companyId, stationIds, stationId: chosen, fleetId } = scope
  const conditions = [
    sql`site.company_id = any(${companyIds})`,
    ...(companyId === undefined ? [] : [sql`site.company_id = ${companyId}`]),
    ...(stationIds === undefined ? [] : [sql`site.station_id = any(${stationIds})`]),
    ...(chosen === undefined ? [] : [sql`site.station_id = ${chosen}`]),
    ...(stationId === undefined ? [] : [sql`site.station_id = ${stationId}`]),
    ...(fleetId === undefined ? [] : [sql`false`]),
    ...(withCompany ? [] : [sql`site.station_id <> site.company_id`]),
  ]
  const begin = isDays(range) ? sql`${range.from}::date::timestamp at time zone site.time_zone` : sql`${range.from}::timestamptz`
  const end = isDays(range) ? sql`(${range.to}::date + 1)::timestamp at time zone site.time_zone` : sql`${range.to}::timestamptz`
  return sql`
    select site.station_id, site.company_id, site.time_zone, company.currency, station.name,
      greatest(${begin}, ${since ?? null}::timestamptz) as begins, ${end} as ends
    from statistic_site site join company on company.id = site.company_id left join station on station.id = site.station_id
    where ${sql.join(conditions, sql` and `)}`
}

/** Whether somebody sees, and has chosen, all stations of his companies. */
export const seesWhole = ({ stationIds, stationId, fleetId }: ScopeValue): boolean =>
  stationIds === undefined && stationId === undefined && fleetId === undefined

/** What a question is answered from: months, days or hours of cells; or the rows themselves, where the cells are not as fine. */
export function sourceOf(range: Range, groups: readonly string[], dimension: string, since?: Date): 'm' | 'd' | 'h' | 'rows' {
  const byHour = groups.includes('hour') || !isDays(range) || since !== undefined
  if (byHour) return dimension === 'all' ? 'h' : 'rows'
  const wholeMonths = range.from.endsWith('-01') && Temporal.PlainDate.from(range.to).add({ days: 1 }).day === 1
  return wholeMonths && !groups.includes('day') && !groups.includes('week') ? 'm' : 'd'
}

/** The time that a range is compared with, and how far its moments are moved to stand beside the range's own. */
export function before(range: Range, comparison: ComparedWith, zone: string): { range: Range; shift: string } {
  const back = backOf(range, comparison)
  const moved = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone).subtract(back).toInstant().toString()
  const shift = Object.entries(back)
    .map(([unit, many]) => `${many} ${unit}`)
    .join(' ')
  return { range: isDays(range) ? movedBack(range, back) : { from: moved(range.from), to: moved(range.to) }, shift }
}
