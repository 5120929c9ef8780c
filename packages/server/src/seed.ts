import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UserBody } from '@forecourt/contract'
import pg from 'pg'
import { besideServer } from './beside-server.ts'
import { ending } from './ending.ts'
import { addUser } from './modules/access/index.ts'
import { execute, systemActor, type Ctx, type Handler } from './platform/execution/command.ts'
import { readConfig, type Config } from './platform/config/config.ts'
import { openDatabase, openPool } from './platform/postgres/database.ts'
import { openMasterKey } from './platform/config/master-key.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { parsed } from './platform/execution/validate.ts'

const usage = `npm run seed -- [--seed 1] [--companies 2] [--stations 4] [--orders 20000] [--cards 1000] [--days 730] [--until <today>]

Fills a database with companies and their sales, for measuring and for trying the product. All numbers are totals; stations differ in size.
The same seed and the same day make the same records. A database is filled once.
Run npm start once before, and stop it before a large fill.`

const options = {
  seed: { type: 'string', default: '1' },
  companies: { type: 'string', default: '2' },
  stations: { type: 'string', default: '4' },
  orders: { type: 'string', default: '20000' },
  cards: { type: 'string' },
  days: { type: 'string', default: '730' },
  until: { type: 'string' },
} as const

interface Wanted {
  readonly seed: number
  readonly companies: number
  readonly stations: number
  readonly orders: number
  readonly cards: number
  readonly days: number
  /** The first day of sales. */
  readonly start: string
}

/** What was typed, if it makes sense. Ids leave room for so much and no more. */
function wanted(today: Temporal.PlainDate): Wanted | undefined {
  const { values: typed } = parseArgs({ options })
  const [seed, companies, stations, orders, days] = [typed.seed, typed.companies, typed.stations, typed.orders, typed.days].map(Number)
  const cards = typed.cards ? Number(typed.cards) : Math.min(100_000, Math.max(20 * companies!, Math.ceil(orders! / 20)))
  const until = typed.until ? Temporal.PlainDate.from(typed.until) : today
  const start = until.subtract({ days: days! }).toString()
  const fits =
    [seed, companies, stations, orders, cards, days].every(each => Number.isSafeInteger(each) && each! > 0) &&
    companies! <= stations! &&
    companies! <= 90 &&
    stations! <= 2000 &&
    cards / companies! < 100_000 &&
    orders! / stations! < 10_000_000 &&
    days! < 4000
  return fits ? { seed: seed!, companies: companies!, stations: stations!, orders: orders!, cards, days: days!, start } : undefined
}

type Values = Record<string, number | string>
/** A script with its values in place: numbers and a date, made here and nowhere else. */
const script = (name: string, values: Values) =>
  Object.entries(values).reduce(
    (text, [key, value]) => text.replaceAll(new RegExp(`:${key}\\b`, 'g'), String(value)),
    readFileSync(join(import.meta.dirname, 'seed', `${name}.sql`), 'utf8'),
  )

const filled = [
  'sale_order',
  'order_line',
  'order_discount',
  'pay_transaction',
  'ledger_entry',
  'ledger_move',
  'user_card_detail',
  'statistic_aggregate',
]
/** Sales that are made at a time: as many as memory holds beside everything else. */
const portion = 200_000

async function fill(client: pg.Client, asked: Wanted): Promise<void> {
  const { seed, companies, stations, orders, cards, days, start } = asked
  const common = { seed, start, days, turn_days: Math.ceil(days / 8), cards: Math.ceil(cards / companies) }
  const firstOf = (company: number) => Math.floor(((company - 1) * stations) / companies) + 1
  await client.query(script('roll', common))
  for (let company = 1; company <= companies; company++) {
    const own = { ...common, company, first: firstOf(company), last: firstOf(company + 1) - 1 }
    await client.query(script('company', own))
  }
  await client.query(
    `create temp table seed_site as select station.id as station_id, company_id, substr(station.code, 2)::int as nth,
       substr(company.code, 5)::bigint as company, ($1::bigint[])[substr(station.code, 2)::int] as orders
     from station join company on company.id = company_id where company.code like 'seed%'`,
    [sharesOf(stations, seed, orders)],
  )
  // What constraints and triggers would check and note row by row is made right here, and proven by the invariants of the books.
  await client.query('analyze seed_site; set session_replication_role = replica')
  const later = await withoutIndexes(client, orders)
  const slices = Math.min(days, Math.max(4, Math.ceil(orders / portion)))
  for (let slice = 0; slice < slices; slice++) {
    const [from, to] = [Math.floor((slice * days) / slices), Math.floor(((slice + 1) * days) / slices)]
    await client.query(script('sales', { ...common, from, to }))
    if (process.stdout.isTTY) process.stdout.write(`\r${Math.round((100 * (slice + 1)) / slices)} % of the sales `)
  }
  for (const statement of later) await client.query(statement)
  await client.query(`analyze ${filled.join()}`)
  for (let company = 1; company <= companies; company++)
    await client.query(script('money', { ...common, company, first: firstOf(company) }))
  await client.query(`${script('balances', common)} ${script('cells', common)} ${script('whole', common)}`)
  await client.query('set session_replication_role = origin')
  await client.query(`select setval('ledger_turn', (select max(n) from ledger_entry))`)
}

