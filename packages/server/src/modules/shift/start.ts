import { dailyStates, startShift, stations } from '@forecourt/contract'
import { handle } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { dayOf } from './days.ts'
import { beginState, currentState, endState } from './state.ts'

/**
 * Begins a shift. What ran until now, a natural day, ends at this very instant, so that no sale lies between.
 * @throws notFound, shift.notInUse the station works in natural days, shift.alreadyOpen
 * @source spec 0 §4 "Shift", decisions.md D9
 */
export const start = handle(startShift, async (ctx, { body: { stationId } }) => {
  const station = await getOf(ctx.tx, stations, stationId, [], ctx.scope)
  if (!station.enableShiftSettle) refuse('shift.notInUse', { station: station.name })
  const running = await currentState(ctx, stationId)
  if (!running.isNatureDay) refuse('shift.alreadyOpen', { number: running.number })
  await ctx.tx.selectFrom('dailyState').where('id', '=', running.id).forUpdate().select('id').execute()

  // A clock that was set back ends nothing before it began.
  const at = new Date(Math.max(ctx.now.getTime(), Date.parse(running.startTime)))
  await endState(ctx, running, at, ctx.actor.key)
  const shift = await beginState(
    ctx,
    { id: stationId, companyId: station.companyId },
    { isNatureDay: false, businessDay: dayOf(at, station.timeZone), from: at, startedBy: ctx.actor.key },
  )

  ctx.audit('shift.start', `dailyStates:${shift.id}`, { station: station.name, number: shift.number }, station.companyId)
  ctx.emit('shift.started', { dailyStateId: shift.id }, { companyId: station.companyId, stationId })
  return getOf(ctx.tx, dailyStates, shift.id, [], ctx.scope)
})
