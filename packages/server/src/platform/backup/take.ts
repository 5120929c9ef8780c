import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { advisoryLock } from '../migrate.ts'
import { fileOf, openFolder, writeManifest, type Manifest, type TableFile } from './manifest.ts'

/**
 * Writes every table as it stood at one moment into an empty folder, beside a server that goes on.
 * What was acknowledged before is in it; of what is under way, each transaction is in it whole or not at all.
 * @throws BackupRefused
 */
export async function takeBackup(url: string, folder: string): Promise<Manifest> {
  openFolder(folder)
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0' })
  client.on('error', () => {})
  await client.connect()
  try {
    // Shared: no migration changes a table under the reading.
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLock])
    const [{ mark, postgres }] = await rowsOf<{ mark: string; postgres: string }>(
      client,
      `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as mark, current_setting('server_version') as postgres`,
    )
    await client.query('begin isolation level repeatable read, read only')
    // The wall stands before the owner too, unless he is the superuser.
    await client.query(`select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory`)
    const manifest: Manifest = {
      format: 1,
      mark,
      postgres,
      migrations: await rowsOf(client, 'select name, checksum from migration order by name'),
      masterKeys: (await rowsOf<{ id: string }>(client, 'select id from master_key order by id')).map(({ id }) => id),
      tables: await copyTables(client, folder),
      // Last, for sequences know no snapshot: they stand at or after whatever the tables hold.
      sequences: await sequencesOf(client),
    }
    await client.query('commit')
    writeManifest(folder, manifest)
    return manifest
  } finally {
    await client.end()
  }
}

const rowsOf = async <T extends object>(client: pg.Client, text: string): Promise<[T, ...T[]]> =>
  (await client.query<T>(text)).rows as [T, ...T[]]

/** The tables of the product and their columns; the list of migrations is not data. */
async function copyTables(client: pg.Client, folder: string): Promise<TableFile[]> {
  const tables = await rowsOf<{ name: string; columns: string[] }>(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migration' group by 1 order by 1`,
  )
  const files: TableFile[] = []
  for (const { name, columns } of tables) files.push({ name, columns, ...(await copyTable(client, name, columns, fileOf(folder, name))) })
  return files
}

async function copyTable(client: pg.Client, table: string, columns: string[], file: string): Promise<{ rows: number; sha256: string }> {
  const stream = client.query(copyTo(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) to stdout`))
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(stream, createZstdCompress(), hashing, createWriteStream(file, { mode: 0o600, flush: true }))
  return { rows: stream.rowCount, sha256: hash.digest('hex') }
}

async function sequencesOf(client: pg.Client): Promise<Manifest['sequences']> {
  const names = await rowsOf<{ name: string }>(
    client,
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`,
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
