import { z } from 'zod'
import { GroupedTotals, groupsOf, statisticsQuery, type Groups } from './grouped.ts'
import type { Act, Declared, ResourceSpec } from './resource-spec.ts'
import type { BaseRow, LaterOf, ManyOf, Row, RowShape } from './rows.ts'
import { Id, metaOf } from './units.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Params<Path extends string> = Path extends `${string}/:id${string}` ? { id: number } : unknown
type BodyIn<S> = S extends z.ZodType ? { body: z.input<S> } : unknown
type BodyOut<S> = S extends z.ZodType ? { body: z.output<S> } : unknown
type QueryIn<S> = S extends z.ZodType ? (object extends z.input<S> ? { query?: z.input<S> } : { query: z.input<S> }) : unknown
type QueryOut<S> = S extends z.ZodType ? { query: z.output<S> } : unknown

/** One call, described once: the server implements it, the web and the tests make it. */
export interface Endpoint<
  Path extends string = string,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Returns extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  /** Under /api/v1; `:id` is the only parameter a path has. */
  readonly path: Path
  /** A permission of the catalogue, or `public` for everyone, or `signedIn` for every user with a session. */
  readonly permission: string
  readonly body?: Body
  readonly query?: Query
  readonly returns: Returns
  /** Money or fuel moves: an Idempotency-Key is honoured, and our own clients always send one. */
  readonly idempotent?: boolean
  /** It only reads, though what it is asked does not fit into an address: a read-only user may, and nothing can be written. */
  readonly reads?: boolean
  /** A GET that writes something down, such as who asked for what is not theirs. */
  readonly writes?: boolean
  /** For every user with a session, and for a screen on a wall as well, which is closed to all such calls that do not say so. */
  readonly display?: boolean
  /** It answers rows of a resource, whose columns are closed already. */
  readonly rows?: boolean
  /** Its body is one file of a form, received before the act begins. */
  readonly takes?: 'file'
  /** It answers the bytes of a file; what it returns says which. */
  readonly gives?: 'file'
  /** For OpenAPI: what it does, in one sentence. */
  readonly summary?: string
}

/** What a caller gives. */
export type Sent<E> = E extends Endpoint<infer P, infer B, infer Q> ? Params<P> & BodyIn<B> & QueryIn<Q> : never
/** What a handler is given. */
export type Parsed<E> = E extends Endpoint<infer P, infer B, infer Q> ? Params<P> & BodyOut<B> & QueryOut<Q> : never
export type Returned<E> = E extends Endpoint<string, z.ZodType | undefined, z.ZodType | undefined, infer R> ? z.output<R> : never

/** Every endpoint there is, in the order of declaration. The sweeps, OpenAPI and the client walk it. */
export const endpoints: Endpoint[] = []

interface EndpointSpec<B, Q, R> {
  permission: string
  body?: B
  query?: Q
  returns: R
  idempotent?: boolean
  reads?: boolean
  writes?: boolean
  display?: boolean
  rows?: boolean
  takes?: 'file'
  gives?: 'file'
  summary?: string
}

export function endpoint<
  const P extends string,
  R extends z.ZodType,
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
>(method: Method, path: P, spec: EndpointSpec<B, Q, R>): Endpoint<P, B, Q, R> {
  const made = { method, path, ...spec } as Endpoint<P, B, Q, R>
  endpoints.push(made)
  return made
}

/** `expand=a&expand=b.c` and `expand=a,b.c` are the same. */
const Expand = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform(given =>
    [given ?? []]
      .flat()
      .flatMap(text => text.split(','))
      .filter(Boolean),
  )

/** A second `search` in one query is refused by the search itself, in its own words (docs/search.md). */
const Search = z.union([z.string(), z.array(z.string())]).optional()

/** Paging, order, filter and relations of every list. `search` is the grammar of the specification; see docs/search.md. */
export const ListQuery = z.strictObject({
  page: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
  size: z.coerce.number().int().min(1).max(500).default(15),
  /** `createdDate,desc`; several are applied in their order. */
  sort: z.union([z.string().max(200), z.array(z.string().max(200)).max(5)]).optional(),
  search: Search,
  expand: Expand,
  /** `history` asks for records older than a year (decision O19); the answer is the same list. */
  from: z.literal('history').optional(),
})
export type ListQuery = z.input<typeof ListQuery>
export const GetQuery = z.strictObject({ expand: Expand })
/** The same filter as the list's, for its totals; by what they are grouped, where the record says what it may be grouped by. */
export const TotalsQuery = ListQuery.pick({ search: true, from: true }).extend(statisticsQuery)
function totalsQuery(groups: Groups | undefined): typeof TotalsQuery {
  const filter = ListQuery.pick({ search: true, from: true })
  return (groups ? groupsOf(filter.shape, groups) : filter) as unknown as typeof TotalsQuery
}

