import type { SaleLine } from '@forecourt/contract'
import type { Hold } from './intake-facts.ts'
import { amountOf, roundingCents, type PricedLine } from './pricing.ts'

/**
 * A fill that was charged at the price that its hold was answered with: what that takes off the price of the list stands as a named line,
 * and the customer pays what the pump says. Where the record tells litres alone it is that price. A fill that was charged otherwise stays
 * as it was charged. @source decisions CD25, O15
 */
export function atHoldPrice(line: PricedLine, given: SaleLine, { productId, priceCents, fillPriceCents, discount }: Hold): PricedLine {
  const { categoryType, volumeCl, listPriceCents } = line
  if (!discount || categoryType !== 'fuel' || line.productId !== productId) return line
  const agreed = amountOf('fuel', volumeCl, fillPriceCents)
  const isTold = given.amountCents !== undefined || given.priceCents !== undefined || given.discountCents > 0
  const paidCents = isTold ? line.amountCents - line.discountCents : agreed
  const amountCents = amountOf('fuel', volumeCl, priceCents)
  const discountCents = amountCents - paidCents
  if (Math.abs(paidCents - agreed) > roundingCents || discountCents <= 0) return line
  return {
    ...line,
    priceCents,
    priceDerived: false,
    amountCents,
    discountCents,
    discounts: [{ ...discount, amountCents: discountCents }],
    differs: listPriceCents !== null && listPriceCents !== priceCents,
  }
}
