import { companies, stations } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { asSent } from '../../testing/access.ts'
import { world } from '../../testing/world.ts'

const north = {
  code: 'N001',
  name: '北岸加油站',
  description: '三环外第一站',
  country: 'CHN',
  address: '北京市朝阳区',
  contact: '李站长',
  phone: '010-65001234',
  unionCardStationId: 'U0001',
  longitude: 116.407396,
  latitude: 39.904211,
  timeZone: 'Asia/Shanghai',
  macAddress: '00:1A:2B:3C:4D:5E',
}

// @req ACC-042 ORG-001 ORG-042 ORG-049
test('a company adds its stations, finds them by name, and edits them', async () => {
  const { company, station, staff, audits } = await world()
  const lin = await staff('org.station.read', 'org.station.write', 'org.company.read')

  const made = await lin.call(stations.create, { body: north })
  expect(made).toMatchObject({
    ...north,
    companyId: company.id,
    enableShiftSettle: false,
    notifyDays: 30,
    endTime: null,
    expireTime: null,
    pictureId: null,
  })
  const { id } = made
  const edited = {
    name: '北岸二站',
    code: 'N002',
    address: '北岸路 2 号',
    phone: '021-61234567',
    macAddress: '00:1A:2B:3C:4D:5F',
    timeZone: 'Asia/Urumqi',
    latitude: 39.5,
    enableShiftSettle: true,
    contact: '王芳',
    description: '三环外第二站',
    country: 'MNG',
    longitude: 87.6,
    unionCardStationId: 'U0002',
    notifyDays: 14,
  }
  await lin.call(stations.update, { id, body: { ...asSent(stations.update, made), ...edited } })

  const found = await lin.call(stations.list, { query: { search: `name:*北岸*,company.id:${company.id}`, expand: 'company', size: 10 } })
  expect(found).toMatchObject({
    totalElements: 1,
    content: [{ id, ...edited, version: 2, company: { id: company.id, name: company.name } }],
  })
  const read = await lin.call(stations.get, { id, query: { expand: 'company,config,configDetail' } })
  expect(read).toMatchObject({ ...edited, companyId: company.id, endTime: null, expireTime: null, pictureId: null })
  expect(read).toMatchObject({ company: { id: company.id, name: company.name } })
  const settings = 'otherTradeType notify search webChargeTradeType device homePage package unionCard'.split(' ')
  expect(Object.keys(read.config!)).toEqual(expect.arrayContaining(settings))
  expect(Object.keys(read.configDetail!)).toEqual(expect.arrayContaining(settings))
  expect(new Set((await lin.call(stations.list, {})).content.map(row => row.id))).toEqual(new Set([station.id, id]))
  expect((await audits()).map(({ action, detail }) => [action, detail.enableShiftSettle])).toEqual([
    ['stations.create', false],
    ['stations.update', { from: false, to: true }],
  ])
})

test.each([
  ['a code that is taken', { code: 'TAKEN' }, 'station.codeTaken'],
  ['no name', { name: ' ' }, 'validation'],
  ['a made-up zone', { timeZone: 'Asia/Nowhere' }, 'validation'],
  ['an offset for a zone', { timeZone: '+08:00' }, 'validation'],
  ['a place off the globe', { latitude: 90.5 }, 'validation'],
  ['a place too exact', { longitude: 116.40739612 }, 'validation'],
  ['a MAC address of five', { macAddress: '00:1A:2B:3C:4D' }, 'validation'],
  ['a code with a blank', { code: 'N 01' }, 'validation'],
  ['a code of three', { code: 'N01' }, 'validation'],
  ['another’s company', { companyId: 1 }, 'validation'],
  ['an end of service of its own making', { endTime: '2030-01-01T00:00:00Z' }, 'validation'],
])('a station with %s is refused', async (_, over, code) => {
  const { staff } = await world()
  const lin = await staff('org.station.write')
  await lin.call(stations.create, { body: { ...north, name: 'Taken', code: 'TAKEN' } })
  expect(await lin.refused(stations.create, { body: { ...north, ...over } })).toBe(code)
})

