import { sql } from 'kysely'
import type { Tables } from '../../platform/postgres/tables.ts'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../platform/execution/command.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { dayOf, nextDay, startOf } from './days.ts'
import { momentKey, pastDays, type Moment } from './past-days.ts'
import { planHints } from '../../platform/postgres/client.ts'

export type DailyState = Selectable<Tables['dailyState']>

/** Where a sale or a payment belongs. */
export interface Belonging {
  /** The state that counts it. */
  readonly stateId: number
  /** The settled state in which it really happened: it is counted in the open one, as a dated correction. */
  readonly correctsId: number | null
}

/**
 * The state of a station that is running now, locked so that it cannot be closed before the caller's transaction ends.
 * A natural day ends at its midnight, and the next begins when something happens in it.
 */
export async function currentState(ctx: Ctx, stationId: number): Promise<DailyState> {
  return (await currentStates(new Map([[stationId, ctx]]))).get(stationId)!
}

/** The same of several stations, each asked at its own moment; one question where no day has to be begun. */
export async function currentStates(asked: ReadonlyMap<number, Ctx>): Promise<Map<number, DailyState>> {
  const [first] = asked.values()
  if (!first) return new Map()
  const { rows } = await sql<DailyState>`${planHints({ genericPlan: true })}
    select state.* from daily_state state join station on station.id = state.station_id
    join unnest(${[...asked.keys()]}::bigint[], ${[...asked.values()].map(({ now }) => now.toISOString())}::timestamptz[])
      as asked (station, at) on asked.station = state.station_id
    where ${inScope(first.tx, 'state.company_id')} and ${inScope(first.tx, 'station.company_id')} and state.status = 'open'
      and not (is_nature_day and (asked.at at time zone time_zone)::date > business_day)
    order by state.id for share of state`.execute(first.tx)
  const states = new Map(rows.map(state => [state.stationId, state]))
  // None, over, or closed while it was waited for: anyone who begins the next holds the station.
  for (const [stationId, ctx] of asked) if (!states.has(stationId)) states.set(stationId, await rollOver(ctx, stationId))
  return states
}

