import type { GetQuery, ListQuery, Resource, RowOf } from '@forecourt/contract'
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { planHints } from '../postgres/client.ts'
import type { ScopeValue } from '../execution/command.ts'
import { noCompany } from '../execution/ctx.ts'
import { refuse } from '../execution/refusal.ts'
import { Query } from './compile.ts'
import { expandOf, laterOf, mayRead, shownBy, type Expand, type Step } from './fields.ts'
import { nearTo, timeOrder } from './near.ts'
import { columns, pageOf, selected, type PageRow, type Ways } from './page.ts'
import { parseSearch } from './parse.ts'
import { lieApart } from '../postgres/machines.ts'
import { both, companiesSeen, readable } from './scope.ts'

type Db = QueryExecutorProvider
type Row = Record<string, unknown>

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

async function rowsBy(
  tx: Db,
  resource: Resource,
  key: string,
  keys: readonly unknown[],
  tree: Map<string, Expand>,
  scope: ScopeValue,
  { extra, last = false, readable: own }: Ways & { readable?: RawBuilder<unknown> | undefined } = {},
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
