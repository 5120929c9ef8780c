import { BillingType, PayType, TenderType } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/sampling.ts'
import { linesOfPaid, partsOfPaid, spread, type LineFacts, type PaymentFacts } from './invoiceable.ts'

const nothing = { invoiceableCents: 0, onTopUpCents: 0, forbiddenCents: 0, givenCents: 0, owedCents: 0, refundedCents: 0 }
const byCard = (principalCents: number, giftCents = 0, over: Partial<NonNullable<PaymentFacts['card']>> = {}) =>
  ({ principalCents, giftCents, giftBackCents: 0, billingType: 'consume', ...over }) as const
const paid = (payType: PayType, amountCents: number, over: Partial<PaymentFacts> = {}): PaymentFacts => ({
  payType,
  amountCents,
  refundedCents: 0,
  card: null,
  ...over,
})

test.each<[string, PaymentFacts[], Partial<typeof nothing>]>([
  ['cash', [paid('cash', 240_00)], { invoiceableCents: 240_00 }],
  ['cash of which some went back', [paid('cash', 240_00, { refundedCents: 40_00 })], { invoiceableCents: 200_00, refundedCents: 40_00 }],
  ['principal of a card', [paid('card', 240_00, { card: byCard(240_00) })], { invoiceableCents: 240_00 }],
  ['principal and gift', [paid('card', 240_00, { card: byCard(200_00, 40_00) })], { invoiceableCents: 200_00, givenCents: 40_00 }],
  ['gift alone', [paid('card', 240_00, { card: byCard(0, 240_00) })], { givenCents: 240_00 }],
  ['principal and a debt', [paid('card', 240_00, { card: byCard(200_00) })], { invoiceableCents: 200_00, owedCents: 40_00 }],
  [
    'principal and gift, of which principal went back',
    [paid('card', 240_00, { card: byCard(200_00, 40_00), refundedCents: 50_00 })],
    { invoiceableCents: 150_00, givenCents: 40_00, refundedCents: 50_00 },
  ],
  [
    'principal and gift, of which both went back',
    [paid('card', 240_00, { card: byCard(200_00, 40_00, { giftBackCents: 30_00 }), refundedCents: 230_00 })],
    { givenCents: 10_00, refundedCents: 230_00 },
  ],
  ['a card billed on top-up', [paid('card', 9_00, { card: byCard(9_00, 0, { billingType: 'charge' }) })], { onTopUpCents: 9_00 }],
  ['a card never billed', [paid('card', 9_00, { card: byCard(9_00, 0, { billingType: 'forbidden' }) })], { forbiddenCents: 9_00 }],
  [
    'points, a coupon and cash',
    [paid('score', 10_00), paid('coupon', 5_00), paid('wx', 85_00)],
    { invoiceableCents: 85_00, givenCents: 15_00 },
  ],
  ['nothing, for nothing', [paid('free', 85_00)], { givenCents: 85_00 }],
])('of %s, only money is invoiced', (_, payments, parts) => {
  expect(partsOfPaid(payments)).toEqual({ ...nothing, ...parts })
})

const line = (over: Partial<LineFacts> = {}): LineFacts => ({
  id: 1,
  isFuel: true,
  quantity: 30_00,
  returned: 0,
  amountCents: 240_00,
  discountCents: 0,
  ...over,
})

