import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partOf } from './window.ts'

test('a page of a list is drawn whole', () => {
  expect(partOf(50, 32, 900, 600)).toEqual({ from: 0, to: 50, above: 0, below: 0 })
})

test('of two thousand rows those in sight are drawn, and the scroll bar stays as long as all of them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 121, max: 5000 }),
      fc.integer({ min: 20, max: 60 }),
      fc.nat(200_000),
      fc.integer({ min: 100, max: 2000 }),
      (count, row, scrolled, height) => {
        const top = Math.min(scrolled, Math.max(0, count * row - height))
        const { from, to, above, below } = partOf(count, row, top, height)
        expect(from * row).toBeLessThanOrEqual(top)
        expect(to * row).toBeGreaterThanOrEqual(Math.min(count * row, top + height))
        expect(above + (to - from) * row + below).toBe(count * row)
        expect(to - from).toBeLessThanOrEqual(Math.ceil(height / row) + 60)
      },
    ),
  )
})
