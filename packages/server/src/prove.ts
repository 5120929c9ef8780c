import { besideServer } from './beside-server.ts'
import { proofLanes, proveEveryCompany } from './every-invariant.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabase, openPool } from './platform/postgres/database.ts'
import { ending } from './ending.ts'
import { setCheckpointFolder } from './platform/audit/checkpoints.ts'
import { openStore } from './platform/storage/open-store.ts'
import { keepFilesIn } from './platform/storage/store.ts'
import { holdKeysFor } from './platform/config/master-key.ts'

/** `npm run prove`: ends with 1 on a breach. */
async function prove(): Promise<number> {
  const config = readConfig()
  // The heads that were noted outside bear a signature; without the key none can be known.
  holdKeysFor([], config.masterKey)
  setCheckpointFolder(config.auditDir)
  return besideServer(config, async url => {
    keepFilesIn(await openStore(config.files))
    const db = openDatabase(openPool(url, { max: proofLanes, statementTimeoutMs: 0 }))
    try {
      return (await proveEveryCompany(db, console.log)) === 0 ? 0 : 1
    } finally {
      await db.destroy()
    }
  })
}

process.exitCode = await ending(prove)
