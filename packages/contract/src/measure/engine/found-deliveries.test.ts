import { expect, test } from 'vitest'
import { chanceOf, gaugeSeries, ground, type Chance, type Ground, type Unloaded } from '../testing/gauge-series.ts'
import { foundDeliveries, type FoundDelivery, type LevelReading } from './found-deliveries.ts'

const minute = 60_000
const runs = 40

/** Each delivery beside the one that was found of it; what was found besides is invented. */
function compared(unloaded: readonly Unloaded[], found: readonly FoundDelivery[]) {
  const left = new Set(found.filter(({ isOver }) => isOver))
  const pairs = unloaded.map(truth => {
    const its = [...left].find(({ beginAt, endAt }) => beginAt < truth.endAt + 10 * minute && endAt > truth.beginAt - 10 * minute)
    if (its) left.delete(its)
    return { truth, its }
  })
  return { pairs, invented: left.size, missed: pairs.filter(({ its }) => !its).length }
}

/** What came of many stations: how often, how far off, and how much in all. */
function outcome(groundOf: (chance: Chance) => Partial<Ground>, seeds = runs) {
  const all = Array.from({ length: seeds }, (_, seed) => {
    const { readings, unloaded } = gaugeSeries({ ...ground, ...groundOf(chanceOf(seed * 7 + 1)) }, seed + 1)
    return compared(unloaded, foundDeliveries(readings))
  })
  const pairs = all.flatMap(one => one.pairs.flatMap(({ truth, its }) => (its ? [{ truth, its }] : [])))
  const [came, litres] = pairs.reduce(([a, b], { truth, its }) => [a + truth.volumeCl, b + its.litresCl], [0, 0])
  const share = (of: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(of).length / pairs.length
  return {
    deliveries: pairs.length,
    missed: all.reduce((sum, { missed }) => sum + missed, 0),
    invented: all.reduce((sum, { invented }) => sum + invented, 0),
    beganWithin5: share(({ truth, its }) => Math.abs(its.beginAt - truth.beginAt) <= 5 * minute),
    within4: share(({ truth, its }) => Math.abs(its.litresCl / truth.volumeCl - 1) <= 0.04),
    withinDoubt: share(({ truth, its }) => Math.abs(its.litresCl - truth.volumeCl) <= its.uncertaintyCl),
    together: Math.abs(litres / came - 1),
  }
}

test('of a gauge without noise each delivery is found within five minutes, and together within half a percent', () => {
  const got = outcome(chance => ({ size: chance.between(8000, 40_000), dailySales: chance.between(3000, 8000) }))
  expect(got).toMatchObject({ missed: 0, invented: 0, beganWithin5: 1 })
  expect(got.deliveries).toBeGreaterThan(300)
  expect(got.within4).toBeGreaterThan(0.99)
  expect(got.withinDoubt).toBeGreaterThan(0.9)
  expect(got.together).toBeLessThan(0.005)
})

test('a gauge that is off by half a millimetre to three finds the same deliveries, and invents none', () => {
  const got = outcome(chance => ({
    size: chance.between(8000, 60_000),
    noiseMm: chance.pick([0.5, 1, 2, 3]),
    stepMinutes: chance.pick([1, 2, 5]),
    dailySales: chance.between(1000, 15_000),
    unloading: chance.between(200, 1000),
    slackening: chance.pick([0, 0.5]),
  }))
  expect(got).toMatchObject({ missed: 0, invented: 0 })
  expect(got.beganWithin5).toBeGreaterThan(0.99)
  expect(got.within4).toBeGreaterThan(0.95)
  expect(got.withinDoubt).toBeGreaterThan(0.85)
  expect(got.together).toBeLessThan(0.01)
})

test('pauses of the hose make no second delivery, two tankers are two, and lost and repeated readings hide none', () => {
  const got = outcome(chance => ({
    size: chance.between(12_000, 60_000),
    noiseMm: chance.pick([0, 0.5, 1]),
    stepMinutes: chance.pick([1, 2, 5]),
    dailySales: chance.between(1000, 15_000),
    unloading: chance.between(200, 1000),
    pauses: true,
    pairs: true,
    lost: 0.02,
    repeated: 0.02,
    warmth: chance.between(0, 3),
  }))
  expect(got).toMatchObject({ missed: 0, invented: 0 })
  expect(got.beganWithin5).toBeGreaterThan(0.98)
  expect(got.together).toBeLessThan(0.01)
})

test('readings every ten minutes or every quarter of an hour are enough to find them', () => {
  const got = outcome(chance => ({
    size: chance.between(8000, 60_000),
    stepMinutes: chance.pick([10, 15]),
    unloading: chance.between(200, 1000),
  }))
  expect(got).toMatchObject({ missed: 0, invented: 0 })
  expect(got.beganWithin5).toBeGreaterThan(0.9)
  expect(got.within4).toBeGreaterThan(0.97)
})

test('after hours without readings nothing is invented', () => {
  expect(outcome(chance => ({ noiseMm: chance.pick([0, 1, 3]), gapHours: 5, warmth: 2 }))).toMatchObject({ missed: 0, invented: 0 })
})

const at = (minutes: number, litres: number): LevelReading => ({
  at: Date.parse('2025-03-03T00:00:00Z') + minutes * minute,
  volumeCl: litres * 100,
})
/** A day of readings every five minutes: 10,000 L, less 2 L a minute. */
const quiet = Array.from({ length: 288 }, (_, i) => at(i * 5, 10_000 - i * 10))
const changed = (from: number, until: number, by: (litres: number) => number) =>
  quiet.map((reading, i) => (i >= from && i < until ? { ...reading, volumeCl: Math.round(by(reading.volumeCl / 100) * 100) } : reading))

test.each<[string, readonly LevelReading[]]>([
  ['there is nothing', []],
  ['there is one reading', quiet.slice(0, 1)],
  ['fuel is sold', quiet],
  ['the probe reads nothing for an hour', changed(100, 112, () => 0)],
  ['the probe reads half for half an hour', changed(100, 106, litres => litres / 2)],
  ['one reading leaps up', changed(100, 101, litres => litres + 5000)],
  ['an hour of readings is too high', changed(100, 112, litres => litres + 5000)],
  ['a test of a meter is given back', changed(100, 288, litres => litres + 100)],
  ['the gauge stands still for two hours', changed(100, 124, () => 9000)],
  ['the tank warms by ten degrees in a day', quiet.map(({ at: when }, i) => ({ at: when, volumeCl: 1_000_000 + i * 42 }))],
])('nothing is found where %s', (_, readings) => {
  expect(foundDeliveries(readings)).toEqual([])
})

test('what is told twice, or in another order, changes nothing', () => {
  const { readings } = gaugeSeries({ ...ground, days: 7, noiseMm: 1 }, 5)
  const found = foundDeliveries(readings)
  expect(found.length).toBeGreaterThan(1)
  const chance = chanceOf(9)
  const mixed = readings.flatMap(one => (chance.next() < 0.1 ? [one, one] : [one])).toSorted(() => chance.next() - 0.5)
  expect(foundDeliveries(mixed)).toEqual(found)
})

test('what still rises, or has just stood still, is not over', () => {
  const rising = [...quiet, ...Array.from({ length: 6 }, (_, i) => at(1440 + i * 5, 7130 + (i + 1) * 1600))]
  expect(foundDeliveries(rising)).toMatchObject([{ isOver: false }])
  const still = Array.from({ length: 6 }, (_, i) => at(1470 + i * 5, 16_700))
  expect(foundDeliveries([...rising, ...still.slice(0, 3)])).toMatchObject([{ isOver: false }])
  expect(foundDeliveries([...rising, ...still])).toMatchObject([{ isOver: true, litresCl: expect.closeTo(9_600_00, -4) as number }])
})
