import { expect, test } from 'vitest'
import { chartFault, chartOfCylinder, netVolumeOf, volumeOf, type LyingCylinder } from './tank-geometry.ts'

const level: LyingCylinder = { diameterMm: 2400, lengthMm: 8000, heads: 'flat', tiltMmPerM: 0, gaugeAtMm: 0 }

// The vectors of the calculation reference §2.
test.each([
  [0, 0, 1200, 18_095_57],
  [10, 1000, 500, 5_938_19],
  [10, 7000, 2100, 33_186_63],
])('a tank tilted by %i mm a metre and read at %i mm holds at %i mm %i centilitres', (tiltMmPerM, gaugeAtMm, heightMm, volumeCl) => {
  expect(volumeOf(chartOfCylinder({ ...level, tiltMmPerM, gaugeAtMm }), heightMm)).toBe(volumeCl)
})

test('the water at the bottom is no fuel, and where the chart does not say it nothing is', () => {
  const points = [
    { heightMm: 100, volumeCl: 100_00 },
    { heightMm: 200, volumeCl: 300_01 },
  ]
  expect(netVolumeOf(points, 200, 0)).toBe(300_01)
  expect(netVolumeOf(points, 200, null)).toBe(300_01)
  expect(netVolumeOf(points, 200, 150)).toBe(100_00)
  expect(netVolumeOf(points, 200, 20)).toBeUndefined()
})

test.each([0, 10, -25])('the chart of a cylinder tilted by %i mm a metre rises strictly, a line for each millimetre', tiltMmPerM => {
  const chart = chartOfCylinder({ ...level, tiltMmPerM, gaugeAtMm: 2000 })
  expect(chartFault(chart)).toBeUndefined()
  expect(chart.length).toBeGreaterThan(2300)
})
