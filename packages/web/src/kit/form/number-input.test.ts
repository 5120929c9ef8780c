import { expect, test } from 'vitest'
import { clamped, digitsOf } from './number-input.tsx'

// @req UIX-034
test.each([
  ['12', 0, true, '12'],
  ['1a2', 0, true, '12'],
  ['1.25', 0, true, '1'],
  ['1.259', 2, true, '1.25'],
  ['1..5', 2, true, '1.5'],
  ['１２．５', 2, true, '12.5'],
  ['-3', 0, true, '-3'],
  ['3-', 0, true, '3'],
  ['-3', 0, false, '3'],
  ['1,200.50', 2, false, '1200.50'],
  ['1e5', 2, true, '15'],
  ['', 2, true, ''],
])('of %j with %d decimals, negative %s, there stays %j', (typed, places, negative, kept) => {
  expect(digitsOf(typed, places, negative)).toBe(kept)
})

// @req UIX-034
test.each([
  [5, 1, 8, 5],
  [0, 1, 8, 1],
  [9, 1, 8, 8],
  [-1, undefined, 8, -1],
  [99, 1, undefined, 99],
])('%d within %s and %s is %d', (value, min, max, within) => {
  expect(clamped(value, min, max)).toBe(within)
})
