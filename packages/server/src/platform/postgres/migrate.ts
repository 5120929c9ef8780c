import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { shareViews } from './share-views.ts'

/** The migrations do not fit each other, or not this database. */
export class MigrationRefused extends Error {}

interface Migration {
  name: string
  sql: string
  checksum: string
}
interface Applied {
  name: string
  checksum: string
  /** It says of itself that programs from before it go on with it. */
  compatible?: boolean
}
/** The first line of a migration that only adds: nothing is lacking to a program that does not know it. */
const compatibleMark = /^-- compatible\b/
/**
 * The first line of one that works beside the calls of a running server: `create index concurrently if not exists`, a reference that is
 * validated after it was added. Each of its statements is a transaction of its own, or several. It may be cut short and is begun again.
 */
const besideMark = /^-- compatible, beside\b/
/**
 * One that only proves what is there already: references that were added without a look at it. New rows keep them from the first moment,
 * so a server begins before it and applies it while it answers calls.
 */
const isProof = ({ name, sql }: Migration) =>
  /^-- compatible, beside, proof\b/.test(sql) || name === '202611242343_references_to_primary_keys.sql'

const database = join(import.meta.dirname, '../../../../../db')
export const migrationsFolder = join(database, 'migrations')
const routinesFolder = join(database, 'routines')
/** The same functions where the tables lie on several machines (docs/adr/0057). */
const clusterFolder = join(database, 'cluster')
/** Any number will do, as long as nobody else takes it for another purpose. */
export const advisoryLock = 7_062_026

/** The version of the code: what a database has before a server is ready on it. */
export const newestMigration = (): string => readMigrations().findLast(migration => !isProof(migration))!.name

export interface MigrateOptions {
  folder?: string
  routines?: string
  /** The last one to apply, for a database of an older version. */
  upTo?: string | undefined
  /** Leaves what only proves the rows that are there: the caller sees to it later, by another call without this. */
  leaveProofs?: boolean
}

/**
 * Brings a database to the state of the code: each file of db/migrations once, in order, in a transaction of its own; then each file of
 * db/routines, functions that are created or replaced, that is not the one this database has had last. A program older than the database
 * leaves its functions as they are.
 * From the first file that servers of the version before do not go on with, the rest is one transaction: until the new server is there, no
 * call is answered, and nothing may come between.
 * Several servers may start at once; one migrates, the others wait. Where nothing is to be done nobody waits, not even for a backup.
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, routines, upTo, leaveProofs = false }: MigrateOptions = {},
): Promise<string[]> {
  const known = readMigrations(folder).filter(({ name }) => !upTo || name <= upTo)
  // Functions call for the newest tables.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const before = await client.query<{ readable: boolean | null; spread: boolean | null }>(
      `select has_table_privilege('public', to_regclass('migration'), 'select') as readable,
         current_setting('app.plans', true) = 'force_custom_plan' as spread`,
    )
    const own = folder === migrationsFolder
    const written = upTo ? [] : readRoutines(routines ?? (own ? routinesFolder : undefined), own && before.rows[0]!.spread === true)
    if (before.rows[0]!.readable && (await isCurrent(client, known, written, leaveProofs))) return []
    await alone(client)
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`)
    await client.query('alter table migration add column if not exists compatible boolean not null default false')
    // The application asks which version stands, before it says that it is ready.
    await client.query('grant select on migration to public')
    const waiting = pending(known, await appliedIn(client)).filter(migration => !leaveProofs || !isProof(migration))
    // The queue makes its own tables; ours come after, and say what the application may do with them.
    if (waiting.length > 0) await makeQueue(url)
    for (const step of stepsOf(waiting)) await (besideMark.test(step[0]!.sql) ? applyBeside(client, step[0]!) : apply(client, step))
    const changed = await outdated(client, known, written)
    for (const routine of changed) await replace(client, routine)
    if (before.rows[0]!.spread && waiting.length + changed.length > 0) await shareViews(client)
    return waiting.map(migration => migration.name)
  } finally {
    await client.end()
  }
}

const isCurrent = async (client: pg.Client, known: readonly Migration[], written: readonly Migration[], but: boolean): Promise<boolean> =>
  pending(known, await appliedIn(client)).every(migration => but && isProof(migration)) &&
  (await outdated(client, known, written)).length === 0

/** Which migrations are one transaction, in order; proofs come last. */
function stepsOf(waiting: readonly Migration[]): Migration[][] {
  const changes = waiting.filter(migration => !isProof(migration))
  const lastBeside = changes.findLastIndex(({ sql }) => besideMark.test(sql))
  const breaks = changes.findIndex(({ sql }, at) => at > lastBeside && !compatibleMark.test(sql))
  const alone = breaks < 0 ? changes : changes.slice(0, breaks)
  const together = breaks < 0 ? [] : [changes.slice(breaks)]
  return [...alone.map(migration => [migration]), ...together, ...waiting.filter(isProof).map(migration => [migration])]
}

/** The routines that this database has had otherwise, or not at all. Of a newer program it keeps what it has. */
async function outdated(client: pg.Client, known: readonly Migration[], written: readonly Migration[]): Promise<Migration[]> {
  const newest = known.at(-1)?.name ?? ''
  if (written.length === 0 || (await appliedIn(client)).some(({ name }) => name > newest)) return []
  const { rows } = await client.query<{ none: boolean }>(`select to_regclass('routine') is null as none`)
  if (rows[0]!.none) return [...written]
  const { rows: had } = await client.query<Applied>('select name, checksum from routine')
  const changed = written.filter(({ name, checksum }) => !had.some(row => row.name === name && row.checksum === checksum))
  // What a cluster has in the place of a function is put there again after the function itself.
  return changed.length > 0 ? written.filter(routine => changed.includes(routine) || routine.name.startsWith('cluster/')) : []
}

