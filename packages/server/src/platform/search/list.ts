import type { GetQuery, ListQuery, Resource, RowOf } from '@forecourt/contract'
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { planHints } from '../postgres/client.ts'
import type { ScopeValue } from '../execution/command.ts'
import { noCompany } from '../execution/ctx.ts'
import { refuse } from '../execution/refusal.ts'
import { Query } from './compile.ts'
import { countedBy } from './counted.ts'
import { expandOf, laterOf, mayRead, shownBy, type Expand, type Step } from './fields.ts'
import { keptCount } from './kept-count.ts'
import { keyOrder, nearTo, timeOrder, type Near, type Span } from './near.ts'
import { parseSearch, type Search } from './parse.ts'
import { lieApart } from '../postgres/machines.ts'
import { both, chosen, companiesSeen, placesOf, readable } from './scope.ts'

type Sql = RawBuilder<unknown>
type Db = QueryExecutorProvider
type Row = Record<string, unknown>
type PageRow = Row & { listTotal: number; listPlace: number | null }
interface Ways {
  /** A further condition on the table's own columns. */
  readonly extra?: Sql | undefined
  /** Columns of the table that the contract does not have, shown beside those that it has. */
  readonly also?: readonly string[]
  /** Only whether it may be referred to: also a record whose label is all that the caller may read. */
  readonly named?: boolean
  /** Nothing is asked after it: its transaction ends with it, where it asks once. */
  readonly last?: boolean
}

/**
 * One page of the rows of a resource that the caller may see, and how many there are in all, both of the same moment.
 * @throws the refusals of search and sort, expand.unknown
 * @source spec 0 §7 "Conventions"; `from=history` reaches the same rows (decision O19)
 */
export async function listOf<R extends Resource>(
  tx: Db,
  resource: R,
  query: Partial<z.output<typeof ListQuery>>,
  scope: ScopeValue,
  { extra: given, also = [], last = false }: Ways = {},
): Promise<{ content: RowOf<R>[]; totalElements: number }> {
  const tree = expandOf(resource, query.expand ?? [])
  const extra = both(readable(resource, scope), given)
  const { page = 0, size = 15 } = query
  // Rows of companies on several machines are gathered by each of these, and not company by company and day by day.
  const near =
    extra || lieApart(companiesSeen(resource, scope)) ? undefined : await nearTo(tx, resource, { ...query, skip: page * size, size }, scope)
  if (near?.spans.length === 0) return { content: [], totalElements: near.total }
  const hint = planHints({ genericPlan: near !== undefined || isPlain(resource, query), commitAfter: last && tree.size === 0 })
  const found = await sql<PageRow>`${hint} ${pageOf(resource, query, scope, tree, { extra, near, also })}`.execute(tx)
  const totalElements = found.rows[0]!.listTotal
  const content = withoutPlaces(found.rows.filter(row => row.listPlace !== null))
  nameNobody(resource, content)
  await expandRows(tx, resource, content, tree, scope)
  giveEmpty(resource, content, query.expand ?? [])
  return { content: content as unknown as RowOf<R>[], totalElements }
}

/** All there are, in their usual order or by time: how that is read depends neither on what is asked nor on who asks. */
const isPlain = (resource: Resource, { search, sort }: Pick<Partial<z.output<typeof ListQuery>>, 'search' | 'sort'>) =>
  parseSearch(search).length === 0 && (!sort || timeOrder(resource, sort) !== undefined)

/** Field by field: taking the rest of an object costs four times as much, and a page is many fields. */
function withoutPlaces(rows: readonly PageRow[]): Row[] {
  const fields = Object.keys(rows[0] ?? {}).filter(field => field !== 'listTotal' && field !== 'listPlace')
  return rows.map(row => {
    const shown: Row = {}
    for (const field of fields) shown[field] = row[field]
    return shown
  })
}

