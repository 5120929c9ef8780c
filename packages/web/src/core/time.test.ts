import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setLanguage } from '../i18n/index.ts'
import {
  instantOf,
  lastThirtyDays,
  lastTwentyFourHours,
  monthDays,
  periodsOf,
  periodStart,
  presetDays,
  previousTwelveMonths,
  splitMonths,
  stretch,
} from './periods.ts'
import { addDays, clock, daysBefore, daySpan, dayStart, fromTo, lasting, shortTime, time, today } from './time.ts'

const shanghai = 'Asia/Shanghai',
  prague = 'Europe/Prague'

test('a short time leaves out the seconds, and the year while it is this year at the station', () => {
  expect(shortTime('2026-05-01T06:03:09Z', '2026-11-01T00:00:00Z', shanghai)).toBe('05-01 14:03')
  expect(shortTime('2025-12-31T15:59:59Z', '2026-01-01T08:00:00Z', shanghai)).toBe('2025-12-31 23:59')
  expect(shortTime('2025-12-31T16:00:00Z', '2025-12-31T16:00:01Z', shanghai)).toBe('01-01 00:00')
})

describe('the day of a station', () => {
  test('begins at its own midnight, not at that of Greenwich', () => {
    expect(today('2026-05-01T16:00:00Z', shanghai)).toBe('2026-05-02')
    expect(today('2026-05-01T15:59:59.999Z', shanghai)).toBe('2026-05-01')
    expect(daySpan({ from: '2026-05-01', to: '2026-05-01' }, shanghai)).toEqual({
      from: '2026-04-30T16:00:00Z',
      to: '2026-05-01T16:00:00Z',
    })
  })

  test('has 23 or 25 hours when the clocks change', () => {
    const hours = (day: string) => {
      const { from, to } = daySpan({ from: day, to: day }, prague)
      return (Date.parse(to) - Date.parse(from)) / 3_600_000
    }
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-20')]).toEqual([23, 25, 24])
  })

  test('days follow each other without a gap in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(shanghai, prague, 'America/Sao_Paulo', 'Asia/Kathmandu'),
        fc.integer({ min: -9000, max: 9000 }),
        (zone, days) => {
          const day = addDays('2026-01-01', days)
          const span = daySpan({ from: day, to: day }, zone)
          expect(span.to).toBe(dayStart(addDays(day, 1), zone))
          expect(today(span.from, zone)).toBe(day)
        },
      ),
    )
  })
})

test('instants are shown as the station reads them', () => {
  const at = '2026-05-01T04:05:06.789Z'
  expect([time(at, 'second', shanghai), time(at, 'minute', shanghai), time(at, 'day', shanghai), clock(at, shanghai)]).toEqual([
    '2026-05-01 12:05:06',
    '2026-05-01 12:05',
    '2026-05-01',
    '12:05',
  ])
  expect([time(null), time('')]).toEqual(['—', '—'])
  expect(instantOf('2026-05-01', '12:05', shanghai)).toBe('2026-05-01T04:05:00Z')
  expect(daysBefore('2026-03-30T10:00:00Z', 7, prague)).toBe('2026-03-23T11:00:00Z')
})

// @req LIM-018
test.each([
  ['minute', '2026-05-01T04:05:00Z'],
  ['hour', '2026-05-01T04:00:00Z'],
  ['day', '2026-04-30T16:00:00Z'],
  ['week', '2026-04-26T16:00:00Z'],
  ['month', '2026-04-30T16:00:00Z'],
] as const)('the %s of a Friday begins at %s', (period, start) => expect(periodStart('2026-05-01T04:05:06Z', period, shanghai)).toBe(start))

// @req LIM-018
test.each([
  ['month', '2026-05-31T15:59:59Z', '2026-04-30T16:00:00Z'],
  ['month', '2026-05-31T16:00:00Z', '2026-05-31T16:00:00Z'],
  ['week', '2026-05-03T15:59:59Z', '2026-04-26T16:00:00Z'],
  ['week', '2026-05-03T16:00:00Z', '2026-05-03T16:00:00Z'],
  ['day', '2026-05-20T15:59:59Z', '2026-05-19T16:00:00Z'],
  ['hour', '2026-05-20T15:59:59Z', '2026-05-20T15:00:00Z'],
  ['minute', '2026-05-20T15:59:59Z', '2026-05-20T15:59:00Z'],
] as const)('the %s in which %s lies begins at %s', (period, instant, start) => expect(periodStart(instant, period, shanghai)).toBe(start))

// @req LIM-018 LIM-015
test('presets end today or where their period ended', () => {
  const of = (name: Parameters<typeof presetDays>[0]) => Object.values(presetDays(name, '2026-03-31')).join(' ')
  expect(of('today')).toBe('2026-03-31 2026-03-31')
  expect(of('thisWeek')).toBe('2026-03-30 2026-03-31')
  expect(of('lastWeek')).toBe('2026-03-23 2026-03-29')
  expect(of('last7Days')).toBe('2026-03-25 2026-03-31')
  expect(of('thisMonth')).toBe('2026-03-01 2026-03-31')
  expect(of('lastMonth')).toBe('2026-02-01 2026-02-28')
  expect(of('last30Days')).toBe('2026-03-02 2026-03-31')
  expect(Object.values(presetDays('thisWeek', '2026-04-05')).join(' ')).toBe('2026-03-30 2026-04-05')
})

