import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { foundCompany } from './modules/access/index.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabase, openPool } from './platform/postgres/database.ts'
import { startPostgres } from './platform/postgres/embedded-postgres.ts'
import { asRefusal } from './platform/postgres/refusals-of-postgres.ts'
import { Refusal } from './platform/execution/refusal.ts'

const usage = `npm run init -- --code <company code> --company <name> --admin <name> (--mobile <number> | --email <address>)
                [--currency CNY] [--unit 元] [--symbol ¥] [--zone Asia/Shanghai]

Creates a company and its first user, and prints the link with which that user sets a password.
Run npm start once before. The first user of an installation becomes its super administrator.`

const options = {
  code: { type: 'string' },
  company: { type: 'string' },
  admin: { type: 'string' },
  mobile: { type: 'string' },
  email: { type: 'string' },
  currency: { type: 'string' },
  unit: { type: 'string' },
  symbol: { type: 'string' },
  zone: { type: 'string' },
} as const

/** Exit code 2: what was typed is not enough; 1: it was refused. */
async function init(): Promise<number> {
  const { values: typed } = parseArgs({ options })
  if (!typed.code || !typed.company || !typed.admin || !(typed.mobile || typed.email)) {
    console.error(usage)
    return 2
  }
  const { databaseUrl, dataDir, publicUrl, port } = readConfig()
  const own = databaseUrl ? undefined : await startPostgres(join(dataDir, 'postgres'))
  const db = openDatabase(openPool(databaseUrl ?? own!.url('forecourt'), { max: 2 }))
  try {
    const { code, company: name, currency, unit: currencyName, symbol, zone: timeZone, admin, mobile, email } = typed
    const { role, path, expiration } = await foundCompany(
      db,
      {
        company: { code, name, currency, currencyName, symbol, timeZone },
        admin: { name: admin, mobile, email },
      },
      new Date(),
    )
    console.log(`Created ${name} (${code}) with ${admin} as ${role}.\nSet the password before ${expiration} at`)
    console.log(`${publicUrl ?? `http://localhost:${port}`}${path}`)
    return 0
  } catch (error) {
    const refusal = error instanceof Refusal ? error : asRefusal(error)
    if (!refusal) throw error
    const issues = (refusal.detail['issues'] ?? []) as { field: string; message: string }[]
    console.error([refusal.body('en').message, ...issues.map(({ field, message }) => `${field}: ${message}`)].join('\n'))
    return 1
  } finally {
    await db.destroy()
    // A server that runs keeps its database; one that was started for this ends with it.
    if (own && own.how !== 'attached to a survivor') await own.stop()
  }
}

process.exitCode = await init()
