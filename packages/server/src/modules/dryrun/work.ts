import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { longTask, type Job } from '../../platform/jobs/task.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { daysOf, widest } from './calendar.ts'
import { boughtBy } from './bought.ts'
import { salesBetween } from './past-sales.ts'
import { Replaying } from './replaying.ts'
import { readRun, type Run } from './run.ts'

/** About so many sales are read in one transaction. */
const portion = 1500
/** So many are reckoned in one go: calls wait for no more than these. */
const inOneGo = 50
const hourMs = 3_600_000
const [shortestHours, longestHours] = [1, 14 * 24]

/** Goes through the sales of the time, in portions; whatever interrupts it, it begins again. */
export const dryRunTask = longTask('dryRun.replay', z.object({ id: z.int() }), (job, { id }) => doRun(job, id), { attemptsMax: 3 })

type Work = Pick<Job, 'companyId' | 'last' | 'signal' | 'within'>

/** Does what was asked for, unless it was cancelled. */
export async function doRun(job: Work, id: number): Promise<void> {
  const run = await job.within(ctx => begin(ctx, id))
  if (!run) return
  try {
    await goThrough(job, run)
  } catch (thrown) {
    if (job.last) await job.within(ctx => fail(ctx, id))
    throw thrown
  }
}

const running = ({ tx }: Ctx, id: number) => tx.updateTable('dryRun').where('id', '=', id).where('status', '=', 'running')

async function begin(ctx: Ctx, id: number): Promise<Run | undefined> {
  const begun = await ctx.tx
    .updateTable('dryRun')
    .set({ status: 'running', progress: 0 })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returning('id')
    .executeTakeFirst()
  return begun && readRun(ctx, id)
}

async function fail(ctx: Ctx, id: number): Promise<void> {
  await running(ctx, id).set({ status: 'fail', finishedDate: ctx.now }).execute()
}

async function goThrough(job: Work, run: Run): Promise<void> {
  const { companyId, stationIds, tried, given, isReal, fromDay, untilDay, zone } = run
  const days = daysOf(fromDay, untilDay, zone)
  const replaying = new Replaying({ companyId, stationIds, tried, given, isReal, days })
  await job.within(({ tx }) => replaying.start(tx))
  const { from, until } = widest(days)
  let hours = 24
  for (let at = from; at < until; ) {
    job.signal?.throwIfAborted()
    const next = new Date(Math.min(until.getTime(), at.getTime() + hours * hourMs))
    const begins = at
    const began = performance.now()
    const found = await job.within(ctx => look(ctx, run, replaying, begins, next, share(from, next, until)))
    if (found === undefined) return
    hours = Math.min(longestHours, Math.max(shortestHours, Math.floor((hours * portion) / Math.max(1, found))))
    at = next
    await rest(performance.now() - began, job.signal)
  }
  await job.within(ctx => finish(ctx, run, replaying, days))
}

/** Of the time that it worked, it rests so much: nobody waits at a till for a dry run. */
const restShare = 0.75
/** Tills pay and pumps report meanwhile, on the same processors. @throws AbortError where the server ends */
const rest = (workedMs: number, signal: AbortSignal | undefined) => wait(workedMs * restShare, undefined, signal && { signal })

const share = (from: Date, at: Date, until: Date): number =>
  Math.min(99, Math.floor((100 * (at.getTime() - from.getTime())) / (until.getTime() - from.getTime())))

/** @returns how many sales there were; nothing once it was cancelled */
async function look(ctx: Ctx, run: Run, replaying: Replaying, from: Date, until: Date, progress: number): Promise<number | undefined> {
  const { numUpdatedRows } = await running(ctx, run.id).set({ progress }).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return undefined
  await replaying.giving?.read(ctx.tx, run.companyId, from, until)
  const sales = await salesBetween(ctx.tx, run, from, until)
  for (const [nth, sale] of sales.entries()) {
    if (nth % inOneGo === inOneGo - 1) await turn()
    replaying.look(sale)
  }
  return sales.length
}

async function finish(ctx: Ctx, run: Run, replaying: Replaying, days: readonly { readonly day: string }[]): Promise<void> {
  const { id, companyId, currency, isReal, tried } = run
  const levels = replaying.levels.result(days.map(({ day }) => day))
  const all = levels.at(-1)!
  const result = {
    currency,
    ...replaying.sums,
    given: replaying.giving?.given ?? null,
    coupons: replaying.giving?.coupons ?? null,
    booked: isReal ? replaying.booked : null,
    bought: isReal ? await boughtBy(ctx.tx, run, [...replaying.customers]) : null,
    notes: replaying.notes(),
    levels,
  }
  const found = { result: JSON.stringify(result), rivals: JSON.stringify(replaying.levels.rivals()) }
  const { numUpdatedRows } = await running(ctx, id)
    .set({ ...found, status: 'done', progress: 100, orderCount: all.orders, costCents: all.costCents, finishedDate: ctx.now })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  const lists = [...replaying.levels.days].map(([day, its]) => ({ companyId, dryRunId: id, day, ...its }))
  for (const list of lists) await insertRows(ctx.tx, 'dryRunDay', [list])
  ctx.audit('dryRuns.done', `dryRuns:${id}`, { tried: tried.kind, orders: all.orders }, companyId)
}

/** Results are kept for so long. */
const keptDays = 90

/** What nobody has asked about for a season is purged. */
export async function forgetRuns(tx: Ctx['tx'], now: Date): Promise<void> {
  await tx
    .deleteFrom('dryRun')
    .where('finishedDate', '<', sql<string>`${now}::timestamptz - make_interval(days => ${keptDays}::int)`)
    .execute()
}
