import { allows, redemptionActs, redemptions } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx, type Handler } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { Refusal, refuse } from '../../platform/execution/refusal.ts'
import { scoped } from '../../platform/postgres/name-companies.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { getOf } from '../../platform/search/list.ts'
import { cardForUpdate, cardsNow } from '../card/index.ts'
import { issueCoupons, takeBackIssued, type Issue } from '../deal/index.ts'
import { givePointsBack, spendPoints, type PointsPart } from '../points/index.ts'
import { rewardForUpdate, rewardNow, takePieces, type Reward } from './stock.ts'

interface Wanted {
  readonly userCardId: number
  readonly rewardId: number
  readonly pieces: number
  readonly received: boolean
  readonly remark: string
}

const byUser = ({ actor }: Ctx): number | null => (actor.kind === 'user' && actor.id ? actor.id : null)

/** @throws reward.offShelf, reward.soldOut, redemption.needsMember */
function refuseUnfit({ name, isOff, stock, coupons }: Reward, pieces: number, userId: number | null): void {
  if (isOff) refuse('reward.offShelf', { name })
  if (stock !== -1 && stock < pieces) refuse('reward.soldOut', { name, left: stock })
  if (coupons.length > 0 && userId === null) refuse('redemption.needsMember', { name })
}

/** Coupons that come with it: all of them, or nothing is redeemed. @throws coupon.* @returns how many */
async function giveCoupons(ctx: Ctx, companyId: number, userId: number, reward: Reward, of: { id: number; pieces: number }) {
  const asked = reward.coupons.map(
    ({ dealId, count }): Issue => ({
      ctx,
      companyId,
      dealId,
      userIds: [userId],
      codes: 0,
      each: count * of.pieces,
      source: 'points',
      sourceId: of.id,
    }),
  )
  const issued = [...(await issueCoupons(asked)).values()]
  for (const each of issued) if (each instanceof Refusal) throw each
  return asked.reduce((sum, { each }) => sum + each, 0)
}

/**
 * Redeems points for a reward. The account is locked first, then the reward, then its coupons; so that nobody waits for each other.
 * @throws notFound, card.returned, points.notPoints, points.notOpened, points.insufficient, reward.offShelf, reward.soldOut,
 *   redemption.needsMember, and coupon.* where the coupons that come with it cannot be issued
 */
export async function redeemReward(ctx: Ctx, { userCardId, rewardId, pieces, received, remark }: Wanted): Promise<number> {
  // Most of those who come too late are told so without waiting for anyone.
  const payer = (await cardsNow(ctx, [userCardId])).get(userCardId)?.card
  if (payer) refuseUnfit(await rewardNow(ctx, payer.companyId, rewardId), pieces, payer.userId)
  const { card } = await cardForUpdate(ctx, userCardId)
  const { companyId, userId, number } = card
  const reward = await rewardForUpdate(ctx, companyId, rewardId)
  refuseUnfit(reward, pieces, userId)
  const [id] = (await nextIds(ctx.tx, 1)) as [number]
  const points = reward.points * pieces

  const spent = await spendPoints(ctx, { userCardId, points, ref: `redeem:${id}`, remark: reward.name })
  await takePieces(ctx, companyId, rewardId, pieces)
  const couponCount = userId === null ? 0 : await giveCoupons(ctx, companyId, userId, reward, { id, pieces })
  const by = byUser(ctx)
  await ctx.tx
    .insertInto('redemption')
    .values({
      companyId,
      id,
      rewardId,
      rewardName: reward.name,
      userCardId,
      userId,
      pieces,
      points,
      lots: JSON.stringify(spent.lots),
      spentId: spent.id,
      couponCount,
      stationId: ctx.actor.stationId ?? null,
      redeemedById: by,
      createdDate: ctx.now,
      ...(received && { receivedDate: ctx.now, receivedById: by }),
      remark,
    })
    .execute()
  const detail = { number, name: reward.name, pieces, points, afterPoints: spent.points, couponCount, received }
  ctx.audit('redemptions.redeem', `redemptions:${id}`, detail, companyId)
  return id
}

/** @throws as redeemReward */
const redeem = handle(redemptions.redeem, async (ctx, { body }) => getOf(ctx.tx, redemptions, await redeemReward(ctx, body), [], ctx.scope))

interface Held {
  readonly id: number
  readonly companyId: number
  readonly rewardId: number
  readonly rewardName: string
  readonly userCardId: number
  readonly userId: number | null
  readonly pieces: number
  readonly points: number
  readonly lots: readonly PointsPart[]
  readonly status: 'notReceived' | 'received' | 'cancelled'
}

