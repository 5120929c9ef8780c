import { resources, type Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../execution/command.ts'
import { among } from '../postgres/name-companies.ts'
import { Query } from './compile.ts'
import { fieldAt } from './fields.ts'
import type { Predicate, Search } from './parse.ts'
import { chosen, visible } from './scope.ts'
import { literal, spanOf } from './values.ts'

type Sql = RawBuilder<unknown>

/** Totals of a list out of the statistics' aggregates, and whether they may stand for the rows: where all days begin as the caller's do. */
export interface Counted {
  readonly count: Sql
  /** Whether they have the sums of a field. */
  sums(field: string): boolean
  sum(field: string): Sql
  /** Whose they are. */
  readonly company: Sql
  readonly from: Sql
  readonly where: Sql
  readonly applies: Sql
  /** Some station's days begin otherwise than the caller's. */
  readonly shifted: Sql
  /** Whether the filter names days: its months may be cut. */
  readonly dated: boolean
  /** Whether the filter leaves out some of the rows of a day or station. */
  readonly thinned: boolean
  /** The aggregates by day, under the filter, with a column of each: its day, what lists are filtered by, its sums. */
  days(): { readonly from: Sql; readonly where: Sql; readonly own: (column: string) => Sql }
  /** The aggregates by month or by day, under a further condition on when they begin. */
  aggregates(grain: 'm' | 'd', within: Sql): { readonly from: Sql; readonly where: Sql; readonly at: Sql; readonly count: Sql }
}

/**
 * A filter over what the aggregates are kept by, and over whole days, is answered from them: exact, and as fast for ten million rows as for
 * ten. Undefined for every other filter.
 */
export function countedBy(resource: Resource, terms: Search, scope: ScopeValue): Counted | undefined {
  const { counted, recent } = resource
  if (!counted || scope.fleetId !== undefined || (recent && scope.since?.[recent])) return undefined
  const parts = partsOf(resource, terms, counted.fields)
  const days = parts && daysOf(resource, parts.dates, scope)
  if (!days) return undefined
  const { dates, statuses } = parts
  const stations = parts.stations.map(each => stationsOf(resource, each))
  const dated = dates.length > 0
  const asked = (grain: 'd' | 'm', span: Sql) => {
    const query = new Query(resource, scope, undefined, { rows: aggregatesOf(resource, counted.fact, span, grain, scope, stations) })
    const where = query.where(statuses)
    return { query, where, from: query.from() }
  }
  const { query, where, from } = asked(dated ? 'd' : 'm', days)
  const zoned = sql`select 1 from station where ${visible(sites(), scope)} and time_zone <> ${scope.zone}`
  return {
    count: sql`coalesce(sum(${query.own('count')}), 0)::bigint`,
    sums: field => counted.sums[field] !== undefined,
    sum: field => sql`coalesce(sum(${query.own(counted.sums[field]!)}), 0)::bigint`,
    company: query.own('companyId'),
    from,
    where,
    applies: dated ? sql`not exists (${zoned})` : sql`true`,
    shifted: sql`exists (${zoned})`,
    dated,
    thinned: statuses.length + stations.length > 0,
    days: () => {
      const aggregates = asked('d', days)
      return { from: aggregates.from, where: aggregates.where, own: column => aggregates.query.own(column) }
    },
    aggregates: (grain, within) => {
      const aggregates = asked(grain, sql`${days} and ${within}`)
      return { from: aggregates.from, where: aggregates.where, at: aggregates.query.own('at'), count: aggregates.query.own('count') }
    },
  }
}

interface Parts {
  readonly dates: readonly Predicate[]
  readonly statuses: readonly Predicate[]
  readonly stations: readonly Predicate[]
}

/** The terms by what answers them; undefined where one is left. */
function partsOf({ scope }: Resource, terms: Search, fields: readonly string[]): Parts | undefined {
  const [dates, statuses, stations]: Predicate[][] = [[], [], []]
  for (const term of terms) {
    if ('any' in term) return undefined
    const { path, op, operand } = term
    const isSet = operand.kind === 'value' || (operand.kind === 'set' && !operand.orNull)
    if (path === 'createdDate') dates!.push(term)
    else if (fields.includes(path) && operand.kind !== 'pattern') statuses!.push(term)
    else if (scope === 'station' && (path === 'station.id' || path === 'stationId') && op === ':' && isSet) stations!.push(term)
    else return undefined
  }
  return { dates: dates!, statuses: statuses!, stations: stations! }
}

/** The stations that a term names. @throws search_bad_value */
function stationsOf(resource: Resource, { path, at, operand }: Predicate): Sql {
  const field = fieldAt(resource, path, at)
  const named = operand.kind === 'set' ? operand.members : operand.kind === 'value' ? [operand.value] : []
  return sql`station_id = any(${named.map(value => literal(field, value))}::bigint[])`
}

const sites = () => resources.get('stations')!

/**
 * The aggregates of the stations that the caller sees, has selected and names, or of their companies as a whole, and the pending deltas.
 */
function aggregatesOf(resource: Resource, fact: string, days: Sql, grain: string, scope: ScopeValue, named: readonly Sql[]): Sql {
  const own = chosen(resource, scope)
  const whole = scope.stationIds === undefined && scope.stationId === undefined && named.length === 0
  const narrower = [...(own ? [own] : []), ...named].map(each => sql`and ${each}`)
  const ofStations = whole ? sql`` : sql`and station_id = any(array(select id from station where ${visible(sites(), scope)}))`
  const of = sql`${among('company_id', scope.companyIds)} and fact = ${fact} and ${days} ${sql.join(narrower, sql` `)} ${ofStations}`
  const byStatus = sql`dimension = 'status'`
  const sums = sql`company_id, at, key, count, volume_cl, amount_cents, discount_cents, paid_cents, refunded_cents`
  return sql`(
    select company_id, at, ${keys(fact)}, count, volume_cl, amount_cents, discount_cents, paid_cents, refunded_cents
    from (
      select ${sums} from ${whole ? sql`statistic_whole where ${of}` : sql`statistic_aggregate where ${of} and ${byStatus}`}
        and grain = ${grain}
      union all select ${sums} from statistic_pending where ${of} and ${byStatus}
    ) as aggregate)`
}

/** A key of the dimension `status` is `status:type:payType`; a card's movement has its type as the status, its card's kind as the type. */
const keys = (fact: string): Sql => {
  const part = (nth: number) => sql`nullif(split_part(key, ':', ${sql.lit(nth)}), '')`
  return fact === 'card'
    ? sql`${part(1)} as type, ${part(3)} as pay_type`
    : sql`${part(1)} as status, ${part(2)}::bigint as type, ${part(3)} as pay_type`
}

/** The condition that these dates state, if each of them is the beginning or the end of a day of the caller's. */
function daysOf(resource: Resource, dates: readonly Predicate[], scope: ScopeValue): Sql | undefined {
  const conditions: Sql[] = [sql`true`]
  for (const { op, operand, at } of dates) {
    if (operand.kind !== 'value' || op === '<>') return undefined
    const { from, to } = spanOf(fieldAt(resource, 'createdDate', at, 'search', scope), operand.value, scope)
    // As in a search of the rows: after a day is from its end on, up to a day is before its end.
    const [begin, end] =
      op === ':' ? [from, to] : op === '>=' ? [from] : op === '>' ? [to] : op === '<' ? [undefined, from] : [undefined, to]
    if (![begin, end].every(edge => edge === undefined || isMidnight(edge, scope.zone))) return undefined
    if (begin) conditions.push(sql`at >= ${begin}::timestamptz`)
    if (end) conditions.push(sql`at < ${end}::timestamptz`)
  }
  return sql.join(conditions, sql` and `)
}

const isMidnight = (instant: string, zone: string): boolean => {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  return local.startOfDay().equals(local)
}
