import type { SaleGiftOutcome } from '@forecourt/contract'
import { sql } from 'kysely'
import { byCompany } from '../../platform/execution/batch-rule.ts'
import type { Ctx } from '../../platform/execution/command.ts'
import { everyModule, type GoodsPoints } from '../../platform/module.ts'
import { inScope, scoped } from '../../platform/postgres/name-companies.ts'
import { giveSaleGift, lockWithMasters, receiversForUpdate, type Receiver } from '../card/index.ts'
import { oweSaleCoupons } from './coupon-gifts.ts'
import type { PaidWithGifts } from './gift-orders.ts'
import { judgeGifts, takenBack, type Gift } from './gift-terms.ts'

interface Noted extends Gift {
  readonly id: number
  readonly orderId: number
  readonly giftCardId: number | null
  readonly paidCents: number
  readonly refundedCents: number
}

/**
 * Locks the cards that get gifts together with those that pay in the same batch: batches over the same cards wait for each other, and do
 * not stand in each other's way.
 */
export async function holdForGifts(gifts: readonly PaidWithGifts[], payers: readonly { userCardId: number | null }[]): Promise<void> {
  const paying = payers.flatMap(({ userCardId }) => userCardId ?? [])
  for (const [companyId, [first]] of byCompany(gifts, order => order.companyId))
    if (paying.length > 0) await lockWithMasters(first!.ctx, companyId, paying)
}

/** Points are booked by the module that keeps them. */
export const goodsPoints = (): GoodsPoints => everyModule().find(each => each.goodsPoints)!.goodsPoints!

/**
 * Gives what the goods of orders bring, in the transaction that has paid them: each order once, to the card that it names, or to nobody
 * with the reason. What was given back of a part payment before is not given. Cards are locked before accounts of points, in the order of
 * their ids. Coupons are owed with that and given afterwards. @source decisions GD5, GD6
 */
export async function giveGifts(paid: readonly PaidWithGifts[]): Promise<void> {
  for (const [companyId, its] of byCompany(paid, order => order.companyId)) {
    const [{ ctx }] = its as [PaidWithGifts]
    const noted = await notedOf(
      ctx,
      its.map(({ orderId }) => orderId),
    )
    const receivers = await receiversForUpdate(
      ctx,
      companyId,
      its.flatMap(({ userCardId }) => userCardId ?? []),
    )
    const points: Parameters<GoodsPoints['give']>[2][number][] = []
    const kept: Kept[] = []
    for (const order of its) {
      const own = noted.filter(({ orderId }) => orderId === order.orderId)
      const receiver = receivers.get(order.userCardId ?? 0)
      const { given, told } = await judged(order.ctx, receiver, own)
      const sum = (field: keyof Gift) => given.reduce((all, gift) => all + gift[field] - takenBack(gift[field], gift), 0)
      if (receiver) {
        const gift = { orderId: order.orderId, stationId: order.stationId, giftCents: sum('giftCents'), frozenCents: sum('frozenCents') }
        await giveSaleGift(order.ctx, receiver.card.id, gift)
        if (sum('points') > 0) points.push({ orderId: order.orderId, card: receiver.card, points: sum('points') })
      }
      kept.push(...own.map(gift => keptOf(gift, told.get(gift)!, receiver)))
    }
    await keep(ctx, kept, await goodsPoints().give(ctx, companyId, points))
  }
  await oweSaleCoupons(paid)
}

async function judged(ctx: Ctx, receiver: Receiver | undefined, gifts: readonly Noted[]) {
  const hasPoints = receiver !== undefined && gifts.some(({ points }) => points > 0) && (await goodsPoints().canHave(ctx, receiver.card))
  const told = judgeGifts(receiver && { ...receiver, hasPoints }, gifts)
  return { told, given: gifts.filter(gift => told.get(gift) === 'given') }
}

/** What these orders give and have not given yet. The orders are locked. */
async function notedOf({ tx }: Ctx, orders: readonly number[]): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select gift.id, gift.order_id, gift.gift_card_id, gift.points, gift.gift_cents, gift.frozen_cents, sale.paid_cents, sale.refunded_cents
    from ${scoped(tx, 'sale_gift')} gift join ${scoped(tx, 'sale_order')} sale on sale.id = gift.order_id
    where gift.order_id = any(${[...orders]}::bigint[]) and gift.outcome = 'open' order by gift.id`.execute(tx)
  return rows
}

interface Kept {
  readonly id: number
  readonly order: number
  readonly outcome: SaleGiftOutcome
  readonly card: number | null
  readonly backPoints: number
  readonly backGift: number
  readonly backFrozen: number
}
const keptOf = (gift: Noted, outcome: SaleGiftOutcome, receiver: Receiver | undefined): Kept => {
  const back = (field: keyof Gift) => (outcome === 'given' ? takenBack(gift[field], gift) : 0)
  return {
    id: gift.id,
    order: gift.orderId,
    outcome,
    card: outcome === 'given' ? receiver!.card.id : null,
    backPoints: back('points'),
    backGift: back('giftCents'),
    backFrozen: back('frozenCents'),
  }
}

/** @param withPoints orders whose points were booked */
async function keep({ tx, now }: Ctx, kept: readonly Kept[], withPoints: ReadonlySet<number>): Promise<void> {
  if (kept.length === 0) return
  const rows = kept.map(row => ({ ...row, hasPoints: withPoints.has(row.order) }))
  await sql`
    update sale_gift gift set outcome = kept.outcome, user_card_id = card,
      given_points = case when kept.outcome = 'given' and "hasPoints" then gift.points else 0 end,
      back_points = case when kept.outcome = 'given' and "hasPoints" then "backPoints" else 0 end,
      back_gift_cents = "backGift", back_frozen_cents = "backFrozen",
      given_date = case when kept.outcome = 'given' then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}) as kept (id bigint, outcome text, card bigint, "backPoints" bigint, "backGift" bigint,
      "backFrozen" bigint, "hasPoints" boolean)
    where gift.id = kept.id and ${inScope(tx, 'gift.company_id')}`.execute(tx)
}

/** What goods will give to a card once they are paid, or why they will give nothing. Nothing is kept. */
export async function giftsToCome<Row extends Gift & { readonly giftCardId: number | null }>(
  ctx: Ctx,
  companyId: number,
  userCardId: number | null,
  gifts: readonly Row[],
): Promise<(Row & { outcome: SaleGiftOutcome })[]> {
  if (gifts.length === 0) return []
  const receiver = userCardId === null ? undefined : (await receiversForUpdate(ctx, companyId, [userCardId])).get(userCardId)
  const hasPoints = receiver !== undefined && (await goodsPoints().canHave(ctx, receiver.card))
  const told = judgeGifts(receiver && { ...receiver, hasPoints }, gifts)
  return gifts.map(gift => ({ ...gift, outcome: told.get(gift)! }))
}
