import { sql } from 'kysely'
import { proofOf } from './modules/ledger/index.ts'
import { verifyChain } from './platform/audit-chain.ts'
import { enter } from './platform/command.ts'
import type { Database } from './platform/database.ts'

/** Replays the book of every company and reads its audit chain; says what was found, a line for each law. @returns how many breaches */
export async function proveEveryCompany(db: Database, say: (line: string) => void): Promise<number> {
  const { rows: companies } = await sql<{
    company: number
    code: string
  }>`select company, code from company_directory order by code`.execute(db)
  let breaches = 0
  for (const { company, code } of companies) breaches += await proveCompany(db, company, code, say)
  say(breaches === 0 ? `${companies.length} companies: every law holds.` : `${breaches} breaches.`)
  return breaches
}

/** In one snapshot, beside a server that goes on. */
async function proveCompany(db: Database, company: number, code: string, say: (line: string) => void): Promise<number> {
  const laws = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      await enter(tx, [company])
      const { sealed, broken } = await verifyChain(tx, company)
      const chain = {
        law: 'I29',
        says: 'the audit chain is as it was sealed',
        checked: sealed + (broken ? 1 : 0),
        breaches: broken ? 1 : 0,
        examples: broken ? [`link ${broken.n}${broken.auditEntryId ? `, entry ${broken.auditEntryId}` : ''}: ${broken.why}`] : [],
      }
      return [...(await proofOf(tx)), chain]
    })
  for (const { law, says, checked, breaches, examples } of laws) {
    const found = breaches ? `: ${breaches}, e.g. ${examples.join('; ')}` : ''
    say(`${breaches ? 'BROKEN' : 'holds '} ${code} ${law.padEnd(3)} ${String(checked).padStart(8)}  ${says}${found}`)
  }
  return laws.reduce((sum, { breaches }) => sum + breaches, 0)
}