const password = 'Seed-Forecourt-1'
const mobileOf = (company: number) => `137${String(company).padStart(8, '0')}`

/** One for each company, with a password that everyone knows: these are demo companies, and no production server starts beside them. */
async function hireAdmins(url: string, { masterKey }: Config, now: Date): Promise<void> {
  const db = openDatabase(openPool(url, { max: 1 }))
  try {
    await openMasterKey(db, masterKey)
    const companies = await db.selectFrom('companyDirectory').where('code', 'like', 'seed%').select(['code', 'company']).execute()
    for (const { code, company } of companies) {
      const admin = { name: '管理员 Admin', mobile: mobileOf(Number(code.slice(4))), password, roles: [{ defaultRole: 'admin' }] }
      const hire = async (ctx: Ctx) => void (await addUser(ctx, parsed(UserBody, admin, 'en')))
      const act = { endpoint: { method: 'POST', path: '/users', permission: 'public', rows: true }, run: hire } as unknown as Handler
      await execute(db, act, systemActor(company, 'seed'), atTheConsole, now, {})
    }
  } finally {
    await db.destroy()
  }
}
const atTheConsole = { requestId: 'seed', language: 'en', ip: '127.0.0.1', userAgent: 'console', secure: false } as const

/** How many orders each station makes: the largest some seven times the smallest. */
function sharesOf(stations: number, seed: number, orders: number): number[] {
  const weights = Array.from({ length: stations }, (_, at) => 0.3 + ((((at + 1) * 7919 + seed * 104_729) % 1000) / 1000) ** 2 * 1.7)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let [sum, given] = [0, 0]
  return weights.map(weight => {
    sum += weight
    const upTo = Math.round((sum / total) * orders)
    const own = upTo - given
    given = upTo
    return own
  })
}

/** From so many orders on a seed has the tables to itself. */
const many = 10_000

/** Why this database cannot be seeded as it stands. */
async function refusalOf(client: pg.Client, orders: number): Promise<string | undefined> {
  const { rows } = await client.query<{ seeded: boolean; served: boolean }>(
    `select exists (select from company where code like 'seed%') as seeded,
       exists (select from lease where expires_date > now()) as served`,
  )
  if (rows[0]!.seeded) return 'This database was seeded before: npm start -- --fresh empties it, or choose another one.'
  if (rows[0]!.served && orders >= many)
    return `A server works on this database: stop it first, for ${many} orders or more take its indexes away while they are written.`
  return undefined
}

/** Where much is written, indexes are taken away, but for those that others refer to. @returns how to put them back */
async function withoutIndexes(client: pg.Client, orders: number): Promise<string[]> {
  if (orders < many) return []
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select case when own.oid is null then format('drop index %s', indexrelid::regclass)
         else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as drop,
       case when own.oid is null then pg_get_indexdef(indexrelid)
         else format('alter table %s add constraint %I %s', indrelid::regclass, conname, pg_get_constraintdef(own.oid)) end as make
     from pg_index left join pg_constraint own on own.conindid = indexrelid and own.contype in ('p', 'u')
     where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint other where other.conindid = indexrelid and other.contype = 'f')`,
    [filled],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ make }) => make)
}

async function seed(): Promise<number> {
  const asked = wanted(Temporal.Now.plainDateISO('Asia/Shanghai'))
  if (!asked) {
    console.error(usage)
    return 2
  }
  const config = readConfig()
  return besideServer(config, async url => {
    mkdirSync(config.dataDir, { recursive: true })
    await migrate(url)
    const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c statement_timeout=0 -c jit=off' })
    await client.connect()
    try {
      await client.query(`set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set temp_buffers = '128MB'`)
      const refusal = await refusalOf(client, asked.orders)
      if (refusal) {
        console.error(refusal)
        return 1
      }
      const began = performance.now()
      // All or nothing: what ends in the middle leaves no half of a company behind.
      await client.query('begin')
      await fill(client, asked)
      await client.query('commit')
      await client.query('vacuum analyze')
      await hireAdmins(url, config, new Date())
      const seconds = (performance.now() - began) / 1000
      console.log(`Created ${asked.orders} orders in ${seconds.toFixed(1)} s (${Math.round(asked.orders / seconds)} a second).`)
      console.log(
        `Company codes: seed1 to seed${asked.companies}. Sign in to seed1 with mobile number ${mobileOf(1)} and password ${password}.`,
      )
      return 0
    } finally {
      await client.end()
    }
  })
}

process.exitCode = await ending(seed)
