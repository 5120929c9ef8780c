import { expect, test } from 'vitest'
import {
  centsPerKilolitre,
  claimOf,
  costOfWeight,
  freightAmount,
  fuelAmount,
  lossOf,
  quantitiesOf,
  spread,
  withoutTax,
} from './transport-sums.ts'

// [kilograms, cents a ton, tax, amount, without tax]: the examples of the standards reference §4, and halves.
const amounts = [
  [31_580, 784_550, 13, 247_760_89, 219_257_42],
  [29_995, 812_345, 13, 243_662_88, 215_630_87],
  [1_000, 700_005, 9, 7_000_05, 6_422_06],
  [1, 500, 0, 1, 1],
  [1, 499, 0, 0, 0],
  [3, 500, 99.99, 2, 1],
] as const

// @req SUP-004 SUP-015
test.each(amounts)(
  '%i kg at %i cents a ton with %d %% tax cost %i cents, %i without tax: each rounded once, half up',
  (kg, price, rate, all, net) => {
    expect(costOfWeight(kg, price)).toBe(all)
    expect(withoutTax(all, rate)).toBe(net)
    const priced = { pricedBy: 'ton', priceCents: price, ownAmountCents: null, taxRate: rate } as const
    expect(fuelAmount(priced, { kg, cl: null })).toEqual({ amountCents: all, netCents: net })
    expect(fuelAmount(priced, { kg: null, cl: 1_000_00 })).toEqual({ amountCents: null, netCents: null })
  },
)

test('a load by the litre costs litres times the price of 1,000 litres; an amount of its own goes before both', () => {
  const priced = { pricedBy: 'litre', priceCents: 1_234_567, ownAmountCents: null, taxRate: 20 } as const
  expect(fuelAmount(priced, { kg: null, cl: 13_468_19 })).toEqual({ amountCents: 166_273_83, netCents: 138_561_53 })
  expect(fuelAmount({ ...priced, ownAmountCents: 166_273_80 }, { kg: null, cl: 13_468_19 })).toEqual({
    amountCents: 166_273_80,
    netCents: 138_561_50,
  })
})

test('freight is reckoned on signed tons, or on delivered ones where the contract says so, and waits for what it is reckoned on', () => {
  const freight = { freightPriceCents: 80_00, freightOn: 'signed', freightTaxRate: 9, taxRate: 13 } as const
  expect(freightAmount(freight, 31_580, 31_500)).toEqual({ amountCents: 2_520_00, netCents: 2_311_93 })
  expect(freightAmount({ ...freight, freightOn: 'delivered' }, 31_580, 31_500)).toEqual({ amountCents: 2_526_40, netCents: 2_317_80 })
  expect(freightAmount(freight, 31_580, null)).toEqual({ amountCents: null, netCents: null })
  // Without a rate of its own, that of the fuel.
  expect(freightAmount({ ...freight, freightTaxRate: null }, 31_580, 31_500).netCents).toBe(2_230_09)
  expect(freightAmount({ ...freight, freightPriceCents: 0 }, null, null)).toEqual({ amountCents: 0, netCents: 0 })
})

// [delivered, signed, allowed percent, loss, allowed, claimed]
const losses = [
  ['all arrived', 30_000, 30_000, 0.2, 0, 0, 0],
  ['less than is allowed', 30_000, 29_990, 0.2, 10, 10, 0],
  ['exactly what is allowed', 30_000, 29_940, 0.2, 60, 60, 0],
  ['more than is allowed', 30_000, 29_900, 0.2, 100, 60, 40],
  ['nothing is allowed', 30_000, 29_900, 0, 100, 0, 100],
  ['half a kilogram is allowed, which is one', 50, 49, 1, 1, 1, 0],
  ['more arrived', 30_000, 30_010, 0.2, -10, 0, 0],
] as const
test.each(losses)('loss on the road: %s', (_, delivered, signed, percent, loss, allowed, claimed) => {
  expect(lossOf(delivered, signed, percent)).toEqual({ loss, allowed, claimed })
})

test('the claim is the share of what the load cost, by weight where that is known', () => {
  const amount = { amountCents: 247_760_89, netCents: 219_257_42 }
  expect(claimOf(amount, { kg: 31_580, cl: 1 }, { kg: 40, cl: 1 })).toEqual({ amountCents: 313_82, netCents: 277_72 })
  expect(claimOf(amount, { kg: null, cl: 37_638_91 }, { kg: null, cl: 0 })).toEqual({ amountCents: 0, netCents: 0 })
})

test('litres follow from tons by the density, tons from litres, and without a density there is no figure', () => {
  const settings = { standard: 'gbt1885', reference: 20, mode: 'formula' } as const
  expect(quantitiesOf({ weightKg: 31_500, volumeCl: null, density: 838 }, settings)).toMatchObject({
    kg: 31_500,
    cl: 37_638_91,
    weight: null,
  })
  expect(quantitiesOf({ weightKg: null, volumeCl: 29_717_10, density: 742 }, settings)).toMatchObject({ kg: 22_017, cl: 29_717_10 })
  expect(quantitiesOf({ weightKg: 31_500, volumeCl: 37_600_00, density: 838 }, settings)).toMatchObject({ cl: 37_600_00, volume: null })
  expect(quantitiesOf({ weightKg: 31_500, volumeCl: null, density: null }, settings)).toMatchObject({
    cl: null,
    volume: { reason: 'densityUnknown' },
  })
  // 600 to 1000 is accepted on paper; the tables begin at 653.
  expect(quantitiesOf({ weightKg: 31_500, volumeCl: null, density: 600 }, settings)).toMatchObject({ cl: null })
})

test('a litre costs what the load cost, to a thousandth of a cent', () => {
  expect(centsPerKilolitre(219_257_42, 37_638_91)).toBe(582_529)
})

test('a truck is filled from the front', () => {
  const compartments = [{ volumeCl: 6_000_00 }, { volumeCl: 8_000_00 }, { volumeCl: 6_000_00 }]
  expect(spread(13_600_00, compartments)).toEqual([
    { number: 1, volumeCl: 6_000_00 },
    { number: 2, volumeCl: 7_600_00 },
  ])
  expect(spread(20_000_00, compartments).map(({ volumeCl }) => volumeCl)).toEqual([6_000_00, 8_000_00, 6_000_00])
})
