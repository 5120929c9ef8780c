import { TenderType, type BillingType, type PayType } from '@forecourt/contract'

/** A payment that came about. */
export interface PaymentFacts {
  readonly payType: PayType
  readonly amountCents: number
  readonly refundedCents: number
  /** Of a payment from a card: what came from which purse, and what of it went back. */
  readonly card: {
    readonly principalCents: number
    readonly giftCents: number
    readonly giftBackCents: number
    readonly billingType: BillingType
  } | null
}

export interface LineFacts {
  readonly id: number
  readonly isFuel: boolean
  /** Centilitres as the meter shows them, or pieces. */
  readonly quantity: number
  /** Of the pieces, how many came back to the shelf. */
  readonly returned: number
  readonly amountCents: number
  readonly discountCents: number
}

/** What was paid of an order, by what may be made of it; all of them together are what was paid. */
export interface PaidParts {
  /** What tenders and the principal of cards paid, and may be invoiced. */
  invoiceableCents: number
  /** What a card paid that is invoiced when it is topped up. */
  onTopUpCents: number
  /** What a card paid that is never invoiced. */
  forbiddenCents: number
  /** Gifts, points, coupons, and what went for nothing: nobody paid money for them. */
  givenCents: number
  /** What a card still owes of it. */
  owedCents: number
  refundedCents: number
}

/** @source decision IV7: gifts of balance, points and coupons are not invoiced */
export function partsOfPaid(payments: readonly PaymentFacts[]): PaidParts {
  const parts = { invoiceableCents: 0, onTopUpCents: 0, forbiddenCents: 0, givenCents: 0, owedCents: 0, refundedCents: 0 }
  for (const { payType, amountCents, refundedCents, card } of payments) {
    const leftCents = amountCents - refundedCents
    parts.refundedCents += refundedCents
    if (card) {
      const giftCents = Math.min(leftCents, card.giftCents - card.giftBackCents)
      const moneyCents = Math.max(0, Math.min(leftCents - giftCents, card.principalCents - (refundedCents - card.giftBackCents)))
      parts.givenCents += giftCents
      parts.owedCents += leftCents - giftCents - moneyCents
      parts[billed[card.billingType]] += moneyCents
    } else if (isTender(payType)) parts.invoiceableCents += leftCents
    else parts.givenCents += leftCents
  }
  return parts
}

const billed = { consume: 'invoiceableCents', charge: 'onTopUpCents', forbidden: 'forbiddenCents' } as const
const tenders: ReadonlySet<string> = new Set(TenderType.options)
const isTender = (payType: PayType): boolean => tenders.has(payType)

/** What of a line may be invoiced: so much of its price as it was told, of which so much was paid in money. */
export interface InvoiceableLine {
  readonly id: number
  readonly isFuel: boolean
  readonly quantity: number
  /** Before any discount; the difference stands on the invoice as a discount. */
  readonly listCents: number
  readonly cents: number
}

/**
 * Spreads what may be invoiced of an order over its lines, in the share of what is due of each. What came back to the shelf comes last: its
 * money went back, too, as far as any did. Lines of which nothing may be invoiced are left out.
 */
export function linesOfPaid(invoiceableCents: number, lines: readonly LineFacts[]): InvoiceableLine[] {
  const kept = lines.map(line => dueOf(line) - returnedOf(line, dueOf(line)))
  const ofKept = spread(Math.min(invoiceableCents, sum(kept)), kept)
  const gone = lines.map((line, at) => dueOf(line) - kept[at]!)
  const ofGone = spread(invoiceableCents - sum(ofKept), gone)
  return lines.flatMap((line, at) => {
    const { id, isFuel, quantity, returned, amountCents } = line
    const cents = ofKept[at]! + ofGone[at]!
    if (cents === 0) return []
    // Where goods that came back were not paid back, they are still sold.
    const isWhole = returned === 0 || ofGone[at]! > 0 || returned >= quantity
    const listCents = isWhole ? amountCents : amountCents - returnedOf(line, amountCents)
    return [{ id, isFuel, quantity: isWhole ? quantity : quantity - returned, listCents: Math.max(listCents, cents), cents }]
  })
}

const sum = (cents: readonly number[]): number => cents.reduce((before, each) => before + each, 0)
const dueOf = ({ amountCents, discountCents }: LineFacts): number => amountCents - discountCents
const returnedOf = ({ returned, quantity }: LineFacts, cents: number): number =>
  returned === 0 ? 0 : Math.round((cents * Math.min(returned, quantity)) / quantity)

/**
 * Lays cents evenly along the lines, which are as long as they weigh: none gets more than it weighs, and nothing is lost. What exceeds the
 * weights together is left out.
 */
export function spread(cents: number, weights: readonly number[]): number[] {
  const whole = BigInt(sum(weights))
  const laid = BigInt(Math.min(cents, sum(weights)))
  let [length, before] = [0n, 0n]
  return weights.map(weight => {
    length += BigInt(weight)
    const until = whole === 0n ? 0n : (2n * laid * length + whole) / (2n * whole)
    const own = until - before
    before = until
    return Number(own)
  })
}
