import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anywhere, at, coupon, facts, line, rule } from '../../testing/reckoning.ts'
import { cheapestByHand, offByHand } from '../../testing/reckoning-model.ts'
import { scaled, seed } from '../../testing/sampling.ts'
import type { Gives, Line } from './coupon.ts'
import { loweredTo, type PriceRule } from './price-rule.ts'
import { reckon } from './reckon.ts'

const drawnLines = fc.array(
  fc
    .record({
      isFuel: fc.boolean(),
      productId: fc.integer({ min: 1, max: 2 }),
      itemId: fc.integer({ min: 11, max: 13 }),
      quantity: fc.integer({ min: 1, max: 60 }),
      priceCents: fc.integer({ min: 1, max: 9_99 }),
      isCharged: fc.nat({ max: 9 }).map(roll => roll === 0),
    })
    .map(({ isFuel, productId, itemId, quantity, priceCents, isCharged }) =>
      isFuel
        ? line({
            productId,
            itemId: productId,
            quantity: quantity * 77,
            priceCents,
            amountCents: Math.floor((quantity * 77 * priceCents + 50) / 100),
            isCharged,
          })
        : line({ type: 'normal', productId: null, itemId, quantity, priceCents, amountCents: quantity * priceCents, isCharged }),
    ),
  { minLength: 1, maxLength: 4 },
)
const drawnGives: fc.Arbitrary<Gives> = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 60_00 }) }),
  fc.record({
    kind: fc.constant('percent' as const),
    percent: fc.integer({ min: 1, max: 99_99 }).map(hundredths => hundredths / 100),
    capCents: fc.option(fc.integer({ min: 1, max: 20_00 })),
  }),
  fc.record({
    kind: fc.constant('litre' as const),
    centsPerL: fc.integer({ min: 1, max: 3_00 }),
    upToCl: fc.option(fc.integer({ min: 1, max: 50_00 })),
  }),
  fc.record({ kind: fc.constant('goods' as const), itemId: fc.integer({ min: 11, max: 13 }), pieces: fc.integer({ min: 1, max: 5 }) }),
)
const drawnCoupons = fc
  .array(
    fc.record({
      gives: drawnGives,
      minimumCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200_00 })),
      isStackable: fc.nat({ max: 3 }).map(roll => roll > 0),
      joinsReduced: fc.nat({ max: 3 }).map(roll => roll > 0),
      endsAt: fc.integer({ min: 4_999, max: 5_003 }),
      products: fc.subarray([1, 2], { maxLength: 1 }),
      items: fc.subarray([11, 12], { maxLength: 1 }),
    }),
    { maxLength: 6 },
  )
  .map(all =>
    all.map(({ products, items, ...each }, turn) => coupon({ ...each, id: turn + 1, conditions: { ...anywhere, products, items } })),
  )
const drawnRules = fc
  .array(
    fc.oneof(
      fc.integer({ min: 1, max: 2_00 }).map(centsPerL => ({ centsPerL })),
      fc.integer({ min: 1, max: 30_00 }).map(of => ({ percent: of / 100 })),
    ),
    {
      maxLength: 2,
    },
  )
  .map(all => all.map((each, turn) => rule({ id: turn + 1, ...each })))

/** 100,000 of them in the long run. */
test('drawn baskets: the proposal is what trying everything by hand finds, in whatever order coupons are named', () => {
  fc.assert(
    fc.property(drawnLines, drawnCoupons, drawnRules, (lines, held, prices) => {
      const found = reckon(lines, at, prices, { ...facts, held })
      const ruled = lines.map(each => (each.type === 'fuel' && !each.isCharged ? ruledOff(prices, each) : 0))
      const byHand = cheapestByHand(lines, held, ruled, facts.at)
      expect(found.coupons.flatMap(each => ('cents' in each ? each.coupon.id : []))).toEqual(byHand.ids)
      expect(discountsOf(found)).toEqual(byHand.offs)
      expect(reckon(lines, at, prices.toReversed(), { ...facts, held: held.toReversed() })).toEqual(found)
      for (const [place, own] of found.lines.entries()) {
        const parts = (own.rule?.amountCents ?? 0) + own.coupons.reduce((sum, { cents }) => sum + cents, 0)
        expect(parts).toBe(own.discountCents)
        expect(own.discountCents).toBeGreaterThanOrEqual(0)
        expect(own.discountCents).toBeLessThanOrEqual(lines[place]!.amountCents)
      }
      for (const each of found.coupons) {
        const onLines = found.lines.flatMap(own => own.coupons.filter(({ coupon: of }) => of === each.coupon).map(({ cents }) => cents))
        expect(onLines.reduce((sum, cents) => sum + cents, 0)).toBe('cents' in each ? each.cents : 0)
      }
      const chosen = byHand.ids
      expect(discountsOf(reckon(lines, at, prices, { ...facts, held, chosen }))).toEqual(byHand.offs)
      expect(
        offByHand(
          lines,
          held.filter(({ id }) => chosen.includes(id)),
          ruled,
        ),
      ).toEqual(byHand.offs)
    }),
    { numRuns: scaled(1_500, 100_000), seed },
  )
})

const ruledOff = (prices: readonly PriceRule[], { quantity, priceCents, amountCents, productId }: Line): number =>
  Math.max(0, ...prices.map(each => amountCents - loweredTo(each, { volumeCl: quantity, priceCents: priceCents!, amountCents, productId })))

const discountsOf = (found: ReturnType<typeof reckon>) => found.lines.map(({ discountCents }) => discountCents)
