import { resources, type Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../command.ts'
import { Query } from './compile.ts'
import { fieldAt } from './fields.ts'
import type { Predicate, Search } from './parse.ts'
import { chosen, visible } from './scope.ts'
import { spanOf } from './values.ts'

type Sql = RawBuilder<unknown>

/** Totals of a list out of the statistics' cells, and whether they may stand for the rows: where all days begin as the caller's do. */
export interface Counted {
  readonly count: Sql
  sum(field: string): Sql
  readonly from: Sql
  readonly where: Sql
  readonly applies: Sql
}

/**
 * A filter over what the cells are kept by, and over whole days, is answered from them: exact, and as fast for ten million rows as for
 * ten. Undefined for every other filter.
 */
export function countedBy(resource: Resource, terms: Search, scope: ScopeValue): Counted | undefined {
  const { counted, recent } = resource
  if (!counted || scope.fleetId !== undefined || (recent && scope.since?.[recent])) return undefined
  const dates: Predicate[] = [],
    others: Predicate[] = []
  for (const term of terms) {
    if ('any' in term) return undefined
    if (term.path === 'createdDate') dates.push(term)
    else if (counted.fields.includes(term.path) && term.operand.kind !== 'pattern') others.push(term)
    else return undefined
  }
  const days = daysOf(resource, dates, scope)
  if (!days) return undefined
  const query = new Query(resource, scope, undefined, cellsOf(resource, counted.fact, days, dates.length > 0 ? 'd' : 'm', scope))
  const where = query.where(others)
  const zoned = sql`select from station where ${visible(sites(), scope)} and time_zone <> ${scope.zone}`
  return {
    count: sql`coalesce(sum(${query.own('count')}), 0)::bigint`,
    sum: field => sql`coalesce(sum(${query.own(counted.sums[field]!)}), 0)::bigint`,
    from: query.from(),
    where,
    applies: dates.length > 0 ? sql`not exists (${zoned})` : sql`true`,
  }
}

const sites = () => resources.get('stations')!

/** The cells of the stations that the caller sees and has chosen, and what waits to be folded into them. */
function cellsOf(resource: Resource, fact: string, days: Sql, grain: string, scope: ScopeValue): Sql {
  const own = chosen(resource, scope)
  const of = sql`station_id = any(array(select id from station where ${visible(sites(), scope)})) and fact = ${fact}
    and dimension = 'standing' and ${days} ${own ? sql`and ${own}` : sql``}`
  const sums = sql`key, count, amount_cents, discount_cents, paid_cents, refunded_cents`
  return sql`(
    select split_part(key, ':', 1) as status, nullif(split_part(key, ':', 2), '')::bigint as type, nullif(split_part(key, ':', 3),
      '') as pay_type,
      count, amount_cents, discount_cents, paid_cents, refunded_cents
    from (
      select ${sums} from statistic_cell where grain = ${grain} and ${of}
      union all select ${sums} from statistic_waiting where ${of}
    ) as cell)`
}

/** The condition that these dates state, if each of them is the beginning or the end of a day of the caller's. */
function daysOf(resource: Resource, dates: readonly Predicate[], scope: ScopeValue): Sql | undefined {
  const conditions: Sql[] = [sql`true`]
  for (const { op, operand, at } of dates) {
    if (operand.kind !== 'value' || op === '<>') return undefined
    const { from, to } = spanOf(fieldAt(resource, 'createdDate', at, 'search', scope), operand.value, scope.zone)
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
