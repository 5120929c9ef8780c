import { expect, test } from 'vitest'
import { controlOf, gallonCl, monthlyControls, monthlyLimitCl, rollingControls, type StockDay } from './monthly-control.ts'
import { roundTo } from './rounding.ts'

// The vectors of the calculation reference §3.
test.each([
  [8_000, 210, 794.94],
  [36_250, 492.5, 1_864.32],
  [61_470, 744.7, 2_819],
])('a flow-through of %d gallons allows %d gallons, or %d litres', (gallons, limitGallons, litres) => {
  const limit = monthlyLimitCl(gallons * gallonCl)
  expect(roundTo(limit / gallonCl, 2)).toBe(limitGallons)
  expect(roundTo(limit / 100, 2)).toBe(litres)
})

test('a flow-through of 120,000 litres allows 1,692.10 litres', () => {
  expect(roundTo(monthlyLimitCl(120_000_00) / 100, 2)).toBe(1_692.1)
})

const dayOf = (at: number) => new Date(Date.UTC(2026, 4, 1 + at)).toISOString().slice(0, 10)
/** Days from the first of May on, each selling 4,000 litres and losing so many. */
const days = (count: number, lostCl: number, unknown: readonly number[] = []): StockDay[] =>
  Array.from({ length: count }, (_, at) => ({
    day: dayOf(at),
    meteredCl: 4_000_00,
    cumulativeCl: unknown.includes(at) ? null : -lostCl * (at + 1),
  }))

test('a month is judged against its own flow-through: at the limit it holds, above it a release is suspected', () => {
  const flowCl = 31 * 4_000_00
  const month = (varianceCl: number) => controlOf([{ day: '2026-05-31', meteredCl: flowCl, cumulativeCl: varianceCl }], 0)!
  const limit = monthlyLimitCl(flowCl)
  expect(month(-Math.floor(limit)).exceeded).toBe(false)
  expect(month(-Math.ceil(limit)).exceeded).toBe(true)
  expect(month(Math.ceil(limit)).exceeded).toBe(true)
  expect(month(0)).toMatchObject({ flowCl, varianceCl: 0, limitCl: limit })
})

test('a leak that begins in the middle of a month is seen by the rolling thirty days before the months do', () => {
  const tight = days(62, 0)
  const leaking = tight.map((day, at) => ({ ...day, cumulativeCl: at < 20 ? 0 : -(at - 19) * 60_00 }))
  const months = monthlyControls(leaking, 0)
  expect(months.map(({ fromDay, day, exceeded }) => [fromDay, day, exceeded])).toEqual([
    ['2026-05-01', '2026-05-31', false],
    ['2026-06-01', '2026-06-30', true],
    ['2026-07-01', '2026-07-01', false],
  ])
  const first = rollingControls(leaking, 0).find(({ exceeded }) => exceeded)!
  expect(first.day).toBe('2026-06-18')
  expect(first.fromDay).toBe('2026-05-20')
})

test('where one end of the time was not measured nothing is judged; a day in between does not matter', () => {
  const rolling = rollingControls(days(33, 1_00, [29, 31]), 0)
  expect(rolling.map(({ varianceCl }) => varianceCl)).toEqual([null, -30_00, null, -30_00])
  expect(rolling.map(({ exceeded }) => exceeded)).toEqual([null, false, null, false])
  expect(rollingControls(days(30, 0), null)[0]).toMatchObject({ varianceCl: null, exceeded: null, flowCl: 30 * 4_000_00 })
  expect(rollingControls(days(29, 0), 0)).toEqual([])
})

test('a month that is not covered from its first day is not judged', () => {
  expect(monthlyControls(days(40, 0).slice(1), 0).map(({ fromDay }) => fromDay)).toEqual(['2026-06-01'])
})
