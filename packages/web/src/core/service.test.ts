import { beforeAll, describe, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
let reminder: typeof import('./service.ts')
let i18n: typeof import('../i18n/index.ts')
beforeAll(async () => {
  await import('temporal-polyfill/global')
  i18n = await import('../i18n/index.ts')
  i18n.setLanguage('en')
  i18n.addWords({ service: { daysLeft: '{count} day until {date} | {count} days until {date}', over: 'over since {date}' } })
  reminder = await import('./service.ts')
})
const now = Date.parse('2026-05-01T04:00:00Z')
const station = (given: { endTime?: string; expireTime?: string; notifyDays?: number }) =>
  ({ id: 1, name: 'East', timeZone: 'Asia/Shanghai', endTime: null, expireTime: null, notifyDays: 30, ...given }) as never

// @req ACC-047 ACC-048
describe('the service of a station', () => {
  test.each([
    ['indefinite', {}, undefined],
    ['far off', { endTime: '2027-05-01T00:00:00Z' }, undefined],
    ['due on the last day that is announced', { endTime: '2026-05-31T04:00:00Z' }, '30 days until 2026-05-31'],
    ['due later than that', { endTime: '2026-05-31T04:00:01Z' }, undefined],
    ['due today, the day begun counted', { endTime: '2026-05-01T10:00:00Z' }, '1 day until 2026-05-01'],
    ['over', { endTime: '2026-04-30T16:00:00Z' }, 'over since 2026-05-01'],
    [
      'stopped before what was paid for ends',
      { endTime: '2026-05-20T00:00:00Z', expireTime: '2026-05-10T00:00:00Z' },
      '9 days until 2026-05-10',
    ],
    ['of a station that wants to be warned a week before', { endTime: '2026-05-10T00:00:00Z', notifyDays: 7 }, undefined],
  ])('%s', (_, given, words) => expect(reminder.serviceWords(station(given), now)).toBe(words))
})

// @req ACC-047 ACC-048
test.each([
  ['zh', '2026-05-04T03:00:00Z', '“East”服务还剩 3 天，有效期至 2026-05-04，请及时续费。'],
  ['zh', '2026-05-01T03:00:00Z', '“East”服务已于 2026-05-01 到期，请及时续费。'],
  ['en', '2026-05-04T03:00:00Z', 'East: 3 days of service left, until 2026-05-04. Please renew.'],
  ['en', '2026-05-01T05:00:00Z', 'East: 1 day of service left, until 2026-05-01. Please renew.'],
  ['en', '2026-05-01T03:00:00Z', 'East: Service expired on 2026-05-01. Please renew.'],
] as const)('in %s, of a service that ends at %s: %s', async (language, endTime, sentence) => {
  i18n.setLanguage(language)
  i18n.addWords((await (language === 'zh' ? import('../i18n/zh.ts') : import('../i18n/en.ts'))).default)
  const words = reminder.serviceWords(station({ endTime }), now)!
  expect(i18n.t('service.renew', { station: 'East', words })).toBe(sentence)
})
