import { expect, test } from 'vitest'
import {
  chanceFound,
  leakClPerHour,
  powerCurve,
  reconcile,
  sirLimits,
  sirPointsLeast,
  sirVerdict,
  type Sir,
  type StockPoint,
} from './sir.ts'
import { tankMonth } from '../testing/sir-month.ts'

// The vectors of the calculation reference §3, in gallons an hour.
test.each([
  [0.06, 0.18, 'tight'],
  [-0.02, 0.12, 'tight'],
  [0.099, 0.2, 'tight'],
  [0.08, 0.16, 'notTight'],
  [-0.09, 0.16, 'notTight'],
  [0.15, 0.3, 'notTight'],
  [0.11, 0.3, 'inconclusive'],
] as const)('a rate of %d with a minimum detectable rate of %d: %s', (rate, detectable, verdict) => {
  expect(sirVerdict(rate, detectable, 0.2)).toBe(verdict)
})

test('the threshold is half of the minimum detectable rate, and follows from the standard error', () => {
  const { threshold, detectable } = sirLimits(0.05, 29, 0.95)
  expect(threshold).toBeCloseTo(1.6991 * 0.05, 5)
  expect(detectable).toBe(2 * threshold)
})

/** A month of a tank that loses so many centilitres an hour, measured every day without any error. */
const exact = (lostPerHour: number, count = 31): StockPoint[] =>
  Array.from({ length: count }, (_, day) => ({
    hours: 24 * day,
    varianceCl: -lostPerHour * 24 * day,
    soldCl: 5_000_00 * day,
    deliveries: Math.floor(day / 3),
  }))

test('of figures without any error the rate is exact, and a perfect tank is tight, not leaky by a rounding', () => {
  const options = { meterTolerance: 0 }
  expect(reconcile(exact(80), options)!.rate).toBeCloseTo(80, 6)
  expect(reconcile(exact(80), options)!.verdict).toBe('notTight')
  expect(reconcile(exact(-80), options)!.verdict).toBe('notTight')
  expect(reconcile(exact(1), options)!.verdict).toBe('tight')
  expect(reconcile(exact(0), options)).toMatchObject({ rate: 0, verdict: 'tight' })
})

test('days that nobody measured are left out, and too few days say nothing', () => {
  const some = exact(80).filter((_, day) => day % 7 !== 3)
  expect(reconcile(some, { meterTolerance: 0.001 })!.rate).toBeCloseTo(80, 6)
  expect(reconcile(exact(80, sirPointsLeast - 1), { meterTolerance: 0.001 })).toBeUndefined()
  expect(reconcile([], { meterTolerance: 0.001 })).toBeUndefined()
})

test('meters that may be far off leave the question open: a tank that sells much cannot be called tight by its meters', () => {
  const busy = exact(0).map(point => ({ ...point, soldCl: 4 * point.soldCl }))
  expect(reconcile(busy, { meterTolerance: 0.001 })!.verdict).toBe('inconclusive')
  expect(reconcile(exact(0), { meterTolerance: 0.0001 })!.verdict).toBe('tight')
})

test('the power curve begins at the false alarms and rises to certainty', () => {
  const sir = reconcile(tankMonth(7, { leakClPerHour: 0, noiseMm: 0.5 }), { meterTolerance: 0.001 })!
  const chances = powerCurve(sir).map(({ chance }) => chance)
  expect(chances[0]).toBeLessThanOrEqual(0.05)
  expect(chances.at(-1)).toBeGreaterThan(0.95)
  expect(chances).toEqual(chances.toSorted((one, other) => one - other))
  expect(chanceFound(sir, sir.detectable)).toBeGreaterThanOrEqual(0.95)
})

const months = 1000
// @req FUE-035
test.each([0.5, 3])('%d mm of noise: of 1,000 tank-months a leak of 0.757 L/h is found and tight tanks are left alone', noiseMm => {
  const judged = (leak: number) => {
    const all = Array.from(
      { length: months / 2 },
      (_, at) => reconcile(tankMonth(at + 1 + 10_000 * noiseMm, { leakClPerHour: leak, noiseMm }), { meterTolerance: 0.001 })!,
    )
    for (const { threshold, detectable } of all) expect(threshold).toBeLessThanOrEqual(detectable / 2)
    const share = (verdict: Sir['verdict']) => all.filter(sir => sir.verdict === verdict).length / all.length
    return { tight: share('tight'), notTight: share('notTight'), inconclusive: share('inconclusive') }
  }
  const [leaking, tight] = [judged(leakClPerHour), judged(0)]
  if (process.env['SHOW']) console.log({ noiseMm, leaking, tight })
  expect(leaking.notTight / (leaking.notTight + leaking.tight)).toBeGreaterThanOrEqual(0.95)
  expect(tight.notTight).toBeLessThanOrEqual(0.05)
})
