import type pg from 'pg'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { brieflyOn, openPool, patientlyOn, type Database, type Shared } from './database.ts'
import { Deadline } from './deadline.ts'
import { Patience } from './patience.ts'
import { refuse } from './refusal.ts'
import { openShare, type Share } from './share.ts'

export interface Lane extends Shared {
  readonly name: string
}

export interface Room {
  readonly lanes: readonly Lane[]
  /** How long a call that begins now may take. */
  deadline(): Deadline
  /** Lets a call in. @throws server.busy */
  for(call: Entrant): Entry
  /** What one company may have of them at the same moment. */
  readonly share: Share
  stop(): Promise<void>
}

interface Entrant {
  readonly money: boolean
  /** It is worth a longer wait: somebody signs in, or proves himself. Money always is. */
  readonly patient?: boolean
  readonly deadline?: Deadline | undefined
}

/** What one call has while it is inside. */
export interface Entry {
  readonly db: Database
  /** The connections that are open whatever happens, for a call that moves money and found no other. */
  readonly kept: () => Database
  /** Its waits, in all. */
  readonly patience: Patience
}

/** Guarantee F8: a call is answered within five seconds, whatever the database does. */
const answerMsUsual = 4300

export interface RoomOptions {
  /** All connections of the calls; a fifth of them is kept. */
  connections: number
  /** No statement of a call runs longer. */
  statementTimeoutMs?: number
  /** No call waits longer for connections and places, in all; one that moves money has more patience. */
  waitMs?: number
  /** Every call is answered by then. */
  answerMs?: number
}

/** So many may wait for each connection; how long, the pool says. */
const waitingPerConnection = 50
const lateMsMax = 1000
const windowMs = 500

/**
 * Who gets in when there is too much: a call that moves money, or says what was sold, also finds the connections that are kept for it,
 * and is not turned away for a slow event loop. Everything else is told at once to come again.
 */
export async function openRoom(url: string, options: RoomOptions): Promise<Room> {
  const { connections, statementTimeoutMs = 4000, waitMs = 1500, answerMs = answerMsUsual } = options
  const lane = (name: string, max: number, keep: boolean): Lane => {
    const pool = openPool(url, { max, keep, statementTimeoutMs, waitMs: keep ? 3 * waitMs : waitMs })
    return { name, pool, db: brieflyOn(pool, answerMs - waitMs) }
  }
  const share = Math.max(1, Math.round(connections / 5))
  const general = lane('general', Math.max(1, connections - share), false)
  const kept = lane('kept', share, true)
  await fill(kept.pool)
  const refilling = keepFull(kept.pool)
  const loop = watchLoop()
  return {
    lanes: [general, kept],
    share: openShare(Math.max(1, connections - Math.max(1, Math.round(connections / 4)))),
    deadline: () => new Deadline(answerMs),
    for({ money, patient = money, deadline }) {
      const lane = money ? emptier(general, kept) : general,
        { pool } = lane
      if (pool.waitingCount >= waitingPerConnection * pool.options.max || (!money && loop.lateMs() > lateMsMax)) refuse('server.busy')
      const patience = new Patience(patient ? 3 * waitMs : waitMs)
      return { db: patientlyOn(lane, patience, deadline), kept: () => patientlyOn(kept, patience, deadline), patience }
    },
    async stop() {
      loop.stop()
      clearInterval(refilling)
      for (const { db, pool } of [general, kept]) {
        await db.destroy()
        // One that was never asked anything does not know that it has a pool to end.
        if (!pool.ended) await pool.end()
      }
    },
  }
}

/** How late the event loop was on the average, a moment ago. */
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

/** One with a connection at hand; else the one where fewer are before us. */
function emptier(first: Lane, second: Lane): Lane {
  const atHand = [first, second].find(({ pool }) => pool.waitingCount === 0 && pool.idleCount > 0)
  return atHand ?? (crowd(first) <= crowd(second) ? first : second)
}
const crowd = ({ pool }: Lane) => (pool.totalCount - pool.idleCount + pool.waitingCount) / pool.options.max

/** Opens all of its connections now: they are there when the database has no more to give. */
async function fill(pool: pg.Pool): Promise<void> {
  await Promise.all(Array.from({ length: pool.options.max }, async () => (await pool.connect()).release()))
}

/** One that broke is opened again before somebody needs it: when he does, the database may have none to give. */
function keepFull(pool: pg.Pool): NodeJS.Timeout {
  return setInterval(() => {
    if (pool.totalCount < pool.options.max) fill(pool).catch(() => {})
  }, windowMs).unref()
}
