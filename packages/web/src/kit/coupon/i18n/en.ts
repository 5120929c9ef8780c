import type { Words } from '../../../i18n/index.ts'
import type zh from './zh.ts'

export default {
  couponRefusal: {
    soldOut: 'no coupons left',
    budgetSpent: 'the budget of the coupon is spent',
    limitReached: 'the member has had as many as allowed',
    tooManyHeld: 'the member holds as many unused as allowed',
    disabled: 'the coupon is disabled',
    notStarted: 'the coupon has not started',
    over: 'the coupon has ended',
    nonMembersOnly: 'the coupon is for non-members',
    other: 'the coupon cannot be issued',
  },
} satisfies Words<typeof zh>
