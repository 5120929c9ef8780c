import type { Resource } from '@forecourt/contract'
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { ScopeValue } from '../command.ts'
import { countedBy } from './counted.ts'
import { parseSearch } from './parse.ts'

/** Where a page far down a list lies: between these moments, so many rows after the first of them. */
export interface Near {
  readonly bounds: RawBuilder<unknown>
  readonly skip: number
}

/** So far down it is quicker to count the days than to walk. */
const far = 500

/** The moment by which a list is read, in its usual order or against it, as nearly every list is. */
export function timeOrder({ sort: usual }: Resource, sort: string | readonly string[] | undefined): Order | undefined {
  const given = [sort ?? []].flat().filter(text => text !== '')
  const [path, direction = 'asc', ...more] = (given[0] ?? usual).split(',')
  const column = (['createdDate', 'at'] as const).find(each => each === path && usual.startsWith(`${each},`))
  const fits = given.length < 2 && more.length === 0 && (direction === 'asc' || direction === 'desc')
  return column && fits ? { column, direction } : undefined
}
interface Order {
  readonly column: 'createdDate' | 'at'
  readonly direction: 'asc' | 'desc'
}

interface Asked {
  readonly search?: string | string[] | undefined
  readonly sort?: string | string[] | undefined
  readonly skip: number
  readonly size: number
}

/**
 * Counts down to a page by months, then by the days of one or two of them, as the statistics have them: the page is then read within
 * those days, however far down it is. The same rows as by walking: to be asked in the snapshot that the page is read in. Undefined where
 * the statistics do not answer the filter.
 */
export async function nearTo(
  tx: QueryExecutorProvider,
  resource: Resource,
  { search, sort, skip, size }: Asked,
  scope: ScopeValue,
): Promise<Near | undefined> {
  const order = timeOrder(resource, sort)
  const cells = skip >= far && order ? countedBy(resource, parseSearch(search), scope) : undefined
  if (!cells || !order) return undefined
  const among = async (unit: 'month' | 'day', from: number, within?: Span) => {
    const { rows } = await cells.by(unit, order.direction, within).execute(tx)
    return reach(rows, unit, { from, skip, size }, scope.zone)
  }
  const months = cells.dated ? undefined : await among('month', 0)
  if (!months && !cells.dated) return undefined
  const days = await among('day', months?.before ?? 0, months)
  if (!days) return undefined
  const bounds = sql`created_date >= ${days.from}::timestamptz and created_date < ${days.to}::timestamptz`
  return { bounds, skip: skip - days.before }
}

interface Span {
  readonly from: string
  readonly to: string
}

/** From the month or day that the page begins in to the one that it ends in, and how many rows there are before. */
function reach(
  counts: readonly { at: string; count: number }[],
  unit: 'month' | 'day',
  { from, skip, size }: { from: number; skip: number; size: number },
  zone: string,
): (Span & { before: number }) | undefined {
  let before = from
  const first = counts.findIndex(({ count }) => {
    const here = before + count > skip
    if (!here) before += count
    return here
  })
  if (first < 0) return undefined
  let upTo = before
  const after = counts.findIndex(({ count }, nth) => nth >= first && (upTo += count) >= skip + size)
  const ends = [counts[first]!, counts.at(after)!].map(({ at }) => Temporal.Instant.from(at).toZonedDateTimeISO(zone))
  const [earlier, later] = ends.toSorted(Temporal.ZonedDateTime.compare) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  const end = later.add(unit === 'month' ? { months: 1 } : { days: 1 })
  return { from: earlier.toInstant().toString(), to: end.toInstant().toString(), before }
}
