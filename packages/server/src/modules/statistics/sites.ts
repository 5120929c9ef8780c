import { backOf, isDays, movedBack, type ComparedWith, type Span as Range } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../../platform/execution/command.ts'
import { among } from '../../platform/postgres/name-companies.ts'

type Sql = RawBuilder<unknown>

export type { Range }

/**
 * The stations whose figures the caller may see and has chosen, each with the moments between which it is asked.
 * `withCompany` adds the companies themselves, to whom belongs what belongs to no station.
 */
export function sitesOf(scope: ScopeValue, range: Range, stationId?: number, since?: Date, withCompany = false): Sql {
  const { companyIds, companyId, stationIds, stationId: chosen, fleetId } = scope
  const conditions = [
    among('site.company_id', companyIds),
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
      and ${among('station.company_id', companyIds)}
    where ${sql.join(conditions, sql` and `)}`
}

/** Whether the actor sees, and has selected, all stations of their companies. */
export const seesWhole = ({ stationIds, stationId, fleetId }: ScopeValue): boolean =>
  stationIds === undefined && stationId === undefined && fleetId === undefined

/** What a question is answered from: months, days or hours of aggregates; or the rows themselves, where the aggregates are not as fine. */
export function sourceOf(range: Range, groups: readonly string[], dimension: string, since?: Date): 'm' | 'd' | 'h' | 'rows' {
  const byHour = groups.includes('hour') || !isDays(range) || since !== undefined
  if (byHour) return dimension === 'all' ? 'h' : 'rows'
  const wholeMonths = range.from.endsWith('-01') && Temporal.PlainDate.from(range.to).add({ days: 1 }).day === 1
  return wholeMonths && !groups.includes('day') && !groups.includes('week') ? 'm' : 'd'
}

/** A time to read. `exact`: it ends within an hour, for which the aggregates are too coarse. */
export interface Part {
  readonly range: Range
  readonly exact?: boolean
}
/** What a range is compared with. `until`: it is not over yet, and is compared with the same time up to this moment only. */
export interface Compared {
  readonly parts: readonly Part[]
  /** How far its moments are moved to stand beside the range's own. */
  readonly shift: string
  readonly until: string | null
}

/**
 * The time that a range is compared with. Of a range that is still running, as much of it as has passed: today at ten o'clock is compared
 * with the other day until ten o'clock.
 */
export function before(range: Range, comparison: ComparedWith, zone: string, now: Date): Compared {
  const back = backOf(range, comparison)
  const local = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  const moved = (instant: string) => local(instant).subtract(back).toInstant().toString()
  const shift = Object.entries(back)
    .map(([unit, many]) => `${many} ${unit}`)
    .join(' ')
  const moment = now.toISOString()
  const until = moved(moment)
  if (!isDays(range)) {
    const [from, to] = [moved(range.from), moved(range.to)]
    const runs = Date.parse(range.from) <= now.getTime() && now.getTime() < Date.parse(range.to)
    return runs
      ? { parts: [{ range: { from, to: until }, exact: true }], shift, until }
      : { parts: [{ range: { from, to } }], shift, until: null }
  }
  const whole = movedBack(range, back)
  const today = local(moment).toPlainDate().toString()
  if (today < range.from || today > range.to) return { parts: [{ range: whole }], shift, until: null }
  const last = local(until).toPlainDate()
  const start = last.toZonedDateTime(zone).toInstant().toString()
  const days = { from: whole.from, to: last.subtract({ days: 1 }).toString() }
  const rest = { range: { from: start, to: until }, exact: true }
  return { parts: days.from <= days.to ? [{ range: days }, rest] : [rest], shift, until }
}
