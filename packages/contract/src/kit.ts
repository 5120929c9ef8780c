import { z } from 'zod'
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
  Body extends z.ZodType | undefined = any,
  Query extends z.ZodType | undefined = any,
  Returns extends z.ZodType = any,
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
export type Sent<E> = E extends Endpoint<infer P, infer B, infer Q, any> ? Params<P> & BodyIn<B> & QueryIn<Q> : never
/** What a handler is given. */
export type Parsed<E> = E extends Endpoint<infer P, infer B, infer Q, any> ? Params<P> & BodyOut<B> & QueryOut<Q> : never
export type Returned<E> = E extends Endpoint<any, any, any, infer R> ? z.output<R> : never

/** Every endpoint there is, in the order of declaration. The sweeps, OpenAPI and the client walk it. */
export const endpoints: Endpoint[] = []

interface EndpointSpec<B, Q, R> {
  permission: string
  body?: B
  query?: Q
  returns: R
  idempotent?: boolean
  reads?: boolean
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
/** The same filter as the list's, for its totals. */
export const TotalsQuery = ListQuery.pick({ search: true, from: true })

/**
 * Who may see a row: everyone of its company; everyone of its station; for `site`, whose rows are stations, everyone who works there;
 * for `tenant`, whose rows are companies, everyone of that company; for `headOffice`, whose rows are groups of companies, everyone of
 * those.
 */
export type Scope = 'company' | 'station' | 'site' | 'tenant' | 'headOffice'

/** How far back a user may look, by kind of record. @source spec 1 §3 "search limits (recent days …)" */
export type SearchLimit = 'orderDays' | 'orderItemDays' | 'classSettleDays' | 'dailyReportDays' | 'cardDetailDays'

export interface ResourceSpec<B extends z.ZodRawShape, R extends z.ZodRawShape, A extends z.ZodRawShape = {}> {
  /** The database table. Fields are its columns in snake case. */
  table: string
  /** A function of the database that gives the rows of the table as they are at a moment, where a field depends on it. */
  at?: string
  scope: Scope
  /** `<permission>.read` for list and get, `<permission>.write` for the rest. */
  permission: string
  /** What a user enters. A field made by `Ref` is also a relation to search and expand by. */
  body: z.ZodObject<B>
  /** What a row shows besides; never written through the form. */
  read?: R
  /** What adding and editing take besides the record's own fields. */
  also?: A
  /**
   * What is shown of it where another record refers to it, to somebody who may not read it itself: a name, a number.
   * Without the right to read it, nothing else of it is expanded, searched or sorted by.
   */
  label?: readonly string[]
  /** Fields of the label that are left out of records where this other field, a boolean, is true. */
  labelUnless?: Readonly<Record<string, string>>
  /** Rows of other resources that point here: relation name → [resource, its field]. */
  many?: Record<string, readonly [resource: string, field: string]>
  /**
   * One of `many` whose rows say at which stations a record belongs: a user who works in stations reads those that belong to them. Other
   * records may still be referred to, and are then known by their label.
   */
  stationsBy?: string
  /**
   * Relations of the specification whose records are not kept yet, with what may be expanded of them: asked for, they answer an empty
   * list, so that a client is written once. @source spec 1 §7
   */
  later?: Record<string, readonly string[]>
  /** Other names under which a field may be searched and sorted; `card.group` is one for what a card product does not have itself. */
  aliases?: Record<string, string>
  /** Its rows are seen as far back as the user's limit says, by their `createdDate`. */
  recent?: SearchLimit
  /** Text of which any part is found by an index, where there are many rows (docs/search.md). */
  substrings?: readonly string[]
  /** Fields that are neither searched nor sorted by. */
  unsearchable?: readonly string[]
  /** Order of a list that names none, e.g. `createdDate,desc`. */
  sort: string
  /** Whole-number fields that GET /<name>/statistics adds up over the same filter. */
  totals?: readonly string[]
  /**
   * What the statistics count of it, so that totals over these fields and over whole days need not read the rows: the fact, and the sum
   * of the aggregates behind each field of `totals`. Its dimension `status` has the fields status, type and payType.
   */
  counted?: {
    readonly fact: 'order' | 'payment' | 'card'
    readonly fields: readonly string[]
    readonly sums: Readonly<Record<string, string>>
  }
  /** False where no form edits the record: its table has no `version`. */
  versioned?: boolean
  /** An edit answers related records that are asked for by `expand`, as reading one does. Its handler is that of `crud`. */
  updateExpands?: boolean
  /** Acts that a list offers for many records at once, each done and refused by itself. */
  bulk?: readonly ('update' | 'delete')[]
  /** The calls there are; all of them when absent. */
  acts?: readonly ('list' | 'get' | 'create' | 'update' | 'delete')[]
}

/** Every resource there is, by name: relations, search and export find each other here. */
export const resources = new Map<string, Resource>()

/** A record with list, get, create, update and delete: declared once, everything else is read from it. */
export function resource<const N extends string, B extends z.ZodRawShape, R extends z.ZodRawShape = {}, A extends z.ZodRawShape = {}>(
  name: N,
  spec: ResourceSpec<B, R, A>,
) {
  const acts = spec.acts ?? ['list', 'get', 'create', 'update', 'delete']
  const body = z.strictObject(spec.body.shape)
  const shown = z.object(spec.body.shape).omit(writeOnly(spec.body.shape) as never)
  const row = z.object({
    id: Id,
    ...(spec.versioned !== false && { version: z.int() }),
    ...shown.shape,
    ...spec.read,
  }) as unknown as RowSchema<B, R>
  const totalsOf = spec.totals ?? []
  const moneyTotals = totalsOf.filter(field => metaOf((row as unknown as z.ZodObject).shape[field] as z.ZodType).format === 'cents')
  const page = z.object({
    content: z.array(z.looseObject((row as unknown as z.ZodObject).shape)),
    totalElements: z.int(),
  }) as unknown as z.ZodType<{ content: Row<RowSchema<B, R>>[]; totalElements: number }>
  const one = z.looseObject((row as unknown as z.ZodObject).shape) as unknown as z.ZodType<Row<RowSchema<B, R>>>
  const [read, write] = [`${spec.permission}.read`, `${spec.permission}.write`]
  const added = body.extend(spec.also ?? {}) as unknown as z.ZodObject<B & A>
  const edit = body.extend({ ...spec.also, version: z.int() }) as unknown as z.ZodObject<B & A & { version: z.ZodInt }>
  const only = <E extends Endpoint>(act: (typeof acts)[number] | 'totals', make: () => E): E =>
    (act === 'totals' ? spec.totals : acts.includes(act)) ? make() : (undefined as unknown as E)

  const made = {
    ...spec,
    name,
    acts,
    body,
    row,
    totalsOf,
    /** Those of the totals that are money, and never added over two currencies. */
    moneyTotals,
    list: only('list', () => endpoint('GET', `/${name}`, { permission: read, query: ListQuery, returns: page, rows: true })),
    totals: only('totals', () =>
      endpoint('GET', `/${name}/statistics`, { permission: read, query: TotalsQuery, returns: totalsSchema(totalsOf, moneyTotals) }),
    ),
    get: only('get', () => endpoint('GET', `/${name}/:id`, { permission: read, query: GetQuery, returns: one, rows: true })),
    create: only('create', () => endpoint('POST', `/${name}`, { permission: write, body: added, returns: one, rows: true })),
    update: only('update', () =>
      endpoint('PUT', `/${name}/:id`, {
        permission: write,
        body: edit,
        returns: one,
        rows: true,
        // The type stays that of every resource: only `crud` reads it.
        ...(spec.updateExpands && { query: GetQuery as unknown as undefined }),
      }),
    ),
    delete: only('delete', () => endpoint('DELETE', `/${name}/:id`, { permission: write, returns: z.object({ id: Id }) })),
  }
  resources.set(name, made)
  return made
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

function totalsSchema(fields: readonly string[], money: readonly string[]): z.ZodType<Totals> {
  const sums = (of: (field: string) => z.ZodType) => ({ count: z.int(), ...Object.fromEntries(fields.map(field => [field, of(field)])) })
  const ofCurrency = z.object({ currency: z.string(), ...sums(() => z.int()) })
  return z.object({
    ...sums(field => (money.includes(field) ? z.int().nullable() : z.int())),
    ...(money.length > 0 && { currencies: z.array(ofCurrency).optional() }),
  }) as unknown as z.ZodType<Totals>
}

type RowSchema<B extends z.ZodRawShape, R extends z.ZodRawShape> = z.ZodObject<{ id: typeof Id; version: z.ZodInt } & B & R>
/** A row as it travels: its fields, and whatever was expanded. */
export type Row<S> = S extends z.ZodObject ? z.output<S> & { [expanded: string]: any } : never
export type RowOf<R extends { row: unknown }> = Row<R['row']>
export type Resource = ReturnType<typeof resource<string, any, any, any>>

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
