import type { ListQuery, Resource } from '@forecourt/contract'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { ScopeValue } from '../execution/command.ts'
import { refuse } from '../execution/refusal.ts'
import { lieApart } from '../postgres/machines.ts'
import { Query } from './compile.ts'
import { countedBy } from './counted.ts'
import { shownBy, type Expand } from './fields.ts'
import { keptCount } from './kept-count.ts'
import { keyOrder, type Near, type Span } from './near.ts'
import { parseSearch, type Search } from './parse.ts'
import { both, chosen, companiesSeen, placesOf } from './scope.ts'

type Sql = RawBuilder<unknown>
/** A row of a page, beside how many rows there are in all. */
export type PageRow = Record<string, unknown> & { listTotal: number; listPlace: number | null }
export interface Ways {
  /** A further condition on the table's own columns. */
  readonly extra?: Sql | undefined
  /** Columns of the table that the contract does not have, shown beside those that it has. */
  readonly also?: readonly string[]
  /** Only whether it may be referred to: also a record whose label is all that the caller may read. */
  readonly named?: boolean
  /** Nothing is asked after it: its transaction ends with it, where it asks once. */
  readonly last?: boolean
}

/** The statement behind a page: how many rows there are in all, beside each row of the page, or beside nothing. */
export function pageOf(
  resource: Resource,
  { page = 0, size = 15, search, sort }: Partial<z.output<typeof ListQuery>>,
  scope: ScopeValue,
  tree: Map<string, Expand>,
  { extra, near, also = [] }: Ways & { near?: Near | undefined } = {},
): RawBuilder<PageRow> {
  const only = narrowed(resource, scope, extra)
  const rows = new Query(resource, scope, only)
  const terms = parseSearch(search)
  const skip = near?.skip ?? page * size
  const matched = near ? undefined : matchedOf(resource, { terms, sort, size, skip }, scope, only)
  if (matched) return shownWith(matched, rows, resource, tree, { sort, also })
  const ids = idsOf(resource, { terms, sort, size, skip }, scope, only, near?.spans)
  const where = ids ? sql`${rows.own('id')} = any(array(${ids}))` : rows.where(terms)
  const order = orderOf(rows, resource, sort)
  // Rows of several machines keep their order only under a limit.
  const known = lieApart(companiesSeen(resource, scope)) ? sql`limit ${size}` : sql``
  const part = ids ? known : sql`limit ${size} offset ${skip}`
  const total = near ? sql`${near.total}::bigint` : totalOf(resource, terms, scope, extra)
  return sql`
    select counted.list_total, page.* from (select ${total} as list_total) as counted
    left join (select row_number() over () as list_place, rows.* from (
      select ${columns(rows, [...selected(resource, tree), ...also])} from ${rows.from()} where ${where}
      order by ${order} ${part}
    ) as rows) as page on true
    order by page.list_place`
}

/** How many rows a filter leaves: as their table or the statistics keep count of them, where these answer it, or the rows themselves. */
function totalOf(resource: Resource, terms: Search, scope: ScopeValue, extra: Sql | undefined): Sql {
  const kept = extra ? undefined : keptCount(resource, terms, scope)
  if (kept) return kept
  const rows = new Query(resource, scope, narrowed(resource, scope, extra))
  const where = rows.where(terms)
  const exact = sql`(select count(*) from ${rows.from()} where ${where})`
  const aggregates = extra ? undefined : countedBy(resource, terms, scope)
  return aggregates
    ? sql`case when ${aggregates.applies}
        then (select ${aggregates.count} from ${aggregates.from} where ${aggregates.where}) else ${exact} end`
    : exact
}

/** Pages that begin further down are found by their ids first, out of an index where one holds all that is asked. */
const shallow = 100
/** Up to here the rows of several companies or stations are merged; further down they are sorted. */
const mergedMost = 2000

interface Slice {
  readonly terms: Search
  readonly sort: string | readonly string[] | undefined
  readonly size: number
  readonly skip: number
}

/**
 * The ids of a page that is not simply read in the order of one index: one far down, one under a filter, one within known days, and one
 * over several companies or stations. Each day, and each place, gives its own first rows, so that a page over three hundred of them is as
 * quick as their number allows.
 */
