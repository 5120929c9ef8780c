/** How a sale is priced: pure rules, without a clock or a database. */
export { isWithin } from './hours.ts'
export { bestPrice, litrePrice, lowestPrice, type Discount, type Lowered, type PriceRule, type SoldAt } from './price-rule.ts'