/** What belongs to no company says so. */
function nameNobody({ unassigned }: Resource, rows: readonly Row[]): void {
  if (unassigned) for (const row of rows) if (row['companyId'] === noCompany) row['companyId'] = null
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

/** One row, if the caller may see it. @throws notFound, expand.unknown */
export async function getOf<R extends Resource>(
  tx: Db,
  resource: R,
  id: number,
  expand: z.output<typeof GetQuery>['expand'],
  scope: ScopeValue,
  { extra: given, named = false, last = false }: Ways = {},
): Promise<RowOf<R>> {
  const tree = expandOf(resource, expand)
  const extra = named ? given : both(readable(resource, scope), given)
  const rows = await rowsBy(tx, resource, 'id', [id], tree, scope, { extra, last: last && tree.size === 0 })
  await expandRows(tx, resource, rows, tree, scope)
  giveEmpty(resource, rows, expand)
  return (rows[0] ?? refuse('notFound', { resource: resource.name, id })) as unknown as RowOf<R>
}

export function narrowed(resource: Resource, scope: ScopeValue, extra?: Sql): Sql | undefined {
  return both(chosen(resource, scope), extra)
}

/** `createdDate,desc`, and the id in the same direction, so that no two rows ever change places between pages. */
export function orderOf(rows: Query, resource: Resource, sort: string | readonly string[] | undefined): Sql {
  const given = [sort ?? []].flat().filter(text => text !== '')
  const orders = (given.length > 0 ? given : [resource.sort]).map(text => {
    const [path = '', direction = 'asc', ...more] = text.split(',')
    const isDirection = (direction === 'asc' || direction === 'desc') && more.length === 0
    if (!isDirection) refuse('search_malformed', { position: path.length + 1, reason: 'direction', field: 'sort' })
    return { path, direction }
  })
  const last = orders.at(-1)!.direction
  const clauses = orders.map(({ path, direction }) => sql`${rows.ordering(path)} ${sql.raw(direction)}`)
  return sql.join(orders.some(({ path }) => path === 'id') ? clauses : [...clauses, sql`${rows.own('id')} ${sql.raw(last)}`])
}

/** What a row shows, and what its relations are found by. */
const selected = (resource: Resource, tree: Map<string, Expand>, key?: string, shown = shownBy(resource)): string[] => [
  ...new Set([...shown, ...[...tree.values()].flatMap(({ step }) => (step.many ? [] : step.column)), ...(key ? [key] : [])]),
]

const columns = (rows: Query, names: readonly string[]): Sql => sql.join(names.map(name => rows.own(name)))

async function rowsBy(
  tx: Db,
  resource: Resource,
  key: string,
  keys: readonly unknown[],
  tree: Map<string, Expand>,
  scope: ScopeValue,
  { extra, last = false, readable: own }: Ways & { readable?: Sql | undefined } = {},
  shown?: string[],
): Promise<Row[]> {
  if (keys.length === 0) return []
  const rows = new Query(resource, scope, extra)
  const asked = columns(rows, selected(resource, tree, key, shown))
  const names = own ? sql`${asked}, ${own} as is_readable` : asked
  const { rows: found } = await sql<Row>`${planHints({ genericPlan: true, commitAfter: last })}
    select ${names} from ${rows.from()} where ${rows.own(key)} = any(${keys}::bigint[]) order by ${rows.own('id')}`.execute(tx)
  nameNobody(resource, found)
  return found
}

/** What will be related once its records are kept is an empty list until then. */
function giveEmpty(resource: Resource, rows: readonly Row[], expand: readonly string[]): void {
  const names = new Set(expand.flatMap(path => laterOf(resource, path) ?? []))
  for (const name of names) for (const row of rows) row[name] = []
}

/**
 * Hangs the related rows in their places: one query for each relation, however many rows. A related record shows what the caller may read
 * of it by its own list; of any other it shows the label, if there is one. What is out of sight altogether is null, or not among them.
 */
async function expandRows(tx: Db, resource: Resource, rows: Row[], tree: Map<string, Expand>, scope: ScopeValue): Promise<void> {
  for (const [name, { step, then, shownIn }] of tree) {
    const [ours, theirs] = step.many ? ['id', step.column] : [step.column, 'id']
    const keys = [...new Set(rows.map(row => row[ours]).filter(value => value !== null))]
    const { whole, labels } = await relatedTo(tx, step, keys, then, scope)
    const byKey = Map.groupBy([...whole, ...labels], row => row[theirs])
    for (const row of rows) {
      const related = step.many ? (byKey.get(row[ours]) ?? []) : (byKey.get(row[ours])?.[0] ?? null)
      if (shownIn === undefined) row[name] = related
      // Several rows may have the same record there.
      else if (row[shownIn]) row[shownIn] = { ...row[shownIn], [step.name]: related }
    }
    await expandRows(tx, step.target, whole, then, scope)
    if (!shownBy(step.target).includes(theirs)) for (const row of whole) delete row[theirs]
  }
  const hidden = selected(resource, tree).filter(column => !shownBy(resource).includes(column) && !tree.has(column))
  for (const row of rows) for (const column of hidden) delete row[column]
}

/** The rows that a step leads to: those that the caller may read, and the labels of the others. */
async function relatedTo(
  tx: Db,
  { target, many, column }: Step,
  keys: readonly unknown[],
  then: Map<string, Expand>,
  scope: ScopeValue,
): Promise<{ whole: Row[]; labels: Row[] }> {
  const open = mayRead(target, scope)
  const own = open ? readable(target, scope) : undefined
  const label = many ? undefined : target.label
  if (open && (!own || !label))
    return { whole: await rowsBy(tx, target, many ? column : 'id', keys, then, scope, { extra: own }), labels: [] }
  if (!label) return { whole: [], labels: [] }
  if (!own) {
    const shown = ['id', ...label, ...Object.values(target.labelUnless ?? {})]
    const rows = await rowsBy(tx, target, 'id', keys, new Map(), scope, {}, shown)
    return { whole: [], labels: rows.map(row => labelOf(target, row)) }
  }
  const rows = await rowsBy(tx, target, 'id', keys, then, scope, { readable: own })
  const [whole, others] = [rows.filter(row => row['isReadable']), rows.filter(row => !row['isReadable'])]
  for (const row of whole) delete row['isReadable']
  return { whole, labels: others.map(row => labelOf(target, row)) }
}

function labelOf({ label = [], labelUnless = {} }: Resource, row: Row): Row {
  const shown = ['id', ...label].filter(field => labelUnless[field] === undefined || row[labelUnless[field]] !== true)
  return Object.fromEntries(shown.map(field => [field, row[field]]))
}
