import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { proofOf } from './modules/ledger/index.ts'
import { verifyChain } from './platform/audit-chain.ts'
import { headsOf } from './platform/audit-heads.ts'
import { enter } from './platform/command.ts'
import type { Database, Tx } from './platform/database.ts'
import { files, keyOf, FileLost } from './platform/files/store.ts'

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
      const { heads, forged } = await headsOf(company)
      const { sealed, broken } = await verifyChain(tx, company, heads)
      const chain = {
        law: 'I29',
        says: 'the audit chain is as it was sealed',
        checked: sealed + (broken ? 1 : 0),
        breaches: broken ? 1 : 0,
        examples: broken ? [`link ${broken.n}${broken.auditEntryId ? `, entry ${broken.auditEntryId}` : ''}: ${broken.why}`] : [],
      }
      const noted = {
        law: 'I29',
        says: 'every head of the chain that was noted outside bears our signature',
        checked: heads.length + (forged ? 1 : 0),
        breaches: forged ? 1 : 0,
        examples: forged ? [`head ${forged.n} of ${forged.at}`] : [],
      }
      return [...(await proofOf(tx)), chain, noted, await filesLaw(tx, company)]
    })
  for (const { law, says, checked, breaches, examples } of laws) {
    const found = breaches ? `: ${breaches}, e.g. ${examples.join('; ')}` : ''
    say(`${breaches ? 'BROKEN' : 'holds '} ${code} ${law.padEnd(3)} ${String(checked).padStart(8)}  ${says}${found}`)
  }
  return laws.reduce((sum, { breaches }) => sum + breaches, 0)
}

/** Reads every file that a row names, and reckons its hash anew. */
async function filesLaw(tx: Tx, company: number) {
  const rows = await tx
    .selectFrom('attachment')
    .where('companyId', '=', company)
    .select(of => ['sha256', of.fn.min('id').as('id'), of.fn.min('size').as('size')])
    .groupBy('sha256')
    .orderBy('id')
    .execute()
  const wrong: string[] = []
  for (const { id, size, sha256 } of rows) {
    const why = await damageOf(company, sha256.toString('hex'), size)
    if (why) wrong.push(`attachment ${id} ${why}`)
  }
  const says = 'every file that a row names is in the store, as it was put'
  return { law: 'F1', says, checked: rows.length, breaches: wrong.length, examples: wrong.slice(0, 3) }
}

async function damageOf(company: number, sha256: string, size: number): Promise<string | undefined> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of await files().open(keyOf(company, sha256))) {
      hash.update(chunk as Buffer)
      read += (chunk as Buffer).length
    }
  } catch (error) {
    if (error instanceof FileLost) return 'is missing'
    throw error
  }
  return hash.digest('hex') === sha256 && read === size ? undefined : 'is not what was put'
}
