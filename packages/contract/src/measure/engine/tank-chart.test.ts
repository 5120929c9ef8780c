import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartFault, chartOfCylinder, volumeOf } from './tank-chart.ts'
import { volumeOfCylinder, volumeOfHeads, type CylinderDimensions } from './tank-geometry.ts'

const tank: CylinderDimensions = { diameterMm: 2400, lengthMm: 8000 }

test('a chart between two heights is a straight line, and nothing is told beyond its ends', () => {
  const chart = [
    { heightMm: 10, volumeCl: 100 },
    { heightMm: 20, volumeCl: 151 },
    { heightMm: 40, volumeCl: 400 },
  ]
  expect([10, 15, 19, 20, 30, 40].map(height => volumeOf(chart, height))).toEqual([100, 126, 146, 151, 276, 400])
  expect([9, 41, NaN].map(height => volumeOf(chart, height))).toEqual([undefined, undefined, undefined])
  expect(volumeOf([], 0)).toBeUndefined()
})

test.each([
  [
    'rising',
    [
      [0, 0],
      [10, 5],
      [20, 9],
    ],
    undefined,
  ],
  [
    'level',
    [
      [0, 0],
      [10, 5],
      [20, 5],
    ],
    2,
  ],
  [
    'falling',
    [
      [0, 0],
      [10, 5],
      [20, 4],
    ],
    2,
  ],
  [
    'twice the same height',
    [
      [0, 0],
      [10, 5],
      [10, 6],
    ],
    2,
  ],
  ['one line', [[0, 0]], 0],
  ['no line', [], 0],
] as const)('a chart that is %s', (_, lines, fault) => {
  expect(chartFault(lines.map(([heightMm, volumeCl]) => ({ heightMm, volumeCl })))).toBe(fault)
})

const tanks = fc.record({
  diameterMm: fc.integer({ min: 500, max: 4000 }),
  lengthMm: fc.integer({ min: 500, max: 20_000 }),
  heads: fc.constantFrom('flat' as const, 'elliptical' as const),
  slope: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
  gaugeAtMm: fc.integer({ min: 0, max: 500 }),
})

test('a chart made of dimensions rises strictly and is exact at its lines', () => {
  fc.assert(
    fc.property(tanks, of => {
      const chart = chartOfCylinder(of)
      expect(chartFault(chart)).toBeUndefined()
      for (const { heightMm, volumeCl } of chart) expect(volumeOf(chart, heightMm)).toBe(volumeCl)
    }),
    { numRuns: 50 },
  )
})

test.each([
  [10, 2_50],
  [1, 0],
])('a chart with a line every %d mm is off by no more than %d cl at a whole millimetre', (step, most) => {
  const chart = chartOfCylinder(tank, step)
  for (let height = 0; height <= 2400; height++)
    expect(Math.abs(volumeOf(chart, height)! - volumeOfCylinder(tank, height))).toBeLessThanOrEqual(most)
})

test('a slope is nothing when it is nought, mirrors itself, and what is below and above the level is a whole tank', () => {
  const level = volumeOfCylinder(tank, 700)
  expect(volumeOfCylinder({ ...tank, slope: 1e-9, gaugeAtMm: 4000 }, 700)).toBe(level)
  expect(volumeOfCylinder({ ...tank, slope: 0.01, gaugeAtMm: 1000 }, 700)).toBe(
    volumeOfCylinder({ ...tank, slope: -0.01, gaugeAtMm: 7000 }, 700),
  )
  const whole = volumeOfCylinder({ ...tank, heads: 'elliptical' }, 2400)
  expect(whole).toBe(36_191_15 + volumeOfHeads(2400, 2400))
  for (const height of [0, 1, 600, 1199])
    expect(volumeOfCylinder(tank, height) + volumeOfCylinder(tank, 2400 - height)).toBeCloseTo(36_191_15, -1)
})

test('a tilted tank that the gauge calls empty may hold liquid at its low end, and its chart begins with that', () => {
  const [first] = chartOfCylinder({ ...tank, slope: 0.01, gaugeAtMm: 1000 })
  expect(first!.heightMm).toBe(0)
  expect(first!.volumeCl).toBeGreaterThan(0)
})
