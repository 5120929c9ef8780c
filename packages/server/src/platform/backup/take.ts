import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { advisoryLock } from '../postgres/migrate.ts'
import { keyOf, FileLost, type FileStore } from '../storage/store.ts'
import { filesLock } from '../storage/sweep.ts'
import { fileOf, openFolder, storedIn, writeManifest, type Manifest, type StoredFile, type TableFile } from './manifest.ts'

export interface Taken {
  readonly manifest: Manifest
  /** Files that rows name and the store does not have, each in a sentence. */
  readonly lost: readonly string[]
}

/**
 * Writes every table and every file as they stood at one moment into an empty folder, beside a server that goes on.
 * What was acknowledged before is in it; of what is under way, each transaction is in it whole or not at all.
 * @throws BackupRefused
 */
export async function takeBackup(url: string, folder: string, store: FileStore): Promise<Taken> {
  openFolder(folder)
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0' })
  client.on('error', () => {})
  await client.connect()
  try {
    // Shared: no migration changes a table under the reading.
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLock])
    // Nor is a file swept away that a row of this moment names.
    await client.query('select pg_advisory_lock_shared($1)', [filesLock])
    const [{ mark, postgres }] = await rowsOf<{ mark: string; postgres: string }>(
      client,
      `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as mark, current_setting('server_version') as postgres`,
    )
    await client.query('begin isolation level repeatable read, read only')
    // Row-level security applies to the owner too, unless it is the superuser.
    const [{ companies }] = await rowsOf<{ companies: string }>(
      client,
      `select coalesce(string_agg(company::text, ','), '') as companies from company_directory`,
    )
    // A setting that is made on each of several machines. Their moments are those of their first statement: all of them are asked now.
    await client.query(`set local app.companies = '${companies}'`)
    await client.query('select count(*) from company')
    const tables = await copyTables(client, folder)
    const { files, lost } = await copyFiles(client, folder, store)
    const manifest: Manifest = {
      format: 2,
      mark,
      postgres,
      migrations: await rowsOf(client, 'select name, checksum from migration order by name'),
      masterKeys: (await rowsOf<{ id: string }>(client, 'select id from master_key order by id')).map(({ id }) => id),
      tables,
      files,
      // Last, for sequences know no snapshot: they stand at or after whatever the tables hold.
      sequences: await sequencesOf(client),
    }
    await client.query('commit')
    writeManifest(folder, manifest)
    return { manifest, lost }
  } finally {
    await client.end()
  }
}

/** What a database has applied, how it is spread over machines, and which of its transactions were told: another one has its own. */
const ofTheDatabase = ['migration', 'routine', 'distribution', 'unkept_reference', 'relay_position']
/** Ids are drawn from it on each machine of a cluster, which has its own. */
const ofTheMachine = 'id_turn'

const rowsOf = async <T extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<[T, ...T[]]> =>
  (await client.query<T>(text, values)).rows as [T, ...T[]]

/** The tables of the product and their columns. Numbers of transactions mean nothing in another database, which gives its own. */
async function copyTables(client: pg.Client, folder: string): Promise<TableFile[]> {
  const tables = await rowsOf<{ name: string; columns: string[] }>(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.atttypid <> 'xid8'::regtype
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1) group by 1 order by 1`,
    [ofTheDatabase],
  )
  const files: TableFile[] = []
  for (const { name, columns } of tables) files.push({ name, columns, ...(await copyTable(client, name, columns, fileOf(folder, name))) })
  return files
}

function hashed() {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { hash, hashing }
}

async function copyTable(client: pg.Client, table: string, columns: string[], file: string): Promise<{ rows: number; sha256: string }> {
  const stream = client.query(copyTo(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) to stdout`))
  const { hashing, hash } = hashed()
  await pipeline(stream, createZstdCompress(), hashing, createWriteStream(file, { mode: 0o600, flush: true }))
  return { rows: stream.rowCount, sha256: hash.digest('hex') }
}

/** Every file that a row of this moment names. One that the store has lost does not keep the rest from being saved; it is reported. */
async function copyFiles(client: pg.Client, folder: string, store: FileStore): Promise<{ files: StoredFile[]; lost: string[] }> {
  const named: StoredFile[] = await rowsOf(
    client,
    `select company_id as company, encode(sha256, 'hex') as sha256, min(size) as size from attachment group by 1, 2 order by 1, 2`,
  )
  const files: StoredFile[] = [],
    lost: string[] = []
  for (const file of named) {
    const to = storedIn(folder, file)
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    const why = await copyFile(store, file, to)
    if (why) lost.push(why)
    else files.push(file)
  }
  return { files, lost }
}

async function copyFile(store: FileStore, { company, sha256 }: StoredFile, to: string): Promise<string | undefined> {
  try {
    const { hashing, hash } = hashed()
    await pipeline(await store.open(keyOf(company, sha256)), hashing, createWriteStream(to, { mode: 0o600, flush: true }))
    if (hash.digest('hex') === sha256) return undefined
    rmSync(to)
    return `${keyOf(company, sha256)} is not what was put`
  } catch (error) {
    if (error instanceof FileLost) return error.message
    throw error
  }
}

async function sequencesOf(client: pg.Client): Promise<Manifest['sequences']> {
  const names = await rowsOf<{ name: string }>(
    client,
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace and relname <> $1 order by 1`,
    [ofTheMachine],
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of names) {
    const [{ value, called }] = await rowsOf<{ value: string; called: boolean }>(
      client,
      `select last_value::text as value, is_called as called from ${quoted(name)}`,
    )
    sequences.push({ name, value, called })
  }
  return sequences
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)
