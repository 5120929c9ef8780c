import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Cents } from '../units.ts'

/** What the company still has to give for points and coupons that members hold, by the month in which these end. */
export const memberLiability = endpoint('GET', '/rewards/liability', {
  permission: 'reward.read',
  returns: z.object({
    currency: z.string(),
    /** The nearest month first; of what has no end the month is null. */
    months: z.array(
      z.object({
        month: z.string().nullable(),
        points: z.int(),
        coupons: z.int(),
        /** What these coupons may cost at most, as far as that is limited. */
        couponCents: Cents,
        /** How many of them have no such limit. */
        unlimitedCoupons: z.int(),
      }),
    ),
  }),
  summary: 'Open points and unused coupons by the month in which they end, and what the coupons may cost at most',
})
