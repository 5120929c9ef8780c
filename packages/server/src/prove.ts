import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { proofOf } from './modules/ledger/index.ts'
import { enter } from './platform/command.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { startPostgres } from './platform/embedded-postgres.ts'

/** `npm run prove`: replays the book of every company and says what it found, a line for each law. Ends with 1 on a breach. */
async function prove(): Promise<boolean> {
  const { databaseUrl, dataDir } = readConfig()
  const home = join(dataDir, 'postgres')
  if (!databaseUrl && !existsSync(home)) {
    console.error(`There is no database in ${dataDir} yet: run npm start once.`)
    return false
  }
  const own = databaseUrl ? undefined : await startPostgres(home)
  const db = openDatabase(openPool(databaseUrl ?? own!.url('forecourt'), { max: 1, statementTimeoutMs: 0 }))
  try {
    const { rows: companies } = await sql<{
      company: number
      code: string
    }>`select company, code from company_directory order by code`.execute(db)
    let breaches = 0
    for (const { company, code } of companies) breaches += await proveCompany(db, company, code)
    console.log(breaches === 0 ? `${companies.length} companies: every law holds.` : `${breaches} breaches.`)
    return breaches === 0
  } finally {
    await db.destroy()
    // A server that runs keeps its database; one that was started for this ends with it.
    if (own && own.how !== 'attached to a survivor') await own.stop()
  }
}

/** In one snapshot, beside a server that goes on. */
async function proveCompany(db: ReturnType<typeof openDatabase>, company: number, code: string): Promise<number> {
  const laws = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      await enter(tx, [company])
      return proofOf(tx)
    })
  for (const { law, says, checked, breaches, examples } of laws) {
    const found = breaches ? `: ${breaches}, e.g. ${examples.join('; ')}` : ''
    console.log(`${breaches ? 'BROKEN' : 'holds '} ${code} ${law.padEnd(3)} ${String(checked).padStart(8)}  ${says}${found}`)
  }
  return laws.reduce((sum, { breaches }) => sum + breaches, 0)
}

process.exitCode = (await prove()) ? 0 : 1
