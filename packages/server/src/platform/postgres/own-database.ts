import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Disk } from '../storage/disk.ts'
import { archiveOf, archiveSettings, setArchive, whyNot } from '../archive/place.ts'
import { DataFolderRefused, startPostgres, type Postgres } from './embedded-postgres.ts'

export { DataFolderRefused }

/** The data folder's own PostgreSQL, held by this process alone. */
export interface OwnDatabase {
  readonly url: string
  /** How it was started, for the log. */
  readonly how: string
  stop(): Promise<void>
}

const database = 'forecourt'
const marker = 'forecourt-data'
const advisoryLock = 7_062_027
const patienceMs = 5000

const settings = { max_connections: '200', shared_buffers: '128MB', max_wal_size: '2GB', random_page_cost: '1.1', jit: 'off' }

export interface Hooks {
  /** Fills the new database. It is taken into use when this is done, so one that was cut short is made again. */
  make(url: string): Promise<void>
  /** PostgreSQL died, and the one that came back is not ours. */
  lost(why: Error): void
  /** What gives PostgreSQL room when it has ended or cannot begin for want of it. */
  disk?: Pick<Disk, 'makeRoom'>
  /** PostgreSQL could not be started; it is tried again. */
  failed?(why: Error): void
  /** Where it archives its WAL, and where the files lie that its rows name. Without one, whether it archives stays as it is. */
  archive?: { dir: string | undefined; filesDir: string }
}

/**
 * Starts or finds the PostgreSQL of a data folder and takes the folder for this process. One that dies is started again.
 * @throws DataFolderRefused another Forecourt holds it, or the folder is not ours
 */
export async function openOwnDatabase(dataDir: string, { make, lost, archive, disk, failed }: Hooks): Promise<OwnDatabase> {
  takeFolder(dataDir)
  const home = join(dataDir, 'postgres')
  const refused = archive?.dir && whyNot(home, archive.dir)
  if (refused) throw new DataFolderRefused(refused)
  let stopping = false
  const again = (isLost: (error: Error) => boolean) =>
    holdAgain(() => hold(home, dataDir), { disk, failed, isLost: error => stopping || isLost(error) })
  let { postgres, holder } = await again(error => !isForRoom(error))
  if (archive) {
    setArchive(home, archive.dir, { dataDir, filesDir: archive.filesDir })
    if (await archivesOtherwise(home, holder)) {
      await holder.end()
      await postgres.stop()
      ;({ postgres, holder } = await hold(home, dataDir))
    }
  }
  const { how } = postgres
  const url = postgres.url(database)
  try {
    await ensureDatabase(postgres, make)
  } catch (error) {
    await holder.end()
    await postgres.stop()
    throw error
  }

  const watch = () =>
    holder.once('end', () => {
      if (stopping) return
      disk?.makeRoom()
      again(error => error instanceof DataFolderRefused)
        .then(next => {
          ;({ postgres, holder } = next)
          if (postgres.url(database) !== url) throw new Error('The embedded PostgreSQL came back on another port.')
          watch()
        })
        .catch(error => {
          if (!stopping) lost(error as Error)
        })
    })
  watch()
  return {
    url,
    how,
    async stop() {
      stopping = true
      await holder.end().catch(() => {})
      await postgres.stop()
    },
  }
}

interface Trying extends Pick<Hooks, 'disk' | 'failed'> {
  /** What is not tried again. */
  readonly isLost: (error: Error) => boolean
}
const pauseMsFirst = 100
/** It is there again within five seconds when there is room; what else is wrong is not tried more often than that. */
const pauseMsMost = { forRoom: 1500, else: 30_000 }
const isForRoom = (error: Error) => /No space left on device|Disk quota exceeded/.test(error.message)

/** Until PostgreSQL runs, however often that fails: with a pause that grows. */
async function holdAgain<T>(begin: () => Promise<T>, { disk, failed, isLost }: Trying): Promise<T> {
  for (let pauseMs = pauseMsFirst; ; pauseMs *= 2) {
    try {
      return await begin()
    } catch (thrown) {
      const error = thrown as Error
      if (isLost(error)) throw error
      const forRoom = isForRoom(error)
      if (forRoom) disk?.makeRoom(true)
      failed?.(error)
      pauseMs = Math.min(pauseMs, forRoom ? pauseMsMost.forRoom : pauseMsMost.else)
      await wait(pauseMs)
    }
  }
}

/** Ends what runs in a data folder and removes it, if this program made it. @throws DataFolderRefused */
export async function removeDataFolder(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  takeFolder(dataDir)
  const home = join(dataDir, 'postgres')
  if (existsSync(join(home, 'data'))) {
    const { postgres, holder } = await hold(home, dataDir)
    await holder.end()
    await postgres.stop()
  }
  // The folder itself may be a mounted one; what is in it goes, the mark of ours last.
  for (const name of readdirSync(dataDir).filter(each => each !== marker)) rmSync(join(dataDir, name), { recursive: true })
  rmSync(join(dataDir, marker))
}

/** One that survived its server, or is new, was started without the settings of its archive. */
async function archivesOtherwise(home: string, holder: pg.Client): Promise<boolean> {
  if (!archiveOf(home)) return false
  const { rows } = await holder.query<{ mode: string; command: string }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command`,
  )
  const { archive_mode = 'off', archive_command = rows[0]!.command } = archiveSettings(home)
  return rows[0]!.mode !== archive_mode || rows[0]!.command !== archive_command
}

/** Marks an empty folder as ours. @throws DataFolderRefused */
export function takeFolder(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const mark = join(dataDir, marker)
  if (existsSync(mark)) return
  if (readdirSync(dataDir).length > 0)
    throw new DataFolderRefused(`DATA_DIR ${dataDir} holds files that Forecourt did not make: choose an empty folder, or a new one.`)
  writeFileSync(mark, 'Forecourt keeps its data here. `npm start -- --fresh` empties this folder.\n')
}

/** The lock lives in what it protects: it ends with the connection, however the process ends. */
async function hold(home: string, dataDir: string): Promise<{ postgres: Postgres; holder: pg.Client }> {
  for (const deadline = Date.now() + patienceMs; ; await wait(100)) {
    const postgres = await startPostgres(home, { settings })
    const holder = new pg.Client({ connectionString: postgres.url(), keepAlive: true })
    holder.on('error', () => {})
    try {
      await holder.connect()
      const { rows } = await holder.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [advisoryLock])
      if (rows[0]?.held) return { postgres, holder }
      await holder.end()
    } catch (error) {
      // A predecessor that is just ending takes its PostgreSQL along; the next round starts it again.
      if (Date.now() > deadline) throw error
      continue
    }
    if (Date.now() > deadline)
      throw new DataFolderRefused(`Another Forecourt is running on ${dataDir}. Stop it first, or choose another DATA_DIR.`)
  }
}

async function ensureDatabase(postgres: Postgres, make: Hooks['make']) {
  const client = new pg.Client({ connectionString: postgres.url() })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount) return
    const making = `${database}_making`
    await client.query(`drop database if exists ${making} with (force)`)
    await client.query(`create database ${making}`)
    await make(postgres.url(making))
    await client.query(`alter database ${making} rename to ${database}`)
  } finally {
    await client.end()
  }
}
