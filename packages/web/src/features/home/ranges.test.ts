import { recentSpan } from '@forecourt/contract/start'
import { describe, expect, test } from 'vitest'
import { bySlot, slotsOf } from './ranges.ts'

const zone = 'Asia/Shanghai'
const now = '2026-03-02T05:20:00Z'

describe('what the chart of home shows', () => {
  // @req SCR-002
  test('the last 24 hours end with the one that runs, each by its own name: 1 and 13 o’clock are two', () => {
    const { from, to, group } = recentSpan('hours24', now, zone)
    const slots = slotsOf('hours24', now, zone)
    expect([from, to, group]).toEqual(['2026-03-01T06:00:00Z', '2026-03-02T06:00:00Z', 'hour'])
    expect(slots).toHaveLength(24)
    expect(slots.at(-1)).toEqual({
      begins: '2026-03-02T05:00:00Z',
      label: '13:00',
      createdDate: '2026-03-02 13:00:00..2026-03-02 13:59:59',
      running: true,
    })
    expect(new Set(slots.map(({ label }) => label)).size).toBe(24)
  })

  test('an hour that comes twice when summer time ends is shown twice, and none is missing', () => {
    const slots = slotsOf('hours24', '2026-10-25T12:30:00Z', 'Europe/London')
    expect(slots.map(({ begins }) => begins).slice(11, 14)).toEqual([
      '2026-10-25T00:00:00Z',
      '2026-10-25T01:00:00Z',
      '2026-10-25T02:00:00Z',
    ])
    expect(slots.map(({ label }) => label).slice(11, 14)).toEqual(['01:00', '01:00', '02:00'])
  })

  // @req SCR-003
  test('the last 30 days are today and the 29 before, as the station counts them', () => {
    const { from, to, group } = recentSpan('days30', '2026-03-01T17:00:00Z', zone)
    const slots = slotsOf('days30', '2026-03-01T17:00:00Z', zone)
    expect([from, to, group]).toEqual(['2026-02-01', '2026-03-02', 'day'])
    expect(slots).toHaveLength(30)
    expect(slots.at(-1)).toEqual({ begins: '2026-03-02', label: '03-02', createdDate: '2026-03-02..2026-03-02', running: true })
  })

  // @req SCR-004
  test('the year is the 12 months before the one that runs', () => {
    const { from, to, group } = recentSpan('months12', now, zone)
    const slots = slotsOf('months12', now, zone)
    expect([from, to, group]).toEqual(['2025-03-01', '2026-02-28', 'month'])
    expect(slots.map(({ label }) => label)).toEqual([
      ...['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map(month => `2025-${month}`),
      '2026-01',
      '2026-02',
    ])
    expect(slots.at(-1)!.createdDate).toBe('2026-02-01..2026-02-28')
  })

  test('a line stands in the slot in which it began, also where the clock is a quarter of an hour off', () => {
    const slots = slotsOf('hours24', now, 'Asia/Kathmandu')
    expect(slots.at(-1)!.begins).toBe('2026-03-02T05:15:00Z')
    const [fresh, late] = [{ period: '2026-03-02T05:15:00.000Z' }, { period: '2026-03-02T05:00:00.000Z' }]
    const lines = bySlot(slots, [fresh, late, { period: '2026-01-01T00:00:00.000Z' }])
    expect([lines.at(-1), lines.at(-2), lines.flat().length]).toEqual([[fresh], [late], 2])
  })
})
