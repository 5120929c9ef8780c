import { expect, test } from 'vitest'
import { datedBy } from './clock.ts'

const now = new Date('2026-05-01T04:00:00.000Z')
const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
const minute = 60_000,
  day = 24 * 60 * minute

test.each([
  ['a moment ago', 0, -5000, at(-5000), false],
  ['three days late', 0, -3 * day, at(-3 * day), false],
  ['thirty-one days late', 0, -31 * day, at(-31 * day), false],
  ['later still: not by its word', 0, -31 * day - 1, at(0), true],
  ['a clock a minute ahead: not later than now', 0, minute, at(0), false],
  ['a clock far ahead', 0, 3 * minute, at(0), true],
  ['a clock that was an hour off when last compared', 60 * minute, -5000, at(0), true],
  ['a clock that was never compared', null, -5000, at(-5000), false],
] as const)('a sale sent with %s', (_, offsetMs, ago, createdDate, suspect) => {
  const dated = datedBy({ offsetMs }, now, { createdDate: at(ago) })
  expect(dated.createdDate.toISOString()).toBe(createdDate)
  expect(dated.deviceDate?.toISOString()).toBe(suspect ? at(ago) : undefined)
})

test('a fuelling that began before the price changed keeps its price; one that began next month is not believed', () => {
  const dated = (began: string) => datedBy({ offsetMs: 0 }, now, { createdDate: at(-minute), beganDate: began }).beganDate.toISOString()
  expect(dated(at(-4 * minute))).toBe(at(-4 * minute))
  expect(dated(at(0))).toBe(at(-minute))
  expect(dated(at(-2 * day))).toBe(at(-minute))
})
