import { expect, test } from 'vitest'
import { studentCdf, studentQuantile } from './student.ts'

// The values of the calculation reference §3, and of every printed table.
test.each([
  [0.95, 9, 1.8331],
  [0.95, 19, 1.7291],
  [0.95, 29, 1.6991],
  [0.95, 59, 1.6711],
  [0.99, 1, 31.8205],
  [0.99, 29, 2.462],
  [0.5, 5, 0],
  [0.05, 29, -1.6991],
])('Student’s t stays below its quantile with probability %d at %i degrees: %d', (probability, degrees, value) => {
  expect(studentQuantile(probability, degrees)).toBeCloseTo(value, 4)
  expect(studentCdf(studentQuantile(probability, degrees), degrees)).toBeCloseTo(probability, 12)
})
