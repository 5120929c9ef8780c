import fc from 'fast-check'
import { expect, test } from 'vitest'
import { receive, type Received } from './gap.ts'

const none: Received = { last: 0, gaps: [] }

test('a device that sends in order leaves no gap; one that jumps leaves what it jumped', () => {
  expect(receive(none, [1, 2, 3])).toEqual({ last: 3, gaps: [] })
  expect(receive(none, [1, 2, 6])).toEqual({ last: 6, gaps: [{ from: 3, to: 5 }] })
  expect(receive(receive(none, [1, 2, 6]), [4])).toEqual({
    last: 6,
    gaps: [
      { from: 3, to: 3 },
      { from: 5, to: 5 },
    ],
  })
  expect(receive(receive(none, [1, 6]), [5, 4, 3, 2])).toEqual({ last: 6, gaps: [] })
})

test('in whatever order and however often numbers come, the gaps are exactly what is missing', () => {
  const numbers = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 6 }), batches => {
      const received = batches.reduce(receive, none),
        came = new Set(batches.flat()),
        last = Math.max(...came)
      const missing = Array.from({ length: last }, (_, at) => at + 1).filter(sequence => !came.has(sequence))
      const shown = received.gaps.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
      expect(received.last).toBe(last)
      expect(shown.toSorted((a, b) => a - b)).toEqual(missing)
    }),
  )
})
