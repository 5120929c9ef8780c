import { resolve } from 'node:path'
import { ending } from './ending.ts'
import { proofLanes, proveEveryCompany } from './every-invariant.ts'
import { BackupRefused, checkBackup, readManifest, type Manifest } from './platform/backup/manifest.ts'
import { checkVersion, fillFrom } from './platform/backup/restore.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import { openStore } from './platform/storage/open-store.ts'
import { keepFilesIn } from './platform/storage/store.ts'
import { openDatabase, openPool } from './platform/postgres/database.ts'
import { holdKeysFor, openMasterKey } from './platform/config/master-key.ts'
import { distribute, isCoordinator } from './platform/postgres/distribute.ts'
import { openOwnDatabase } from './platform/postgres/own-database.ts'
import { restoreToTime } from './restore-pitr.ts'

const usage = `npm run restore -- <folder>

Fills a new data folder (DATA_DIR), or the empty database that DATABASE_URL names, from a backup, and proves its books. A database of a
Citus cluster is spread over its machines before that.

npm run restore -- --to 2026-11-20T09:30:00Z

Fills a new data folder from the newest base backup in ARCHIVE_DIR before that moment, and the WAL up to it.

The master key of that time must be at MASTER_KEY_FILE or in MASTER_KEY.`

async function restore(): Promise<number> {
  const [given, ...more] = process.argv.slice(2)
  if (given === '--to' && more.length === 1) return restoreToTime(more[0]!, readConfig(), new Date())
  if (!given || given.startsWith('-') || more.length > 0) {
    console.error(usage)
    return 2
  }
  const folder = resolve(given)
  const config = readConfig()
  const read = readManifest(folder)
  checkVersion(read.manifest)
  holdKeysFor([read.seal.key, ...read.manifest.masterKeys], config.masterKey)
  await checkBackup(folder, read)
  return withNewDatabase(config, folder, read.manifest, url => prove(url, config, read.manifest))
}

async function withNewDatabase<T>(config: Config, folder: string, manifest: Manifest, then: (url: string) => Promise<T>): Promise<T> {
  if (config.databaseUrl) {
    const url = config.databaseDirectUrl ?? config.databaseUrl
    await fillFrom(url, folder, manifest, keepFilesIn(await openStore(config.files)))
    // An empty database of a cluster is filled on its coordinator first, and spread when it is whole.
    if (await isCoordinator(url)) console.log(`${await distribute(url)} tables are spread by the company over the machines of the cluster.`)
    return then(url)
  }
  let filled = false
  const own = await openOwnDatabase(config.dataDir, {
    // Taken into use when it is whole: a restore that was cut short leaves nothing behind.
    async make(url) {
      await fillFrom(url, folder, manifest, keepFilesIn(await openStore(config.files)))
      filled = true
    },
    lost: why => console.error(why),
  })
  try {
    if (!filled) throw new BackupRefused(`${config.dataDir} holds a database already: set DATA_DIR to a new folder.`)
    return await then(own.url)
  } finally {
    await own.stop()
  }
}

async function prove(url: string, config: Config, { mark, tables, files = [] }: Manifest): Promise<number> {
  const db = openDatabase(openPool(url, { max: proofLanes, statementTimeoutMs: 0 }))
  try {
    await openMasterKey(db, config.masterKey)
    const breaches = await proveEveryCompany(db, console.log)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`Restored ${rows} rows of ${tables.length} tables and ${files.length} files: everything saved before ${mark}.`)
    return breaches === 0 ? 0 : 1
  } finally {
    await db.destroy()
  }
}

process.exitCode = await ending(restore)
