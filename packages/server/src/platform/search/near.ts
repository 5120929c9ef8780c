import type { Resource } from '@forecourt/contract'
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { planHints } from '../postgres/client.ts'
import type { ScopeValue } from '../execution/command.ts'
import { countedBy, type Counted } from './counted.ts'
import { parseSearch } from './parse.ts'

/** Where a page lies: within these spans of time, so many rows after the first of them; and how many rows the list has in all. */
export interface Near {
  readonly spans: readonly Span[]
  readonly skip: number
  readonly total: number
}
export interface Span {
  readonly begins: string
  readonly ends: string
}

/** So far down it is quicker to count the days than to walk. */
const far = 500

/** The moment by which a list is read, in its usual order or against it, as nearly every list is. */
export function timeOrder(resource: Resource, sort: string | readonly string[] | undefined): Order<'createdDate' | 'at'> | undefined {
  return orderBy(['createdDate', 'at'], resource, sort)
}
/** The usual order of a list, and which way, if it is that of an index which begins with the company. */
export const keyOrder = (resource: Resource, sort: string | readonly string[] | undefined): Order | undefined =>
  orderBy(['createdDate', 'at', 'id'], resource, sort)

function orderBy<C extends Order['column']>(
  columns: readonly C[],
  { sort: usual }: Resource,
  sort: string | readonly string[] | undefined,
): Order<C> | undefined {
  const given = [sort ?? []].flat().filter(text => text !== '')
  const [path, direction = 'asc', ...more] = (given[0] ?? usual).split(',')
  const column = columns.find(each => each === path && usual.startsWith(`${each},`))
  const fits = given.length < 2 && more.length === 0 && (direction === 'asc' || direction === 'desc')
  return column && fits ? { column, direction } : undefined
}
interface Order<C extends string = 'createdDate' | 'at' | 'id'> {
  readonly column: C
  readonly direction: 'asc' | 'desc'
}

interface Asked {
  readonly search?: string | string[] | undefined
  readonly sort?: string | string[] | undefined
  readonly skip: number
  readonly size: number
}

/**
 * Counts down to a page by months, then by the days of those that it reaches into, as the statistics have them: the page is then read
 * within its days, however far down it is, and however rare what is asked for; where there is none, nothing is read. The same rows as by
 * walking: to be asked in the snapshot that the page is read in. Undefined where the statistics do not answer the filter.
 */
export async function nearTo(
  tx: QueryExecutorProvider,
  resource: Resource,
  { search, sort, skip, size }: Asked,
  scope: ScopeValue,
): Promise<Near | undefined> {
  const order = timeOrder(resource, sort)
  const terms = parseSearch(search)
  const aggregates = order && countedBy(resource, terms, scope)
  if (!aggregates || (skip < far && !aggregates.thinned)) return undefined
  const counted = daysOfPage(aggregates, { direction: order.direction, skip, size }, scope.zone)
  const { rows } = await sql<DayOfPage>`${planHints({ genericPlan: true })}${counted}`.execute(tx)
  const { total, isShifted } = rows[0]!
  if (isShifted) return total === 0 && !aggregates.dated ? { spans: [], skip, total } : undefined
  const days = rows.filter((row): row is DayOfPage & Span & { before: number } => row.begins !== null)
  return { spans: joined(days), skip: skip - Math.min(...days.map(({ before }) => before)), total }
}

/** A day on which some rows of the page are, and how many rows of the list come before the day; nulls where the page has none. */
interface DayOfPage {
  readonly total: number
  readonly isShifted: boolean
  readonly begins: string | null
  readonly ends: string | null
  readonly before: number | null
}

function daysOfPage(aggregates: Counted, { direction, skip, size }: Asked & Pick<Order, 'direction'>, zone: string): RawBuilder<DayOfPage> {
  const reached = sql`before < ${skip + size} and before + count > ${skip}`
  const running = (unit: 'month' | 'day', { where, at, count }: ReturnType<Counted['aggregates']>, from: RawBuilder<unknown>) => sql`
    select begins, (begins at time zone ${zone} + ${sql.lit(`1 ${unit}`)}::interval) at time zone ${zone} as ends, count,
      (sum(count) over (order by begins ${sql.raw(direction)}) - count)::bigint as before
    from (
      select date_trunc(${sql.lit(unit)}, ${at}, ${zone}) as begins, sum(${count})::bigint as count from ${from} where ${where} group by 1
    ) as each where count > 0`
  const ofPage = (all: RawBuilder<unknown>) => sql<DayOfPage>`
    select total, ${aggregates.shifted} as is_shifted, begins, ends, before
    from (select coalesce(sum(count), 0)::bigint as total from ${all}) as sums
    left join (select * from day where ${reached}) as day on true`
  if (aggregates.dated) {
    const days = aggregates.aggregates('d', sql`true`)
    return sql`with day as materialized (${running('day', days, days.from)}) ${ofPage(sql`day`)}`
  }
  const [months, days] = [
    aggregates.aggregates('m', sql`true`),
    aggregates.aggregates('d', sql`at >= reached.begins and at < reached.ends`),
  ]
  return sql`
    with month as materialized (${running('month', months, months.from)}),
    reached as materialized (select * from month where ${reached}),
    inner_day as (${running('day', days, sql`reached, lateral ${days.from}`)}),
    day as (select begins, ends, count, before + (select min(before) from reached) as before from inner_day)
    ${ofPage(sql`month`)}`
}

/** Days that follow each other are one span. */
function joined(days: readonly Span[]): Span[] {
  const spans: Span[] = []
  for (const { begins, ends } of days.toSorted((one, other) => one.begins.localeCompare(other.begins))) {
    const last = spans.at(-1)
    if (last?.ends === begins) spans.splice(-1, 1, { begins: last.begins, ends })
    else spans.push({ begins, ends })
  }
  return spans
}
