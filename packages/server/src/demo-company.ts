import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { demoFacts, seedDemo, type DemoCompany, type DemoFacts } from './modules/demo/index.ts'
import { setScopeToAll } from './platform/execution/command.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/postgres/database.ts'

/** The demo's passwords are printed: no real business may stand beside it. */
export class DemoRefused extends Error {}

/** Makes the demo in a database without any company, except in production. */
export async function seedOnce(db: Database, { mode, demoSize }: Pick<Config, 'mode' | 'demoSize'>, now: Date): Promise<void> {
  if (mode === 'production' || (await companies(db)).length > 0) return
  console.log('Creating the demo company …')
  await seedDemo(db, now, demoSize)
}

/** The demo of this database, if it has one. @throws DemoRefused in production */
export async function findDemo(db: Database, mode: Config['mode']): Promise<DemoFacts | undefined> {
  if (mode !== 'production') return demoFacts(db)
  const demo = await db.transaction().execute(async begun => {
    const tx = await setScopeToAll(begun)
    return tx.selectFrom('company').where('isDemo', '=', true).select('name').executeTakeFirst()
  })
  if (demo)
    throw new DemoRefused(
      `This database holds the demo company ${demo.name}, whose passwords are public. Start production with an empty database.`,
    )
  return undefined
}

async function companies(db: Database): Promise<number[]> {
  const { rows } = await sql<{ company: number }>`select company from company_directory`.execute(db)
  return rows.map(({ company }) => company)
}

/** For a new user at the terminal. */
export function printAccounts({ companies: all }: DemoFacts): void {
  for (const company of all) console.log(`\n${accountsOf(company)}`)
  console.log('')
}

function accountsOf({ name, code, accounts }: DemoCompany): string {
  const passwords = new Set(accounts.map(({ password }) => password))
  const rows = accounts.map(
    ({ role, mobile, name: who, password }) => `  ${role.padEnd(18)}${mobile.padEnd(14)}${passwords.size > 1 ? `${password}  ` : ''}${who}`,
  )
  return [`${name}: company code ${code}${passwords.size === 1 ? `, password ${[...passwords][0]}` : ''}`, ...rows].join('\n')
}

/** For tests from outside: where the demo answers, and everything one needs to be let in. */
export function writeFacts(dataDir: string, where: { address: string; deviceService: string | undefined }, facts: DemoFacts): void {
  writeFileSync(join(dataDir, 'demo.json'), `${JSON.stringify({ ...where, ...facts }, null, 2)}\n`)
}
