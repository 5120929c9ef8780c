import { SaleLine } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, derivedPrice, priceLine } from './pricing.ts'

const fuel = { itemId: 1, categoryType: 'fuel', listPriceCents: 799 } as const
const goods = { itemId: 2, categoryType: 'normal', listPriceCents: 350 } as const
const line = (given: object) => SaleLine.parse(given)

// @req SAL-003
test.each([
  ['litres at the list price', { volumeCl: 3000 }, fuel, { amountCents: 23970, priceCents: 799, priceDerived: false, differs: false }],
  ['rounded once, half up', { volumeCl: 50, priceCents: 799 }, fuel, { amountCents: 400, priceCents: 799, priceDerived: false }],
  ['just below the half', { volumeCl: 49, priceCents: 799 }, fuel, { amountCents: 392, priceCents: 799 }],
  ['pieces', { pieces: 3 }, goods, { amountCents: 1050, priceCents: 350, priceDerived: false, differs: false }],
  [
    'another price than the list: charged as sent, and raised',
    { volumeCl: 3000, priceCents: 789 },
    fuel,
    { amountCents: 23670, priceCents: 789, listPriceCents: 799, differs: true },
  ],
  ['amount and price agree', { volumeCl: 3000, priceCents: 799, amountCents: 23970 }, fuel, { priceDerived: false, differs: false }],
  [
    'an amount alone, as the list would have it',
    { volumeCl: 3000, amountCents: 23970 },
    fuel,
    { priceCents: 799, priceDerived: false, differs: false },
  ],
  [
    'an amount alone, one cent off: the pump cut',
    { volumeCl: 3001, amountCents: 23977 },
    fuel,
    { amountCents: 23977, priceDerived: true, differs: false },
  ],
  [
    'an amount alone, far off',
    { volumeCl: 3000, amountCents: 24000 },
    fuel,
    { amountCents: 24000, priceCents: 800, priceDerived: true, differs: true },
  ],
  [
    'an amount against its own price: the amount is the fact',
    { volumeCl: 3000, priceCents: 799, amountCents: 25000 },
    fuel,
    { amountCents: 25000, priceCents: 833, priceDerived: true, differs: true },
  ],
  [
    'nothing measured: the price is unknown, not zero',
    { volumeCl: 0, amountCents: 5000 },
    fuel,
    { amountCents: 5000, priceCents: null, priceDerived: true },
  ],
  [
    'no list price, an amount',
    { volumeCl: 2800, amountCents: 67264 },
    { ...fuel, listPriceCents: null },
    { priceCents: 2402, priceDerived: true, differs: false },
  ],
  ['a discount leaves the amount', { volumeCl: 3000, discountCents: 300 }, fuel, { amountCents: 23970, discountCents: 300 }],
])('a line of %s', (_, given, listed, priced) => {
  expect(priceLine(line(given), listed)).toMatchObject(priced)
})

test.each([
  ['litres of goods', { volumeCl: 100 }, goods, 'order.unitMismatch'],
  ['pieces of fuel', { pieces: 1 }, fuel, 'order.unitMismatch'],
  ['neither price nor amount', { volumeCl: 100 }, { ...fuel, listPriceCents: null }, 'order.priceMissing'],
  ['a discount beyond the amount', { pieces: 1, discountCents: 351 }, goods, 'order.discountTooLarge'],
])('a line of %s is refused', (_, given, listed, code) => {
  expect(() => priceLine(line(given), listed)).toThrow(code)
})

test('an amount is never more than half a cent from volume times price', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.nat(10_000_000), (volumeCl, priceCents) => {
      const amount = amountOf('fuel', volumeCl, priceCents)
      expect(Number.isSafeInteger(amount)).toBe(true)
      const twice = BigInt(volumeCl) * BigInt(priceCents) * 2n - BigInt(amount) * 200n
      expect(twice >= -100n && twice < 100n).toBe(true)
    }),
  )
})

test('a derived price gives its amount back to within half a cent a litre', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(10_000_000), (volumeCl, amountCents) => {
      const price = derivedPrice('fuel', volumeCl, amountCents)!
      expect(Math.abs(price * volumeCl - amountCents * 100)).toBeLessThanOrEqual(volumeCl / 2)
    }),
  )
})
