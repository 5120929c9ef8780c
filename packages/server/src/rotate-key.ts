import { sql } from 'kysely'
import { besideServer } from './beside-server.ts'
import { ending } from './ending.ts'
import { setScopeToAll } from './platform/execution/command.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabase, openPool, type Database } from './platform/postgres/database.ts'
import { addMasterKey, openMasterKey } from './platform/config/master-key.ts'

/** `npm run rotate-key`: a new master key before the old ones; PINs, payment passwords and ID numbers are bound to it as they are used. */
async function rotateKey(): Promise<number> {
  const { masterKey, ...config } = readConfig()
  return besideServer({ masterKey, ...config }, async url => {
    const db = openDatabase(openPool(url, { max: 1 }))
    try {
      await openMasterKey(db, masterKey)
      const { id, text } = addMasterKey(masterKey)
      if (masterKey.given) console.log(`Set this for every instance and restart them:\nMASTER_KEY=${text}`)
      else
        console.log(
          `The new master key ${id} is now the first in ${masterKey.file}. Keep a copy in another place and restart every instance.`,
        )
      const { rebound, stay } = await boundSecrets(db)
      console.log(
        `${rebound} PINs, payment passwords and ID numbers are bound to older keys, each until it is used next; ` +
          `${stay} secrets of mini programs and merchant accounts and keys of codes stay bound to the key they were made under. ` +
          'Leave the old keys where they are.',
      )
      return 0
    } finally {
      await db.destroy()
    }
  })
}

/** How many secrets are bound to the new key once they are used, and how many stay bound to their own. */
async function boundSecrets(db: Database): Promise<{ rebound: number; stay: number }> {
  return db.transaction().execute(async tx => {
    await setScopeToAll(tx)
    const found = await sql<{ rebound: number; stay: number }>`
      select (select count(*) from user_account where has_pin) + (select count(*) from user_card where has_pay_password)
          + (select count(*) from member_profile where id_number_sealed is not null) as rebound,
        (select count(*) from mini_program_secret) + (select count(*) from qr_key)
          + (select count(*) from merchant_secret) as stay`.execute(tx)
    return found.rows[0]!
  })
}

process.exitCode = await ending(rotateKey)