// @req LIM-014
test('the previous twelve months leave out the current one', () => {
  const months = previousTwelveMonths('2026-03-31')
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-03', '2026-02'])
  expect(previousTwelveMonths('2026-01-01').slice(-2)).toEqual(['2025-11', '2025-12'])
})
// @req LIM-015
test('the last thirty days end today', () => {
  const days = lastThirtyDays('2026-03-01')
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-01-31', '2026-03-01'])
})
// @req LIM-016
test('the last twenty-four hours tell one in the morning from one in the afternoon', () => {
  const hours = lastTwentyFourHours('2026-05-01T06:30:00Z', shanghai)
  expect([new Set(hours).size, hours[0], hours.at(-1)]).toEqual([24, '2026-04-30 15', '2026-05-01 14'])
})

// @req LIM-017
test('a range is cut one second before each next month', () => {
  expect(splitMonths({ from: '2026-01-15T00:00:00Z', to: '2026-03-02T00:00:00Z' }, 'UTC')).toEqual([
    { from: '2026-01-15T00:00:00Z', to: '2026-01-31T23:59:59Z' },
    { from: '2026-02-01T00:00:00Z', to: '2026-02-28T23:59:59Z' },
    { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
  ])
  expect(splitMonths({ from: '2026-01-15T00:00:00Z', to: '2026-01-15T00:00:00Z' }, shanghai)).toHaveLength(1)
  expect(splitMonths({ from: '2026-01-15T00:00:00Z', to: '2026-01-31T16:00:00Z' }, shanghai)).toEqual([
    { from: '2026-01-15T00:00:00Z', to: '2026-01-31T15:59:59Z' },
    { from: '2026-01-31T16:00:00Z', to: '2026-01-31T16:00:00Z' },
  ])
  expect(splitMonths({ from: '2026-01-15T00:00:00Z', to: '2026-01-31T15:59:59Z' }, shanghai)).toHaveLength(1)
})

test.each([
  ['within a day', '2026-11-17T06:00:00Z', '2026-11-17T14:00:00Z', '2026-11-17 06:00 至 14:00'],
  ['over midnight', '2026-11-17T22:00:00Z', '2026-11-18T06:00:00Z', '2026-11-17 22:00 至 11-18 06:00'],
  ['over the end of a year', '2026-12-31T22:00:00Z', '2027-01-01T06:00:00Z', '2026-12-31 22:00 至 2027-01-01 06:00'],
  ['not over yet', '2026-11-17T22:00:00Z', null, '2026-11-17 22:00 至 —'],
])('a shift %s is told without saying a date twice', (_, from, to, told) => expect(stretch(from, to, 'UTC')).toBe(told))

test.each([
  ['zh', '2026-11-01 至 2026-11-30'],
  ['en', '2026-11-01 – 2026-11-30'],
] as const)('in %s a period reads %s', (language, read) => {
  setLanguage(language)
  expect(fromTo('2026-11-01', '2026-11-30')).toBe(read)
  setLanguage('zh')
})

describe('the axis of a statistic', () => {
  const of = (...args: Parameters<typeof periodsOf>) => periodsOf(...args)
  const over = '2027-01-01T00:00:00Z'

  test('has every day, also one without a sale, and ends with the day that is running', () => {
    expect(of({ from: '2026-02-27', to: '2026-03-02' }, 'day', over, shanghai)).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ])
    expect(of({ from: '2026-02-27', to: '2026-03-31' }, 'day', '2026-02-28T04:00:00Z', shanghai)).toEqual(['2026-02-27', '2026-02-28'])
    expect(of({ from: '2026-03-02', to: '2026-03-03' }, 'day', '2026-02-28T04:00:00Z', shanghai)).toEqual([])
  })

  test('has the hours of a day as the clock has them', () => {
    const hours = (day: string, now = over) => of({ from: day, to: day }, 'hour', now, prague)
    expect([hours('2026-03-29').length, hours('2026-10-25').length, hours('2026-11-20').length]).toEqual([23, 25, 24])
    expect(hours('2026-11-20', '2026-11-20T01:30:00Z')).toEqual(['2026-11-19T23:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z'])
  })

  // @req LIM-017 LIM-018
  test('has weeks that begin on Monday, and months', () => {
    expect(of({ from: '2026-04-29', to: '2026-05-05' }, 'week', over, shanghai)).toEqual(['2026-04-27', '2026-05-04'])
    expect(of({ from: '2026-01-15', to: '2026-03-01' }, 'month', over, shanghai)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
    expect(monthDays('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })
})

test.each([
  [400 * 24 * 3_600_000, '400 天', '400 days'],
  [5 * 3_600_000, '5 小时', '5 hours'],
  [3_600_000, '60 分钟', '60 minutes'],
  [130_000, '2 分钟', '2 minutes'],
])('%d milliseconds are said in the largest unit of which there are two', (ms, zh, en) => {
  setLanguage('zh')
  expect(lasting(ms)).toBe(zh)
  setLanguage('en')
  expect(lasting(ms)).toBe(en)
  setLanguage('zh')
})
