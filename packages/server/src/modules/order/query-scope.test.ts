import {
  lineItems,
  orderDiscounts,
  orders,
  refunds,
  setStationConfig,
  transactions,
  userCardDetails,
  type Resource,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon)) // 12:00 on 1 May 2026, in Shanghai
const endless: readonly Resource[] = [orders, lineItems, transactions, orderDiscounts, refunds, userCardDetails]

/** A station master, and what is returned by the list and the sums of a resource over a period. */
async function asked() {
  const it = await shop()
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const outcome = async (of: Resource, search: string, from?: 'history') => {
    const query = { search, ...(from && { from }) }
    const said = [await master.refused(of.list, { query }), of.totals ? await master.refused(of.totals, { query }) : undefined]
    expect(new Set(said.filter(Boolean)).size).toBe(1)
    return said[0]
  }
  return { it, master, outcome }
}

// @req SAL-026
test.each([
  ['a month', 'createdDate>=2026-04-01,createdDate<=2026-04-30', 'allowed'],
  ['thirty-one days, over the end of a month', 'createdDate>=2026-04-10,createdDate<=2026-05-10', 'allowed'],
  ['a day more', 'createdDate>=2026-03-31,createdDate<=2026-05-01', 'search.rangeTooLong'],
  ['a February and a day, as a month has up to 31 days', 'createdDate>=2026-02-01,createdDate<=2026-03-01', 'allowed'],
  ['since April', 'createdDate>=2026-04-01', 'allowed'],
  ['since March', 'createdDate>=2026-03-01', 'search.rangeTooLong'],
  ['since after the last day of February', 'createdDate>2026-02-28', 'search.rangeTooLong'],
  ['the wider of two ends counts for nothing', 'createdDate>=2025-09-01,createdDate>=2026-04-20', 'allowed'],
  ['by the hour', 'createdDate>=2026-03-01 08:00,createdDate<2026-04-02 08:00', 'search.rangeTooLong'],
  ['no period, page by page', 'status:success', 'allowed'],
])('a list over %s', async (_of, search, code) => {
  const { outcome } = await asked()
  for (const of of endless) expect(await outcome(of, of === orders ? search : search.replace('status:success', '')), of.name).toBe(code)
})

// @req SAL-026 ORG-012
test('the limit is the station’s own; where statistics reach further, the rows behind them may be read', async () => {
  const { it, master, outcome } = await asked()
  const set = async (search: { queryScope: number; statisticsScope: number }) => {
    const [{ version } = { version: 0 }] = await it.rows<{ version: number }>('select version from station where id = $1', [it.station.id])
    await master.call(setStationConfig, { id: it.station.id, body: { version, config: { search } } })
  }
  const quarter = 'createdDate>=2026-01-01,createdDate<=2026-03-31'
  expect(await outcome(orders, quarter)).toBe('search.rangeTooLong')
  await set({ queryScope: 2, statisticsScope: 1 })
  expect(await outcome(orders, quarter)).toBe('search.rangeTooLong')
  await set({ queryScope: 3, statisticsScope: 1 })
  expect(await outcome(orders, quarter)).toBe('allowed')
  await set({ queryScope: 1, statisticsScope: 3 })
  expect(await outcome(orders, quarter)).toBe('allowed')
})

// @req SAL-027 SEC-019
test('a sale of two years ago is found by the separate query, and is not looked for by the other', async () => {
  setClock('2024-05-01T04:00:00.000Z')
  const { it, master, outcome } = await asked()
  const { id } = await it.sell({ nozzleControlId: undefined, ...it.goodsSale() })
  setClock(noon)
  const then = 'createdDate>=2024-04-20,createdDate<=2024-05-02'
  for (const of of endless) {
    expect(await outcome(of, then), of.name).toBe('search.olderApart')
    expect(await outcome(of, then, 'history'), of.name).toBe('allowed')
    expect(await outcome(of, 'createdDate<2024-06-01'), of.name).toBe('search.olderApart')
  }
  const found = await master.call(orders.list, { query: { search: then, from: 'history' } })
  expect(found.content.map(order => order.id)).toEqual([id])
  expect((await master.call(orders.totals, { query: { search: then, from: 'history' } })).count).toBe(1)
  // A year to the day is not yet long ago.
  expect(await outcome(orders, 'createdDate>=2025-05-01,createdDate<=2025-05-10')).toBe('allowed')
  expect(await outcome(orders, 'createdDate>=2025-04-29,createdDate<=2025-05-10')).toBe('search.olderApart')
  expect(await outcome(orders, 'createdDate>=2025-04-29,createdDate<=2025-05-10', 'history')).toBe('allowed')
})
