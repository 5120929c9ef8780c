import { statistics, type RecentRange } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

// @req SCR-002 SCR-003 SCR-004 SCR-008
test('what home shows: today, the last 24 hours and 30 days, and the 12 months before, however short a question may be', async () => {
  const it = await shop()
  // The first of them lies before the twelve months.
  for (const [at, many] of [
    ['2026-04-29T04:00:00.000Z', 1],
    ['2027-04-30T04:00:00.000Z', 2],
    ['2027-05-08T04:00:00.000Z', 3],
    ['2027-05-08T15:30:00.000Z', 1],
    ['2027-05-09T03:00:00.000Z', 4],
  ] as const) {
    setClock(at)
    for (let turn = 0; turn < many; turn++) await it.sell()
  }
  setClock('2027-05-09T04:00:00.000Z')
  const ask = async (range: RecentRange, by: 'time' | 'product' = 'time') => {
    const { content } = await it.lin.call(statistics.recentSales, { query: { range, by, stationId: it.station.id } })
    return content.map(({ period, key, orders: sold }) => [period ?? key, sold])
  }
  expect(await ask('today')).toEqual([['2027-05-09T03:00:00.000Z', 4]])
  expect(await ask('hours24')).toEqual([
    ['2027-05-08T15:00:00.000Z', 1],
    ['2027-05-09T03:00:00.000Z', 4],
  ])
  expect(await ask('days30')).toEqual([
    ['2027-04-30', 2],
    ['2027-05-08', 4],
    ['2027-05-09', 4],
  ])
  expect(await ask('months12')).toEqual([['2027-04-01', 2]])
  expect((await ask('days30', 'product')).reduce((sum, [, sold]) => sum + Number(sold), 0)).toBe(10)
})
