import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { live } from '@forecourt/contract'
import { faultNames, type Faults } from '@forecourt/simulator/faults.ts'
import { OverChannel } from '@forecourt/simulator/over-channel.ts'
import { OverHttp } from '@forecourt/simulator/over-http.ts'
import type { Product } from '@forecourt/simulator/product.ts'
import { simulate } from '@forecourt/simulator/simulation.ts'
import { sql } from 'kysely'
import { besideServer } from './beside-server.ts'
import { ending } from './ending.ts'
import { openSimulated } from './modules/demo/index.ts'
import { actorBehind, handlers, modules } from './modules/index.ts'
import { liveHostOf } from './modules/live/index.ts'
import { readConfig, WrongSettings, type Config } from './platform/config/config.ts'
import { openLog } from './platform/config/log.ts'
import { openMasterKey } from './platform/config/master-key.ts'
import { serve } from './platform/http/http.ts'
import { startLive } from './platform/live/channel.ts'
import { openDatabase, openPool, type Database } from './platform/postgres/database.ts'
import { startPostgres } from './platform/postgres/embedded-postgres.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { performOf } from './start-live.ts'
import { asRefusal } from './platform/postgres/refusals-of-postgres.ts'

const usage = `npm run simulate -- [--seed 1] [--days 30] [--from 2026-03-02] [--speed max] [--customers 400] [--fault lost=0.1 …]
                    [--zone Asia/Shanghai] [--company <code>]

Lets a station live for some days, through the calls that its equipment and its staff make, and prints what came of it: the same seed
makes the same business. Without --company this happens in a database of its own, which is removed again; with it a company of that code
is made in the database of the settings, to be looked at. --speed is how many times faster than life.
Faults: ${faultNames.join(', ')}.`

const options = {
  seed: { type: 'string', default: '1' },
  days: { type: 'string', default: '30' },
  from: { type: 'string', default: '2026-03-02' },
  speed: { type: 'string', default: 'max' },
  customers: { type: 'string', default: '400' },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  zone: { type: 'string', default: 'Asia/Shanghai' },
  company: { type: 'string' },
} as const

function wanted() {
  const { values: typed } = parseArgs({ options })
  const [seed, days, customers] = [typed.seed, typed.days, typed.customers].map(Number)
  const speed = typed.speed === 'max' ? Infinity : Number(typed.speed)
  const faults = Object.fromEntries(typed.fault.map(each => each.split('=')).map(([name, rate]) => [name, Number(rate)])) as Faults
  const known = Object.entries(faults).every(([name, rate]) => (faultNames as readonly string[]).includes(name) && rate >= 0)
  const fits = [seed, days, customers].every(each => Number.isSafeInteger(each) && each! >= 0) && speed > 0 && known
  const zoned = Intl.supportedValuesOf('timeZone').includes(typed.zone)
  return fits && zoned ? { ...typed, seed: seed!, days: days!, customers: customers!, speed, faults } : undefined
}
type Wanted = NonNullable<ReturnType<typeof wanted>>

interface Opened {
  readonly db: Database
  readonly url: string
}

