import { allows, dailyStates, settlement, shiftActs, type Returned } from '@forecourt/contract'
import { productClock } from '../../platform/execution/clock.ts'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { beginState, dayOf, endState, type DailyState } from '../shift/index.ts'
import { notesOf } from './denominations.ts'
import { figuresOf } from './figures.ts'
import { linesBefore } from './lines.ts'
import { settlementOf } from './reads.ts'
import { tanksOf } from './tanks.ts'
import { writeDown } from './write-down.ts'

/**
 * 班结: closes the running shift and freezes what it came to. Sales that were under way when it began are in it, the others come after:
 * the state is locked, so nothing joins it any more. Most of what it sold is added up before that, so that sales wait for a moment only.
 * @throws notFound, clockFault.shiftUnchecked, shift.alreadyClosed, shift.naturalDay, shift.unpaidOrders, and what is wrong with the count,
 *   or beyond tolerance and not confirmed: writeDown
 * @source decisions.md B6, D9, O4
 */
export const close = handle(settlement.close, async (ctx, { body }) => {
  const { dailyStateId, force, startNext, acknowledged, reason, clockChecked, ...taken } = body
  // Tills change hands whatever the clock says; somebody who looks at another clock answers for the time.
  const { fault } = productClock()
  if (fault && !clockChecked) refuse('clockFault.shiftUnchecked')
  await getOf(ctx.tx, dailyStates, dailyStateId, [], ctx.scope)
  const before = await linesBefore(ctx.tx, dailyStateId)
  const state = await stateForUpdate(ctx, dailyStateId)
  if (!allows(shiftActs.close, state.status)) refuse('shift.alreadyClosed', { day: state.businessDay, number: state.number })
  if (state.isNatureDay) refuse('shift.naturalDay')
  const figures = await figuresOf(ctx.tx, state, before)
  const { unpaidOrders, unpaidCents } = figures
  if (unpaidOrders > 0 && !force) refuse('shift.unpaidOrders', { orders: unpaidOrders, unpaidCents })

  const at = new Date(Math.max(ctx.now.getTime(), Date.parse(state.startTime)))
  await endState(ctx, state, at, ctx.actor.key, unpaidOrders > 0)
  const id = await writeDown(ctx, state, figures, { ...taken, confirmed: { acknowledged, reason } }, at)
  if (fault) ctx.audit('shift.clockChecked', `dailyStates:${state.id}`, { clockFaultId: fault.id }, state.companyId)
  if (startNext) await startAfter(ctx, state, at)
  return settlementOf(ctx, id)
})

/** The state, so that nothing joins it before this transaction ends; anyone who closes it at the same time waits, and is refused. */
const stateForUpdate = ({ tx }: Ctx, id: number): Promise<DailyState> =>
  tx.selectFrom('dailyState').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()

async function startAfter(ctx: Ctx, { stationId, companyId }: DailyState, at: Date): Promise<void> {
  const { timeZone } = await ctx.tx.selectFrom('station').where('id', '=', stationId).select('timeZone').executeTakeFirstOrThrow()
  const station = { id: stationId, companyId }
  const next = await beginState(ctx, station, { isNatureDay: false, businessDay: dayOf(at, timeZone), from: at, startedBy: ctx.actor.key })
  ctx.audit('shift.start', `dailyStates:${next.id}`, { number: next.number }, companyId)
  ctx.emit('shift.started', { dailyStateId: next.id }, { companyId, stationId })
}

/** What closing would show now. A natural day shows its figures too; it is not closed by hand. @throws notFound, shift.alreadyClosed */
export const preview = handle(
  settlement.preview,
  async (ctx, { query: { dailyStateId } }): Promise<Returned<typeof settlement.preview>> => {
    const dailyState = await getOf(ctx.tx, dailyStates, dailyStateId, [], ctx.scope)
    if (!allows(shiftActs.close, dailyState.status))
      refuse('shift.alreadyClosed', { day: dailyState.businessDay, number: dailyState.number })
    return previewOf(ctx, dailyState, ctx.now)
  },
)

type PreviewOf = Returned<typeof settlement.preview>
/** What a state comes to, with what was measured until `at`. */
export async function previewOf(ctx: Ctx, dailyState: PreviewOf['dailyState'], at: Date): Promise<PreviewOf> {
  const figures = await figuresOf(ctx.tx, dailyState)
  const tanks = await tanksOf(ctx.tx, dailyState, at, figures.nozzles)
  return { dailyState, asOf: ctx.now.toISOString(), ...figures, tanks, denominations: await notesOf(ctx, dailyState.stationId) }
}
