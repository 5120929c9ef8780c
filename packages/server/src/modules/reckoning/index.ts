/** How a sale is priced: pure rules, without a clock or a database. */
export { reckon, type AtHand, type CouponOutcome, type Reckoned } from './reckon.ts'
export type { Conditions, Coupon, Gives, Line } from './coupon.ts'
export { isWithin } from './hours.ts'
export { bestPrice, litrePrice, type Discount, type Lowered, type PriceRule, type SoldAt } from './price-rule.ts'