/** The state that is running at a station; undefined where its natural day is over and nothing has begun the next. */
export async function runningStateId(tx: Ctx['tx'], stationId: number, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select state.id from daily_state state join station on station.id = state.station_id
    where ${inScope(tx, 'state.company_id')} and ${inScope(tx, 'station.company_id')}
      and state.station_id = ${stationId} and state.status = 'open'
      and not (is_nature_day and (${now}::timestamptz at time zone time_zone)::date > business_day)`.execute(tx)
  return rows[0]?.id
}

async function rollOver(ctx: Ctx, stationId: number): Promise<DailyState> {
  // One at a time per station from here: anyone who waited finds the new day begun. Who closes a shift and names the station in the next
  // one is not locked here, to avoid a deadlock.
  const station =
    (await ctx.tx
      .selectFrom('station')
      .where('id', '=', stationId)
      .select(['id', 'companyId', 'timeZone'])
      .forNoKeyUpdate()
      .executeTakeFirst()) ?? refuse('notFound', { field: 'stationId' })
  // Locked in share mode by every reader: only ending a day takes an exclusive lock, and waits for the sales that count into it.
  const found = await lockOpenShift(ctx, stationId, 'forShare')
  if (found && !isOver(found, station, ctx.now)) return found
  const open = found && (await lockOpenShift(ctx, stationId, 'forUpdate'))
  if (open) await endState(ctx, open, startOf(nextDay(open.businessDay), station.timeZone), 'midnight')
  const today = dayOf(ctx.now, station.timeZone)
  return beginState(ctx, station, { isNatureDay: true, businessDay: today, from: startOf(today, station.timeZone), startedBy: 'midnight' })
}

/** The open state, locked. What was closed while it was waited for is followed by the next, which is locked instead. */
async function lockOpenShift(ctx: Ctx, stationId: number, how: 'forShare' | 'forUpdate') {
  for (;;) {
    const seen = await openStates(ctx, stationId).executeTakeFirst()
    if (!seen) return undefined
    const locked = await openStates(ctx, stationId).where('id', '=', seen.id)[how]().executeTakeFirst()
    if (locked) return locked
  }
}

/**
 * Where something that happened at `at` belongs: to the state of that moment, unless that one is a closed shift; then to the running
 * state, naming the one it corrects. A natural day is nobody's settlement until its day is settled; before, what comes late joins it.
 * @source decisions.md O4
 */
export async function stateAt(ctx: Ctx, stationId: number, at: Date): Promise<Belonging> {
  return (await statesAt([{ ctx, stationId, at }]))(stationId, at)
}

/** The same of many moments, in two questions where no day has to be made. What was not asked for belongs to the running state. */
export async function statesAt(moments: readonly Moment[]): Promise<(stationId: number, at: Date) => Belonging> {
  const running = await currentStates(new Map(moments.map(({ stationId, ctx }) => [stationId, ctx])))
  const past = moments.filter(({ stationId, at }) => at < new Date(running.get(stationId)!.startTime))
  const late = past.length > 0 ? await pastStates(past, running) : new Map<string, Belonging>()
  return (stationId, at) => late.get(momentKey(stationId, at)) ?? { stateId: running.get(stationId)!.id, correctsId: null }
}

async function pastStates(past: readonly Moment[], running: ReadonlyMap<number, DailyState>): Promise<Map<string, Belonging>> {
  const [{ ctx }] = past as [Moment]
  const moments = [...new Map(past.map(moment => [momentKey(moment.stationId, moment.at), moment])).values()]
  const { rows } = await sql<{ turn: number; id: number; joins: boolean }>`
    select turn::int - 1 as turn, past.id,
      is_nature_day and not settled as joins
    from unnest(${moments.map(({ stationId }) => stationId)}::bigint[], ${moments.map(({ at }) => at.toISOString())}::timestamptz[])
      with ordinality as asked (station, at, turn)
    join lateral (select id, is_nature_day, settled from daily_state where ${inScope(ctx.tx)} and station_id = asked.station
      and start_time <= asked.at and end_time > asked.at order by start_time desc limit 1) as past on true`.execute(ctx.tx)
  const known = new Map<string, Belonging>()
  for (const { turn, id, joins } of rows) {
    const { stationId, at } = moments[turn]!
    const belongs = joins ? { stateId: id, correctsId: null } : { stateId: running.get(stationId)!.id, correctsId: id }
    known.set(momentKey(stationId, at), belongs)
  }
  const missing = moments.filter(({ stationId, at }) => !known.has(momentKey(stationId, at)))
  if (missing.length > 0) for (const [moment, stateId] of await pastDays(ctx.tx, missing)) known.set(moment, { stateId, correctsId: null })
  return known
}

/** Ends a state at an instant. The act that settles it decides whether it may. */
export async function endState(ctx: Ctx, state: DailyState, at: Date, closedBy: string, forced = false): Promise<void> {
  await ctx.tx.updateTable('dailyState').set({ status: 'closed', endTime: at, closedBy, forced }).where('id', '=', state.id).execute()
}

/** Begins a state from the later of `from` and the end of the one before. */
export async function beginState(
  ctx: Ctx,
  station: { id: number; companyId: number },
  { from, ...facts }: { isNatureDay: boolean; businessDay: string; from: Date; startedBy: string },
): Promise<DailyState> {
  const last = await ctx.tx
    .selectFrom('dailyState')
    .where('stationId', '=', station.id)
    .select('endTime')
    .orderBy('startTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  const startTime = last?.endTime && new Date(last.endTime) > from ? new Date(last.endTime) : from
  const number = await nextNumber(ctx, station.id, facts.businessDay)
  return ctx.tx
    .insertInto('dailyState')
    .values({ ...facts, companyId: station.companyId, stationId: station.id, number, startTime, status: 'open' })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const openStates = ({ tx }: Ctx, stationId: number) =>
  tx.selectFrom('dailyState').where('stationId', '=', stationId).where('status', '=', 'open').selectAll()

/** Whether the midnight that ends a natural day has passed. A shift ends by hand alone. */
const isOver = ({ isNatureDay, businessDay }: DailyState, { timeZone }: { timeZone: string }, now: Date): boolean =>
  isNatureDay && dayOf(now, timeZone) > businessDay

async function nextNumber({ tx }: Ctx, stationId: number, businessDay: string): Promise<number> {
  const { last } = await tx
    .selectFrom('dailyState')
    .where('stationId', '=', stationId)
    .where('businessDay', '=', businessDay)
    .select(of => of.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
