import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  type PluginTransformResultArgs,
  type PostgresPool,
  type QueryResult,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import pg from 'pg'
import { Client } from './client.ts'
import { NameCompanies, noteScope } from './name-companies.ts'
import { Deadline } from '../execution/deadline.ts'
import { refuse } from '../execution/refusal.ts'
import type { QueueDeadline } from '../overload/queue-deadline.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>

// Money, volumes and ids fit a JavaScript number exactly (ids by construction, amounts by the checks of their columns).
pg.types.setTypeParser(pg.types.builtins.INT8, text => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`not an exact number: ${text}`)
  return value
})
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// Instants travel as ISO 8601 text from the column to the wire: `2026-11-20 05:00:00.12+00` → `2026-11-20T05:00:00.120Z`.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, text => {
  const [, date, time, fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? []
  if (!date) throw new Error(`not an instant in UTC: ${text}`)
  return `${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
})
pg.types.setTypeParser(pg.types.builtins.DATE, text => text)

export interface PoolOptions {
  /** Connections at most. */
  max?: number
  /** The role that every connection takes on; the migrations make it. */
  role?: string
  /** No statement runs longer, in milliseconds. */
  statementTimeoutMs?: number
  /** Nobody waits longer for a connection, in milliseconds. */
  waitMs?: number
  /** Connections once opened stay open. */
  keep?: boolean
}

/** With many concurrent calls no single one should use all processors; parallel workers are switched on per transaction. */
const always = '-c max_parallel_workers_per_gather=0 -c idle_in_transaction_session_timeout=60000'

/** The application's connections: as `forecourt_app`, in UTC, under the tenant wall. */
export function openPool(url: string, given: PoolOptions = {}): pg.Pool {
  const { max = 10, role = 'forecourt_app', statementTimeoutMs = 30_000, waitMs = 5000, keep = false } = given
  const options = `-c role=${role} -c timezone=UTC -c statement_timeout=${statementTimeoutMs} ${always}`
  const idle = keep ? { idleTimeoutMillis: 0 } : {}
  const pool = new pg.Pool({ connectionString: url, max, options, Client, connectionTimeoutMillis: waitMs, ...idle })
  // A connection that breaks while idle is replaced by the next; without a listener the process would end.
  pool.on('error', () => {})
  return pool
}

/** The connections of a pool class, shared by its calls. */
export interface Shared {
  readonly pool: pg.Pool
  readonly db: Database
}
const behind = new WeakMap<Database, { readonly shared: Database; readonly queueDeadline: QueueDeadline }>()

/** These connections for one call: it waits for one until its queue deadline and keeps it until its deadline at most. */
export function withQueueDeadline({ pool, db: shared }: Shared, queueDeadline: QueueDeadline, deadline?: Deadline): Database {
  const connect = async () => {
    if (deadline?.isOver) refuse('server.busy')
    const client = await queueDeadline.wait(pool.connect(), late => late.release())
    if (deadline) cutWhenOver(client, deadline)
    return client
  }
  const db = openDatabase({ options: pool.options, connect, end: async () => {} })
  behind.set(db, { shared, queueDeadline })
  return db
}

/** Connections shared by many calls, each held for this long at most. */
export function withTimeout(pool: pg.Pool, ms: number): Database {
  const connect = async () => {
    const client = await pool.connect()
    const deadline = new Deadline(ms)
    cutWhenOver(client, deadline, () => deadline.done())
    return client
  }
  return openDatabase({ options: pool.options, connect, end: () => pool.end() })
}

/** A frozen database does not even time out its statements: the connection is closed instead. */
function cutWhenOver(client: pg.PoolClient, deadline: Deadline, released: () => void = () => {}) {
  const { release } = client
  const forget = deadline.whenOver(() => (client as unknown as Client).cut())
  client.release = error => {
    forget()
    released()
    release.call(client, error)
  }
}

/** The shared connections behind the database of a single call, and its queue deadline, if it has one. */
export const sharedBehind = (db: Database): { readonly shared: Database; readonly queueDeadline?: QueueDeadline } =>
  behind.get(db) ?? { shared: db }

/** `company_id` in the database, `companyId` here. All rows of an answer have the same columns: their names are turned once. */
class Names extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const names = Object.keys(result.rows[0] ?? {}).map(name => [name, this.camelCase(name)] as const)
    const turned = (row: UnknownRow) => {
      const own: UnknownRow = {}
      for (const [column, name] of names) own[name] = row[column]
      return own
    }
    return { ...result, rows: result.rows.map(turned) }
  }
}
/** One for all, for it remembers every name that it has turned. */
const names = new Names({ maintainNestedObjectKeys: true })

/** The transaction, and its statements of the query builder ask for the rows of these companies alone. */
export function ofCompanies(tx: Tx, companyIds: readonly number[]): Tx {
  const scoped = tx.withoutPlugins().withPlugin(names).withPlugin(new NameCompanies(companyIds))
  noteScope(scoped, companyIds)
  return scoped
}

/** `log` is given each statement's text; tests count round trips with it. */
export function openDatabase(pool: PostgresPool, log?: (text: string) => void): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [names],
    ...(log && {
      log: event => {
        log(event.query.sql)
      },
    }),
  })
}
