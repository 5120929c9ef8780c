import { sql } from 'kysely'
import type { Logger } from 'pino'
import { modules } from './modules/index.ts'
import type { Pace } from './platform/module.ts'
import { startAppending } from './platform/audit/chain.ts'
import { writeCheckpoints } from './platform/audit/checkpoints.ts'
import { sweepFiles } from './platform/storage/sweep.ts'
import { productClock } from './platform/execution/clock.ts'
import { setScopeToAll } from './platform/execution/command.ts'
import type { Database } from './platform/postgres/database.ts'
import { every } from './platform/jobs/every.ts'
import { releaseLocks } from './platform/jobs/queue.ts'
import { holdLease } from './platform/jobs/lease.ts'
import { tellFailure } from './platform/config/log.ts'

const day = 24 * 60 * 60_000

/**
 * Periodic maintenance: appends audit entries to their chains, rolls up what is pending in the ledger and the statistics, releases
 * the job locks of dead instances, writes audit checkpoints and purges expired rows every hour, and unused files every six hours. It runs
 * on one instance, as long as that one lives.
 */
export function startMaintenance(db: Database, clock: () => Date, log: Logger, more?: Maintenance): () => Promise<void> {
  const failed = tellFailure(log, 'maintenance failed; it is tried again')
  return holdLease(db, 'maintenance', () => beginMaintenance(db, clock, failed, more), failed)
}

/** Work of a single instance, from its start until the function that it returns is called. */
type Maintenance = (failed: (error: unknown) => void) => () => Promise<unknown>

function beginMaintenance(db: Database, clock: () => Date, failed: (error: unknown) => void, more?: Maintenance): () => Promise<unknown> {
  const hour = 60 * 60_000
  const stops = [
    startAppending(db, failed),
    every(hour, () => byAgreedTime(() => purgeExpired(db, clock())), failed),
    every(hour, () => writeCheckpoints(db, clock()), failed),
    every(6 * hour, () => byAgreedTime(async () => sweepFiles(db, clock(), await allCompanies(db))), failed),
    startRollUps(db, failed),
    startWatching(db, failed),
    every(3_000, () => releaseLocks(db), failed),
    ...(more ? [more(failed)] : []),
  ]
  return () => Promise.all(stops.map(stop => stop()))
}

/** Nothing is purged while the clocks differ: it may not have expired at all. */
const byAgreedTime = async (act: () => Promise<unknown>): Promise<unknown> => (productClock().fault ? undefined : act())

/** Spread evenly over almost all of the interval. */
function startRollUps(db: Database, failed: (error: unknown) => void): () => Promise<unknown> {
  const ending = new AbortController()
  const stop = every(5_000, () => rollUp(db, { withinMs: 4_500, signal: ending.signal }), failed)
  return () => {
    ending.abort()
    return stop()
  }
}

function startWatching(db: Database, failed: (error: unknown) => void): () => Promise<unknown> {
  const ending = new AbortController()
  const stop = every(2_000, () => watch(db, { withinMs: 0, signal: ending.signal }), failed)
  return () => {
    ending.abort()
    return stop()
  }
}

/** Looks at what has just happened, in every module that does. */
async function watch(db: Database, pace: Pace): Promise<void> {
  const companies = await allCompanies(db)
  for (const { watches = [] } of modules) for (const each of watches) await each(db, companies, pace)
}

const allCompanies = async (db: Database): Promise<number[]> =>
  (await sql<{ company: number }>`select company from company_directory`.execute(db)).rows.map(({ company }) => company)

/** Rolls up what is pending in every module, at once unless a pace is given. */
export async function rollUp(db: Database, pace: Partial<Pace> = {}): Promise<void> {
  const companies = await allCompanies(db)
  for (const { rollups = [] } of modules) for (const each of rollups) await each(db, companies, { withinMs: 0, ...pace })
}

/**
 * Purges ended sessions; idempotency keys after a day, of devices after a month; events and finished jobs after a week.
 * @source decisions.md O9
 */
export async function purgeExpired(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async begun => {
    const tx = await setScopeToAll(begun)
    for (const { maintenance = [] } of modules) for (const purge of maintenance) await purge(tx, now)
    const before = (days: number) => new Date(now.getTime() - days * day).toISOString()
    await tx
      .deleteFrom('idempotencyKey')
      .where('at', '<', before(1))
      .where(keys => keys.or([keys('actor', 'not like', 'device:%'), keys('at', '<', before(31))]))
      .execute()
    await tx.deleteFrom('outboxEvent').where('at', '<', before(7)).execute()
    await tx.deleteFrom('job').where('state', 'in', ['done', 'cancelled']).where('finishedDate', '<', before(7)).execute()
  })
}
