import { besideServer } from './beside-server.ts'
import { proveEveryCompany } from './every-law.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { ending } from './ending.ts'

/** `npm run prove`: ends with 1 on a breach. */
async function prove(): Promise<number> {
  return besideServer(readConfig(), async url => {
    const db = openDatabase(openPool(url, { max: 1, statementTimeoutMs: 0 }))
    try {
      return (await proveEveryCompany(db, console.log)) === 0 ? 0 : 1
    } finally {
      await db.destroy()
    }
  })
}

process.exitCode = await ending(prove)