async function replace(client: pg.Client, routine: Migration): Promise<void> {
  const { name, sql, checksum } = routine
  await client.query('begin')
  try {
    await client.query('create table if not exists routine (name text primary key, checksum text not null)')
    await client.query('grant select on routine to public')
    await client.query(sql)
    await client.query(
      'insert into routine (name, checksum) values ($1, $2) on conflict (name) do update set checksum = excluded.checksum',
      [name, checksum],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw failed('db/routines/', routine, error)
  }
}

/** Loaded when there is something to migrate: most starts find nothing. */
async function makeQueue(url: string): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: url, logger: new Logger(() => () => {}) })
}

/** Polled: a statement that waits would itself block an index that is built concurrently. */
async function alone(client: pg.Client) {
  const held = async () => (await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [advisoryLock])).rows[0]!.held
  while (!(await held())) await wait(100)
}

async function appliedIn(client: pg.Client): Promise<Applied[]> {
  // A database of an older version does not say which are.
  const { rows } = await client.query<Applied>(
    `select name, checksum, coalesce((to_jsonb(migration) ->> 'compatible')::boolean, false) as compatible from migration order by name`,
  )
  return rows
}

export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = sqlFilesIn(folder)
  const misnamed = names.find(name => !/^(\d{4}|\d{12})_[a-z0-9_]+\.sql$/.test(name))
  if (misnamed)
    throw new MigrationRefused(`db/migrations/${misnamed}: a migration is named by its minute, like 202611231405_card_loss.sql.`)
  const twice = names.find((name, at) => name.split('_')[0] === names[at - 1]?.split('_')[0])
  if (twice) throw new MigrationRefused(`db/migrations/${twice}: another migration has the same number.`)
  return names.map(name => readSql(folder, name))
}

const readRoutines = (folder: string | undefined, spread: boolean): Migration[] => [
  ...(folder ? sqlFilesIn(folder).map(name => readSql(folder, name)) : []),
  ...(spread ? sqlFilesIn(clusterFolder).map(file => ({ ...readSql(clusterFolder, file), name: `cluster/${file}` })) : []),
]
const sqlFilesIn = (folder: string) =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
function readSql(folder: string, name: string): Migration {
  const sql = readFileSync(join(folder, name), 'utf8')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/**
 * What is left to apply. A database may be newer than the code by what only adds.
 * @throws when it holds something else that the code does not know, or something else under the same name
 */
export function pending(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const newest = known.at(-1)?.name ?? ''
  const unknown = applied.find(
    ({ name, compatible }) => !known.some(migration => migration.name === name) && !(compatible && name > newest),
  )
  if (unknown)
    throw new MigrationRefused(
      `The database is newer than this program: it holds migration ${unknown.name}. Start the version that wrote it, or a later one.`,
    )

  const changed = known.find(({ name, checksum }) => applied.some(row => row.name === name && row.checksum !== checksum))
  if (changed)
    throw new MigrationRefused(
      `Migration ${changed.name} was changed after this database applied it. Restore the file, and put the change into a new migration.`,
    )

  const waiting = known.filter(({ name }) => !applied.some(row => row.name === name))
  const late = waiting.find(migration => !isProof(migration) && applied.some(row => row.name > migration.name))
  if (late)
    throw new MigrationRefused(`Migration ${late.name} is older than the newest one this database has applied. Name it by this minute.`)
  return waiting
}

/** A call may keep a table for longer than the migration waits for it, or wait for one that the migration has: then it is tried again. */
async function apply(client: pg.Client, migrations: readonly Migration[]) {
  for (let again = 0; ; again++) {
    let under = migrations[0]!
    await client.query('begin')
    try {
      for (under of migrations) {
        await client.query(under.sql)
        await note(client, under)
      }
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (again === 100 || !lockRefused.has((error as { code?: string }).code ?? '')) throw failed('Migration ', under, error)
      await wait(100 + again * 20)
    }
  }
}
/** `lock_not_available`, `deadlock_detected` */
const lockRefused = new Set(['55P03', '40P01'])

/** Up to a semicolon that stands in no comment, no text and no body of a function. */
const statement = /(?:--.*$|\$(\w*)\$[\s\S]*?\$\1\$|'[^']*'|[^;])+/gm

/** An index whose building was cut short stays behind, kept up by every sale and used by none: it goes before its building begins anew. */
async function applyBeside(client: pg.Client, migration: Migration) {
  try {
    const { rows } = await client.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
       where not indisvalid and relnamespace = current_schema()::regnamespace`,
    )
    for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
    for (const [text] of migration.sql.matchAll(statement)) if (text.trim()) await client.query(text)
    await note(client, migration)
  } catch (error) {
    throw failed('Migration ', migration, error)
  }
}

const note = (client: pg.Client, { name, sql, checksum }: Migration) =>
  client.query('insert into migration (name, checksum, compatible) values ($1, $2, $3)', [name, checksum, compatibleMark.test(sql)])

function failed(what: string, { name, sql }: Migration, error: unknown): Error {
  const at = Number((error as { position?: string }).position)
  const line = at && !besideMark.test(sql) ? `, line ${sql.slice(0, at).split('\n').length}` : ''
  return new Error(`${what}${name}${line}: ${(error as Error).message}`, { cause: error })
}