test.each<[string, number, LineFacts[], unknown[]]>([
  ['fuel that was paid whole', 240_00, [line()], [{ id: 1, isFuel: true, quantity: 30_00, listCents: 240_00, cents: 240_00 }]],
  [
    'fuel below the price, some of it paid by points',
    200_00,
    [line({ discountCents: 20_00 })],
    [{ id: 1, isFuel: true, quantity: 30_00, listCents: 240_00, cents: 200_00 }],
  ],
  ['what was given', 0, [line()], []],
  [
    'fuel and goods, in their shares',
    150_00,
    [line({ amountCents: 200_00 }), line({ id: 2, isFuel: false, quantity: 2, amountCents: 100_00 })],
    [
      { id: 1, isFuel: true, quantity: 30_00, listCents: 200_00, cents: 100_00 },
      { id: 2, isFuel: false, quantity: 2, listCents: 100_00, cents: 50_00 },
    ],
  ],
  [
    'goods that came back with their money, and others',
    200_00,
    [line({ amountCents: 200_00 }), line({ id: 2, isFuel: false, quantity: 2, returned: 2, amountCents: 100_00 })],
    [{ id: 1, isFuel: true, quantity: 30_00, listCents: 200_00, cents: 200_00 }],
  ],
  [
    'one piece of three that came back',
    20_00,
    [line({ isFuel: false, quantity: 3, returned: 1, amountCents: 30_00 })],
    [{ id: 1, isFuel: false, quantity: 2, listCents: 20_00, cents: 20_00 }],
  ],
  [
    'a piece that came back without its money',
    30_00,
    [line({ isFuel: false, quantity: 3, returned: 1, amountCents: 30_00 })],
    [{ id: 1, isFuel: false, quantity: 3, listCents: 30_00, cents: 30_00 }],
  ],
])('on the invoice of %s', (_, cents, lines, expected) => {
  expect(linesOfPaid(cents, lines)).toEqual(expected)
})

/** Each cent is put down by itself, in the middle of its own stretch. */
function spreadByHand(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((before, each) => before + each, 0)
  const given = weights.map(() => 0)
  const laid = Math.min(cents, whole)
  for (let turn = 0; turn < laid; turn++) {
    let at = 0,
      end = weights[0]!
    // The cent lies at (turn + ½) · whole ÷ laid.
    while ((2 * turn + 1) * whole > 2 * laid * end) end += weights[++at]!
    given[at]!++
  }
  return given
}

test('cents are laid evenly along the lines, as one would lay them one by one', () => {
  const holds = fc.property(fc.nat(500), fc.array(fc.nat(120), { minLength: 1, maxLength: 6 }), (cents, weights) => {
    const laid = spread(cents, weights)
    expect(laid).toEqual(spreadByHand(cents, weights))
    expect(laid.every((own, at) => own >= 0 && own <= weights[at]!)).toBe(true)
  })
  fc.assert(holds, { seed, numRuns: 2_000 })
})

const payment = fc
  .record({
    payType: fc.constantFrom(...PayType.options),
    amountCents: fc.integer({ min: 1, max: 500_00 }),
    back: fc.nat(100),
    gift: fc.nat(100),
    giftBack: fc.nat(100),
    owed: fc.nat(30),
    billingType: fc.constantFrom(...BillingType.options),
  })
  .map(({ payType, amountCents, back, gift, giftBack, owed, billingType }): PaymentFacts => {
    const share = (of: number, percent: number) => Math.floor((of * percent) / 100)
    const giftCents = share(amountCents, gift)
    const owedCents = share(amountCents - giftCents, owed)
    const refundedCents = share(amountCents, back)
    const least = Math.max(0, refundedCents - (amountCents - giftCents))
    const giftBackCents = Math.max(least, Math.min(share(giftCents, giftBack), refundedCents))
    const principalCents = amountCents - giftCents - owedCents
    const card = payType === 'card' ? { principalCents, giftCents, giftBackCents, billingType } : null
    return { payType, amountCents, refundedCents, card }
  })

/** What is left of an order when each cent that was paid is looked at: money first came, and money first goes back. */
function invoiceableByHand(payments: readonly PaymentFacts[]): number {
  const cents = payments.flatMap(({ payType, amountCents, refundedCents, card }) => {
    const money = Array.from({ length: card ? card.principalCents : amountCents }, () => (card ? card.billingType : payType))
    const back = card ? refundedCents - card.giftBackCents : refundedCents
    return money.slice(back)
  })
  return cents.filter(of => of === 'consume' || TenderType.options.includes(of as TenderType)).length
}

test('what was paid is told apart without rest, and the money in it is what counting each cent finds', () => {
  const holds = fc.property(fc.array(payment, { maxLength: 5 }), payments => {
    const parts = partsOfPaid(payments)
    expect(Object.values(parts).every(cents => cents >= 0)).toBe(true)
    const all = Object.values(parts).reduce((before, each) => before + each, 0)
    expect(all).toBe(payments.reduce((before, { amountCents }) => before + amountCents, 0))
    expect(parts.invoiceableCents).toBe(invoiceableByHand(payments))
  })
  fc.assert(holds, { seed, numRuns: 300 })
})
