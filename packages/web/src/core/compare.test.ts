import { expect, test } from 'vitest'
import { comparedDays, isComparison } from './compare.ts'

test.each([
  ['2026-11-20', '2026-11-20', 'previous', '2026-11-19', '2026-11-19'],
  ['2026-11-16', '2026-11-20', 'previous', '2026-11-11', '2026-11-15'],
  ['2026-11-20', '2026-11-20', 'lastWeek', '2026-11-13', '2026-11-13'],
  ['2026-11-16', '2026-11-22', 'lastWeek', '2026-11-09', '2026-11-15'],
  ['2026-11-10', '2026-11-20', 'lastWeek', '2026-10-27', '2026-11-06'],
  ['2026-11-01', '2026-11-20', 'lastMonth', '2026-10-01', '2026-10-20'],
  ['2026-02-01', '2026-02-28', 'lastMonth', '2026-01-01', '2026-01-31'],
  ['2026-03-31', '2026-03-31', 'lastMonth', '2026-02-28', '2026-02-28'],
  ['2024-02-29', '2024-02-29', 'lastYear', '2023-02-28', '2023-02-28'],
] as const)('%s to %s against %s: %s to %s', (from, to, by, first, last) => {
  expect(comparedDays({ from, to }, by)).toEqual({ from: first, to: last })
})

test('against nothing there is nothing, and what an address says wrongly is no comparison', () => {
  expect(comparedDays({ from: '2026-11-20', to: '2026-11-20' }, 'none')).toBeUndefined()
  expect([isComparison('lastWeek'), isComparison('lastweek'), isComparison('')]).toEqual([true, false, false])
})