type Seen = Pick<Held, 'companyId' | 'userCardId' | 'userId' | 'status' | 'rewardName'>

/** @throws notFound */
async function redemptionForUpdate({ tx }: Ctx, id: number): Promise<Held> {
  const { rows } = await sql<Held>`
    select held.id, held.company_id, held.reward_id, held.reward_name, held.user_card_id, held.user_id, held.pieces, held.points, held.lots,
      held.status
    from ${scoped(tx, 'redemption')} seen join redemption held on held.company_id = seen.company_id and held.id = seen.id
    where seen.id = ${id} for update of held`.execute(tx)
  return rows[0] ?? refuse('notFound', { redemption: id })
}

/** @throws redemption.received, redemption.cancelled */
function refuseClosed({ status, rewardName: name }: Pick<Held, 'status' | 'rewardName'>, act: keyof typeof redemptionActs): void {
  if (allows(redemptionActs[act], status)) return
  refuse(status === 'cancelled' ? 'redemption.cancelled' : 'redemption.received', { name })
}

/** @throws notFound, redemption.received, redemption.cancelled */
const receive = handle(redemptions.receive, async (ctx, { id }) => {
  const held = await redemptionForUpdate(ctx, id)
  refuseClosed(held, 'receive')
  await ctx.tx
    .updateTable('redemption')
    .set({ receivedDate: ctx.now, receivedById: byUser(ctx) })
    .where('companyId', '=', held.companyId)
    .where('id', '=', id)
    .execute()
  ctx.audit('redemptions.receive', `redemptions:${id}`, { name: held.rewardName, pieces: held.pieces }, held.companyId)
  return getOf(ctx.tx, redemptions, id, [], ctx.scope)
})

/** Where points are given back: to the account that paid, or to that which its member has since two were merged. */
async function accountOf({ tx }: Ctx, { companyId, userCardId, userId }: Seen) {
  const { rows } = await sql<{ id: number }>`
    select account.id from user_card account
    join card service on service.company_id = account.company_id and service.id = account.card_id and service.type = 'score'
    where account.company_id = ${companyId} and account.closed_time is null
      and (account.id = ${userCardId} or account.user_id = ${userId}::bigint)
    order by account.id <> ${userCardId}, account.id limit 1`.execute(tx)
  return rows[0]?.id ?? userCardId
}

/**
 * Gives the points back into their lots, the pieces into the stock, and takes the unused coupons back. The account is locked before the
 * redemption, as redeeming does.
 * @throws notFound, redemption.received, redemption.cancelled, redemption.couponUsed, card.returned, coupon.heldElsewhere
 */
const cancel = handle(redemptions.cancel, async (ctx, { id, body: { reason } }) => {
  const { rows } = await sql<Seen>`
    select company_id, user_card_id, user_id, status, reward_name from ${scoped(ctx.tx, 'redemption')} seen where id = ${id}`.execute(
    ctx.tx,
  )
  const seen = rows[0] ?? refuse('notFound', { redemption: id })
  refuseClosed(seen, 'cancel')
  const userCardId = await accountOf(ctx, seen)
  const { card } = await cardForUpdate(ctx, userCardId)
  const held = await redemptionForUpdate(ctx, id)
  refuseClosed(held, 'cancel')
  const { companyId, rewardId, rewardName, pieces, points, lots } = held
  await rewardForUpdate(ctx, companyId, rewardId)
  const used = await takeBackIssued(ctx, { companyId, source: 'points', sourceId: id, reason })
  if (used !== undefined) refuse('redemption.couponUsed', { name: used })

  const back = await givePointsBack(ctx, { userCardId, lots, ref: `redeemBack:${id}`, remark: reason })
  await takePieces(ctx, companyId, rewardId, -pieces)
  await ctx.tx
    .updateTable('redemption')
    .set({ cancelledDate: ctx.now, cancelledById: byUser(ctx), cancelReason: reason, backId: back.id })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute()
  const detail = { number: card.number, name: rewardName, pieces, points, afterPoints: back.points, reason }
  ctx.audit('redemptions.cancel', `redemptions:${id}`, detail, companyId)
  return getOf(ctx.tx, redemptions, id, [], ctx.scope)
})

export const redemptionHandlers: readonly Handler[] = [...crud(redemptions), redeem, receive, cancel]
