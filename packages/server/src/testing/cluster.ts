import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

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

/** Runs a statement at this address of a database's owner. */
export async function asOwner(url: string, statement: string) {
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
