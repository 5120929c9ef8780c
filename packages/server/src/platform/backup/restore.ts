import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, pending, readMigrations } from '../postgres/migrate.ts'
import { keyOf, type FileStore } from '../storage/store.ts'
import { BackupRefused, fileOf, storedIn, type Manifest, type TableFile } from './manifest.ts'
import { quoted } from './take.ts'

/**
 * Fills an empty database and the store of files from a backup that was checked: the tables of its version, its rows, then what is
 * newer in this program.
 * The rows come in one transaction, and every reference between them is proven before it ends.
 * @throws BackupRefused, MigrationRefused
 */
export async function fillFrom(url: string, folder: string, manifest: Manifest, store: FileStore): Promise<void> {
  checkVersion(manifest)
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0' })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireEmpty(client)
    await migrate(url, { upTo: manifest.migrations.at(-1)?.name })
    // Files first: no row ever names one that is not there.
    for (const { company, sha256, size } of manifest.files ?? [])
      await store.put(keyOf(company, sha256), { path: storedIn(folder, { company, sha256, size }), size, sha256 })
    await client.query('begin')
    const tighten = await loosen(client)
    await client.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`)
    for (const table of manifest.tables) await load(client, folder, table)
    for (const { name, value, called } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, called])
    for (const statement of tighten) await client.query(statement)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(url)
}

/** Whether this program can read what that one wrote. @throws MigrationRefused */
export function checkVersion({ migrations }: Manifest): void {
  pending(readMigrations(), migrations)
}

async function requireEmpty(client: pg.Client) {
  const { rows } = await client.query<{ tables: boolean }>(
    `select exists (select from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace) as tables`,
  )
  if (rows[0]!.tables)
    throw new BackupRefused('The database is not empty: restore into a new one, and point DATABASE_URL at it when the restore has ended.')
}

/**
 * Puts aside what would stand in the way of the rows: triggers, references and the tenant wall, all as its owner may.
 * @returns the statements that put everything back
 */
async function loosen(client: pg.Client): Promise<string[]> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  const { rows: walls } = await client.query<{ table: string; forced: boolean }>(
    `select oid::regclass::text as table, relforcerowsecurity as forced from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { table } of walls) await client.query(`alter table ${table} disable trigger user, no force row level security`)
  return [
    ...references.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`),
    ...walls.map(({ table, forced }) => `alter table ${table} enable trigger user${forced ? ', force row level security' : ''}`),
  ]
}

async function load(client: pg.Client, folder: string, { name, columns, rows }: TableFile) {
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(createReadStream(fileOf(folder, name)), createZstdDecompress(), stream)
  if (stream.rowCount !== rows)
    throw new BackupRefused(`${name} has ${stream.rowCount} rows where the backup counted ${rows}: it is damaged. Choose another backup.`)
}
