import { resolve } from 'node:path'
import { besideServer } from './beside-server.ts'
import { ending } from './ending.ts'
import { takeBackup } from './platform/backup/take.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { openMasterKey } from './platform/master-key.ts'

const usage = `npm run backup -- <folder>

Writes every table as it stands now into a new folder, beside a server that goes on. The master key is not in it.`

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
    const { mark, tables, masterKeys } = await takeBackup(url, resolve(folder))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${rows} rows of ${tables.length} tables are in ${resolve(folder)}: all that was acknowledged before ${mark}.`)
    console.log(
      `Not in it: the master key ${masterKeys.join(', ')}. Keep ${config.masterKey.given ? 'MASTER_KEY' : config.masterKey.file} apart.`,
    )
    return 0
  })
}

process.exitCode = await ending(backup)
