import { orders, users } from '@forecourt/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import { filtersOf } from './filter.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
let out: typeof import('./out.ts')
beforeAll(async () => {
  out = await import('./out.ts')
})

const [period, status] = filtersOf(orders, [{ path: 'createdDate', time: true }, 'status'])
const today = '2026-05-01'

// @req EXP-006
test.each([
  ['no period', undefined, false],
  ['three months', '2012-05-01..2012-07-31', true],
  ['three months and a day', '2012-05-01..2012-08-01', false],
  ['three months that end today', '2026-02-02..2026-05-01', true],
  ['a day more', '2026-02-01..2026-05-01', false],
  ['an end alone', '..2026-05-01', false],
])('a file over %s may be asked for from its dialog: %s, %s', (_, raw, fits) => {
  const set = [{ filter: status!, raw: 'success', terms: [] }, ...(raw ? [{ filter: period!, raw, terms: [] }] : [])]
  expect(out.fitsWindow({ of: orders, set, today })).toBe(fits)
  expect(out.fitsWindow({ of: users, set, today })).toBe(true)
})

// @req EXP-006
test('the last three months begin on the day after the same one three months ago', () => expect(out.firstDay(today)).toBe('2026-02-02'))
