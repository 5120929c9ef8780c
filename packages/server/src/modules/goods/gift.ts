import { cards } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { everyModule, type GiftCoupon } from '../../platform/module.ts'
import { getOf } from '../../platform/search/list.ts'

/** What goods give, as a form or a batch edit says it; what is not said stays. */
interface Gift {
  readonly giftPoints?: number | null | undefined
  readonly giftCents?: number | null | undefined
  readonly giftPercent?: number | null | undefined
  readonly frozenCents?: number | null | undefined
  readonly frozenPercent?: number | null | undefined
  readonly giftCardId?: number | null | undefined
  readonly giftCoupons?: readonly GiftCoupon[] | undefined
}
export const giftFields = ['giftPoints', 'giftCents', 'giftPercent', 'frozenCents', 'frozenPercent', 'giftCardId'] as const
const isSaid = (value: unknown) => value !== null && value !== undefined
const saysGift = (gift: Gift) => (gift.giftCoupons ?? []).length > 0 || giftFields.some(field => isSaid(gift[field]))

/**
 * A balance is so much or a share, only goods give anything, a card product that receives it keeps money, and coupons are such as members
 * get. The product is the caller's: that was asked already.
 * @throws item.giftTwice, item.frozenTwice, item.giftOfFuel, item.giftCardUnfit, notFound, coupon.nonMembersOnly, coupon.startsAfterEnd
 * @source decisions GD5, GD6
 */
export async function refuseGift(ctx: Ctx, gift: Gift, ofFuel: boolean): Promise<void> {
  if (isSaid(gift.giftCents) && isSaid(gift.giftPercent)) refuse('item.giftTwice')
  if (isSaid(gift.frozenCents) && isSaid(gift.frozenPercent)) refuse('item.frozenTwice')
  if (ofFuel && saysGift(gift)) refuse('item.giftOfFuel')
  await everyModule()
    .find(each => each.giftCoupons)!
    .giftCoupons!.refuseUnfit(ctx, gift.giftCoupons ?? [])
  if (!isSaid(gift.giftCardId)) return
  const { name, type } = await getOf(ctx.tx, cards, gift.giftCardId, [], ctx.scope, { named: true })
  if (type !== 'debit') refuse('item.giftCardUnfit', { name })
}

/** Whether two groups of coupons are the same: what the database keeps of them has its fields in an order of its own. */
export const sameCoupons = (one: unknown, other: unknown): boolean => told(one) === told(other)
const told = (group: unknown): string =>
  JSON.stringify((group as GiftCoupon[]).map(({ dealId, count, perCount, intervalDays }) => [dealId, count, perCount, intervalDays]))

/** So much of a balance ends the share of it that was set before, and the other way round. */
export const withoutOther = <Set extends Gift>(set: Set): Set => ({
  ...set,
  ...(isSaid(set.giftCents) && { giftPercent: null }),
  ...(isSaid(set.giftPercent) && { giftCents: null }),
  ...(isSaid(set.frozenCents) && { frozenPercent: null }),
  ...(isSaid(set.frozenPercent) && { frozenCents: null }),
})
