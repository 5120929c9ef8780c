import { expect, test } from 'vitest'
import { chanceOf, type Chance } from '../testing/gauge-series.ts'
import { judgedAgainst, normalShare, unloadingOf, varianceAsObserved, type GaugeReading, type SoldAt } from './unloading.ts'

const minute = 60_000
const [beginAt, endAt] = [60 * minute, 95 * minute]
/** A tank of 30 m³ at the middle: so many litres lie in a millimetre. */
const litresInMm = 15.9

interface Load {
  readonly litres: number
  readonly noiseMm: number
  readonly stepMinutes: number
  readonly sells: boolean
}
/** Two hours and a half around an unloading; customers buy 5 to 60 litres, and each sale is told when it ends. */
function load({ litres, noiseMm, stepMinutes, sells }: Load, chance: Chance) {
  const sales: SoldAt[] = []
  for (let at = 3; sells && at < 150; at += chance.between(1, 12))
    sales.push({ at: at * minute, volumeCl: Math.round(chance.between(500, 6000)) })
  const readings: GaugeReading[] = []
  for (let at = 0; at <= 150; at += stepMinutes) {
    const poured = Math.min(1, Math.max(0, (at * minute - beginAt) / (endAt - beginAt))) * litres
    const sold = sales.filter(sale => sale.at <= at * minute).reduce((sum, { volumeCl }) => sum + volumeCl, 0)
    const seen = (9000 + poured) * 100 - sold + chance.normal() * noiseMm * litresInMm * 100
    readings.push({ at: at * minute, volumeCl: Math.round(seen), temperature: 18 })
  }
  return { readings, sales }
}

/** As the cockpit judges it: against a note of 13,600 L that is good to 0.05 %. */
function judged({ readings, sales }: ReturnType<typeof load>) {
  const sides = unloadingOf(readings, sales, { beginAt, endAt: null })!
  const received = sides.after!.volumeCl - sides.before.volumeCl
  return judgedAgainst(received, 13_600_00, varianceAsObserved(sides, 0, { volumeCl: 13_600_00, share: 0.0005 }), 95)
}
const loads = (litres: number, of: Partial<Load> = {}) =>
  Array.from({ length: 400 }, (_, seed) =>
    judged(load({ litres, noiseMm: 0.5, stepMinutes: 5, sells: true, ...of }, chanceOf(seed * 31 + 7))),
  )
const share = (all: readonly { verdict: string }[], verdict: string) => all.filter(one => one.verdict === verdict).length / all.length

test('a load that is 0.3 % short is found as often as its confidence says, and more than 19 times of 20', () => {
  const short = loads(13_600 * 0.997)
  expect(share(short, 'short')).toBeGreaterThanOrEqual(0.95)
  expect(share(short, 'over')).toBe(0)
})

test('a whole load is called short or over no more often than the confidence asks for', () => {
  const whole = loads(13_600)
  expect(share(whole, 'short')).toBeLessThan(0.05)
  expect(share(whole, 'over')).toBeLessThan(0.05)
})

test('a gauge that is off by three millimetres says less, and says so by its confidence', () => {
  const rough = loads(13_600 * 0.997, { noiseMm: 3 })
  const fine = loads(13_600 * 0.997)
  const mean = (all: readonly { confidence: number }[]) => all.reduce((sum, { confidence }) => sum + confidence, 0) / all.length
  expect(mean(rough)).toBeLessThan(mean(fine) - 5)
  expect(share(loads(13_600, { noiseMm: 3 }), 'short')).toBeLessThan(0.06)
})

test('it is still with the first reading that has not risen, within two minutes where the gauge is read every minute', () => {
  const { readings, sales } = load({ litres: 13_600, noiseMm: 0.5, stepMinutes: 1, sells: true }, chanceOf(3))
  const until = (ms: number) =>
    unloadingOf(
      readings.filter(({ at }) => at <= ms),
      sales.filter(({ at }) => at <= ms),
      { beginAt, endAt: null },
    )
  expect(until(endAt - minute)).toMatchObject({ after: null, stillAt: null })
  expect(until(endAt + 2 * minute)!.stillAt).toBe(endAt)
  expect(until(beginAt - minute)!.after).toBeNull()
})

test('without a reading before it began nothing is measured, and a delivery that ended has a side after it', () => {
  const { readings, sales } = load({ litres: 13_600, noiseMm: 0, stepMinutes: 5, sells: false }, chanceOf(4))
  expect(
    unloadingOf(
      readings.filter(({ at }) => at > beginAt),
      sales,
      { beginAt, endAt },
    ),
  ).toBeUndefined()
  const sides = unloadingOf(readings, sales, { beginAt, endAt })!
  expect(sides.before).toMatchObject({ volumeCl: 9000_00, count: 12, temperature: 18 })
  expect(sides.after).toMatchObject({ volumeCl: 22_600_00, temperature: 18 })
})

test.each([
  [0, 0.5],
  [1, 0.841_345],
  [1.645, 0.950_015],
  [-1.96, 0.024_998],
  [3, 0.998_65],
])('below %s standard deviations lie %s of all', (deviations, part) => {
  expect(normalShare(deviations)).toBeCloseTo(part, 5)
})

test.each([
  [-40_00, 10_00 ** 2, 'short', 99.9],
  [-20_00, 10_00 ** 2, 'short', 97.7],
  [20_00, 10_00 ** 2, 'over', 97.7],
  [-10_00, 10_00 ** 2, 'agrees', 84.1],
  [0, 0, 'agrees', 50],
] as const)('a difference of %s cl with a variance of %s is %s, with %s %%', (difference, variance, verdict, confidence) => {
  const judgement = judgedAgainst(1_000_000 + difference, 1_000_000, variance, 95)
  expect(judgement).toMatchObject({ differenceCl: difference, verdict, confidence })
})
