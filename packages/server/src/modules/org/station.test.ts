import {
  broadcast,
  companies,
  configs,
  geocodes,
  setCompanyConfig,
  setStationConfig,
  setStationProfile,
  stations,
  systemConfigs,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'

const details = {
  description: '24 小时营业',
  macAddress: '00:1A:2B:3C:4D:5E',
  address: '滨江路 8 号',
  contact: '李站长',
  phone: '0571-1234',
  longitude: 120.16,
  latitude: 30.25,
}
const facts = { ...details, version: 1 }

// @req ORG-056 ORG-057
test('a station master keeps the facts of their own station, and those of no other; its name and code are its company’s', async () => {
  const { station, addStation, staff, audits } = await world()
  const west = await addStation('West')
  const master = await staff({ role: 'station_master', stationIds: [station.id] })
  const kept = await master.call(setStationProfile, { id: station.id, body: facts })
  expect(kept).toMatchObject({ id: station.id, name: station.name, ...details, version: 2 })
  expect((await audits()).at(-1)).toMatchObject({ action: 'stations.update', detail: { contact: { from: '', to: '李站长' } } })

  expect(await master.refused(setStationProfile, { id: west.id, body: facts })).toBe('notFound')
  expect(await master.refused(setStationProfile, { id: station.id, body: facts })).toBe('stale')
  expect(await master.refused(setStationProfile, { id: station.id, body: { ...facts, name: 'Mine' } as never })).toBe('validation')
  expect(await master.refused(stations.update, { id: station.id, body: { code: 'X', name: 'Mine', version: 2 } })).toBe('auth.forbidden')
})

test.each([
  ['station_leader', 'auth.forbidden'],
  ['station_bill', 'auth.forbidden'],
  ['station_master', 'allowed'],
  ['company_user', 'allowed'],
] as const)('%s keeping the facts of a station is %s', async (role, outcome) => {
  const { station, staff } = await world()
  expect(await (await staff({ role })).refused(setStationProfile, { id: station.id, body: facts })).toBe(outcome)
})

// @req ORG-027
test('an order to a station is kept for whatever listens there, and the answer does not claim that it was heard', async () => {
  const { station, addStation, staff, events } = await world()
  const west = await addStation('West')
  const master = await staff({ role: 'station_master', stationIds: [station.id] })
  expect(await master.call(broadcast, { id: station.id, body: { method: 'sync' } })).toEqual({
    id: station.id,
    topic: 'station.broadcast',
    published: true,
    live: false,
  })
  expect(await events()).toMatchObject([{ topic: 'station.broadcast', payload: { stationId: station.id, method: 'sync', message: '' } }])
  expect(await master.refused(broadcast, { id: west.id, body: { method: 'sync' } })).toBe('notFound')
  expect(await master.refused(broadcast, { id: station.id, body: { method: 'format' as never } })).toBe('validation')
  expect(await master.refused(broadcast, { id: station.id, body: {} as never })).toBe('validation')
  const leader = await staff({ role: 'station_leader', stationIds: [station.id] })
  expect(await leader.refused(broadcast, { id: station.id, body: { method: 'sync' } })).toBe('auth.forbidden')
  expect(await events()).toHaveLength(1)
  for (const method of ['restart', 'updateView'] as const) {
    await master.call(broadcast, { id: station.id, body: { method, message: '今晚 22:00' } })
    expect((await events()).at(-1)).toMatchObject({ payload: { stationId: station.id, method, message: '今晚 22:00' } })
  }
})

// @req ORG-026
test('what is set for a station is listed key by key, its own word before its company’s', async () => {
  const { company, station, addStation, staff } = await world()
  const west = await addStation('West')
  const lin = await staff({ role: 'admin' })
  const read = async (search: string) => (await lin.call(configs.list, { query: { search } })).content
  expect(await read(`station.id:${station.id}`)).toEqual([])
  await lin.call(setCompanyConfig, {
    id: company.id,
    body: {
      version: 1,
      config: { otherTradeType: { wx: '微信' }, notify: { days: 20 }, homePage: { page: null }, passwords: { rule: 'strong' } },
    },
  })
  await lin.call(setStationConfig, { id: station.id, body: { version: 1, config: { otherTradeType: { wx: '微信扫码' } } } })

  const asked = (id: number) => `station.id:${id},category<>null,name:otherTradeType`
  expect(await read(asked(station.id))).toMatchObject([
    { stationId: station.id, name: 'otherTradeType', category: 'payment', value: { wx: '微信扫码' }, setBy: 'station' },
  ])
  expect(await read(asked(west.id))).toMatchObject([{ stationId: west.id, value: { wx: '微信' }, setBy: 'company' }])
  const named = async (search: string) => (await read(`station.id:${station.id}${search}`)).map(({ name }) => name)
  expect(await named('')).toEqual(['homePage', 'notify', 'otherTradeType'])
  expect(await named(',category<>null')).toEqual(['homePage', 'otherTradeType'])
  expect(await named(',name:notify')).toEqual(['notify'])
  expect(new Set((await read('name:otherTradeType')).map(({ stationId }) => stationId))).toEqual(new Set([station.id, west.id]))

  const master = await staff({ role: 'station_master', stationIds: [west.id] })
  expect(new Set((await master.call(configs.list, {})).content.map(({ stationId }) => stationId))).toEqual(new Set([west.id]))
})

// @req ORG-030
test('an address is found after one’s own stations, in typed coordinates and in regions; what is found nowhere is said', async () => {
  const here = await world(),
    there = await world()
  const lin = await here.staff({ role: 'company_user' })
  const wu = await there.staff({ role: 'company_user' })
  await lin.call(stations.create, { body: { code: 'N001', name: '北岸站', address: '杭州市滨江路8号', longitude: 120.2, latitude: 30.2 } })
  const find = async (address: string) => (await lin.call(geocodes, { query: { address } })).content

  expect((await find('滨江路8号'))[0]).toMatchObject({ name: '北岸站', longitude: 120.2, latitude: 30.2, from: 'station' })
  expect((await find('中国杭州市滨江路8号 二楼')).map(({ from }) => from)).toEqual(['station', 'region'])
  expect((await find('Ningbo, Zhejiang')).map(({ name }) => name)).toEqual(['宁波 Ningbo', '浙江 Zhejiang'])
  expect(await find('39.9042, 116.4074')).toMatchObject([{ latitude: 39.9042, longitude: 116.4074, from: 'coordinates' }])
  expect(await find('116.4074 39.9042')).toMatchObject([{ latitude: 39.9042, longitude: 116.4074 }])

  for (const nowhere of ['月球背面 1 号', '95, 190', '北岸站x', "'; drop table station"])
    expect(await wu.refused(geocodes, { query: { address: nowhere } }), nowhere).toBe('geocode.notFound')
  const reply = await wu.send(geocodes, { query: { address: '月球背面 1 号' } }, { language: 'en' })
  expect([reply.statusCode, reply.json().message]).toEqual([404, 'Address lookup failed, enter correct address'])
})

// @req ORG-064
test('what holds for all companies is set by anyone who runs the system; a company’s own word goes before it', async () => {
  const { company, station, staff, audits } = await world()
  const chief = await staff({ role: 'superAdmin' })
  const lin = await staff({ role: 'admin' })
  const [{ id, version } = { id: 0, version: 0 }] = (await lin.call(systemConfigs.list, {})).content
  const config = { search: { queryScope: 6, statisticsScope: 4 } }
  expect(await lin.refused(systemConfigs.update, { id, body: { version, config } })).toBe('auth.forbidden')
  expect(await chief.call(systemConfigs.update, { id, body: { version, config } })).toMatchObject({ version: version + 1, config })
  expect(await chief.refused(systemConfigs.update, { id, body: { version, config } })).toBe('stale')
  expect((await audits()).at(-1)).toMatchObject({ action: 'systemConfig.update' })

  const read = async () => lin.call(stations.get, { id: station.id, query: { expand: 'config.search,configDetail.search' } })
  expect(await read()).toMatchObject({ config, configDetail: { search: { from: 'system' } } })
  const own = { search: { queryScope: 2, statisticsScope: 2 } }
  await lin.call(setCompanyConfig, { id: company.id, body: { version: 1, config: own } })
  expect(await read()).toMatchObject({ config: own, configDetail: { search: { from: 'company' } } })
  await chief.call(systemConfigs.update, { id, body: { version: version + 1, config: {} } })
})

// @req ORG-020
test('a company is rebuilt from the defaults: what says no more than they is let go, and its stations are told', async () => {
  const { company, addStation, staff, events } = await world()
  await addStation('West')
  const lin = await staff({ role: 'company_user' })
  const own = { notify: { days: 30 }, search: { queryScope: 12, statisticsScope: 1 }, device: { localService: false } }
  await lin.call(setCompanyConfig, { id: company.id, body: { version: 1, config: own } })
  expect(await lin.call(setCompanyConfig, { id: company.id, body: {} })).toEqual({
    id: company.id,
    version: 3,
    released: ['notify', 'device'],
    stations: 2,
  })
  expect(await lin.call(setCompanyConfig, { id: company.id, body: {} })).toMatchObject({ version: 3, released: [] })
  expect((await events()).map(({ topic }) => topic)).toEqual(['company.config', 'company.config', 'company.config'])
  const kept = await lin.call(companies.get, { id: company.id, query: { expand: 'configDetail' } })
  expect(kept.configDetail).toMatchObject({
    search: { from: 'company', value: { queryScope: 12, statisticsScope: 1 } },
    notify: { from: 'default' },
    device: { from: 'default' },
  })
  const master = await staff({ role: 'station_master' })
  expect(await master.refused(setCompanyConfig, { id: company.id, body: {} })).toBe('auth.forbidden')
})
