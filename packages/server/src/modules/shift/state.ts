import { sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../platform/command.ts'
import { assert, refuse } from '../../platform/refusal.ts'

export type DailyState = Selectable<Tables['dailyState']>

/** Where a sale or a payment belongs. */
export interface Belonging {
  /** The state that counts it. */
  readonly stateId: number
  /** The settled state in which it really happened: it is counted in the open one, as a dated correction. */
  readonly correctsId: number | null
}

/**
 * The state of a station that is running now, held so that it cannot be closed before the caller's transaction ends.
 * A natural day ends at its midnight, and the next begins when something happens in it.
 */
export async function currentState(ctx: Ctx, stationId: number): Promise<DailyState> {
  return (await currentStates(new Map([[stationId, ctx]]))).get(stationId)!
}

/** The same of several stations, each asked at its own moment; one question where no day has to be begun. */
export async function currentStates(asked: ReadonlyMap<number, Ctx>): Promise<Map<number, DailyState>> {
  const [[, { tx }] = refuse('notFound', { field: 'stationId' })] = asked
  const { rows } = await sql<DailyState>`
    select state.* from daily_state state join station on station.id = state.station_id
    join unnest(${[...asked.keys()]}::bigint[], ${[...asked.values()].map(({ now }) => now.toISOString())}::timestamptz[])
      as asked (station, at) on asked.station = state.station_id
    where state.status = 'open' and not (is_nature_day and (asked.at at time zone time_zone)::date > business_day)
    order by state.id for share of state`.execute(tx)
  const states = new Map(rows.map(state => [state.stationId, state]))
  // None, over, or closed while it was waited for: whoever begins the next holds the station.
  for (const [stationId, ctx] of asked) if (!states.has(stationId)) states.set(stationId, await rollOver(ctx, stationId))
  return states
}

async function rollOver(ctx: Ctx, stationId: number): Promise<DailyState> {
  // One at a time per station from here: whoever waited finds the new day begun.
  const station =
    (await ctx.tx
      .selectFrom('station')
      .where('id', '=', stationId)
      .select(['id', 'companyId', 'timeZone'])
      .forUpdate()
      .executeTakeFirst()) ?? refuse('notFound', { field: 'stationId' })
  const open = await openStates(ctx, stationId).forUpdate().executeTakeFirst()
  if (open && !(await isOver(ctx, open))) return open
  if (open) await endState(ctx, open, startOf(nextDay(open.businessDay), station.timeZone), 'midnight')
  const today = dayOf(ctx.now, station.timeZone)
  return beginState(ctx, station, { isNatureDay: true, businessDay: today, from: startOf(today, station.timeZone), startedBy: 'midnight' })
}

/**
 * Where something that happened at `at` belongs: to the state of that moment, unless that one is a closed shift; then to the running
 * state, naming the one it corrects. A natural day is nobody's settlement until its day is settled; before, what comes late joins it.
 * @source decisions.md O4
 */
export async function stateAt(ctx: Ctx, stationId: number, at: Date): Promise<Belonging> {
  const running = await currentState(ctx, stationId)
  if (at >= new Date(running.startTime)) return { stateId: running.id, correctsId: null }
  const then = await ctx.tx
    .selectFrom('dailyState')
    .where('dailyState.stationId', '=', stationId)
    .where('dailyState.startTime', '<=', at.toISOString())
    .where('dailyState.endTime', '>', at.toISOString())
    .leftJoin('classSettle', 'dailyStateId', 'dailyState.id')
    .select(['dailyState.id', 'dailyState.isNatureDay', 'classSettle.id as settledBy'])
    .executeTakeFirst()
  if (then)
    return then.isNatureDay && then.settledBy === null
      ? { stateId: then.id, correctsId: null }
      : { stateId: running.id, correctsId: then.id }
  return { stateId: (await pastDay(ctx, stationId, at)).id, correctsId: null }
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

/** A natural day that is over and had no row yet, between the states around it. */
async function pastDay(ctx: Ctx, stationId: number, at: Date): Promise<{ id: number }> {
  const station = await ctx.tx
    .selectFrom('station')
    .where('id', '=', stationId)
    .select(['id', 'companyId', 'timeZone'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const businessDay = dayOf(at, station.timeZone)
  const around = ctx.tx.selectFrom('dailyState').where('stationId', '=', stationId)
  const before = await around
    .where('startTime', '<=', at.toISOString())
    .select(['id', 'endTime'])
    .orderBy('startTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before && (!before.endTime || new Date(before.endTime) > at)) return before
  const after = await around.where('startTime', '>', at.toISOString()).select('startTime').orderBy('startTime').limit(1).executeTakeFirst()
  const startTime = latest(startOf(businessDay, station.timeZone), before?.endTime)
  const endTime = earliest(startOf(nextDay(businessDay), station.timeZone), after?.startTime)
  assert(startTime <= at && at < endTime, 'a moment lies in the day that is made for it')
  return ctx.tx
    .insertInto('dailyState')
    .values({
      companyId: station.companyId,
      stationId,
      isNatureDay: true,
      businessDay,
      number: await nextNumber(ctx, stationId, businessDay),
      startTime,
      endTime,
      status: 'closed',
      startedBy: 'midnight',
      closedBy: 'midnight',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

const openStates = ({ tx }: Ctx, stationId: number) =>
  tx.selectFrom('dailyState').where('stationId', '=', stationId).where('status', '=', 'open').selectAll()

/** Whether the midnight that ends a natural day has passed. A shift ends by hand alone. */
async function isOver({ tx, now }: Ctx, { isNatureDay, businessDay, stationId }: DailyState): Promise<boolean> {
  if (!isNatureDay) return false
  const { timeZone } = await tx.selectFrom('station').where('id', '=', stationId).select('timeZone').executeTakeFirstOrThrow()
  return dayOf(now, timeZone) > businessDay
}

async function nextNumber({ tx }: Ctx, stationId: number, businessDay: string): Promise<number> {
  const { last } = await tx
    .selectFrom('dailyState')
    .where('stationId', '=', stationId)
    .where('businessDay', '=', businessDay)
    .select(of => of.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export const dayOf = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
/** The instant at which a day begins in a zone: not always midnight. */
export const startOf = (day: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).startOfDay().epochMilliseconds)
export const nextDay = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

const latest = (a: Date, b: string | null | undefined) => (b && new Date(b) > a ? new Date(b) : a)
const earliest = (a: Date, b: string | null | undefined) => (b && new Date(b) < a ? new Date(b) : a)
