import { expect, test } from 'vitest'
import { dice } from '../testing/dice.ts'
import { studyLosses } from './loss-causes.ts'
import type { LossGiven, LossLoad, LossSale, MeterTest, Unsold } from './loss-given.ts'
import { sharesOf } from './loss-shares.ts'

const [minute, hour] = [60_000, 3_600_000]
const days = 20
interface Wrong {
  readonly leakClPerHour?: number
  readonly leakFrom?: number
  readonly shortCl?: number
  /** Litres that left the tank at a moment, besides sales. */
  readonly gone?: { readonly at: number; readonly volumeCl: number }
  readonly loads?: readonly LossLoad[]
  readonly unsold?: readonly Unsold[]
  readonly tests?: readonly MeterTest[]
}

const load: LossLoad = { key: 7, beginAt: 200 * hour, endAt: 200.5 * hour, noteCl: 15_000_00, factor: null }
/** A tank whose gauge is off by 8 litres (standard deviation), two nozzles that sell by day, and one load. */
function given({ leakClPerHour = 0, leakFrom = 0, shortCl = 0, gone, loads = [load], unsold = [], tests = [] }: Wrong = {}): LossGiven {
  const chance = dice(11)
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  const sales: LossSale[] = []
  for (let at = 6 * hour; at < days * 24 * hour; at += (4 + 20 * chance()) * minute) {
    const clock = (at / hour) % 24
    if (clock > 6 && clock < 22) sales.push({ at, nozzle: chance() < 0.5 ? 1 : 2, volumeCl: Math.round(1500 + 4000 * chance()) })
  }
  let [volumeCl, next] = [25_000_00, 0]
  const readings = []
  for (let at = 0; at <= days * 24 * hour; at += 10 * minute) {
    for (; next < sales.length && sales[next]!.at <= at; next++) volumeCl -= sales[next]!.volumeCl
    if (at > load.beginAt && at - 10 * minute <= load.beginAt) volumeCl += load.noteCl - shortCl
    if (gone && at >= gone.at && at - 10 * minute < gone.at) volumeCl -= gone.volumeCl
    if (at > leakFrom) volumeCl -= leakClPerHour / 6
    readings.push({ at, volumeCl: volumeCl + 800 * normal(), celsius: null })
  }
  const settings = { factorAt: null, meterShare: 0.0005, noteShare: 0.0005, askedConfidence: 80 }
  return { ...settings, tanks: [readings], sales, loads, moved: [], unsold, tests }
}
const namesOf = (of: LossGiven) => studyLosses(of).found.map(({ cause, key }) => [cause, key])

// @req FUE-035
test('a tank that lacks nothing has no cause, and no temperature where none was measured', () => {
  const study = studyLosses(given())
  expect(study.found).toEqual([])
  expect(study.curve).toMatchObject({ isAtReference: false })
  expect(study.curve.noiseCl).toBeGreaterThan(700)
  expect(study.curve.noiseCl).toBeLessThan(900)
  expect(sharesOf(study, given(), [0, days * 24 * hour]).temperatureCl).toEqual([null])
})

test('a leak that began in between is told from its beginning on, spread over the shifts by their hours, to the centilitre', () => {
  const of = given({ leakClPerHour: 150, leakFrom: 240 * hour })
  const study = studyLosses(of)
  expect(study.found).toMatchObject([{ cause: 'leak', key: null }])
  const edges = Array.from({ length: days + 1 }, (_, day) => day * 24 * hour)
  const [whole, byDay] = [sharesOf(study, of, [0, edges.at(-1)!]), sharesOf(study, of, edges)]
  const lost = whole.shares[0]!.volumesCl[0]!
  expect(lost / (-150 * 240)).toBeGreaterThan(0.85)
  expect(lost / (-150 * 240)).toBeLessThan(1.15)
  expect(byDay.shares[0]!.volumesCl.reduce((sum, cl) => sum + cl, 0)).toBe(lost)
  expect(Math.abs(byDay.shares[0]!.volumesCl[2]!)).toBe(0)
})

test('a gain that grows with time is never called a leak, however sure it is', () => {
  for (const leakClPerHour of [-40, -150, -600])
    expect(studyLosses(given({ leakClPerHour })).found.filter(({ cause }) => cause === 'leak')).toEqual([])
})

test('a load without a temperature must be short by more than warmth could make it', () => {
  expect(namesOf(given({ shortCl: 100_00 }))).toEqual([])
  expect(namesOf(given({ shortCl: 600_00 }))).toEqual([['shortLoad', 7]])
})

test('a load that nobody recorded is no short load of another, and nothing of it is lost', () => {
  expect(namesOf(given({ loads: [{ ...load, noteCl: 14_800_00, isUnsure: true }] }))).toEqual([])
})

test('a test whose fuel did not come back is lost; one whose fuel did is not', () => {
  const tests = [{ key: 3, nozzle: 1, at: 300 * hour, volumeCl: 40_00 }]
  expect(namesOf(given({ tests, gone: { at: 300 * hour, volumeCl: 40_00 } }))).toEqual([['calibration', 3]])
  expect(namesOf(given({ tests }))).toEqual([])
})

test('what ran unsold and never left the tank was a test that nobody entered', () => {
  const unsold = [{ key: 5, nozzle: 2, from: 299 * hour, to: 300 * hour, volumeCl: 60_00 }]
  expect(namesOf(given({ unsold, gone: { at: 299.5 * hour, volumeCl: 60_00 } }))).toEqual([])
  expect(namesOf(given({ unsold }))).toEqual([['notRun', 5]])
})

test('what is beyond belief is named nothing: the books lack something larger', () => {
  expect(namesOf(given({ leakClPerHour: 3_000 }))).toEqual([])
})

test('what went at once, of which the books know nothing, is no leak: when and how much is said', () => {
  for (const volumeCl of [48_00, 4_000_00]) {
    const of = given({ gone: { at: 300 * hour, volumeCl } })
    const { found } = studyLosses(of)
    expect(found).toMatchObject([{ cause: 'atOnce', key: null }])
    expect(Math.abs(found[0]!.from - 300 * hour)).toBeLessThanOrEqual(hour)
    expect(Math.abs(found[0]!.size + volumeCl)).toBeLessThan(Math.max(8_00, 0.02 * volumeCl))
  }
})

test('without readings nothing is estimated', () => {
  expect(studyLosses({ ...given(), tanks: [[]] })).toMatchObject({ found: [], inflation: 1 })
})
