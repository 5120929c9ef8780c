import { CompiledQuery, sql } from 'kysely'
import type { Logger } from 'pino'
import { deferredSetting } from './client.ts'
import { machineBoot, productClock, type Clock, type ClockFault } from '../execution/clock.ts'
import type { Database, Tx } from './database.ts'
import { every } from '../jobs/every.ts'
import { tellFailure } from '../config/log.ts'

const lookMs = 1000
/** The database is asked for its time at every fifth look, and at each one during a fault. */
const looksBetween = 5
/** An answer that took longer says too little about the time. */
const answerMsMax = 10_000
/** A fault that no server has seen for so long is nobody's any more. */
const forgottenMs = 60_000

async function databaseTime(db: Database): Promise<number | undefined> {
  const asked = performance.now()
  const { rows } = await sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db)
  const took = performance.now() - asked
  return took > answerMsMax ? undefined : rows[0]!.at + took / 2
}

/** Sets the clock of a server that begins: by the database, or by a fault that still ran on this machine when the last server ended. */
export async function setClock(db: Database, clock: Clock): Promise<void> {
  const at = await databaseTime(db)
  if (at === undefined) return
  const { rows } = await sql<Omit<ClockFault, 'began' | 'recorded'> & { began: string; origin: number }>`
    select id, cause, began_date as began, server_offset_ms, database_offset_ms, origin_ms as origin from clock_fault
    where machine = ${machineBoot} and machine <> '' and ended_date is null order by id desc limit 1`.execute(db)
  const [left] = rows
  if (left) {
    const { origin, ...fault } = left
    clock.goOn({ ...fault, began: new Date(fault.began), recorded: true }, origin, at)
  } else clock.startAt(at)
  await endForgotten(db, clock)
}

/** Faults of servers that are no more ended when they were last seen. */
async function endForgotten(db: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - forgottenMs)
  await sql`update clock_fault set ended_date = greatest(began_date, seen_date)
    where ended_date is null and id <> ${clock.fault?.id ?? 0} and seen_date < ${before}`.execute(db)
}

/** Keeps the clock compared, and its faults recorded. */
export function watchClock(db: Database, log: Logger): () => Promise<unknown> {
  let looks = 0
  let reported: number | undefined
  const look = async () => {
    const clock = productClock()
    clock.now()
    if (looks++ % looksBetween === 0 || clock.fault) {
      const at = await databaseTime(db)
      if (at !== undefined) clock.heardDatabase(at)
    }
    const { fault } = clock
    if (fault && fault.id !== reported) {
      reported = fault.id
      const { cause, serverOffsetMs, databaseOffsetMs } = fault
      log.warn({ cause, serverOffsetMs, databaseOffsetMs }, 'the clocks of the server and of the database do not agree')
    }
    await keepRecords(db, clock)
  }
  return every(lookMs, look, tellFailure(log, 'the clock could not be compared; it is tried again'))
}

/** What runs and what has ended, as it is now. */
async function keepRecords(db: Database, clock: Clock): Promise<void> {
  if (clock.fault) {
    const { fault } = clock
    const accepted = await writeFault(db, fault, clock)
    fault.recorded = true
    if (accepted && clock.fault === fault) clock.accept()
  }
  for (let [first] = clock.over; first; [first] = clock.over) {
    await writeFault(db, first, clock)
    clock.over.shift()
  }
}

const valuesOf = ({ id, cause, began, ended, serverOffsetMs, databaseOffsetMs }: ClockFault, clock: Clock) => {
  const origin = Math.round(clock.origin)
  const seen = ended ?? clock.now()
  return sql`(${id}, ${cause}, ${began}, ${ended ?? null}, ${serverOffsetMs}, ${databaseOffsetMs}, ${machineBoot}, ${origin}, ${seen})`
}
const into = sql`
  insert into clock_fault (id, cause, began_date, ended_date, server_offset_ms, database_offset_ms, machine, origin_ms, seen_date)
  values`

/** @returns whether somebody has said that the clock is right as it is */
async function writeFault(db: Database, fault: ClockFault, clock: Clock): Promise<boolean> {
  const { rows } = await sql<{ accepted: boolean }>`
    ${into} ${valuesOf(fault, clock)}
    on conflict (id) do update set ended_date = excluded.ended_date, server_offset_ms = excluded.server_offset_ms,
      database_offset_ms = excluded.database_offset_ms, seen_date = excluded.seen_date
    returning accepted_date is not null as accepted`.execute(db)
  return rows[0]!.accepted
}

const marks = deferredSetting(`select set_config('app.clock_fault', $1, true)`)

/** Money that this transaction moves bears the mark of the fault that runs, if one does, and the fault is recorded with it. */
export async function markByFault(tx: Tx): Promise<void> {
  const { fault } = productClock()
  if (!fault) return
  await recordFault(tx, fault)
  await tx.executeQuery(CompiledQuery.raw(marks, [String(fault.id)]))
}

/** Within the transaction that refers to it, unless it is recorded already. */
export async function recordFault(tx: Tx, fault: ClockFault): Promise<void> {
  if (!fault.recorded) await sql`${into} ${valuesOf(fault, productClock())} on conflict do nothing`.execute(tx)
}
