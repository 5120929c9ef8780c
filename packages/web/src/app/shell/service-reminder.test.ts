import { beforeAll, expect, test, vi } from 'vitest'
import type { AtStation } from '../../core/session.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
let serviceWords: typeof import('./service-reminder.ts')['serviceWords']
beforeAll(async () => {
  await import('temporal-polyfill/global')
  serviceWords = (await import('./service-reminder.ts')).serviceWords
})
const now = Date.parse('2026-05-01T04:00:00Z')
const words = (endTime: string | null, expireTime: string | null = null) =>
  serviceWords({ timeZone: 'Asia/Shanghai', notifyDays: 30, endTime, expireTime } as AtStation, now)

// @req ACC-040
test('of each station that is entered it is checked whether its service is due, by its own days of notice', () => {
  expect(words(null)).toBeUndefined()
  expect(words('2026-06-01T04:00:00Z')).toBeUndefined()
  expect(words('2026-05-31T04:00:00Z')).toBeDefined()
  expect(words('2026-04-01T04:00:00Z')).toBeDefined()
  expect(words('2027-01-01T00:00:00Z', '2026-05-02T00:00:00Z')).toBeDefined()
})
