import { expect, test } from 'vitest'
import { momentsOf, nearest, withGaps } from './time-figures.ts'

test('no line is drawn over a time in which nothing was told', () => {
  expect(
    withGaps(
      [
        [0, 5],
        [60, 6],
        [400, 7],
      ],
      100,
    ),
  ).toEqual([
    [0, 5],
    [60, 6],
    [61, null],
    [400, 7],
  ])
  expect(withGaps([], 100)).toEqual([])
})

test('the keys stop at every moment at which something is known, and at no gap', () => {
  const lines = [
    {
      name: 'Level',
      moments: [
        [0, 5],
        [61, null],
        [400, 7],
      ] as const,
    },
  ]
  const marks = [
    {
      name: 'Dips',
      marks: [
        { ms: 90, value: 6, words: '' },
        { ms: 400, value: 7, words: '' },
      ],
    },
  ]
  expect(momentsOf({ lines, marks })).toEqual([0, 90, 400])
})

test.each([
  [-5, 0],
  [0, 0],
  [49, 0],
  [51, 1],
  [251, 2],
  [9999, 2],
])('beside the moment %i the nearest is the one at place %i', (ms, place) => {
  expect(nearest([0, 100, 400], ms)).toBe(place)
  expect(nearest([7], ms)).toBe(0)
})
