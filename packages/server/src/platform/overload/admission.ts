import type pg from 'pg'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { withTimeout, openPool, withQueueDeadline, type Database, type Shared } from '../postgres/database.ts'
import { Deadline } from '../execution/deadline.ts'
import { QueueDeadline } from './queue-deadline.ts'
import { refuse } from '../execution/refusal.ts'
import { openTenantLimit, type TenantLimit } from './tenant-limit.ts'

export interface PoolClass extends Shared {
  readonly name: string
}

export interface AdmissionController {
  readonly poolClasses: readonly PoolClass[]
  /** The deadline of a call that begins now. */
  deadline(): Deadline
  /** Admits a call. @throws server.busy */
  admit(call: AdmissionRequest): Admission
  /** Concurrent calls of one company. */
  readonly tenantLimit: TenantLimit
  stop(): Promise<void>
}

interface AdmissionRequest {
  readonly money: boolean
  /** Worth a longer wait, as signing in or entering a PIN is. Calls that move money always are. */
  readonly waitsLonger?: boolean
  readonly deadline?: Deadline | undefined
}

/** What an admitted call may use. */
export interface Admission {
  readonly db: Database
  /** The reserved connections, for a call that moves money and found no other. */
  readonly reserved: () => Database
  readonly queueDeadline: QueueDeadline
}

/** Guarantee F8: a call is answered within five seconds, whatever the database does. */
const answerMsUsual = 4300

export interface AdmissionOptions {
  /** All connections for calls; a fifth of them is reserved. */
  connections: number
  /** No statement of a call runs longer. */
  statementTimeoutMs?: number
  /** The time a call may wait in queues; three times as long where it moves money. */
  waitMs?: number
  /** Every call is answered by then. */
  answerMs?: number
}

/** Queue length per connection. */
const waitingPerConnection = 50
const lateMsMax = 1000
const windowMs = 500

/**
 * Admission under overload: calls that move money or report sales may also use the reserved connections, and are admitted even when the
 * event loop is late. All others are refused at once as busy.
 */
export async function openAdmission(url: string, options: AdmissionOptions): Promise<AdmissionController> {
  const { connections, statementTimeoutMs = 4000, waitMs = 1500, answerMs = answerMsUsual } = options
  const poolClass = (name: string, max: number, reserve: boolean): PoolClass => {
    const pool = openPool(url, { max, keep: reserve, statementTimeoutMs, waitMs: reserve ? 3 * waitMs : waitMs })
    return { name, pool, db: withTimeout(pool, answerMs - waitMs) }
  }
  const share = Math.max(1, Math.round(connections / 5))
  const general = poolClass('general', Math.max(1, connections - share), false)
  const reserved = poolClass('reserved', share, true)
  await fill(reserved.pool)
  const refilling = keepFull(reserved.pool)
  const loop = watchLoop()
  return {
    poolClasses: [general, reserved],
    tenantLimit: openTenantLimit(Math.max(1, connections - Math.max(1, Math.round(connections / 4)))),
    deadline: () => new Deadline(answerMs),
    admit({ money, waitsLonger = money, deadline }) {
      const poolClass = money ? lessLoaded(general, reserved) : general,
        { pool } = poolClass
      if (pool.waitingCount >= waitingPerConnection * pool.options.max || (!money && loop.lateMs() > lateMsMax)) refuse('server.busy')
      const queueDeadline = new QueueDeadline(waitsLonger ? 3 * waitMs : waitMs)
      return {
        db: withQueueDeadline(poolClass, queueDeadline, deadline),
        reserved: () => withQueueDeadline(reserved, queueDeadline, deadline),
        queueDeadline,
      }
    },
    async stop() {
      loop.stop()
      clearInterval(refilling)
      for (const { db, pool } of [general, reserved]) {
        await db.destroy()
        // Destroying a database that was never used does not end its pool.
        if (!pool.ended) await pool.end()
      }
    },
  }
}

/** Mean delay of the event loop in the last half second. */
function watchLoop() {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let lateMs = 0
  const timer = setInterval(() => {
    lateMs = delay.count > 0 ? delay.mean / 1e6 : 0
    delay.reset()
  }, windowMs).unref()
  return {
    lateMs: () => lateMs,
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}

/** One with an idle connection; else the less loaded one. */
function lessLoaded(first: PoolClass, second: PoolClass): PoolClass {
  const idle = [first, second].find(({ pool }) => pool.waitingCount === 0 && pool.idleCount > 0)
  return idle ?? (loadOf(first) <= loadOf(second) ? first : second)
}
const loadOf = ({ pool }: PoolClass) => (pool.totalCount - pool.idleCount + pool.waitingCount) / pool.options.max

/** Opens all connections now, so that they exist when the database has no more to give. */
async function fill(pool: pg.Pool): Promise<void> {
  await Promise.all(Array.from({ length: pool.options.max }, async () => (await pool.connect()).release()))
}

/** Reopens broken connections before they are needed: by then the database may have none to give. */
function keepFull(pool: pg.Pool): NodeJS.Timeout {
  return setInterval(() => {
    if (pool.totalCount < pool.options.max) fill(pool).catch(() => {})
  }, windowMs).unref()
}
