import { Logger as QueueLogger, run, type Runner, type RunnerOptions, type Task as QueueTask, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openDatabase, openPool } from '../postgres/database.ts'
import { onJobAsked } from './asked.ts'
import { every } from './every.ts'
import { instance, leaseSeconds } from './lease.ts'
import { tellFailure } from '../config/log.ts'
import { dispatch } from './queue.ts'
import { runJob, type Handed, type JobHost } from './run-job.ts'
import type { Task } from './task.ts'

export interface WorkerOptions {
  /** Where it may listen: not through a pooler of transactions. */
  readonly url: string
  readonly tasks: readonly Task[]
  readonly clock: () => Date
  readonly log: Logger
  /** Jobs at once. */
  readonly concurrency?: number
  /** Grace period of running jobs when the server stops; then they are released. */
  readonly graceMs?: number
  /** While it says so no job is handed over: on a full disk each would fail. */
  readonly resting?: () => boolean
  /** How often jobs are looked for that were asked for elsewhere. */
  readonly relayMs?: number
}

const againMs = 500
const usualRelayMs = 300
const aliveMs = 3000

/**
 * Works on the jobs of all companies, in parallel with other instances, as soon as the database answers.
 * @returns what ends it, when its jobs have ended or are given back
 */
export function startJobs({
  url,
  tasks,
  clock,
  log,
  concurrency = 4,
  graceMs = 5000,
  resting = () => false,
  relayMs = usualRelayMs,
}: WorkerOptions): () => Promise<void> {
  // One connection listens, one belongs to the queue; each job has one, and one more for what it prepares.
  const pool = openPool(url, { max: 2 * concurrency + 3, statementTimeoutMs: 60_000 })
  // Each connection hears its own errors already; the queue asks for a listener here.
  pool.on('connect', () => {})
  const db = openDatabase(pool)
  const events: WorkerEvents = new EventEmitter()
  const workers: string[] = []
  // The queue notes the pool of its workers as whose a job is.
  events.on('pool:create', ({ workerPool }) => void workers.push(workerPool.id))
  const host = { db, clock, log }
  const failed = tellFailure(log, 'the queue of jobs does not answer; it is tried again')
  const ending = new AbortController()
  const running = begin(
    {
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: graceMs,
      events,
      logger: loggerOf(log),
      taskList: Object.fromEntries(tasks.map(task => [task.name, workOn(host, task)])),
    },
    failed,
    ending.signal,
  )
  void running.then(runner => runner && watch(runner, log))
  const names = tasks.map(({ name }) => name)
  const stopAlive = every(aliveMs, () => sayAlive(db, workers), failed)
  const stopRelay = every(relayMs, async () => void (resting() || (await dispatch(db, names, clock()))), failed, onJobAsked)
  return async () => {
    ending.abort()
    await stopRelay()
    await (await running)?.stop().catch(failed)
    await stopAlive()
    await db.deleteFrom('lease').where('holder', '=', instance).where('name', 'in', workers.map(leaseOf)).execute().catch(failed)
    await db.destroy()
  }
}

/** A database that is away while the queue begins comes back, as one that goes away later does: the calls must not end for it. */
async function begin(options: RunnerOptions, failed: (error: unknown) => void, ending: AbortSignal): Promise<Runner | undefined> {
  while (!ending.aborted) {
    try {
      return await run(options)
    } catch (error) {
      failed(error)
      await wait(againMs, undefined, { signal: ending }).catch(() => {})
    }
  }
  return undefined
}

/** A job that does not end in time is released to the queue; anything it still tries to write finds no connection. */
const workOn =
  (host: JobHost, task: Task): QueueTask =>
  (handed, { abortSignal, abortPromise }) =>
    Promise.race([runJob(host, task, handed as Handed, abortSignal), abortPromise ?? new Promise<void>(() => {})])

const leaseOf = (worker: string) => `worker:${worker}`

async function sayAlive(db: ReturnType<typeof openDatabase>, workers: readonly string[]): Promise<void> {
  await sql`insert into lease (name, holder, expires_date)
    select name, ${instance}, now() + make_interval(secs => ${leaseSeconds}) from unnest(${workers.map(leaseOf)}::text[]) name
    on conflict (name) do update set expires_date = excluded.expires_date`.execute(db)
}

/** A queue that ends by itself is a defect and is logged; calls are still served. */
function watch(runner: Runner, log: Logger): void {
  runner.promise.catch(error => log.error({ err: error }, 'the queue of jobs has ended'))
}

/** The queue retries what it logs here, as when the database is away; its end is logged above. */
const loggerOf = (log: Logger) =>
  new QueueLogger(scope => (level, message) => {
    const logged = level === 'warning' || level === 'error' ? 'warn' : 'debug'
    log[logged]({ queue: scope.label }, message)
  })
