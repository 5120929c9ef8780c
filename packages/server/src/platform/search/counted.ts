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
  /** Whether they have the sums of a field. */
  sums(field: string): boolean
  sum(field: string): Sql
  readonly from: Sql
  readonly where: Sql
  readonly applies: Sql
  /** How many rows each month or day has of what is listed, in their order; all of them, or those of one month. */
  by(unit: 'month' | 'day', direction: 'asc' | 'desc', within?: { from: string; to: string }): RawBuilder<{ at: string; count: number }>
  /** Whether the filter names days: its months may be cut. */
  readonly dated: boolean
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
  const dated = dates.length > 0
  const asked = (grain: 'd' | 'm', span: Sql) => {
    const query = new Query(resource, scope, undefined, { rows: cellsOf(resource, counted.fact, span, grain, scope) })
    const where = query.where(others)
    return { query, where, from: query.from() }
  }
  const { query, where, from } = asked(dated ? 'd' : 'm', days)
  const zoned = sql`select from station where ${visible(sites(), scope)} and time_zone <> ${scope.zone}`
  return {
    count: sql`coalesce(sum(${query.own('count')}), 0)::bigint`,
    sums: field => counted.sums[field] !== undefined,
    sum: field => sql`coalesce(sum(${query.own(counted.sums[field]!)}), 0)::bigint`,
    from,
    where,
    applies: dated ? sql`not exists (${zoned})` : sql`true`,
    dated,
    by: (unit, direction, within) => {
      const span = within ? sql`${days} and at >= ${within.from}::timestamptz and at < ${within.to}::timestamptz` : days
      const cells = asked(unit === 'day' ? 'd' : 'm', span)
      const at = sql`date_trunc(${unit}, ${cells.query.own('at')}, ${scope.zone})`
      return sql`select ${at} as at, sum(${cells.query.own('count')})::bigint as count from ${cells.from}
        where ${cells.where} and not exists (${zoned}) group by 1 order by 1 ${sql.raw(direction)}`
    },
  }
}

const sites = () => resources.get('stations')!

/** The cells of the stations that the caller sees and has chosen, or of his companies as a whole, and what waits to be folded into them. */
function cellsOf(resource: Resource, fact: string, days: Sql, grain: string, scope: ScopeValue): Sql {
  const own = chosen(resource, scope)
  const whole = scope.stationIds === undefined && scope.stationId === undefined
  const of = sql`fact = ${fact} and ${days} ${own ? sql`and ${own}` : sql``} and ${
    whole
      ? sql`company_id = any(${scope.companyIds})`
      : sql`station_id = any(array(select id from station where ${visible(sites(), scope)}))`
  }`
  const standing = sql`dimension = 'standing'`
  const sums = sql`at, key, count, amount_cents, discount_cents, paid_cents, refunded_cents`
  return sql`(
    select at, ${keys(fact)}, count, amount_cents, discount_cents, paid_cents, refunded_cents
    from (
      select ${sums} from ${whole ? sql`statistic_whole where ${of}` : sql`statistic_cell where ${of} and ${standing}`} and grain = ${grain}
      union all select ${sums} from statistic_waiting where ${of} and ${standing}
    ) as cell)`
}

/** What a standing says: `status:type:payType`; of a card's movement its type is its status, and the type the kind of the card. */
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
