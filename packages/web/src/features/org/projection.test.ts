import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inView, place, stepOf, ticks } from './projection.ts'

const view = { longitude: 120, latitude: 30, high: 1, width: 400, height: 260 }

test('the middle of the view is in the middle of the drawing, north is up and east is right', () => {
  expect(inView(view, view)).toEqual({ x: 200, y: 130 })
  expect(place(view, 200, 130)).toEqual({ longitude: 120, latitude: 30 })
  expect(place(view, 300, 130).longitude).toBeGreaterThan(120)
  expect(place(view, 200, 30).latitude).toBeGreaterThan(30)
  expect(inView(view, { longitude: 10, latitude: 30 })).toBeUndefined()
})

test('whatever point is pressed, the place it stands for is drawn there', () => {
  const anywhere = fc.record({
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    latitude: fc.double({ min: -85, max: 85, noNaN: true }),
    high: fc.constantFrom(0.02, 1, 40),
    x: fc.integer({ min: 1, max: 399 }),
    y: fc.integer({ min: 1, max: 259 }),
  })
  fc.assert(
    fc.property(anywhere, ({ x, y, ...at }) => {
      const here = { ...view, ...at }
      const back = inView(here, place(here, x, y))
      expect(back?.x).toBeCloseTo(x, 5)
      expect(back?.y).toBeCloseTo(y, 5)
    }),
  )
})

test.each([0.02, 0.05, 0.2, 1, 4, 12, 40, 120])('lines are few enough to read at a height of %f degrees, and never off the globe', high => {
  const { meridians, parallels } = ticks({ ...view, high }, stepOf(high))
  expect(meridians.length + parallels.length).toBeGreaterThan(2)
  expect(parallels.length).toBeLessThanOrEqual(6)
  expect(meridians.length).toBeLessThanOrEqual(12)
  expect(parallels.every(({ degrees }) => Math.abs(degrees) <= 90) && meridians.every(({ degrees }) => Math.abs(degrees) <= 180)).toBe(true)
})
