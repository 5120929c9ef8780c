import { sql } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import { setTenantScope, execute, systemActor, type Ctx, type RequestMeta } from '../execution/command.ts'
import type { Database } from '../postgres/database.ts'
import { Refusal } from '../execution/refusal.ts'
import type { Job, Task } from './task.ts'

/** Payload of the queue. What is to be done is in the row of the job. */
export interface Handed {
  readonly jobId: number
  readonly companyId: number
}
export interface JobHost {
  readonly db: Database
  readonly clock: () => Date
  readonly log: Logger
}

/** Delay before the next attempt: from seconds to some six hours. */
export const delayMsAfter = (attempts: number): number => Math.round(1000 * Math.exp(Math.min(attempts, 10)))

/** Another instance started a later run of this job: this one is rolled back, and the queue must not take the job for done. */
export class StaleRun extends Error {}

/** Runs a job once and records the outcome. It does not throw for the job's own failure. @throws StaleRun */
export async function runJob(host: JobHost, task: Task, { jobId, companyId }: Handed, signal?: AbortSignal): Promise<void> {
  const begun = await begin(host, jobId, companyId)
  if (!begun) return
  const { attempts, payload, zone } = begun
  const actor = systemActor(companyId, task.name, zone)
  const within = async <T>(action: (ctx: Ctx) => Promise<T>): Promise<T> => {
    let result!: T
    const run = async (ctx: Ctx) => {
      result = await action(ctx)
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
      await task.action?.(ctx, given)
      await finish(ctx)
    })
  } catch (error) {
    if (error instanceof StaleRun) {
      host.log.warn({ jobId, task: task.name, attempts }, 'another instance runs this job')
      throw error
    }
    await noteFailure(host, job, task, error)
  }
}

/** Jobs are no API calls: the result is not checked against the contract. */
const endpoint = { method: 'POST', path: '/job', permission: 'public', returns: z.unknown(), rows: true } as const
const factsOf = (jobId: number): RequestMeta => ({ requestId: `job:${jobId}`, language: 'zh', ip: '', userAgent: 'job', secure: false })

/** Claims the job for this run. A job that has ended meanwhile is skipped; one that a dead instance left running is started again. */
async function begin({ db, clock }: JobHost, jobId: number, companyId: number) {
  return db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, [companyId])
    const { rows } = await sql<{ attempts: number; payload: unknown; zone: string }>`
      update job set state = 'running', attempts = attempts + 1, started_date = ${clock()} from company
      where job.company_id = ${companyId} and job.id = ${jobId} and company.id = job.company_id and state in ('waiting', 'running')
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
  if (numUpdatedRows === 0n) throw new StaleRun()
}

async function noteFailure({ db, clock, log }: JobHost, { id, companyId, attempt, last }: Job, { name }: Task, error: unknown) {
  const now = clock()
  const about = { jobId: id, companyId, task: name, attempt, err: error }
  if (last) log.error(about, 'a job has failed for good; it stands on the page of jobs')
  else log.warn(about, 'a job has failed and is tried again')
  await db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, [companyId])
    const outcome = last
      ? { state: 'failed', finishedDate: now }
      : // Another of its key may wait already; the two come one after the other.
        { state: 'waiting', runDate: new Date(now.getTime() + delayMsAfter(attempt)) }
    await sql`update job set key = null where company_id = ${companyId} and id = ${id} and exists (
      select from job as other where other.company_id = ${companyId} and other.task = job.task and other.key = job.key
        and other.state = 'waiting' and other.id <> job.id)`.execute(tx)
    await tx
      .updateTable('job')
      .set({ ...outcome, lastError: inOneSentence(error) })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('attempts', '=', attempt)
      .execute()
  })
}

/** For the page; the full error is in the log. */
const inOneSentence = (error: unknown): string =>
  (error instanceof Refusal ? error.code : error instanceof Error ? error.message : String(error)).slice(0, 500)
