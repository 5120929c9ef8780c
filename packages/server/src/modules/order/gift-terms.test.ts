import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftOf, takenBack } from './gift-terms.ts'

const terms = { points: null, giftCents: null, giftPercent: null, frozenCents: null, frozenPercent: null, cardId: null }
const line = { pieces: 1, discountCents: 0 }

test('a share is rounded half up, once for the line; so much is for each piece', () => {
  const of = (amountCents: number, over: Partial<typeof terms> | object, pieces = 1) =>
    giftOf({ ...line, pieces, amountCents, gift: { ...terms, ...over } })
  expect(of(1_50, { giftPercent: 1 })).toEqual({ points: 0, giftCents: 2, frozenCents: 0 })
  expect(of(1_49, { giftPercent: 1 })).toEqual({ points: 0, giftCents: 1, frozenCents: 0 })
  expect(of(49, { giftPercent: 1 })).toBeUndefined()
  expect(of(10_00, { frozenPercent: 33.33, points: 2 }, 3)).toEqual({ points: 6, giftCents: 0, frozenCents: 3_33 })
  expect(of(10_00, { giftCents: 25 }, 3)).toEqual({ points: 0, giftCents: 75, frozenCents: 0 })
  expect(of(0, { giftCents: 25 })).toBeUndefined()
})

test('whatever is given back in whatever order, what is taken back only grows, and is the gift at the end', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 9 })
  fc.assert(
    fc.property(amount, fc.array(fc.integer({ min: 1, max: 10 ** 6 }), { minLength: 1, maxLength: 9 }), (full, parts) => {
      const paidCents = parts.reduce((sum, part) => sum + part, 0)
      let [refundedCents, before] = [0, 0]
      for (const part of parts) {
        refundedCents += part
        const back = takenBack(full, { paidCents, refundedCents })
        expect(back).toBeGreaterThanOrEqual(before)
        expect(back).toBeLessThanOrEqual(full)
        before = back
      }
      expect(before).toBe(full)
    }),
  )
})
