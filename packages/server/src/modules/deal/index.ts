import type { Module } from '../../platform/module.ts'
import { dealHandlers } from './deal.ts'
import { dealTaskHandlers } from './deal-task.ts'
import { couponsOfDemo } from './demo.ts'
import { couponInvariants } from './invariants.ts'
import { goodsColumns } from './export-columns.ts'
import { giftCoupons } from './gift.ts'
import { complaintHabits } from './habits.ts'
import { memberHoldings } from './member-holdings.ts'
import { rollUpCoupons } from './roll-up.ts'
import { dealsAt, dealTasksAt, userDealsAt } from './rows-at.ts'
import { scriptHandlers } from './script.ts'
import { userDealHandlers } from './user-deal.ts'

export { activityPrices, whichHavePrices } from './activity-prices.ts'
export { refuseUnfitDeal } from './deal.ts'
export { addActivity, refuseUnfitActivity, type ActivityBody } from './deal-task.ts'
export { termsOf, type DealBody, type Terms } from './terms.ts'
export { countGiven, lastsAt, noteLooked, noteStopped, taskForUpdate, tasksForUpdate, type GivingTask } from './giving-task.ts'
export { heldWith, holderOf, takeHeldBack } from './gift.ts'
export { issueCoupons, judgeIssues, type Issue } from './issue.ts'
export { couponRefusal } from './against.ts'
export { takeBackIssued } from './issued-for.ts'
export { couponsNamed, type ChargedWith } from './named.ts'
export { couponsAtHand, outcomeOf, type Hand, type Lying } from './at-hand.ts'
export {
  couponsToSpend,
  giveCouponsBack,
  holdCoupons,
  letGoOfCoupons,
  spendCoupons,
  type CouponOrder,
  type GivenCoupon,
  type ToSpend,
} from './use.ts'

/** Coupons: what they give, who holds them, and what became of them. */
export const deal = {
  name: 'deal',
  handlers: [...dealHandlers, ...dealTaskHandlers, ...userDealHandlers, ...scriptHandlers],
  rowsAt: { deals: dealsAt, dealTasks: dealTasksAt, userDeals: userDealsAt },
  rollups: [rollUpCoupons],
  invariants: couponInvariants,
  memberHoldings,
  giftCoupons,
  exportColumns: { items: () => ({ columns: goodsColumns }) },
  demo: couponsOfDemo,
  simulation: [complaintHabits],
} satisfies Module
