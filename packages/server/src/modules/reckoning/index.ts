/** How a sale is priced: pure rules, without a clock or a database. */
export { reckon, type AtHand, type CouponOutcome } from './reckon.ts'
export type { Conditions, Coupon, Gives } from './coupon.ts'
export { isWithin } from './hours.ts'
export { bestPrice, litrePrice, type Discount, type Lowered, type PriceRule, type SoldAt } from './price-rule.ts'
