import { dailyStates, settlement, type Returned } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/command.ts'
import { refuse } from '../../platform/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { beginState, dayOf, endState, type DailyState } from '../shift/index.ts'
import { figuresOf, type Figures } from './figures.ts'
import { freeze, type Closing } from './freeze.ts'
import { settlementOf } from './reads.ts'

/**
 * 班结: closes the running shift and freezes what it came to. Sales that were under way when it began are in it, the others come after:
 * the state is held, so nothing joins it any more.
 * @throws notFound, shift.alreadyClosed, shift.naturalDay, shift.unpaidOrders, settlement.nozzleUnknown, settlement.meterBackwards
 * @source decisions.md B6, D9, O4
 */
export const close = handle(settlement.close, async (ctx, { body: { dailyStateId, counted, meters, note, force, startNext } }) => {
  const state = await holdState(ctx, dailyStateId)
  if (state.status === 'closed') refuse('shift.alreadyClosed', { day: state.businessDay, number: state.number })
  if (state.isNatureDay) refuse('shift.naturalDay')
  const figures = await figuresOf(ctx.tx, state)
  if (figures.unpaidOrders > 0 && !force) refuse('shift.unpaidOrders', { orders: figures.unpaidOrders, unpaidCents: figures.unpaidCents })
  const nozzles = readBy(figures.nozzles, meters)

  const at = new Date(Math.max(ctx.now.getTime(), Date.parse(state.startTime)))
  const closing: Closing = { state, figures: { ...figures, nozzles }, counted, note, at, forced: figures.unpaidOrders > 0 }
  await endState(ctx, state, at, ctx.actor.key, closing.forced)
  const { id, hash, differenceCents } = await freeze(ctx, closing)
  const next = startNext ? await startAfter(ctx, state, at) : undefined

  const { companyId, stationId, businessDay, number } = state
  const { unpaidOrders, salesCents } = figures
  ctx.audit('shift.settle', `classSettles:${id}`, { day: businessDay, number, salesCents, differenceCents, unpaidOrders, hash }, companyId)
  ctx.emit('shift.settled', { classSettleId: id, dailyStateId, differenceCents }, { companyId, stationId })
  if (next) ctx.emit('shift.started', { dailyStateId: next.id }, { companyId, stationId })
  return settlementOf(ctx, id)
})

/** The state, so that nothing joins it before this transaction ends; whoever closes it at the same time waits, and is told. */
async function holdState({ tx, scope }: Ctx, id: number): Promise<DailyState> {
  await getOf(tx, dailyStates, id, [], scope)
  return tx.selectFrom('dailyState').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
}

/** Meters that somebody read stand before those that the devices told. @throws settlement.nozzleUnknown, settlement.meterBackwards */
function readBy(nozzles: Figures['nozzles'], meters: readonly { nozzleControlId: number; totaliserCl: number }[]): Figures['nozzles'] {
  const reading = new Map(meters.map(({ nozzleControlId, totaliserCl }) => [nozzleControlId, totaliserCl]))
  if (meters.some(({ nozzleControlId }) => !nozzles.some(nozzle => nozzle.nozzleControlId === nozzleControlId)))
    refuse('settlement.nozzleUnknown')
  return nozzles.map(nozzle => {
    const endCl = reading.get(nozzle.nozzleControlId)
    if (endCl === undefined) return nozzle
    const { logicNo, beginCl } = nozzle
    if (beginCl !== null && endCl < beginCl) refuse('settlement.meterBackwards', { nozzle: logicNo, begin: (beginCl / 100).toFixed(2) })
    return { ...nozzle, endCl, entered: true }
  })
}

async function startAfter(ctx: Ctx, { stationId, companyId }: DailyState, at: Date): Promise<DailyState> {
  const { timeZone } = await ctx.tx.selectFrom('station').where('id', '=', stationId).select('timeZone').executeTakeFirstOrThrow()
  const station = { id: stationId, companyId }
  const next = await beginState(ctx, station, { isNatureDay: false, businessDay: dayOf(at, timeZone), from: at, startedBy: ctx.actor.key })
  ctx.audit('shift.start', `dailyStates:${next.id}`, { number: next.number }, companyId)
  return next
}

/** What closing would show now. A natural day shows its figures too; it is not closed by hand. @throws notFound, shift.alreadyClosed */
export const preview = handle(
  settlement.preview,
  async (ctx, { query: { dailyStateId } }): Promise<Returned<typeof settlement.preview>> => {
    const dailyState = await getOf(ctx.tx, dailyStates, dailyStateId, [], ctx.scope)
    if (dailyState.status === 'closed') refuse('shift.alreadyClosed', { day: dailyState.businessDay, number: dailyState.number })
    return { dailyState, asOf: ctx.now.toISOString(), ...(await figuresOf(ctx.tx, dailyState)) }
  },
)
