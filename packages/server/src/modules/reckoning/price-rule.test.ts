import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestPrice, litrePrice, loweredTo, lowestPrice, type PriceRule } from './price-rule.ts'

const rule = (over: Partial<PriceRule>): PriceRule => ({
  id: 1,
  version: 1,
  kind: 'card',
  name: 'Any',
  centsPerL: null,
  percent: null,
  products: [],
  stations: [],
  hours: [],
  validFrom: null,
  validUntil: null,
  ...over,
})
const at = { stationId: 7, moment: '2026-11-27T08:30:00' }
/** 30.00 litres at 8.00. */
const line = { productId: 3, volumeCl: 30_00, priceCents: 8_00, amountCents: 240_00 }

test.each([
  ['0.30 a litre', { centsPerL: 30 }, line, 9_00],
  ['5 percent', { percent: 5 }, line, 12_00],
  ['0 percent is no discount', { percent: 0 }, line, undefined],
  ['99.99 percent leaves two cents', { percent: 99.99 }, line, 239_98],
  ['more a litre than it costs: the line is free, never less', { centsPerL: 9_00 }, line, 240_00],
  ['half a cent is rounded once, half up', { percent: 50 }, { ...line, volumeCl: 1, amountCents: 5 }, 2],
  ['a fraction of a litre', { centsPerL: 33 }, { ...line, volumeCl: 3_33, amountCents: 26_64 }, 1_10],
  ['nothing was delivered', { percent: 10 }, { ...line, volumeCl: 0, amountCents: 0 }, undefined],
])('%s', (_, given, sold, expected) => {
  expect(bestPrice([rule(given)], sold, at)?.amountCents).toBe(expected)
})

test.each([
  ['for another product', { products: [{ productId: 4 }] }, 'otherProduct'],
  ['for this product among others', { products: [{ productId: 4 }, { productId: 3 }] }, undefined],
  ['at another station', { stations: [{ stationId: 8 }] }, 'otherStation'],
  ['at this station', { stations: [{ stationId: 7 }] }, undefined],
  ['before its hours', { hours: [{ from: '08:31', until: '09:00' }] }, 'otherHours'],
  ['in the first minute of its hours', { hours: [{ from: '08:30', until: '09:00' }] }, undefined],
  ['at the end of its hours', { hours: [{ from: '08:00', until: '08:30' }] }, 'otherHours'],
  ['over midnight', { hours: [{ from: '22:00', until: '09:00' }] }, undefined],
  ['on its first day', { validFrom: '2026-11-27' }, undefined],
  ['before its first day', { validFrom: '2026-11-28' }, 'notStarted'],
  ['on its last day', { validUntil: '2026-11-27' }, undefined],
  ['after its last day', { validUntil: '2026-11-26' }, 'over'],
])('a discount %s: %s', (_, given, reason) => {
  const { best, withheld } = lowestPrice([rule({ percent: 10, ...given })], line, at)
  expect(best === undefined).toBe(reason !== undefined)
  expect(withheld.map(each => each.reason)).toEqual(reason ? [reason] : [])
})

test('of two that are as low the card’s goes before the fleet’s, and the older one first', () => {
  const both = [rule({ id: 5, kind: 'fleet', percent: 5 }), rule({ id: 9, percent: 5 }), rule({ id: 8, centsPerL: 40 })]
  expect(bestPrice(both, line, at)).toMatchObject({ kind: 'card', sourceId: 8, amountCents: 12_00 })
  expect(bestPrice([...both, rule({ id: 4, kind: 'fleet', percent: 6 })], line, at)).toMatchObject({ kind: 'fleet', sourceId: 4 })
})

test('each rule that is not the best says what it would have given, or what stands against it', () => {
  const all = [
    rule({ id: 1, percent: 5 }),
    rule({ id: 2, percent: 10, version: 3 }),
    rule({ id: 3, percent: 0.001 }),
    rule({ id: 4, percent: 50 }),
  ]
  const { best, withheld } = lowestPrice([...all.slice(0, 3), { ...all[3]!, stations: [{ stationId: 8 }] }], line, at)
  expect(best).toMatchObject({ sourceId: 2, version: 3, amountCents: 24_00 })
  expect(withheld.map(({ sourceId, reason, haveCents, needCents }) => [sourceId, reason, haveCents, needCents])).toEqual([
    [1, 'outdone', 12_00, 24_00],
    [3, 'tooLittle', null, null],
    [4, 'otherStation', null, null],
  ])
})

const rules = fc.array(
  fc
    .record({
      id: fc.integer({ min: 1, max: 99 }),
      kind: fc.constantFrom('card' as const, 'fleet' as const),
      perLitre: fc.boolean(),
      centsPerL: fc.integer({ min: 1, max: 12_00 }),
      hundredths: fc.integer({ min: 0, max: 99_99 }),
    })
    .map(({ id, kind, perLitre, centsPerL, hundredths }) =>
      rule(perLitre ? { id, kind, centsPerL } : { id, kind, percent: hundredths / 100 }),
    ),
  { maxLength: 5 },
)
const lines = fc
  .record({ volumeCl: fc.integer({ min: 0, max: 100_000 }), priceCents: fc.integer({ min: 0, max: 20_00 }) })
  .map(sold => ({ productId: 3, ...sold, amountCents: Math.floor((2 * sold.volumeCl * sold.priceCents + 100) / 200) }))

test('the best price is that of one discount, in whole cents, never a sum of several and never below zero', () => {
  fc.assert(
    fc.property(rules, lines, (given, sold) => {
      const best = bestPrice(given, sold, at)?.amountCents ?? 0
      const each = given.map(one => sold.amountCents - loweredTo(one, sold))
      expect(Number.isSafeInteger(best)).toBe(true)
      expect(best).toBe(Math.max(0, ...each))
      expect(best).toBeLessThanOrEqual(sold.amountCents)
      // In exact arithmetic, the price of one rule is at most half a cent away from what is charged.
      for (const one of given) {
        const charged = BigInt(loweredTo(one, sold))
        const exact =
          one.centsPerL === null
            ? BigInt(sold.amountCents) * BigInt(10_000 - Math.round(one.percent! * 100))
            : BigInt(sold.volumeCl) * BigInt(Math.max(0, sold.priceCents - one.centsPerL)) * 100n
        const away = charged * 10_000n - exact
        expect(away <= 5_000n && away > -5_000n - (one.centsPerL === null ? 0n : 0n)).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['0.30 a litre', [{ centsPerL: 30 }], 7_70],
  ['3 percent, in whole cents, half up', [{ percent: 3 }], 7_76],
  ['0.01 percent is less than half a cent', [{ percent: 0.01 }], undefined],
  ['the lowest of several', [{ centsPerL: 30 }, { percent: 10 }], 7_20],
  ['more than a litre costs leaves a cent', [{ centsPerL: 9_00 }], 1],
  ['nothing', [], undefined],
  ['another product', [{ percent: 10, products: [{ productId: 4 }] }], undefined],
])('a litre at 8.00, lowered by %s', (_, given, expected) => {
  const rules = given.map((over, turn) => rule({ id: turn + 1, ...over }))
  expect(litrePrice(rules, { productId: 3, priceCents: 8_00 }, at)?.priceCents).toBe(expected)
})
