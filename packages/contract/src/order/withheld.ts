import { z } from 'zod'
import { PriceRuleKind } from '../card/discount.ts'
import { CouponReason } from '../deal/reason.ts'
import { Cents, Id } from '../units.ts'

/**
 * 尚未开始, 已过期, 非适用油站, 非适用油品, 非适用时段, 优惠不如所选, 由优惠券代替, 不足一分: why something that might have lowered a line lowered it by nothing.
 * Coupons say besides what they ask of the customer, the way to pay and each other; and, of a sale that a device had charged already, that
 * they should have taken off something else (实收与应优惠不符).
 */
export const WithheldReason = z.enum([...CouponReason.options, 'outdone', 'replaced', 'chargedOtherwise'])

/**
 * A discount that the customer brought and that gave nothing on a line, in the version that was judged. `haveCents` of `needCents` is what
 * it would have given against what was needed: of one that was outdone, what it and what the better one takes off; of a device's coupon,
 * what was taken off and what it should have been.
 */
export const Withheld = z.object({
  kind: z.enum([...PriceRuleKind.options, 'coupon']),
  name: z.string(),
  sourceId: Id,
  version: z.int(),
  reason: WithheldReason,
  haveCents: Cents.nullable(),
  needCents: Cents.nullable(),
})
export type Withheld = z.output<typeof Withheld>

/** 设备收款与系统试算: what a device charged for a line against what it comes to by our rules, and the rule that counts. @source decision MK18 */
export interface ReckonedLine {
  readonly itemId: number
  readonly itemName: string
  /** The fact: what the customer was charged, the device's own discount off. */
  readonly chargedCents: number
  readonly reckonedCents: number
  /** Charged less reckoned. */
  readonly differenceCents: number
  /** Nothing where no rule lowers the line. */
  readonly rule: Omit<Withheld, 'reason' | 'haveCents' | 'needCents'> | null
}
