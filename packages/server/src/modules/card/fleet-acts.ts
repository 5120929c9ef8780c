import { allows, fleetActs, fleets, userCardActs, type FleetValueMode } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { changeFleet, fleetForUpdate, fleetOf, type Fleet } from '../member/index.ts'
import { refuseUnconfirmed } from '../org/index.ts'
import { listCard, unlistCard } from './black-list.ts'
import { cardsForUpdate, cardsNow, stoppedBy, type LockedCard } from './card.ts'
import { holdsBy } from './hold.ts'
import { shareOut, sumOf, type Share } from './share-out.ts'

const rowOf = (ctx: Ctx, id: number) => getOf(ctx.tx, fleets, id, [], ctx.scope) as never
/** So many cards that stand against a change are named beforehand. */
const namedMost = 100

/** What a change of mode would move, to which masters, and what stands against it. */
interface ModePlan {
  readonly back: ReadonlyMap<number, readonly Share[]>
  readonly shares: readonly Share[]
  readonly against: readonly { readonly card: LockedCard['card']; readonly refusal: Refusal }[]
}

/**
 * Changes from where the sub cards of a fleet spend. To share: all that they hold goes back to their master, in one entry for each master.
 * To assign: nothing moves, and each begins empty. What is held for fills was held of the one or the other, so none may be.
 * @throws notFound, fleet.sameMode, card.owes, card.held, card.frozen, amount.unusual, and of a master that money goes back to card.lost,
 * card.disabled, card.locked, card.overspent @source decisions FL4
 */
const setMode = handle(fleetActs.mode, async (ctx, { id, body: { valueMode, confirmAmountCents, remark } }) => {
  const fleet = await fleetForUpdate(ctx, id)
  const { companyId, name } = fleet
  if (fleet.valueMode === valueMode) refuse('fleet.sameMode')
  const cards = await cardsForUpdate(ctx, await cardsOf(ctx, fleet))
  const { back, shares, against } = await planOf(ctx, fleet, cards, valueMode)
  if (against[0]) throw against[0].refusal
  const [principalCents, giftCents] = [sumOf(shares, 'principalCents'), sumOf(shares, 'giftCents')]
  await refuseUnconfirmed(ctx, { companyId, stationId: ctx.actor.stationId }, principalCents + giftCents, confirmAmountCents)

  for (const [masterId, its] of back) {
    const ref = `mode:${crypto.randomUUID()}`
    const returned = its.map(share => ({ ...share, principalCents: -share.principalCents, giftCents: -share.giftCents }))
    await shareOut(ctx, { master: cards.get(masterId)!, shares: returned, ref, remark })
  }
  await changeFleet(ctx, fleet, { valueMode })

  const told = { name, from: fleet.valueMode, to: valueMode, count: shares.length, principalCents, giftCents, remark }
  ctx.audit('member.fleet.mode', `groups:${id}`, told, companyId)
  ctx.emit('fleet.modeChanged', { groupId: id, ...told }, { companyId })
  return rowOf(ctx, id)
})

/** @throws notFound */
const previewMode = handle(fleetActs.modePreview, async (ctx, { id, body: { valueMode } }) => {
  const fleet = await fleetOf(ctx, id)
  const { shares, against } = await planOf(ctx, fleet, await cardsNow(ctx, await cardsOf(ctx, fleet)), valueMode)
  const moved = { count: shares.length, principalCents: sumOf(shares, 'principalCents'), giftCents: sumOf(shares, 'giftCents') }
  const rows = against.slice(0, namedMost).map(({ card, refusal }) => {
    const { code, message } = refusal.worded(ctx.meta.language)
    return { id: card.id, number: card.number, code, message }
  })
  return { valueMode, ...moved, refused: against.length, rows }
})

/** The cards of a fleet that are not returned; its accounts of points and of levels pay for nothing. */
async function cardsOf({ tx }: Ctx, { id, companyId }: Fleet): Promise<number[]> {
  const all = tx.selectFrom('userCard').where('companyId', '=', companyId).where('groupId', '=', id).where('service', 'is', null)
  const cards = all.where('closedTime', 'is', null)
  return (await cards.select('id').orderBy('id').execute()).map(card => card.id)
}

