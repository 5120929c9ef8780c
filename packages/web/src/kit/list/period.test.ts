import { expect, test } from 'vitest'
import { readPeriod, reachesHistory, writePeriod } from './period.ts'

const today = '2026-11-20'

test('a period that is a preset stays one in the address, so a saved link means this month again next month', () => {
  expect(writePeriod({ from: '2026-11-01', to: today }, today)).toBe('thisMonth')
  expect(readPeriod('thisMonth', today)).toEqual({ from: '2026-11-01', to: today })
  expect(readPeriod('thisMonth', '2026-12-02')).toEqual({ from: '2026-12-01', to: '2026-12-02' })
})

test.each([
  ['2026-11-01..2026-11-05', { from: '2026-11-01', to: '2026-11-05' }],
  ['2026-11-01 08:00..', { from: '2026-11-01 08:00' }],
  ['..2026-11-05 23:59:59', { to: '2026-11-05 23:59:59' }],
  ['..', undefined],
  ['', undefined],
  ['soon', undefined],
  ['2026-02-30..2026-13-01', undefined],
  ["2026-11-01'..", undefined],
  ['2026-11-01..2026-11-02..2026-11-03', undefined],
])('the address says %s', (raw, period) => expect(readPeriod(raw, today)).toEqual(period))

// A year back is still the present; a day more is history (decision O19).
test('a period that begins more than a year ago asks the history', () => {
  expect(reachesHistory({ from: '2025-11-20' }, today)).toBe(false)
  expect(reachesHistory({ from: '2025-11-19' }, today)).toBe(true)
  expect(reachesHistory({ to: '2020-01-01' }, today)).toBe(true)
})
