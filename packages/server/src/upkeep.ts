import { sql } from 'kysely'
import type { Logger } from 'pino'
import { sweepSessions } from './modules/access/index.ts'
import { sweepExports } from './modules/export/index.ts'
import { foldLedger } from './modules/ledger/index.ts'
import { sweepMessages } from './modules/message/index.ts'
import { foldWaiting, type Pace } from './modules/statistics/index.ts'
import { startSealing } from './platform/audit-chain.ts'
import { noteHeads } from './platform/audit-heads.ts'
import { sweepFiles } from './platform/files/sweep.ts'
import { productClock } from './platform/clock.ts'
import { enter } from './platform/command.ts'
import type { Database } from './platform/database.ts'
import { every } from './platform/every.ts'
import { giveBack } from './platform/jobs/queue.ts'
import { holdLease } from './platform/lease.ts'
import { tellFailure } from './platform/log.ts'

const day = 24 * 60 * 60_000

/**
 * What the product does by itself, beside the requests: seals the audit at once, folds the ledger, gives back the jobs of instances that
 * are no more, and every hour notes how far the audit's chains have come and forgets what has expired; now and then, files that nobody
 * uses. Of several instances one does, for as long as it lives.
 */
export function startUpkeep(db: Database, clock: () => Date, log: Logger, more?: Upkeep): () => Promise<void> {
  const failed = tellFailure(log, 'upkeep failed; it is tried again')
  return holdLease(db, 'upkeep', () => beginUpkeep(db, clock, failed, more), failed)
}

/** Work of one instance alone, from when it begins until what it returns is called. */
type Upkeep = (failed: (error: unknown) => void) => () => Promise<unknown>

function beginUpkeep(db: Database, clock: () => Date, failed: (error: unknown) => void, more?: Upkeep): () => Promise<unknown> {
  const hour = 60 * 60_000
  const stops = [
    startSealing(db, failed),
    every(hour, () => byAgreedTime(() => forget(db, clock())), failed),
    every(hour, () => noteHeads(db, clock()), failed),
    every(6 * hour, () => byAgreedTime(async () => sweepFiles(db, clock(), await allCompanies(db))), failed),
    every(5_000, () => fold(db), failed),
    startFolding(db, failed),
    every(3_000, () => giveBack(db), failed),
    ...(more ? [more(failed)] : []),
  ]
  return () => Promise.all(stops.map(stop => stop()))
}

/** What is old is not thrown away while the clocks differ: it may not be old at all. */
const byAgreedTime = async (act: () => Promise<unknown>): Promise<unknown> => (productClock().fault ? undefined : act())

/** Spread over nearly the time until the next round. */
function startFolding(db: Database, failed: (error: unknown) => void): () => Promise<unknown> {
  const ending = new AbortController()
  const stop = every(5_000, () => foldStatistics(db, { withinMs: 4_500, signal: ending.signal }), failed)
  return () => {
    ending.abort()
    return stop()
  }
}

const allCompanies = async (db: Database): Promise<number[]> =>
  (await sql<{ company: number }>`select company from company_directory`.execute(db)).rows.map(({ company }) => company)

/** Gathers what waits on the ledger's clearing accounts, until nothing waits. */
export async function fold(db: Database): Promise<void> {
  const companies = await allCompanies(db)
  while ((await foldLedger(db, companies)) > 0);
}

/** Brings what waits into the cells of the statistics; nobody waits for the pauses between its portions where none are asked for. */
export const foldStatistics = async (db: Database, pace: Partial<Pace> = {}): Promise<void> =>
  foldWaiting(db, await allCompanies(db), { withinMs: 0, ...pace })

/**
 * Sessions that have ended; answers kept for a repeated request: for a day, for devices a month; events, and jobs that were done,
 * that a week has passed over.
 * @source decisions.md O9
 */
export async function forget(db: Database, now: Date): Promise<void> {
  const companies = await allCompanies(db)
  await db.transaction().execute(async tx => {
    await enter(tx, companies)
    await sweepSessions(tx, now)
    await sweepMessages(tx, now)
    await sweepExports(tx, now)
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
