import { resolve } from 'node:path'
import { besideServer } from './beside-server.ts'
import { ending } from './ending.ts'
import { takeBackup } from './platform/backup/take.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { openStore } from './platform/files/open-store.ts'
import { openMasterKey } from './platform/master-key.ts'

const usage = `npm run backup -- <folder>

Writes every table and every uploaded file as they stand now into a new folder, beside a server that goes on. The master key is not in it.`

async function backup(): Promise<number> {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || more.length > 0) {
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
    console.log(`${what} are in ${resolve(folder)}: all that was acknowledged before ${mark}.`)
    console.log(
      `Not in it: the master key ${masterKeys.join(', ')}. Keep ${config.masterKey.given ? 'MASTER_KEY' : config.masterKey.file} apart.`,
    )
    for (const each of lost) console.error(`Not in it, for the store has lost it: ${each}.`)
    return lost.length === 0 ? 0 : 1
  })
}

process.exitCode = await ending(backup)
