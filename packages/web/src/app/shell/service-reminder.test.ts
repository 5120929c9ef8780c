import { beforeAll, describe, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
let reminder: typeof import('./service-reminder.ts')
beforeAll(async () => {
  await import('temporal-polyfill/global')
  const { addWords } = await import('../../i18n/index.ts')
  addWords({ service: { daysLeft: '{days} days until {date}', over: 'over since {date}' } })
  reminder = await import('./service-reminder.ts')
})
const now = Date.parse('2026-05-01T04:00:00Z')
const station = (given: { endTime?: string; expireTime?: string; notifyDays?: number }) =>
  ({ id: 1, name: 'East', timeZone: 'Asia/Shanghai', endTime: null, expireTime: null, notifyDays: 30, ...given }) as never

// @req ACC-047
describe('the service of a station', () => {
  test.each([
    ['indefinite', {}, undefined],
    ['far off', { endTime: '2027-05-01T00:00:00Z' }, undefined],
    ['due on the last day that is to be told', { endTime: '2026-05-31T04:00:00Z' }, '30 days until 2026-05-31'],
    ['due later than that', { endTime: '2026-05-31T04:00:01Z' }, undefined],
    ['due today, the day begun counted', { endTime: '2026-05-01T10:00:00Z' }, '1 days until 2026-05-01'],
    ['over', { endTime: '2026-04-30T16:00:00Z' }, 'over since 2026-05-01'],
    [
      'stopped before what was paid for ends',
      { endTime: '2026-05-20T00:00:00Z', expireTime: '2026-05-10T00:00:00Z' },
      '9 days until 2026-05-10',
    ],
    ['of a station that wants to be told a week before', { endTime: '2026-05-10T00:00:00Z', notifyDays: 7 }, undefined],
  ])('%s', (_, given, words) => expect(reminder.serviceWords(station(given), now)).toBe(words))
})