/** The database of the settings, where a company is named; else one of its own that is gone afterwards. */
async function inDatabase<T>(config: Config, company: string | undefined, use: (opened: Opened) => Promise<T>): Promise<T> {
  const open = async (url: string, keyFile: Config['masterKey']) => {
    const db = openDatabase(openPool(url, { max: 6 }))
    try {
      await openMasterKey(db, keyFile)
      return await use({ db, url })
    } finally {
      await db.destroy()
    }
  }
  if (company !== undefined) return besideServer(config, url => open(url, config.masterKey))
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-simulation-'))
  const own = await startPostgres(join(folder, 'postgres'))
  try {
    await migrate(own.url('postgres'))
    return await open(own.url('postgres'), { given: undefined, file: join(folder, 'key') })
  } finally {
    await own.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Calls and what devices say are answered on this machine alone, and their callers say what time it is. */
async function served<T>({ db, url }: Opened, use: (product: Product) => Promise<T>): Promise<T> {
  const clock = () => new Date()
  const app = await serve(handlers, { db, clock, driven: true, secure: false, authenticate: actorBehind(15) })
  const broker = { host: '127.0.0.1', port: 0, path: live.path }
  const channel = await startLive({ ...liveHostOf(db, clock, performOf(app)), db, url, broker, log: openLog('error') })
  const over = (port: number) => new OverChannel(new OverHttp(`http://127.0.0.1:${port}`), `ws://127.0.0.1:${channel.port}${live.path}`)
  try {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const product = over((app.server.address() as AddressInfo).port)
    return await use(product).finally(() => product.stop())
  } finally {
    await channel.stop()
    await app.close()
  }
}

/** Plans for empty tables would read all rows, while a database looks at its tables by itself once a minute. */
const analyze = (db: Database): Promise<unknown> =>
  db.transaction().execute(async tx => {
    await sql`set local role none`.execute(tx)
    await sql`analyze`.execute(tx)
  })

async function runOf(opened: Opened, { seed, days, from, speed, customers, faults, zone, company = 'simulated' }: Wanted): Promise<number> {
  const start = Temporal.PlainDate.from(from).toZonedDateTime(zone).epochMilliseconds
  const { db } = opened
  const { layout } = await openSimulated(db, company, new Date(start), customers, zone)
  const began = performance.now()
  const { runner, rows, frozen, hash, frozenHash } = await served(opened, product =>
    simulate(layout, product, {
      seed,
      days,
      startMs: start,
      faults,
      asks: true,
      behaviours: modules.flatMap(({ simulation = [] }) => simulation),
      hourMs: 3_600_000 / speed,
      onDay: async day => [0, 1, 3, 9, 27].includes(day) && analyze(db),
    }),
  )
  const { closed, refused, site } = runner
  const sum = (of: (shift: (typeof closed)[number]) => number) => closed.reduce((all, shift) => all + of(shift), 0)
  console.log(`seed ${seed}, ${days} days from ${from}: ${Math.round((performance.now() - began) / 100) / 10} s`)
  console.log(`${sum(({ truth }) => truth.orders)} sales, ${sum(({ truth }) => truth.salesCents) / 100} in ${closed.length} closed shifts`)
  const differing = closed.filter(({ differences }) => differences.length > 0)
  console.log(`shifts whose books differ from what truly was: ${differing.length}; sales that were refused: ${refused.length}`)
  for (const line of refused.slice(0, 5)) console.log(`  ${line}`)
  for (const { endMs, differences } of differing.slice(0, 5))
    console.log(
      `  ${new Date(endMs).toISOString()} ${differences.map(({ figure, truth, book }) => `${figure} ${truth} / ${book}`).join(', ')}`,
    )
  const { approved, declined } = site.log
  const droveAway = declined.filter(({ then }) => then === 'droveAway').length
  console.log(`cards asked for before a fill: ${approved.size} approved, ${declined.length} declined, of which ${droveAway} drove away`)
  for (const name of faultNames) {
    const found = site.log.faults.filter(({ fault }) => fault === name)
    if (found.length > 0) console.log(`fault ${name}: ${found.length}, ${site.log.sum('volumeCl', ({ fault }) => fault === name) / 100} L`)
  }
  console.log(`settlements that nothing came late across: ${frozen.length}, ${frozenHash}`)
  console.log(`business rows: ${rows.length}, ${hash}`)
  return 0
}

async function run(): Promise<number> {
  const want = wanted()
  if (!want) {
    console.error(usage)
    return 2
  }
  const config = readConfig()
  if (config.mode === 'production')
    throw new WrongSettings('A simulation makes its own time, and its passwords are public: never in production.')
  return inDatabase(config, want.company, opened => runOf(opened, want)).catch((error: unknown) => {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    console.error(refusal.body('en').message)
    return 1
  })
}

process.exitCode = await ending(run)
