import { expect, test } from 'vitest'
import { lastingDays } from './lasting.ts'

test.each([
  ['a week of 1,000 litres a day, 10,500 held', [1000, 1000, 1000, 1000, 1000, 1000, 1000], 10_500, 10],
  ['a quiet weekend counts as days', [1400, 1400, 1400, 1400, 1400, 0, 0], 10_000, 10],
  ['a station that opened the day before yesterday', [0, 0, 0, 0, 0, 3000, 3000], 6000, 2],
  ['an empty tank', [1, 1, 1, 1, 1, 1, 1], 0, 0],
  ['nothing sold', [0, 0, 0, 0, 0, 0, 0], 6000, undefined],
  ['no day known', [], 6000, undefined],
])('days left: %s', (_, sold, held, days) => expect(lastingDays(sold, held)).toBe(days))
