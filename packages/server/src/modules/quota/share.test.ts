import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareOf, wantOf } from './share.ts'

const cents = fc.integer({ min: 0, max: 1_000 })
const receiving = fc.record({
  quotaCents: fc.integer({ min: 1, max: 1_000 }),
  principalCents: cents,
  otherCents: fc.integer({ min: -200, max: 200 }),
  unusedCents: cents,
  against: fc.constantFrom(undefined, undefined, undefined, 'lost' as const),
})
const terms = fc.record({ mode: fc.constantFrom('fillUpTo', 'add'), leftover: fc.constantFrom('stays', 'goesBack') })

test('no cent is made or lost, nobody is served after one who got less, and who is passed over keeps what they have', () => {
  fc.assert(
    fc.property(terms, cents, fc.array(receiving, { maxLength: 8 }), (plan, available, given) => {
      const receivers = given.map(({ otherCents, against, ...each }, userCardId) => {
        const heldCents = each.principalCents + otherCents
        return { userCardId, against, heldCents, ...each, ...wantOf(plan, { userCardId, heldCents, ...each }) }
      })
      const shares = shareOf(available, receivers)
      const sum = (of: 'givenCents' | 'backCents') => shares.reduce((all, share) => all + share[of], 0)
      expect(sum('givenCents')).toBeLessThanOrEqual(available + sum('backCents'))
      const served = shares.filter(({ outcome }) => outcome !== 'passedOver')
      const firstShort = served.findIndex(({ givenCents, wantedCents }) => givenCents < wantedCents)
      const after = firstShort === -1 ? [] : served.slice(firstShort + 1)
      expect(after.every(({ givenCents }) => givenCents === 0)).toBe(true)
      for (const [at, share] of shares.entries()) {
        const { principalCents, heldCents, quotaCents, unusedCents, against } = receivers[at]!
        expect(share.backCents).toBeLessThanOrEqual(Math.min(principalCents, unusedCents))
        if (against) expect(share).toMatchObject({ outcome: 'passedOver', givenCents: 0, backCents: 0 })
        // Filled up: the card holds its quota, or more where it held more.
        if (plan.mode === 'fillUpTo' && share.outcome === 'given') expect(heldCents - share.backCents + share.givenCents).toBe(quotaCents)
        if (plan.mode === 'add' && share.outcome === 'given') expect(share.givenCents).toBe(quotaCents)
      }
    }),
    { numRuns: 400 },
  )
})
