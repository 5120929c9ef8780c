import {
  configDefaults,
  orders,
  setCompanyConfig,
  setStationConfig,
  stations,
  statistics,
  systemConfigs,
  transactions,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon)) // 12:00 on 1 May 2026, in Shanghai

type Search = { queryScope: number; statisticsScope: number }

/** A station, and what is said to a list and to a statistic over the days up to the last of April. */
async function limited() {
  const it = await shop()
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const listed = (first: string, of: typeof orders | typeof transactions = orders) =>
    master.refused(of.list, { query: { search: `createdDate>=${first},createdDate<=2026-04-30` } })
  const counted = (first: string) => master.refused(statistics.sales, { query: { from: first, to: '2026-04-30' } })
  const set = async (search: Search) => {
    const [{ version } = { version: 0 }] = await it.rows<{ version: number }>('select version from station where id = $1', [it.station.id])
    return master.refused(setStationConfig, { id: it.station.id, body: { version, config: { search } } })
  }
  const inForce = async () => (await master.call(stations.get, { id: it.station.id, query: { expand: 'config.search' } })).config?.search
  return { it, master, listed, counted, set, inForce }
}

// @req SCR-014 SCR-015
test('where nobody has set anything, lists and statistics reach over one month, and one day more is refused', async () => {
  const { listed, counted, inForce } = await limited()
  expect(await inForce()).toEqual({ queryScope: 1, statisticsScope: 1 })
  expect(configDefaults.search).toEqual({ queryScope: 1, statisticsScope: 1 })
  for (const record of [orders, transactions]) {
    expect(await listed('2026-03-31', record)).toBe('allowed')
    expect(await listed('2026-03-30', record)).toBe('search.rangeTooLong')
  }
  expect(await counted('2026-03-31')).toBe('allowed')
  expect(await counted('2026-03-30')).toBe('statistics.rangeTooLong')
})

// @req SCR-014 SCR-015
test('each of the two limits is the station’s, else its company’s, else that of the installation', async () => {
  const { it, listed, counted, set, inForce } = await limited()
  const chief = await it.staff({ role: 'superAdmin' })
  const head = await it.staff({ role: 'company_user' })
  const reach = async () => [await listed('2026-02-10'), await counted('2026-02-10')]
  const refused = ['search.rangeTooLong', 'statistics.rangeTooLong']
  expect(await reach()).toEqual(refused)

  const [{ id, version } = { id: 0, version: 0 }] = (await chief.call(systemConfigs.list, {})).content
  const system = (search: Search | undefined, at: number) =>
    chief.call(systemConfigs.update, { id, body: { version: at, config: search ? { search } : {} } })
  await system({ queryScope: 3, statisticsScope: 3 }, version)
  expect(await reach()).toEqual(['allowed', 'allowed'])

  await head.call(setCompanyConfig, { id: it.company.id, body: { version: 1, config: { search: { queryScope: 3, statisticsScope: 2 } } } })
  expect(await reach()).toEqual(['allowed', 'statistics.rangeTooLong'])
  await head.call(setCompanyConfig, { id: it.company.id, body: { version: 2, config: { search: { queryScope: 1, statisticsScope: 1 } } } })
  expect(await reach()).toEqual(refused)

  expect(await set({ queryScope: 36, statisticsScope: 36 })).toBe('allowed')
  expect(await inForce()).toEqual({ queryScope: 36, statisticsScope: 36 })
  expect(await reach()).toEqual(['allowed', 'allowed'])
  await system(undefined, version + 1)
})

// @req SCR-014 SCR-015
test.each([
  ['zh', '一次最多查询 1 个月', '一次最多统计 1 个月'],
  ['en', 'At most 1 month(s) at a time', 'One query covers 1 month(s) at most'],
] as const)('what is refused names its field, its limit and the way on, in %s', async (language, ofList, ofStatistic) => {
  const { master } = await limited()
  const list = await master.send(orders.list, { query: { search: 'createdDate>=2026-03-01,createdDate<=2026-04-30' } }, { language })
  expect([list.statusCode, list.json()]).toMatchObject([422, { code: 'search.rangeTooLong', field: 'search', detail: { months: 1 } }])
  expect(list.json().message).toContain(ofList)
  const statistic = await master.send(statistics.sales, { query: { from: '2026-03-01', to: '2026-04-30' } }, { language })
  expect([statistic.statusCode, statistic.json()]).toMatchObject([
    422,
    { code: 'statistics.rangeTooLong', field: 'to', detail: { months: 1 } },
  ])
  expect(statistic.json().message).toContain(ofStatistic)
})

// @req SCR-014 SCR-015
test.each([
  ['no month', { queryScope: 0, statisticsScope: 1 }],
  ['more than three years', { queryScope: 1, statisticsScope: 37 }],
  ['half a month', { queryScope: 1, statisticsScope: 1.5 }],
  ['one of the two alone', { queryScope: 2 } as Search],
])('%s is no limit', async (_, search) => {
  const { set, inForce } = await limited()
  expect(await set(search)).toBe('validation')
  expect(await inForce()).toEqual({ queryScope: 1, statisticsScope: 1 })
})