function idsOf(
  resource: Resource,
  { terms, sort, size, skip }: Slice,
  scope: ScopeValue,
  only: Sql | undefined,
  spans: readonly Span[] | undefined,
): Sql | undefined {
  const inOrder = keyOrder(resource, sort)
  const every =
    inOrder && !lieApart(companiesSeen(resource, scope)) && (spans || skip + size <= mergedMost) ? placesOf(resource, scope) : undefined
  // Rows of a station stand in no index by their ids.
  const places = every?.by === 'stationId' && inOrder?.column === 'id' ? undefined : every
  if (!places && !spans && skip < shallow && terms.length === 0) return undefined
  const spanned = spans && sql`created_date >= span.begins and created_date < span.ends${only ? sql` and ${only}` : sql``}`
  const rows = new Query(resource, scope, spanned ?? only, places && { place: { by: places.by, id: sql.ref('place.at') } })
  const where = rows.where(terms)
  const order = orderOf(rows, resource, sort)
  const edges = (of: readonly Span[], edge: keyof Span) => sql`${of.map(span => span[edge])}::timestamptz[]`
  const each = [
    ...(places ? [sql`unnest(${places.ids}::bigint[]) as place (at)`] : []),
    ...(spans ? [sql`unnest(${edges(spans, 'begins')}, ${edges(spans, 'ends')}) as span (begins, ends)`] : []),
  ]
  if (each.length === 0)
    return sql`select ${rows.own('id')} from ${rows.from()} where ${where} order by ${order} limit ${size} offset ${skip}`
  const ordered = sql.raw(inOrder!.direction)
  return sql`select first.id from ${sql.join(each)}, lateral (
      select ${rows.own('id')} as id, ${rows.own(inOrder!.column)} as moment from ${rows.from()} where ${where}
      order by ${order} limit ${skip + size}
    ) as first order by moment ${ordered}, first.id ${ordered} limit ${size} offset ${skip}`
}

interface Matched {
  readonly rows: Sql
  /** The ids of the page, out of `matched`. */
  readonly ids: Sql
}

/**
 * What an index of keywords finds is looked through once, for the page and for how many there are: thousands may share a few letters.
 * Undefined where the filter has no such keyword.
 */
function matchedOf(resource: Resource, { terms, sort, size, skip }: Slice, scope: ScopeValue, only: Sql | undefined): Matched | undefined {
  if (lieApart(companiesSeen(resource, scope))) return undefined
  const query = new Query(resource, scope, only)
  const where = query.where(terms)
  if (!query.isFoundByPart) return undefined
  const order = orderingOf(query, resource, sort)
  const named = order.map(({ by, direction }, at) => ({ by, direction, name: sql.id(`order_${at}`) }))
  const orders = named.map(({ by, name }) => sql`${by} as ${name}`)
  return {
    rows: sql`select ${query.own('id')} as id, ${sql.join(orders)} from ${query.from()} where ${where}`,
    ids: sql`select id from matched order by ${sql.join(named.map(({ name, direction }) => sql`${name} ${sql.raw(direction)}`))}
      limit ${size} offset ${skip}`,
  }
}

interface Shown {
  readonly sort: string | readonly string[] | undefined
  readonly also: readonly string[]
}
const shownWith = (matched: Matched, rows: Query, resource: Resource, tree: Map<string, Expand>, { sort, also }: Shown) => {
  const order = orderOf(rows, resource, sort)
  return sql<PageRow>`
    with matched as materialized (${matched.rows})
    select counted.list_total, page.* from (select count(*) as list_total from matched) as counted
    left join (select row_number() over () as list_place, rows.* from (
      select ${columns(rows, [...selected(resource, tree), ...also])}
      from ${rows.from()} where ${rows.own('id')} = any(array(${matched.ids}))
      order by ${order}
    ) as rows) as page on true
    order by page.list_place`
}
export function narrowed(resource: Resource, scope: ScopeValue, extra?: Sql): Sql | undefined {
  return both(chosen(resource, scope), extra)
}

/** `createdDate,desc`, and the id in the same direction or as the resource says, so that no two rows ever change places between pages. */
export const orderOf = (rows: Query, resource: Resource, sort: string | readonly string[] | undefined): Sql =>
  sql.join(orderingOf(rows, resource, sort).map(({ by, direction }) => sql`${by} ${sql.raw(direction)}`))

function orderingOf(rows: Query, resource: Resource, sort: string | readonly string[] | undefined): { by: Sql; direction: string }[] {
  const given = [sort ?? []].flat().filter(text => text !== '')
  const orders = (given.length > 0 ? given : [resource.sort]).map(text => {
    const [path = '', direction = 'asc', ...more] = text.split(',')
    const isDirection = (direction === 'asc' || direction === 'desc') && more.length === 0
    if (!isDirection) refuse('search_malformed', { position: path.length + 1, reason: 'direction', field: 'sort' })
    return { path, direction }
  })
  const last = resource.ties ?? orders.at(-1)!.direction
  const clauses = orders.map(({ path, direction }) => ({ by: rows.ordering(path), direction }))
  return orders.some(({ path }) => path === 'id') ? clauses : [...clauses, { by: rows.own('id'), direction: last }]
}

/** What a row shows, and what its relations are found by. */
export const selected = (resource: Resource, tree: Map<string, Expand>, key?: string, shown = shownBy(resource)): string[] => [
  ...new Set([...shown, ...[...tree.values()].flatMap(({ step }) => (step.many ? [] : step.column)), ...(key ? [key] : [])]),
]

export const columns = (rows: Query, names: readonly string[]): Sql => sql.join(names.map(name => rows.own(name)))
