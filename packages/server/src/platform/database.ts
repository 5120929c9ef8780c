import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
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

let turn = 0
const namesOf = new Map<string, string | undefined>()
const statementsMax = 2000

/** A text that is sent a second time is prepared under a name, and from then on costs the server a third. */
function nameOf(text: string): string | undefined {
  if (!namesOf.has(text)) {
    if (namesOf.size < statementsMax) namesOf.set(text, undefined)
    return undefined
  }
  const name = namesOf.get(text) ?? `s${++turn}`
  namesOf.set(text, name)
  return name
}

class NamedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // A connection that breaks in use fails the statements on it; the pool listens only while it is idle.
    this.on('error', () => {})
  }

  override query(...given: any[]): any {
    const [text, values, ...rest] = given
    if (typeof text === 'string' && Array.isArray(values)) {
      const name = nameOf(text)
      return super.query({ text, values, ...(name && { name }) } as any, ...(rest as []))
    }
    return (super.query as any)(...given)
  }
}

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

/** Many calls at once share the processors better than one call takes them all; who wants them says so in his transaction. */
const always = '-c max_parallel_workers_per_gather=0 -c idle_in_transaction_session_timeout=60000'

/** The application's connections: as `forecourt_app`, in UTC, under the tenant wall. */
export function openPool(url: string, given: PoolOptions = {}): pg.Pool {
  const { max = 10, role = 'forecourt_app', statementTimeoutMs = 30_000, waitMs = 5000, keep = false } = given
  const options = `-c role=${role} -c timezone=UTC -c statement_timeout=${statementTimeoutMs} ${always}`
  const idle = keep ? { idleTimeoutMillis: 0 } : {}
  const pool = new pg.Pool({ connectionString: url, max, options, Client: NamedClient, connectionTimeoutMillis: waitMs, ...idle })
  // A connection that breaks while idle is replaced by the next; without a listener the process would end.
  pool.on('error', () => {})
  return pool
}

/** `log` is told each statement's text; tests count round trips with it. */
export function openDatabase(pool: pg.Pool, log?: (text: string) => void): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(log && {
      log: event => {
        log(event.query.sql)
      },
    }),
  })
}
