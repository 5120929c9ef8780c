import type { SaleLine } from '@forecourt/contract'
import { refuse } from '../../platform/execution/refusal.ts'
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

type PaidLine = Pick<PricedLine, 'productId' | 'volumeCl' | 'priceCents' | 'listPriceCents' | 'amountCents' | 'discountCents'>
type AtPrice = Pick<Hold, 'productId' | 'priceCents' | 'fillPriceCents' | 'discount'>

/**
 * What the price of a hold takes off a line that was priced without it, by the list of the hold or by its own; nothing of one that was
 * charged otherwise or has a discount already.
 */
export function offByHold(line: PaidLine, { productId, priceCents, fillPriceCents, discount }: AtPrice): number {
  const { volumeCl, amountCents, listPriceCents } = line
  if (!discount || line.productId !== productId || line.discountCents > 0) return 0
  const comesTo = (litreCents: number | null) =>
    litreCents !== null && Math.abs(amountCents - amountOf('fuel', volumeCl, litreCents)) <= roundingCents
  if (comesTo(fillPriceCents) || !(comesTo(priceCents) || comesTo(listPriceCents))) return 0
  return Math.max(0, amountCents - amountOf('fuel', volumeCl, fillPriceCents))
}

/** What a sale fills that is to end a hold. */
interface FillOfSale {
  readonly nozzleControlId: number | null
  readonly totalCents: number
  readonly lines: readonly Pick<PricedLine, 'productId' | 'volumeCl'>[]
}

/**
 * A hold waits for the fill of its station, nozzle and product.
 * @throws hold.otherStation, hold.ended, hold.fuelOnly, hold.otherNozzle, hold.otherProduct
 */
export function refuseOtherFill(
  { status, stationId, nozzleId, productId }: Pick<Hold, 'status' | 'stationId' | 'nozzleId' | 'productId'>,
  ofStation: number,
  { nozzleControlId, totalCents, lines }: FillOfSale,
): void {
  if (stationId !== ofStation) refuse('hold.otherStation')
  if (status !== 'open' && status !== 'gray') refuse('hold.ended')
  const fuel = lines.filter(({ volumeCl }) => volumeCl > 0)
  if (totalCents === 0 || fuel.length === 0) refuse('hold.fuelOnly')
  if (nozzleId !== null && nozzleId !== nozzleControlId) refuse('hold.otherNozzle')
  if (fuel.some(line => line.productId !== productId)) refuse('hold.otherProduct')
}
