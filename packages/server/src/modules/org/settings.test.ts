import {
  companies,
  CompanyConfig,
  configDefaults,
  setCompanyConfig,
  setStationConfig,
  stationKeys,
  stations,
  StationConfig,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { owned, world } from '../../testing/world.ts'

const asked = [
  'company.products,company.config.debitCard,config.otherTradeType,config.notify,config.search,config.webChargeTradeType',
  'configDetail.otherTradeType,config.device,config.homePage,config.package,config.unionCard,config.tolerance,authCodeDetail',
]

// @req ACC-041 ACC-043 ACC-055
test('a station is read with its company, what it works by, and what of that may be chosen', async () => {
  const { company, station, staff } = await world()
  await owned(`insert into product (company_id, name, code, classification, tax_rate) values ($1, '92#', '92', 'gasoline', 13)`, [
    company.id,
  ])
  const lin = await staff()
  const answer = await lin.call(stations.get, { id: station.id, query: { expand: asked } })
  const { debitCard: _card, passwords: _rule, denominations: _notes, invoice: _invoice, confirm: _twice, ...rest } = configDefaults
  const {
    tanks: _limits,
    tankAlarms: _alarms,
    leakControl: _meters,
    productChange: _residue,
    foundDeliveries: _found,
    deviceOrders: _simulated,
    priceCeilings: _ceilings,
    deliveryLoss: _losses,
    bearerCards: _bearer,
    prepaid: _prepaid,
    formerMembers: _former,
    notices: _notices,
    lowBalance: _low,
    loadSignature: _signature,
    measurement: _by,
    accountRatio: _split,
    payTypes: _ways,
    ...all
  } = rest
  expect(answer).toMatchObject({
    id: station.id,
    name: station.name,
    enableShiftSettle: false,
    endTime: null,
    expireTime: null,
    config: all,
    configDetail: {
      otherTradeType: { value: {}, from: 'default', own: null, description: { filter: { enum: expect.arrayContaining(['wx']) } } },
    },
    authCodeDetail: null,
    company: {
      id: company.id,
      name: company.name,
      property: { currency: '元', symbol: '¥' },
      bigLogoId: null,
      smallLogoId: null,
      products: [expect.objectContaining({ code: '92', description: '' })],
      config: { debitCard: { cardName: '' } },
    },
  })
  expect(answer.config?.package).toEqual({ card: true, payment: true, store: true, rfid: false })
  expect(JSON.stringify(answer)).not.toContain('secretKey')
  expect(await lin.call(stations.get, { id: station.id })).not.toHaveProperty('config')
})

// @req ACC-041
test('a station and its company are read with what each of them keeps, field by field', async () => {
  const { company, station, staff } = await world()
  await owned(
    `update station set enable_shift_settle = true, end_time = '2030-01-01T00:00:00Z', expire_time = '2030-01-16T00:00:00Z' where id = $1`,
    [station.id],
  )
  await owned(`update company set currency = 'EUR', currency_name = 'euro', symbol = '€' where id = $1`, [company.id])
  const product = 'insert into product (company_id, name, code, description, classification, tax_rate) values ($1, $2, $3, $4, $5, 13)'
  await owned(product, [company.id, '95#', '95', 'E10', 'gasoline'])
  const lin = await staff()
  expect(await lin.call(stations.get, { id: station.id, query: { expand: asked } })).toMatchObject({
    id: station.id,
    name: station.name,
    enableShiftSettle: true,
    endTime: '2030-01-01T00:00:00.000Z',
    expireTime: '2030-01-16T00:00:00.000Z',
    company: {
      id: company.id,
      name: company.name,
      currencyName: 'euro',
      symbol: '€',
      property: { currency: 'euro', symbol: '€' },
      products: [{ name: '95#', code: '95', description: 'E10' }],
    },
  })
})

// @req ACC-043
test.each([
  ['company.products', { company: { products: [] } }],
  ['company.config.debitCard', { company: { config: { debitCard: configDefaults.debitCard } } }],
  ['config.otherTradeType', { config: { otherTradeType: configDefaults.otherTradeType } }],
  ['config.notify', { config: { notify: configDefaults.notify } }],
  ['config.search', { config: { search: configDefaults.search } }],
  ['config.webChargeTradeType', { config: { webChargeTradeType: configDefaults.webChargeTradeType } }],
  ['configDetail.otherTradeType', { configDetail: { otherTradeType: { from: 'default' } } }],
  ['config.device', { config: { device: configDefaults.device } }],
  ['config.homePage', { config: { homePage: configDefaults.homePage } }],
  ['config.package', { config: { package: configDefaults.package } }],
  ['config.unionCard', { config: { unionCard: configDefaults.unionCard } }],
  ['authCodeDetail', { authCodeDetail: null }],
])('of a station %s is read by itself', async (expand, answer) => {
  const { station, staff } = await world()
  const read = (await (await staff()).call(stations.get, { id: station.id, query: { expand } })) as Record<string, unknown>
  expect(read).toMatchObject(answer)
  const [part] = Object.keys(answer) as ['config' | 'configDetail' | 'company' | 'authCodeDetail']
  for (const other of ['config', 'configDetail', 'company', 'authCodeDetail']) expect(other in read).toBe(other === part)
  if (part.startsWith('config')) expect(Object.keys(read[part] as object)).toEqual([expand.split('.')[1]])
})

// @req ACC-047 ACC-055
test('a station has what it set, else what its company set, else what everyone has', async () => {
  const { company, station, staff } = await world()
  const lin = await staff()
  const read = () => lin.call(stations.get, { id: station.id, query: { expand: 'config,configDetail' } })
  const ofCompany = { unionCard: { cardName: 'Anchor card' }, search: { queryScope: 3, statisticsScope: 2 } }
  await lin.call(setCompanyConfig, { id: company.id, body: { version: 1, config: ofCompany } })
  expect((await read()).config).toMatchObject({ ...ofCompany, package: configDefaults.package })

  const own = {
    search: { queryScope: 6, statisticsScope: 6 },
    package: { card: false, payment: true, store: false, rfid: true },
    notify: { days: 9 },
  }
  const { version } = await lin.call(setStationConfig, { id: station.id, body: { version: 1, config: own } })
  expect(version).toBe(2)
  const { config, configDetail, notifyDays } = await read()
  expect(config).toMatchObject({ ...own, unionCard: { cardName: 'Anchor card' } })
  expect(notifyDays).toBe(9)
  expect([configDetail?.search?.from, configDetail?.unionCard?.from, configDetail?.homePage?.from]).toEqual([
    'station',
    'company',
    'default',
  ])

  await lin.call(setStationConfig, { id: station.id, body: { version: 2, config: {} } })
  expect((await read()).config).toMatchObject({ ...ofCompany, notify: { days: 30 } })
  expect(await lin.refused(setStationConfig, { id: station.id, body: { version: 2, config: {} } })).toBe('stale')
  expect(await lin.refused(setStationConfig, { id: station.id, body: { version: 3, config: { colour: 'red' } as never } })).toBe(
    'validation',
  )
  expect(await lin.refused(stations.get, { id: station.id, query: { expand: 'config.colour' } })).toBe('expand.unknown')
})

// @req ORG-020
test('with an empty body a company tells its stations to read their settings anew', async () => {
  const { company, staff, events, audits } = await world()
  const lin = await staff()
  expect(await lin.call(setCompanyConfig, { id: company.id, body: {} })).toEqual({ id: company.id, version: 1, released: [], stations: 1 })
  expect((await events()).map(({ topic }) => topic)).toEqual(['company.config'])
  expect((await audits()).map(({ action }) => action)).toEqual(['companies.config.sync'])
  expect(await lin.refused(setCompanyConfig, { id: company.id, body: { version: 1 } })).toBe('validation')
  const read = await lin.call(companies.get, { id: company.id, query: { expand: 'config.passwords' } })
  expect(read.config).toEqual({ passwords: { rule: 'strong' } })
})

test('a station master sets what their station works by, not the company nor another station', async () => {
  const { company, station, addStation, staff } = await world()
  const west = await addStation('West')
  const master = await staff({ role: 'station_master', stationIds: [station.id] })
  const body = { version: 1, config: { device: { localService: true } } }
  expect(await master.refused(setStationConfig, { id: station.id, body })).toBe('allowed')
  expect(await master.refused(setStationConfig, { id: west.id, body })).toBe('notFound')
  expect(await master.refused(setCompanyConfig, { id: company.id, body })).toBe('auth.forbidden')
})

test('what everyone has is what the settings themselves take', () => {
  expect(CompanyConfig.parse(configDefaults)).toEqual(configDefaults)
  expect(Object.keys(StationConfig.shape)).toEqual(stationKeys)
})
