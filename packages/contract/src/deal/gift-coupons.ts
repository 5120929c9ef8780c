import { z } from 'zod'
import { Against } from '../order/refund.ts'
import { Id, Ref } from '../units.ts'

const count = z.int().min(1).max(100).default(1)
/**
 * 赠券: the coupons that come with a package or with goods; none, or a group of one to five of them. Of each so many, of which
 * `perCount` begin together, and the next ones `intervalDays` later.
 * @source requirements GDS-022, MKT-018, MKT-021; decisions A25, E10, MK7
 */
export const GiftCoupons = z
  .array(z.object({ dealId: Ref('deals'), count, perCount: count, intervalDays: z.int().min(0).max(365).default(0) }))
  .max(5)
  .refine(group => new Set(group.map(({ dealId }) => dealId)).size === group.length, 'couponTwice')

/** Coupons that come with something, and what stands against giving them. */
export const CouponToGive = z.object({
  dealId: Id,
  name: z.string(),
  count: z.int(),
  perCount: z.int(),
  intervalDays: z.int(),
  against: Against.nullable(),
})
export type CouponToGive = z.output<typeof CouponToGive>

/** Coupons that came with something. */
export const CouponsGiven = z.object({ dealId: Id, name: z.string(), count: z.int() })
export type CouponsGiven = z.output<typeof CouponsGiven>
