import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { BackupRefused } from '../backup/manifest.ts'
import { archiveOf, archiveSettings, basesIn, walIn } from './place.ts'
import { namesOfBases, readBase, writeBase, type Base, type BaseFile } from './base-manifest.ts'
import { systemOf } from './segments.ts'

/** One base backup at a time, no matter who asks for it. */
const advisoryLock = 7_062_029
/** How long PostgreSQL may take to archive what the copy needs. */
const archivingMs = 5 * 60_000

const instant = `to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What every start makes anew, or must not be taken over. */
const left = /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*)$/
const leftNames = /(^|\/)(pg_internal\.init|pgsql_tmp[^/]*)$/

/**
 * Copies the cluster in `home` into its archive while it works. What changed under the copying is mended by the WAL from `firstWal` on.
 * @throws BackupRefused it does not archive, or another copy is being made
 */
export async function takeBase(url: string, home: string): Promise<Base> {
  const archive = archiveOf(home)
  if (!archive?.on) throw new BackupRefused('There is no archive: set ARCHIVE_DIR, and start the server with it.')
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c statement_timeout=0' })
  client.on('error', () => {})
  await client.connect()
  try {
    await requireFree(client, home)
    const making = join(basesIn(archive.dir), `making-${process.pid}`)
    for (const name of readdirSync(basesIn(archive.dir)).filter(each => each.startsWith('making-')))
      rmSync(join(basesIn(archive.dir), name), { recursive: true })
    mkdirSync(making, { mode: 0o700 })
    const base = await copyInto(client, home, archive.id, making)
    writeBase(making, base)
    renameSync(making, join(basesIn(archive.dir), base.ended.replaceAll(/[-:.]/g, '')))
    return base
  } finally {
    await client.end()
  }
}

async function requireFree(client: pg.Client, home: string): Promise<void> {
  const { rows } = await client.query<{ free: boolean; command: string }>(
    `select pg_try_advisory_lock($1) as free, current_setting('archive_command') as command`,
    [advisoryLock],
  )
  if (rows[0]!.command !== archiveSettings(home)['archive_command'])
    throw new BackupRefused('The server that runs does not archive to ARCHIVE_DIR yet: start it again with this setting.')
  if (!rows[0]!.free) throw new BackupRefused('Another base backup is being taken: wait until it has ended.')
}

async function copyInto(client: pg.Client, home: string, archive: string, making: string): Promise<Base> {
  const data = join(home, 'data')
  const one = async <T>(text: string) => (await client.query(text)).rows[0] as T
  const begun = await one<{ first: string; started: string }>(
    `select pg_walfile_name(pg_backup_start('forecourt', true)) as first, ${instant} as started`,
  )
  const { files, folders } = await copyTree(data, making)
  files.push(await copyFile(join(home, 'password'), 'password', making))
  await client.query(`set statement_timeout = ${archivingMs}`)
  const { label, spaces, last, ended } = await one<{ label: string; spaces: string; last: string; ended: string }>(
    `select labelfile as label, spcmapfile as spaces, pg_walfile_name(lsn) as last, ${instant} as ended from pg_backup_stop(true)`,
  ).catch(error => {
    if (error.code === '57014') throw new BackupRefused(`The WAL of this base backup could not be archived: see ${home}/postgres.log.`)
    throw error
  })
  if (spaces.trim()) throw new BackupRefused('The database uses tablespaces, which a base backup does not hold.')
  files.push(await writeOut(Readable.from([Buffer.from(label)]), 'data/backup_label', making))
  return {
    format: 1,
    archive,
    system: systemOf(data),
    major: Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10),
    started: begun.started,
    ended,
    firstWal: begun.first,
    lastWal: last,
    masterKeys: (await client.query<{ id: string }>('select id from master_key order by id')).rows.map(({ id }) => id),
    folders,
    files,
  }
}

async function copyTree(data: string, making: string): Promise<{ files: BaseFile[]; folders: string[] }> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true })
  const files: BaseFile[] = []
  const folders: string[] = []
  const waiting: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
      .slice(data.length + 1)
      .replaceAll('\\', '/')
    if (leftNames.test(path) || (left.test(path) && !entry.isDirectory())) continue
    if (entry.isDirectory()) folders.push(path)
    else if (path !== 'global/pg_control') waiting.push(path)
  }
  const lane = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      // A table that is dropped meanwhile takes its file along.
      const file = await copyFile(join(data, path), `data/${path}`, making).catch(unlessGone)
      if (file) files.push(file)
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
  files.push(await writeOut(Readable.from([await controlOf(data)]), 'data/global/pg_control', making))
  return { files, folders: folders.toSorted() }
}

function unlessGone(failure: unknown): undefined {
  if ((failure as { code?: string }).code !== 'ENOENT') throw failure
}

/** Last, and whole: it is rewritten in place now and then. */
async function controlOf(data: string): Promise<Buffer> {
  for (;;) {
    const once = await readFile(join(data, 'global/pg_control'))
    await wait(20)
    if (once.equals(await readFile(join(data, 'global/pg_control')))) return once
  }
}

const copyFile = (from: string, path: string, making: string) => writeOut(createReadStream(from), path, making)

async function writeOut(from: Readable, path: string, making: string): Promise<BaseFile> {
  const hash = createHash('sha256')
  let size = 0
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  const to = join(making, `${path}.zst`)
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await pipeline(from, hashing, createZstdCompress(), createWriteStream(to, { mode: 0o600, flush: true }))
  return { path, size, sha256: hash.digest('hex') }
}

/** Forgets all but the newest base backups, and the WAL that only the forgotten ones needed. @returns how many of each */
export function forgetBefore(dir: string, kept: number): { bases: number; segments: number } {
  const names = namesOfBases(dir)
  const [oldest] = names.slice(-kept)
  if (!oldest) return { bases: 0, segments: 0 }
  const gone = names.slice(0, -kept)
  for (const name of gone) rmSync(join(basesIn(dir), name), { recursive: true })
  const { firstWal } = readBase(dir, oldest).base
  const old = readdirSync(walIn(dir)).filter(name => /^[0-9A-F]{24}/.test(name) && name.slice(0, 24) < firstWal)
  for (const name of old) rmSync(join(walIn(dir), name))
  return { bases: gone.length, segments: old.length }
}
