import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/sampling.ts'
import { hundredths, splitTax } from './split-tax.ts'

// @req INV-002
test.each([
  [123_45, 13, 109_25, 14_20],
  [888_00, 13, 785_84, 102_16],
  [7, 13, 6, 1],
  [250_00, 9, 229_36, 20_64],
  [600_15, 6, 566_18, 33_97],
  [0, 13, 0, 0],
  [1, 13, 1, 0],
  [100_00, 0, 100_00, 0],
  [100_00, 99.99, 50_00, 50_00],
  [-123_45, 13, -109_25, -14_20],
  [-7, 13, -6, -1],
])('of %i cents with %d %% tax, %i are net and %i are tax', (gross, percent, netCents, taxCents) => {
  expect(splitTax(gross, hundredths(percent))).toEqual({ netCents, taxCents })
})

const cents = fc.integer({ min: -100_000_000_00, max: 100_000_000_00 })
test('net is the nearest cent, half away from zero, net and tax add up, and a correction mirrors what it corrects', () => {
  const holds = fc.property(cents, fc.integer({ min: 0, max: 9_999 }), (gross, rate) => {
    const { netCents, taxCents } = splitTax(gross, rate)
    expect(netCents + taxCents).toBe(gross)
    // Twice what the net amount with its tax misses, in whole numbers that do not end.
    const parts = BigInt(10_000 + rate)
    const missed = 2n * (BigInt(netCents) * parts - BigInt(gross) * 10_000n)
    expect(gross >= 0 ? missed > -parts && missed <= parts : missed >= -parts && missed < parts).toBe(true)
    const back = splitTax(-gross, rate)
    expect([back.netCents + netCents, back.taxCents + taxCents]).toEqual([0, 0])
  })
  fc.assert(holds, { seed, numRuns: 2_000 })
})
