import { z } from 'zod'

/** Why a coupon gives nothing on a sale. */
export const CouponReason = z.enum([
  'notStarted',
  'over',
  'otherStation',
  'otherDevice',
  'otherPayType',
  'payTypeOpen',
  'otherWeekday',
  'otherHours',
  'membersOnly',
  'nonMembersOnly',
  'otherTag',
  'otherProduct',
  'minimumNotReached',
  'notCombinable',
  'notChosen',
  'tooLittle',
  'used',
  'recalled',
  'disabled',
  'heldElsewhere',
])
export type CouponReason = z.output<typeof CouponReason>
