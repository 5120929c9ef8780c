import { Weekday } from '@forecourt/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextTurn, periodAt, type Rhythm, type Turn } from './calendar.ts'

const monthly = (monthDay: number, hour = 6): Rhythm => ({ period: 'month', weekday: 'monday', monthDay, hour })
const weekly = (weekday: Weekday, hour = 6): Rhythm => ({ period: 'week', weekday, monthDay: 1, hour })
const daily = (hour: number): Rhythm => ({ period: 'day', weekday: 'monday', monthDay: 1, hour })
const never = () => false

/** The next runs after a moment, each with its period. */
function turns(rhythm: Rhythm, zone: string, from: string, count: number): Turn[] {
  const all: Turn[] = []
  for (let at = new Date(from); all.length < count; at = all.at(-1)!.at) all.push(nextTurn(rhythm, zone, at, never))
  return all
}
const told = (...given: Parameters<typeof turns>) => turns(...given).map(({ period, at }) => `${period} ${at.toISOString().slice(0, 16)}`)

// @req FLT-005
describe('when a plan runs', () => {
  const shanghai = 'Asia/Shanghai'
  test.each([
    [
      'each day at an hour of the company',
      daily(6),
      shanghai,
      '2026-05-01T00:00:00Z',
      ['2026-05-02 2026-05-01T22:00', '2026-05-03 2026-05-02T22:00'],
    ],
    [
      'each week on its day',
      weekly('wednesday'),
      shanghai,
      '2026-05-01T00:00:00Z',
      ['2026-W19 2026-05-05T22:00', '2026-W20 2026-05-12T22:00'],
    ],
    [
      'in a week that lies in two years',
      weekly('friday'),
      shanghai,
      '2026-12-30T00:00:00Z',
      ['2026-W53 2026-12-31T22:00', '2027-W01 2027-01-07T22:00'],
    ],
    [
      'on the last day of months without the 31st',
      monthly(31),
      shanghai,
      '2027-01-31T00:00:00Z',
      ['2027-02 2027-02-27T22:00', '2027-03 2027-03-30T22:00'],
    ],
    ['on the leap day', monthly(30), shanghai, '2028-02-01T00:00:00Z', ['2028-02 2028-02-28T22:00', '2028-03 2028-03-29T22:00']],
    // On 29 March the clock goes from two to three.
    [
      'at an hour that the clock leaves out',
      daily(2),
      'Europe/Berlin',
      '2026-03-28T02:00:00Z',
      ['2026-03-29 2026-03-29T01:00', '2026-03-30 2026-03-30T00:00'],
    ],
    // On 25 October three o'clock is followed by two.
    [
      'at an hour that comes twice',
      daily(2),
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      ['2026-10-25 2026-10-25T00:00', '2026-10-26 2026-10-26T01:00'],
    ],
  ])('%s', (_, rhythm, zone, from, expected) => expect(told(rhythm, zone, from, 2)).toEqual(expected))

  test('a period that has had its run has no other, at whatever moment the plan is changed', () => {
    const isDone = (period: string) => period === '2026-05'
    expect(nextTurn(monthly(20), shanghai, new Date('2026-05-10T00:00:00Z'), isDone)).toMatchObject({ period: '2026-06' })
  })
})

const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/Santiago']
const rhythm = fc.record({
  period: fc.constantFrom('day', 'week', 'month'),
  weekday: fc.constantFrom(...Weekday.options),
  monthDay: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 23 }),
})
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true })

test('in every zone the runs come one after the other, one in each period, in the period that they are named after', () => {
  fc.assert(
    fc.property(rhythm, fc.constantFrom(...zones), moment, (given, zone, from) => {
      const all = turns(given, zone, from.toISOString(), 15)
      expect(new Set(all.map(({ period }) => period)).size).toBe(all.length)
      expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime()))
      expect(all.map(({ at }) => periodAt(given, zone, at))).toEqual(all.map(({ period }) => period))
    }),
    { numRuns: 150 },
  )
})
