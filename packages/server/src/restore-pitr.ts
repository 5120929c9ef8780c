import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { proofLanes, proveEveryCompany } from './every-invariant.ts'
import { chooseBase, recover, type Origin } from './platform/archive/pitr.ts'
import { checkSeal } from './platform/archive/base-manifest.ts'
import { basesIn } from './platform/archive/place.ts'
import { BackupRefused } from './platform/backup/manifest.ts'
import { setScopeToAll } from './platform/execution/command.ts'
import type { Config } from './platform/config/config.ts'
import { openDatabase, openPool, type Database } from './platform/postgres/database.ts'
import { folderStore } from './platform/storage/folder-store.ts'
import { openStore } from './platform/storage/open-store.ts'
import { keepFilesIn, keyOf, quarantineKeyOf, type FileStore } from './platform/storage/store.ts'
import { fetchInto } from './platform/storage/fetch.ts'
import { holdKeysFor, openMasterKey } from './platform/config/master-key.ts'
import { isCoordinator } from './platform/postgres/distribute.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { openOwnDatabase, takeFolder } from './platform/postgres/own-database.ts'

/** Fills a new data folder with the state of a moment, and proves its books. @returns how many breaches; 1 at most */
export async function restoreToTime(given: string, config: Config, now: Date): Promise<number> {
  const moment = momentOf(given)
  if (config.databaseUrl) throw new BackupRefused(await whyNotInto(config.databaseDirectUrl ?? config.databaseUrl))
  if (!config.archive) throw new BackupRefused('ARCHIVE_DIR is not set. Set it to the folder that the server archived to.')
  const origin = chooseBase(config.archive.dir, moment, now)
  holdKeysFor([origin.seal.key, ...origin.base.masterKeys], config.masterKey)
  checkSeal(join(basesIn(origin.dir), origin.name), origin)
  const home = join(config.dataDir, 'postgres')
  if (existsSync(home)) throw new BackupRefused(`${config.dataDir} holds a database already: set DATA_DIR to a new folder.`)
  takeFolder(config.dataDir)
  const begun = performance.now()
  const last = await recover(origin, moment, home)
  console.log(`Base backup of ${origin.base.ended} replayed to ${moment.toISOString()} in ${seconds(begun)} s; last change: ${last}.`)
  return prove(config, origin, moment)
}

async function whyNotInto(url: string): Promise<string> {
  const several = await isCoordinator(url).catch(() => false)
  return several
    ? 'DATABASE_URL names a cluster of several machines, and Forecourt archives none of them: a moment cannot be restored this way. ' +
        'Recover every machine from its own archive to one restore point, made by citus_create_restore_point, and run npm run prove; ' +
        'or restore a backup: npm run restore -- <folder>.'
    : 'A moment can only be restored into a data folder: unset DATABASE_URL and set DATA_DIR.'
}

const seconds = (begun: number) => ((performance.now() - begun) / 1000).toFixed(1)

/** @throws BackupRefused no instant, or one in nobody's zone */
function momentOf(given: string): Date {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(given) || Number.isNaN(Date.parse(given)))
    throw new BackupRefused(
      `${given} is not a valid time: give it with its time zone, such as 2026-11-20T09:30:00Z or 2026-11-20T17:30:00+08:00.`,
    )
  return new Date(given)
}

async function prove(config: Config, origin: Origin, moment: Date): Promise<number> {
  const own = await openOwnDatabase(config.dataDir, {
    make: () => Promise.reject(new BackupRefused(`${origin.name} holds no database of Forecourt.`)),
    lost: why => console.error(why),
  })
  const db = openDatabase(openPool(own.url, { max: proofLanes, statementTimeoutMs: 0 }))
  try {
    await migrate(own.url)
    await openMasterKey(db, config.masterKey)
    const brought = await bringFiles(db, keepFilesIn(await openStore(config.files)), origin.owner.filesDir)
    const breaches = await proveEveryCompany(db, console.log)
    console.log(`${config.dataDir} is restored to ${moment.toISOString()}. ${brought} files were copied from ${origin.owner.filesDir}.`)
    console.log(`${origin.owner.dataDir} and its archive are unchanged. Start the restored server with a different ARCHIVE_DIR.`)
    return breaches === 0 ? 0 : 1
  } finally {
    await db.destroy()
    await own.stop()
  }
}

/** Files that rows name and this store lacks, from where the server had them; what is not there either, the proof names. */
async function bringFiles(db: Database, store: FileStore, filesDir: string): Promise<number> {
  const { rows } = await db.transaction().execute(async tx => {
    await setScopeToAll(tx)
    return sql<{ company: number; hash: string; size: number; apart: boolean }>`
      select company_id as company, encode(sha256, 'hex') as hash, min(size) as size, false as apart from attachment group by 1, 2
      union all
      select company_id, encode(sha256, 'hex'), min(size), true from quarantined_file group by 1, 2`.execute(tx)
  })
  const from = folderStore(filesDir)
  let brought = 0
  for (const { company, hash, size, apart } of rows) {
    const key = (apart ? quarantineKeyOf : keyOf)(company, hash)
    if ((await store.has(key)) || !(await from.has(key))) continue
    await fetchInto(store, key, await from.open(key), { size, sha256: hash })
    brought++
  }
  return brought
}
