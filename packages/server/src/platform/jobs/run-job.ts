import { sql } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import { enter, execute, systemActor, type Ctx, type Facts } from '../command.ts'
import type { Database } from '../database.ts'
import { Refusal } from '../refusal.ts'
import type { Job, Task } from './task.ts'

/** As the queue carries it. What is to be done stands in the row. */
export interface Handed {
  readonly jobId: number
  readonly companyId: number
}
export interface JobHost {
  readonly db: Database
  readonly clock: () => Date
  readonly log: Logger
}

/** How long it waits after each failure: from seconds to some six hours. */
export const delayMsAfter = (attempts: number): number => Math.round(1000 * Math.exp(Math.min(attempts, 10)))

/** Somebody else began a later run of it: what this one did is not kept, and the queue must not take the job for done. */
export class Overtaken extends Error {}

/** Runs a job once, and writes down how it went. It never throws for the job's own failure. @throws Overtaken */
export async function runJob(host: JobHost, task: Task, { jobId, companyId }: Handed, signal?: AbortSignal): Promise<void> {
  const begun = await begin(host, jobId, companyId)
  if (!begun) return
  const { attempts, payload, zone } = begun
  const actor = systemActor(companyId, task.name, zone)
  const within = async <T>(deed: (ctx: Ctx) => Promise<T>): Promise<T> => {
    let result!: T
    const run = async (ctx: Ctx) => {
      result = await deed(ctx)
    }
    await execute(host.db, { endpoint, run }, actor, factsOf(jobId), host.clock(), {})
    return result
  }
  const job: Job = { id: jobId, companyId, attempt: attempts, last: attempts >= task.attemptsMax, signal, within }
  const finish = (ctx: Ctx) => setDone(ctx, jobId, attempts)
  try {
    const given = task.payload.parse(payload)
    await task.work?.(job, given)
    await within(async ctx => {
      await task.deed?.(ctx, given)
      await finish(ctx)
    })
  } catch (error) {
    if (error instanceof Overtaken) {
      host.log.warn({ jobId, task: task.name, attempts }, 'another instance runs this job')
      throw error
    }
    await noteFailure(host, job, task, error)
  }
}

/** Rows are the task's own, closed by nobody; it is no call. */
const endpoint = { method: 'POST', path: '/job', permission: 'public', returns: z.unknown(), rows: true } as const
const factsOf = (jobId: number): Facts => ({ requestId: `job:${jobId}`, language: 'zh', ip: '', userAgent: 'job', secure: false })

/** Takes the job for this run. One that has ended meanwhile is nobody's; one that an instance left behind is begun again. */
async function begin({ db, clock }: JobHost, jobId: number, companyId: number) {
  return db.transaction().execute(async tx => {
    await enter(tx, [companyId])
    const { rows } = await sql<{ attempts: number; payload: unknown; zone: string }>`
      update job set state = 'running', attempts = attempts + 1, started_date = ${clock()} from company
      where job.id = ${jobId} and company.id = job.company_id and state in ('waiting', 'running')
      returning attempts, payload, company.time_zone as zone`.execute(tx)
    return rows[0]
  })
}

async function setDone({ tx, now }: Ctx, jobId: number, attempts: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ state: 'done', finishedDate: now, lastError: '' })
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Overtaken()
}

async function noteFailure({ db, clock, log }: JobHost, { id, companyId, attempt, last }: Job, { name }: Task, error: unknown) {
  const now = clock()
  const about = { jobId: id, companyId, task: name, attempt, err: error }
  if (last) log.error(about, 'a job has failed for good; it stands on the page of jobs')
  else log.warn(about, 'a job has failed and is tried again')
  await db.transaction().execute(async tx => {
    await enter(tx, [companyId])
    const outcome = last
      ? { state: 'failed', finishedDate: now }
      : // Another of its key may wait already; the two come one after the other.
        { state: 'waiting', runDate: new Date(now.getTime() + delayMsAfter(attempt)) }
    await sql`update job set key = null where id = ${id} and exists (
      select from job as other where other.company_id = job.company_id and other.task = job.task and other.key = job.key
        and other.state = 'waiting' and other.id <> job.id)`.execute(tx)
    await tx
      .updateTable('job')
      .set({ ...outcome, lastError: told(error) })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('attempts', '=', attempt)
      .execute()
  })
}

/** In a sentence, for the page; what it was in full stands in the log. */
const told = (error: unknown): string =>
  (error instanceof Refusal ? error.code : error instanceof Error ? error.message : String(error)).slice(0, 500)