test('two companies may use the same code; neither sees the other’s station', async () => {
  const here = await world(),
    there = await world()
  const lin = await here.staff({ role: 'company_user' }),
    wu = await there.staff({ role: 'company_user' })
  const mine = await lin.call(stations.create, { body: north })
  expect(await wu.refused(stations.create, { body: north })).toBe('allowed')

  expect(await wu.refused(stations.get, { id: mine.id })).toBe('notFound')
  expect(await wu.refused(stations.update, { id: mine.id, body: { ...north, version: 1 } })).toBe('notFound')
  expect((await wu.call(stations.list, { query: { search: `company.id:${here.company.id}` } })).totalElements).toBe(0)
})

// @req ORG-019 ACC-054
test('a company names its currency and its zone; only one counted in hundredths will do', async () => {
  const { company, staff } = await world()
  const lin = await staff({ role: 'admin' })
  const { id } = company
  const shown = await lin.call(companies.get, { id, query: { expand: 'stations' } })
  expect(shown['stations']).toHaveLength(1)
  const sent = asSent(companies.update, shown)

  const edit = (over: object) => lin.refused(companies.update, { id, body: { ...sent, ...over } })
  for (const currency of ['JPY', 'KWD', 'XAU', 'yuan', 'CN']) expect(await edit({ currency }), currency).toBe('validation')
  expect(await edit({ currency: 'CZK', currencyName: 'Kč', symbol: 'Kč', timeZone: 'Europe/Prague' })).toBe('allowed')
  expect(await edit({})).toBe('stale')
  expect((await lin.call(companies.list, {})).content).toMatchObject([{ id, currency: 'CZK', timeZone: 'Europe/Prague' }])
  const facts = { name: 'Riverside', description: 'Retail', address: '1 Quay', contact: 'Wu', phone: '010-1', code: company.code }
  const keys = { customerId: 'K-77', unionCardCompanyId: 'U-9', bigLogoId: null, smallLogoId: null }
  const money = { currency: 'EUR', currencyName: 'euro', symbol: '€', timeZone: 'Europe/Berlin' }
  expect(await edit({ ...facts, ...keys, ...money, version: 2 })).toBe('allowed')
  const expand = 'products,config.debitCard,authTokens,miniPrograms,stations'
  expect(await lin.call(companies.get, { id, query: { expand } })).toMatchObject({
    ...facts,
    ...keys,
    ...money,
    property: { currency: 'euro', symbol: '€' },
    products: [],
    config: { debitCard: { cardName: '' } },
    authTokens: [],
    miniPrograms: [],
    stations: [{ name: 'Riverside East' }],
  })
})

test.each([
  ['station_master', 'auth.forbidden'],
  ['company_user', 'auth.forbidden'],
  ['admin', 'allowed'],
] as const)('%s editing the company is %s', async (role, outcome) => {
  const { company, staff } = await world()
  const lin = await staff({ role })
  expect(await lin.refused(companies.update, { id: company.id, body: { code: company.code, name: 'Riverside', version: 1 } })).toBe(outcome)
})

// @req ORG-029 ORG-042
test('a second station of the same name is asked about, and added when that is meant; a code stays one station’s', async () => {
  const { staff } = await world()
  const lin = await staff({ role: 'company_user' })
  const first = await lin.call(stations.create, { body: north })
  const send = async (over: object) => {
    const reply = await lin.send(stations.create, { body: { ...north, code: 'N002', ...over } })
    return [reply.statusCode, reply.json().code, reply.json().field]
  }
  expect(await send({})).toEqual([409, 'station.nameTaken', 'name'])
  expect((await lin.call(stations.list, {})).totalElements).toBe(2)
  expect(await send({ force: true, code: 'N001' })).toEqual([409, 'station.codeTaken', 'code'])
  expect(await send({ force: true })).toEqual([200, 'N002', undefined])
  expect((await lin.call(stations.list, { query: { search: `name:${north.name}` } })).totalElements).toBe(2)

  const { id, ...other } = await lin.call(stations.create, { body: { ...north, code: 'S001', name: '南岸加油站' } })
  const edit = { ...asSent(stations.update, other), name: north.name }
  expect(await lin.refused(stations.update, { id, body: edit })).toBe('station.nameTaken')
  expect(await lin.refused(stations.update, { id, body: { ...edit, force: true } })).toBe('allowed')
  expect(await lin.refused(stations.update, { id: first.id, body: asSent(stations.update, first) })).toBe('allowed')
})