/** Every resource there is, by name: relations, search and export find each other here. */
export const resources = new Map<string, Resource>()

/** A record with list, get, create, update and delete: declared once, everything else is read from it. */
export function resource<
  const N extends string,
  B extends z.ZodRawShape,
  R extends z.ZodRawShape = {},
  A extends z.ZodRawShape = {},
  const Many extends ManyOf = {},
  const Later extends LaterOf = {},
  const Label extends string = never,
  const Unless extends string = never,
  const Versioned extends boolean = true,
  Beside extends object = {},
>(
  name: N,
  spec: ResourceSpec<B, R, A, Many, Later, Label, Unless, Versioned, Beside>,
): ResourceOf<N, B, A, RowShape<B, R, Versioned>, Row<RowShape<B, R, Versioned>, Many, Later, Beside>, Exclude<Label, Unless>> {
  const acts = spec.acts ?? ['list', 'get', 'create', 'update', 'delete']
  const body = z.strictObject(spec.body.shape)
  const shown = z.object(spec.body.shape).omit(writeOnly(spec.body.shape) as never)
  const row: z.ZodObject = z.object({
    id: Id,
    ...(spec.versioned !== false && { version: z.int() }),
    ...shown.shape,
    ...spec.read,
  })
  const totalsOf = spec.totals ?? []
  const moneyTotals = totalsOf.filter(field => metaOf(row.shape[field] as z.ZodType).format === 'cents')
  const made = { ...spec, name, acts, body, row, totalsOf, moneyTotals, ...callsOf(name, { ...spec, acts }, body, row, moneyTotals) }
  resources.set(name, made as unknown as Resource)
  // What the shapes make of it is said by the type of `resource` alone.
  return made as never
}

function callsOf(
  name: string,
  { permission, acts, totals, groups, also, updateExpands, idempotent, pageSize }: Calling,
  body: z.ZodObject,
  row: z.ZodObject,
  moneyTotals: readonly string[],
) {
  const page = z.object({ content: z.array(z.looseObject(row.shape)), totalElements: z.int() })
  const one = z.looseObject(row.shape)
  const read = `${permission}.read`
  const writes = { permission: `${permission}.write`, ...(idempotent && { idempotent }) }
  const query = pageSize ? ListQuery.extend({ size: ListQuery.shape.size.unwrap().default(pageSize) }) : ListQuery
  const only = <E extends Endpoint>(act: Act | 'totals', make: () => E): E =>
    (act === 'totals' ? totals : acts.includes(act)) ? make() : (undefined as unknown as E)
  return {
    list: only('list', () => endpoint('GET', `/${name}`, { permission: read, query, returns: page, rows: true })),
    totals: only('totals', () =>
      endpoint('GET', `/${name}/statistics`, {
        permission: read,
        query: totalsQuery(groups),
        returns: totalsSchema(totals ?? [], moneyTotals, groups !== undefined),
      }),
    ),
    get: only('get', () => endpoint('GET', `/${name}/:id`, { permission: read, query: GetQuery, returns: one, rows: true })),
    create: only('create', () => endpoint('POST', `/${name}`, { ...writes, body: body.extend({ ...also }), returns: one, rows: true })),
    update: only('update', () =>
      endpoint('PUT', `/${name}/:id`, {
        ...writes,
        body: body.extend({ ...also, version: z.int() }),
        returns: one,
        rows: true,
        // The type stays that of every resource: only `crud` reads it.
        ...(updateExpands && { query: GetQuery as unknown as undefined }),
      }),
    ),
    delete: only('delete', () => endpoint('DELETE', `/${name}/:id`, { ...writes, returns: z.object({ id: Id }) })),
  }
}
interface Calling {
  permission: string
  acts: readonly Act[]
  totals?: readonly string[] | undefined
  groups?: Groups | undefined
  also?: z.ZodRawShape | undefined
  updateExpands?: boolean | undefined
  idempotent?: true | undefined
  pageSize?: number | undefined
}

