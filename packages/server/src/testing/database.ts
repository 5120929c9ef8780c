import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../platform/postgres/embedded-postgres.ts'
import { migrate } from '../platform/postgres/migrate.ts'

/** A database that nobody else uses, by its owner's address; `openPool` makes of it what the application sees. */
export interface FreshDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Nothing here outlives the run, so nothing is made safe against a crash. */
export const nonDurable = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  jit: 'off',
  // Inside the folder, so that a run that was killed leaves nothing outside it.
  dynamic_shared_memory_type: 'mmap',
}

/**
 * A throw-away cluster in memory where there is room, with the migrated template `tmpl` to clone from.
 * TEST_POSTGRES names the folder of another PostgreSQL to run it on.
 */
export async function startTestCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const { folder, forget } = clusterFolder()

  const programs = process.env['TEST_POSTGRES']
  const postgres = await startPostgres(join(folder, 'postgres'), {
    trust: true,
    leashed: true,
    settings: nonDurable,
    ...(programs && { programs }),
  })
  const stop = async () => {
    await postgres.stop()
    forget()
  }
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop().finally(() => process.exit(143)))
  try {
    await asOwner(postgres.url(), 'create database tmpl')
    await migrate(postgres.url('tmpl'))
    return { url: postgres.url(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

let folders = 0

/** A folder for a cluster of this run, in memory where there is room; it goes with the process. */
export function clusterFolder(): { folder: string; forget: () => void } {
  const parent = inMemory() ? '/dev/shm' : tmpdir()
  sweep(parent)
  const folder = join(parent, `forecourt-test-${process.pid}-${++folders}`)
  mkdirSync(folder, { mode: 0o755 })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const forget = () => {
    remove()
    process.off('exit', remove)
  }
  return { folder, forget }
}

let made = 0

/** A clone of the migrated template, some 30 ms; or of `template0`, which holds nothing, or of another that nobody is connected to. */
export async function freshDatabase(cluster: string, template = 'tmpl'): Promise<FreshDatabase> {
  const name = `t_${process.pid}_${++made}_${Math.random().toString(36).slice(2, 8)}`
  await asOwner(cluster, `create database ${name} template ${template} strategy file_copy`)
  const url = Object.assign(new URL(cluster), { pathname: `/${name}` }).href
  return { url, drop: () => asOwner(cluster, `drop database if exists ${name} with (force)`) }
}

async function asOwner(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function inMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 1_500_000_000
  } catch {
    return false
  }
}

/** Folders of runs that were killed before they could tidy up. */
function sweep(parent: string) {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^forecourt-test-(\d+)(-\d+)?$/.exec(name)?.[1])
    if (pid && !alive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
