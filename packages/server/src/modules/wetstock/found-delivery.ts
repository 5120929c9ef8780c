import { allows, foundDeliveries, foundDeliveryActs, foundDeliveryCalls, oilInfos } from '@forecourt/contract'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { forgetAlone } from './found-match.ts'
import { due } from './found-scan.ts'

/** One that the caller may see, locked. @throws notFound */
async function held(ctx: Ctx, id: number) {
  await getOf(ctx.tx, foundDeliveries, id, [], ctx.scope)
  return ctx.tx.selectFrom('foundDelivery').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
}
const shown = (ctx: Ctx, id: number) => getOf(ctx.tx, foundDeliveries, id, [], ctx.scope)

/** With what the gauge said at the readings that it lies between, besides volumes. @throws notFound */
const get = handle(foundDeliveries.get, async (ctx, { id, query }) => {
  const found = await getOf(ctx.tx, foundDeliveries, id, query.expand, ctx.scope)
  const { tankId, beforeAt, afterAt } = found
  const told = ctx.tx.selectFrom('tankReading').where('tankId', '=', tankId).where('source', '=', 'gauge').where('struckAt', 'is', null)
  const at = async (moment: string | null) => {
    if (moment === null) return null
    const reading = told.where('measuredAt', '=', moment).select(['oilHeightMm', 'waterHeightMm', 'temperature'])
    return (await reading.executeTakeFirst()) ?? null
  }
  return { ...found, ends: { before: await at(beforeAt), after: await at(afterAt) } }
})

/** @throws notFound, foundDelivery.notOpen, foundDelivery.noRise, foundDelivery.otherTank, foundDelivery.intakeTaken */
const match = handle(foundDeliveryCalls.match, async (ctx, { id, body: { oilInfoId } }) => {
  const found = await held(ctx, id)
  if (!allows(foundDeliveryActs.match, found.state)) refuse('foundDelivery.notOpen')
  if (found.kind !== 'rise') refuse('foundDelivery.noRise')
  const delivery = await getOf(ctx.tx, oilInfos, oilInfoId, [], ctx.scope).catch(() => refuse('notFound', { field: 'oilInfoId' }))
  if (delivery.tankId !== found.tankId) refuse('foundDelivery.otherTank')
  const taken = ctx.tx.selectFrom('foundDelivery').where('kind', '=', 'rise').where('oilInfoId', '=', oilInfoId)
  if (await taken.select('id').executeTakeFirst()) refuse('foundDelivery.intakeTaken')

  const decided = { state: 'matched', oilInfoId, byHand: true, decidedById: ctx.actor.id, decidedDate: ctx.now }
  await ctx.tx.updateTable('foundDelivery').set(decided).where('id', '=', id).execute()
  await forgetAlone(ctx, oilInfoId)
  ctx.audit('foundDelivery.match', `foundDeliveries:${id}`, { oilInfoId, automatic: false }, found.companyId)
  return shown(ctx, id)
})

/** @throws notFound, foundDelivery.notOpen */
const dismiss = handle(foundDeliveryCalls.dismiss, async (ctx, { id, body: { reason } }) => {
  const { state, companyId } = await held(ctx, id)
  if (!allows(foundDeliveryActs.dismiss, state)) refuse('foundDelivery.notOpen')
  const decided = { state: 'dismissed', reason, byHand: true, decidedById: ctx.actor.id, decidedDate: ctx.now }
  await ctx.tx.updateTable('foundDelivery').set(decided).where('id', '=', id).execute()
  ctx.audit('foundDelivery.dismiss', `foundDeliveries:${id}`, { reason }, companyId)
  return shown(ctx, id)
})

const undecided = { state: 'open', reason: '', decidedById: null, decidedDate: null } as const

/** @throws notFound, foundDelivery.isOpen */
const reopen = handle(foundDeliveryCalls.reopen, async (ctx, { id }) => {
  const { state, kind, companyId, tankId, beginTime, oilInfoId } = await held(ctx, id)
  if (!allows(foundDeliveryActs.reopen, state)) refuse('foundDelivery.isOpen')
  const alone = kind === 'rise' ? { oilInfoId: null, pastDeliveryId: null } : {}
  await ctx.tx
    .updateTable('foundDelivery')
    .set({ ...undecided, ...alone, byHand: true })
    .where('id', '=', id)
    .execute()
  await due(ctx, { companyId, tankId }, new Date(beginTime))
  ctx.audit('foundDelivery.reopen', `foundDeliveries:${id}`, { was: state, oilInfoId }, companyId)
  return shown(ctx, id)
})

/** A recorded delivery goes: the rise that it was matched with stands alone again, and what was said of it alone goes with it. */
export async function leaveIntake(ctx: Ctx, oilInfoId: number): Promise<void> {
  await forgetAlone(ctx, oilInfoId)
  await ctx.tx
    .updateTable('foundDelivery')
    .set({ ...undecided, oilInfoId: null, byHand: false })
    .where('oilInfoId', '=', oilInfoId)
    .execute()
}

export const foundDeliveryHandlers: readonly Handler[] = [...crud(foundDeliveries, ['list']), get, match, dismiss, reopen]