/** A resource of whatever record: what search, lists, forms and export ask of it. Its rows are `R`. */
export interface Resource<R extends BaseRow = BaseRow> extends Declared {
  /** In the type alone, never a value: what one of its rows is. */
  readonly $row?: R
  /** In the type alone: the fields that are certain where another record refers to it. */
  readonly $label?: string
  name: string
  body: z.ZodObject
  row: z.ZodObject
  acts: readonly Act[]
  totalsOf: readonly string[]
  /** Those of the totals that are money, and never added over two currencies. */
  moneyTotals: readonly string[]
  list: ListOf<string, BaseRow>
  totals: Endpoint<string, undefined, typeof TotalsQuery, z.ZodType<Totals>>
  get: GetOf<string, BaseRow>
  create: Endpoint<string, z.ZodObject, undefined, z.ZodType<BaseRow>>
  update: Endpoint<`${string}/:id`, z.ZodObject, undefined, z.ZodType<BaseRow>>
  delete: DeleteOf<string>
}
type ListOf<N extends string, R> = Endpoint<`/${N}`, undefined, typeof ListQuery, z.ZodType<{ content: R[]; totalElements: number }>>
type GetOf<N extends string, R> = Endpoint<`/${N}/:id`, undefined, typeof GetQuery, z.ZodType<R>>
type DeleteOf<N extends string> = Endpoint<`/${N}/:id`, undefined, undefined, z.ZodType<{ id: number }>>

/** A resource with the shapes that it declares. */
interface ResourceOf<
  N extends string,
  B extends z.ZodRawShape,
  A extends z.ZodRawShape,
  Shape extends z.ZodRawShape,
  R extends BaseRow,
  Label extends string,
> extends Resource<R> {
  readonly $label?: Label
  name: N
  body: z.ZodObject<B, z.core.$strict>
  row: z.ZodObject<Shape>
  list: ListOf<N, R>
  totals: Endpoint<`/${N}/statistics`, undefined, typeof TotalsQuery, z.ZodType<Totals>>
  get: GetOf<N, R>
  create: Endpoint<`/${N}`, z.ZodObject<B & A, z.core.$strict>, undefined, z.ZodType<R>>
  update: Endpoint<`/${N}/:id`, z.ZodObject<B & A & { version: z.ZodInt }, z.core.$strict>, undefined, z.ZodType<R>>
  delete: DeleteOf<N>
}

/**
 * How many rows a filter leaves, and their sums. Amounts of several currencies are never added (decision O16): then each sum of money is
 * null, and `currencies` has the sums of each currency.
 */
export type Totals = { count: number } & Record<string, number | null>
export type CurrencyTotals = { readonly currency: string } & Readonly<Record<string, number>>

/** The totals of each currency, where a filter leaves money of several. */
export const currenciesOf = (totals: Totals | undefined): readonly CurrencyTotals[] =>
  (totals as { currencies?: readonly CurrencyTotals[] } | undefined)?.currencies ?? []

function totalsSchema(fields: readonly string[], money: readonly string[], grouped: boolean): z.ZodType<Totals> {
  const sums = (of: (field: string) => z.ZodType) => ({ count: z.int(), ...Object.fromEntries(fields.map(field => [field, of(field)])) })
  const ofCurrency = z.object({ currency: z.string(), ...sums(() => z.int()) })
  const all = z.object({
    ...sums(field => (money.includes(field) ? z.int().nullable() : z.int())),
    ...(money.length > 0 && { currencies: z.array(ofCurrency).optional() }),
  })
  return (grouped ? z.union([GroupedTotals, all]) : all) as unknown as z.ZodType<Totals>
}

/**
 * A record like one that is there already is refused with a question (`asksAgain`); sent again with `force` it is added beside it.
 * @source requirement ORG-029
 */
export const Forced = { force: z.boolean().default(false) }

/** Passwords and PINs are taken, never shown. */
const writeOnly = (shape: z.ZodRawShape) =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, schema]) => formatOf(schema as z.ZodType) === 'password')
      .map(([field]) => [field, true]),
  )

function formatOf(schema: z.ZodType): string | undefined {
  let bare = schema
  while (bare instanceof z.ZodNullable || bare instanceof z.ZodOptional || bare instanceof z.ZodDefault) bare = bare.unwrap() as z.ZodType
  return (bare.meta() as { format?: string } | undefined)?.format
}
