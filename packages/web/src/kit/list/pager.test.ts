import fc from 'fast-check'
import { expect, test } from 'vitest'
import { around } from './around.ts'

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 19, [1, 2, 3, 4, 5, 'after', 19]],
  [10, 19, [1, 'before', 9, 10, 11, 'after', 19]],
  [19, 19, [1, 'before', 15, 16, 17, 18, 19]],
])('on page %i of %i the pages %j are offered', (page, last, pages) => expect(around(page, last)).toEqual(pages))

test('first, last and current page are always offered, in order and once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (last, any) => {
      const page = (any % last) + 1
      const numbers = around(page, last).filter(one => typeof one === 'number')
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
      expect(numbers).toEqual(expect.arrayContaining([1, page, last]))
      expect(numbers.length).toBeLessThanOrEqual(7)
    }),
  )
})
