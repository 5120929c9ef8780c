import { join, resolve } from 'node:path'
import { besideServer } from './beside-server.ts'
import { ending } from './ending.ts'
import { renewBase } from './platform/archive/keep.ts'
import { BackupRefused } from './platform/backup/manifest.ts'
import { takeBackup } from './platform/backup/take.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import { openDatabase, openPool } from './platform/postgres/database.ts'
import { openStore } from './platform/storage/open-store.ts'
import { openMasterKey } from './platform/config/master-key.ts'

const usage = `npm run backup -- <folder>

Writes every table and every uploaded file as they are now into a new folder. The server may keep running. The master key is not included.

npm run backup -- --base

Takes a base backup into ARCHIVE_DIR. Any later moment can be restored from it.`

async function backup(): Promise<number> {
  const [folder, ...more] = process.argv.slice(2)
  if (folder === '--base' && more.length === 0) return base(readConfig())
  if (!folder || folder.startsWith('-') || more.length > 0) {
    console.error(usage)
    return 2
  }
  const config = readConfig()
  return besideServer(config, async url => {
    const db = openDatabase(openPool(url, { max: 1 }))
    await openMasterKey(db, config.masterKey).finally(() => db.destroy())
    const { manifest, lost } = await takeBackup(url, resolve(folder), await openStore(config.files))
    const { mark, tables, masterKeys, files = [] } = manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const what = `${rows} rows of ${tables.length} tables and ${files.length} files`
    console.log(`Backup complete in ${resolve(folder)}: ${what}, everything saved before ${mark}.`)
    console.log(
      `The master key ${masterKeys.join(', ')} is not included. ` +
        `Keep a copy of ${config.masterKey.given ? 'MASTER_KEY' : config.masterKey.file} in another place.`,
    )
    for (const each of lost) console.error(`Missing, because the file store no longer has it: ${each}.`)
    return lost.length === 0 ? 0 : 1
  })
}

async function base(config: Config): Promise<number> {
  const { archive } = config
  if (!archive) throw new BackupRefused('ARCHIVE_DIR is not set: it names the folder of the archive.')
  return besideServer(config, async url => {
    const db = openDatabase(openPool(url, { max: 1 }))
    await openMasterKey(db, config.masterKey).finally(() => db.destroy())
    const begun = performance.now()
    const { base, bases, segments } = await renewBase(url, join(config.dataDir, 'postgres'), archive.kept)
    const bytes = base.files.reduce((sum, { size }) => sum + size, 0)
    const took = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`Base backup complete in ${archive.dir}: ${base.files.length} files, ${Math.ceil(bytes / 1_000_000)} MB, ${took} s.`)
    console.log(`Every moment from ${base.ended} on can be restored. Deleted: ${bases} older base backups, ${segments} WAL segments.`)
    return 0
  })
}

process.exitCode = await ending(backup)
