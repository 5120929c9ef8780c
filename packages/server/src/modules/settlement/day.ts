import { dailyStates, daySettlement, stations, type DayPreview } from '@forecourt/contract'
import { productClock } from '../../platform/execution/clock.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { currentState, dayOf, nextDay, startOf, stateAt, type DailyState } from '../shift/index.ts'
import { previewOf } from './close.ts'
import { freezeDay, tendersOfDay } from './day-freeze.ts'
import { type TenderRow } from './tender-row.ts'
import { dayWith, settledOn, shiftsOfDay, tendersOf } from './day-reads.ts'
import { statesOn, unsettled } from './day-states.ts'
import { figuresOf } from './figures.ts'
import { linesBefore, type LineSums } from './lines.ts'
import { nothingTaken, writeDown } from './write-down.ts'

interface Place {
  readonly id: number
  readonly timeZone: string
}

/**
 * 日结: settles a day that is over. Its shifts are settled already; its natural days are settled with it, so that what still comes late is
 * a correction in the open day. Sales wait while it is written, but not while most of it is added up.
 * @throws notFound, clockFault.dayWaits, day.notOver, day.nothing, day.shiftOpen, day.settled, day.stateUnknown, and as writeDown. What is
 *   beyond tolerance is confirmed for the day as a whole
 * @source decisions.md B6, O4
 */
export const settle = handle(daySettlement.settle, async (ctx, { body }) => {
  const { stationId, businessDay, naturalDays, statements, note, acknowledged, reason } = body
  // A day can wait, and what it freezes cannot be corrected.
  if (productClock().fault) refuse('clockFault.dayWaits')
  const station = await getOf(ctx.tx, stations, stationId, [], ctx.scope)
  if (businessDay >= dayOf(ctx.now, station.timeZone)) refuse('day.notOver', { day: businessDay })
  const read = new Map<number, LineSums>()
  for (const { id } of await unsettled(ctx, await statesOn(ctx, stationId, businessDay))) read.set(id, await linesBefore(ctx.tx, id))
  await lockStation(ctx, station)
  if (await settledDay(ctx, stationId, businessDay)) refuse('day.settled')
  const states = await statesOfDay(ctx, station, businessDay)
  const waiting = await unsettled(ctx, states)
  if (naturalDays.some(({ dailyStateId }) => !waiting.some(({ id }) => id === dailyStateId))) refuse('day.stateUnknown')

  for (const state of waiting) {
    const taken = naturalDays.find(({ dailyStateId }) => dailyStateId === state.id) ?? nothingTaken
    await writeDown(ctx, state, await figuresOf(ctx.tx, state, read.get(state.id)), { ...taken, note: '' }, new Date(state.endTime!))
  }
  const { id, ...facts } = await freezeDay(ctx, { station, businessDay, statements, note, confirmed: { acknowledged, reason } })

  ctx.audit('day.settle', `daySettles:${id}`, { day: businessDay, ...facts }, station.companyId)
  ctx.emit('day.settled', { daySettleId: id, businessDay }, { companyId: station.companyId, stationId })
  return dayWith(ctx, id)
})

/** The running state, so that nothing that is late joins the day while it is settled; one settles at a time. */
async function lockStation(ctx: Ctx, { id }: Place): Promise<void> {
  await ctx.tx.selectFrom('station').where('id', '=', id).select('id').forNoKeyUpdate().execute()
  const running = await currentState(ctx, id)
  await ctx.tx.selectFrom('dailyState').where('id', '=', running.id).select('id').forUpdate().execute()
}

const settledDay = ({ tx }: Ctx, stationId: number, businessDay: string) =>
  tx.selectFrom('daySettle').where('stationId', '=', stationId).where('businessDay', '=', businessDay).select('id').executeTakeFirst()

/** All of the day, the hours on which nothing happened included. @throws day.nothing, day.shiftOpen */
async function statesOfDay(ctx: Ctx, station: Place, businessDay: string): Promise<DailyState[]> {
  const known = await statesOn(ctx, station.id, businessDay)
  if (!known.length) refuse('day.nothing', { day: businessDay })
  const open = known.find(({ status }) => status === 'open')
  if (open) refuse('day.shiftOpen', { day: businessDay, number: open.number })
  await fill(ctx, station, businessDay)
  return statesOn(ctx, station.id, businessDay)
}

/** Gives the hours that no state has one of their own, so that nothing can come to lie in them later. */
async function fill(ctx: Ctx, { id, timeZone }: Place, businessDay: string): Promise<void> {
  const end = startOf(nextDay(businessDay), timeZone)
  for (let at = startOf(businessDay, timeZone); at < end; ) {
    await stateAt(ctx, id, at)
    const covering = await ctx.tx
      .selectFrom('dailyState')
      .where('stationId', '=', id)
      .where('startTime', '<=', at.toISOString())
      .where(of => of.or([of('endTime', '>', at.toISOString()), of('endTime', 'is', null)]))
      .select('endTime')
      .executeTakeFirstOrThrow()
    at = covering.endTime === null ? end : new Date(covering.endTime)
  }
}

/** @throws notFound, day.notOver */
export const preview = handle(daySettlement.preview, async (ctx, { query: { stationId, businessDay } }): Promise<DayPreview> => {
  const station = await getOf(ctx.tx, stations, stationId, [], ctx.scope)
  if (businessDay >= dayOf(ctx.now, station.timeZone)) refuse('day.notOver', { day: businessDay })
  const states = await statesOn(ctx, stationId, businessDay)
  // One after another: a transaction has one connection, and the driver no longer queues for it.
  const shown = []
  for (const { id } of states) shown.push(await getOf(ctx.tx, dailyStates, id, [], ctx.scope))
  const isRunning = (state: { isNatureDay: boolean; status: string }) => state.status === 'open' && !state.isNatureDay
  const settled = await settledOn(ctx, stationId, [businessDay])
  const naturalDays = []
  for (const state of shown) {
    if (isRunning(state) || settled.some(({ dailyStateId }) => dailyStateId === state.id)) continue
    naturalDays.push(await previewOf(ctx, state, new Date(state.endTime ?? ctx.now)))
  }
  const ids = settled.map(({ id }) => id)
  const tenders: TenderRow[] = [
    ...(await tendersOf(ctx.tx, ids)),
    ...naturalDays.flatMap(({ payTypes }) => payTypes.map(row => ({ ...row, countedCents: null, differenceCents: null }))),
  ]
  const payTypes = tendersOfDay(tenders, []) as DayPreview['payTypes']
  return { businessDay, running: shown.filter(isRunning), states: await shiftsOfDay(ctx.tx, ids), naturalDays, payTypes }
})
