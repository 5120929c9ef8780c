import { expect, test } from 'vitest'
import { chartFault, chartOfCylinder, netVolumeOf, volumeOf, volumeOfCylinder, type LyingCylinder } from './tank-geometry.ts'

// The vectors of the calculation reference §2.
const level: LyingCylinder = { diameterMm: 2400, lengthMm: 8000, heads: 'flat', tiltMmPerM: 0, gaugeAtMm: 0 }

test.each([
  [300, 2_611_08],
  [1200, 18_095_57],
  [1800, 29_115_74],
  [2350, 36_007_55],
  [2400, 36_191_15],
])('a lying cylinder of 2.4 m by 8 m holds at %i mm %i centilitres', (heightMm, volumeCl) => {
  expect(volumeOfCylinder(level, heightMm)).toBe(volumeCl)
})

test.each([
  [600, 565_49],
  [1200, 1_809_56],
  [2400, 3_619_11],
])('two elliptical heads add at %i mm %i centilitres', (heightMm, volumeCl) => {
  const added = volumeOfCylinder({ ...level, heads: 'elliptical' }, heightMm) - volumeOfCylinder(level, heightMm)
  expect(Math.abs(added - volumeCl)).toBeLessThanOrEqual(1)
})

test.each([
  [1000, 500, 5_938_19],
  [1000, 1200, 18_671_41],
  [7000, 2100, 33_186_63],
])('tilted by 10 mm a metre and read at %i mm, it holds at %i mm %i centilitres', (gaugeAtMm, heightMm, volumeCl) => {
  expect(volumeOfCylinder({ ...level, tiltMmPerM: 10, gaugeAtMm }, heightMm)).toBe(volumeCl)
})

test('shares of the whole by height', () => {
  const huge = { ...level, diameterMm: 10_000, lengthMm: 100_000 }
  const shares = [0.15, 0.35, 0.45, 0.65, 0.7, 0.85].map(share => volumeOfCylinder(huge, share * 10_000) / volumeOfCylinder(huge, 10_000))
  expect(shares.map(share => share.toFixed(6))).toEqual(['0.094060', '0.311919', '0.436444', '0.688081', '0.747684', '0.905940'])
})

test('a chart is read on the line between two of its points, and says nothing beyond them', () => {
  const points = [
    { heightMm: 100, volumeCl: 100_00 },
    { heightMm: 200, volumeCl: 300_01 },
  ]
  expect([99, 100, 150, 200, 201].map(height => volumeOf(points, height))).toEqual([undefined, 100_00, 200_01, 300_01, undefined])
  expect(netVolumeOf(points, 200, 0)).toBe(300_01)
  expect(netVolumeOf(points, 200, null)).toBe(300_01)
  expect(netVolumeOf(points, 200, 150)).toBe(100_00)
  expect(netVolumeOf(points, 200, 20)).toBeUndefined()
})

test('a chart that does not rise strictly has a fault, at its first such line', () => {
  const line = (heightMm: number, volumeCl: number) => ({ heightMm, volumeCl })
  expect(chartFault([line(0, 0), line(10, 5), line(20, 6)])).toBeUndefined()
  expect(chartFault([line(0, 0), line(10, 5), line(20, 5)])).toBe(2)
  expect(chartFault([line(0, 0), line(10, 5), line(10, 6)])).toBe(2)
  expect(chartFault([line(0, 0)])).toBe(1)
  expect(chartFault([])).toBe(0)
})

test.each([0, 10, -25])('the chart of a cylinder tilted by %i mm a metre rises strictly and agrees with the cylinder', tiltMmPerM => {
  const tank = { ...level, tiltMmPerM, gaugeAtMm: 2000 }
  const chart = chartOfCylinder(tank)
  expect(chartFault(chart)).toBeUndefined()
  expect(chart.length).toBeGreaterThan(2300)
  for (const { heightMm, volumeCl } of chart) expect(volumeCl).toBe(volumeOfCylinder(tank, heightMm))
})