async function planOf(ctx: Ctx, { companyId }: Fleet, cards: ReadonlyMap<number, LockedCard>, to: FleetValueMode): Promise<ModePlan> {
  const subs = [...cards.values()].filter(({ card }) => card.kind === 'sub')
  const held = await holdsBy(
    ctx,
    companyId,
    subs.map(({ card }) => card.id),
  )
  const shares = subs
    .filter(({ principalCents, giftCents }) => to === 'share' && principalCents + giftCents > 0)
    .map(sub => ({ sub, principalCents: sub.principalCents, giftCents: sub.giftCents }))
  const back = Map.groupBy(shares, ({ sub }) => sub.card.parentId!)
  const ofMasters = [...back.keys()].flatMap(id => {
    const { card } = cards.get(id)!
    // A master that is stopped neither gives nor takes.
    return allows(userCardActs.assign, card.status)
      ? []
      : [{ card, refusal: new Refusal(stoppedBy[card.status]!, { number: card.number }) }]
  })
  const ofSubs = subs.flatMap(sub => {
    const refusal = againstSub(sub, held.get(sub.card.id) ?? 0)
    return refusal ? [{ card: sub.card, refusal }] : []
  })
  return { back, shares, against: [...ofMasters, ...ofSubs] }
}

/** What of a sub card stands against it: a hold, a debt, or frozen money. Those of a fleet that shares have no money of their own. */
function againstSub({ card: { number }, debtCents, lockCents }: LockedCard, heldCents: number): Refusal | undefined {
  if (debtCents < 0) return new Refusal('card.owes', { number, debtCents: -debtCents })
  if (heldCents > 0) return new Refusal('card.held', { number, heldCents })
  return lockCents > 0 ? new Refusal('card.frozen', { number, lockCents }) : undefined
}

/**
 * Stops a whole fleet: from the end of this transaction on no payment of any of its cards is made, on any server; its cards come onto the
 * black list. @throws notFound, fleet.stopped, fleet.nameMistyped @source decisions FL10; FLT-013
 */
const stop = handle(fleetActs.stop, async (ctx, { id, body: { confirmName, remark } }) => {
  const fleet = await fleetForUpdate(ctx, id)
  const { companyId, name } = fleet
  if (fleet.stoppedAt !== null) refuse('fleet.stopped', { name })
  if (confirmName !== name) refuse('fleet.nameMistyped')
  await changeFleet(ctx, fleet, { stoppedAt: ctx.now })
  const ids = await lockedCardsOf(ctx, fleet)
  await listCard(ctx, ids)
  ctx.audit('member.fleet.stop', `groups:${id}`, { name, count: ids.length, remark }, companyId)
  ctx.emit('fleet.stopped', { groupId: id, name }, { companyId })
  return rowOf(ctx, id)
})

/** @throws notFound, fleet.notStopped */
const start = handle(fleetActs.start, async (ctx, { id, body: { remark } }) => {
  const fleet = await fleetForUpdate(ctx, id)
  const { companyId, name } = fleet
  if (fleet.stoppedAt === null) refuse('fleet.notStopped', { name })
  await changeFleet(ctx, fleet, { stoppedAt: null })
  const ids = await lockedCardsOf(ctx, fleet)
  await unlistCard(ctx, ids)
  ctx.audit('member.fleet.start', `groups:${id}`, { name, count: ids.length, remark }, companyId)
  ctx.emit('fleet.started', { groupId: id, name }, { companyId })
  return rowOf(ctx, id)
})

/** All of them: once the master is locked nobody issues another sub card, so that those issued until then are found. */
async function lockedCardsOf(ctx: Ctx, fleet: Fleet): Promise<number[]> {
  await cardsForUpdate(ctx, await cardsOf(ctx, fleet))
  return cardsOf(ctx, fleet)
}

export const fleetActHandlers = [setMode, previewMode, stop, start]
