import {
  companies,
  configs,
  manualOrders,
  orderPayments,
  orders,
  otherPay,
  payTypesInOrder,
  setCompanyConfig,
  stations,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { serial, shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

type Line = ReturnType<typeof lineOf>
const lineOf = (payType: string, over: { name?: string; disabled?: boolean; serialNo?: boolean } = {}) => ({ payType, ...over })

async function till() {
  const it = await shop()
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const { id } = it.station
  const version = async () => (await master.call(stations.get, { id })).version
  const set = async (...payTypes: object[]) => master.call(otherPay, { id, body: { version: await version(), payTypes } as never })
  const pay = async (body: object) => {
    const { id: order } = await it.sell()
    const refused = await it.lin.send(orderPayments.cash, { id: order, body })
    const { status, paidCents } = await it.lin.call(orders.get, { id: order })
    return refused.statusCode === 200 ? status : [refused.json().code, refused.json().field, status, paidCents]
  }
  return { ...it, master, version, set, pay }
}

// @req PAY-002 PAY-014
test('a station says what it takes, in which order and under which name; the others are taken as usual', async () => {
  const { set, master, station, rows, audits } = await till()
  await set(lineOf('didi', { name: '滴滴' }), lineOf('wx'), lineOf('tuanYou', { disabled: true }), lineOf('cash', { serialNo: false }))
  const kept = await master.call(stations.get, { id: station.id, query: { expand: ['config'] } })
  expect(kept.config).toMatchObject({
    otherTradeType: { didi: '滴滴' },
    payTypes: [
      { payType: 'didi', disabled: false, serialNo: true },
      { payType: 'wx', disabled: false, serialNo: true },
      { payType: 'tuanYou', disabled: true, serialNo: true },
      { payType: 'cash', disabled: false, serialNo: false },
    ],
  })
  const whole = payTypesInOrder(kept.config!.payTypes!)
  expect(whole.slice(0, 5).map(({ payType }) => payType)).toEqual(['didi', 'wx', 'tuanYou', 'cash', 'ali'])
  expect(whole).toHaveLength(25)
  // Among the settings by name, as clients of before read them.
  const search = `station.id:${station.id},category<>null,name:(otherTradeType|payTypes)`
  const { content } = await master.call(configs.list, { query: { search } })
  expect(content.map(({ name, category, setBy }) => [name, category, setBy])).toEqual([
    ['otherTradeType', 'payment', 'station'],
    ['payTypes', 'payment', 'station'],
  ])
  // What else the station has set stays; names of cards and points as well.
  await rows(`update station set config = config || '{"unionCard":{"cardName":"U"},"otherTradeType":{"score":"积分"}}' where id = $1`, [
    station.id,
  ])
  await set(lineOf('wx', { name: '微信扫码' }))
  const next = await master.call(stations.get, { id: station.id, query: { expand: ['config'] } })
  expect(next.config).toMatchObject({ unionCard: { cardName: 'U' }, otherTradeType: { score: '积分', wx: '微信扫码' } })
  expect((await audits()).filter(({ action }) => action === 'stations.config')).toHaveLength(2)
})

// @req PAY-002
test.each<[string, Line[], object, unknown]>([
  ['cash as usual', [], { payType: 'cash' }, 'success'],
  ['a slip as usual', [], { payType: 'didi', externalSerialNo: 'S1' }, 'success'],
  ['a slip without its number, as usual', [], { payType: 'didi' }, ['transaction.serialMissing', 'externalSerialNo', 'open', 0]],
  ['one that is on', [lineOf('didi')], { payType: 'didi', externalSerialNo: 'S1' }, 'success'],
  [
    'one that needs its number, without it',
    [lineOf('didi')],
    { payType: 'didi' },
    ['transaction.serialMissing', 'externalSerialNo', 'open', 0],
  ],
  ['one that needs no number, without it', [lineOf('didi', { serialNo: false })], { payType: 'didi' }, 'success'],
  ['one that needs no number, with it', [lineOf('didi', { serialNo: false })], { payType: 'didi', externalSerialNo: 'S1' }, 'success'],
  [
    'one that is off',
    [lineOf('didi', { disabled: true })],
    { payType: 'didi', externalSerialNo: 'S1' },
    ['transaction.payTypeOff', 'payType', 'open', 0],
  ],
  ['cash that is off', [lineOf('cash', { disabled: true })], { payType: 'cash' }, ['transaction.payTypeOff', 'payType', 'open', 0]],
  [
    'cash that needs a number, without it',
    [lineOf('cash', { serialNo: true })],
    { payType: 'cash' },
    ['transaction.serialMissing', 'externalSerialNo', 'open', 0],
  ],
  ['another than the one that is off', [lineOf('didi', { disabled: true })], { payType: 'cash' }, 'success'],
])('%s', async (_, lines, body, outcome) => {
  const { set, pay } = await till()
  if (lines.length > 0) await set(...lines)
  expect(await pay(body)).toEqual(outcome)
})

// @req PAY-002
test('a sale that is entered by hand is held to it as well, and what a device took is booked whatever it was', async () => {
  const { set, lin, goods, sell, rows, company } = await till()
  await set(lineOf('tuhu', { disabled: true }))
  const sale = { lineItems: [{ itemId: goods.id, pieces: 1 }], createdDate: noon.toISOString(), remark: 'missed' }
  const enter = (payType: string) => lin.refused(manualOrders.enter, { body: { ...sale, payType, externalSerialNo: serial() } as never })
  expect(await enter('tuhu')).toBe('transaction.payTypeOff')
  expect(await rows('select * from sale_order where company_id = $1', [company.id])).toEqual([])
  expect(await enter('didi')).toBe('allowed')
  expect(await sell({ payType: 'tuhu', externalSerialNo: serial() })).toMatchObject({ status: 'success' })
})

// @req PAY-002
test('a company’s word holds where a station has none; a list is refused that names one twice, and one that is stale', async () => {
  const { set, pay, company, staff, master, station, version } = await till()
  const admin = await staff({ role: 'admin' })
  const config = { payTypes: [{ payType: 'didi', disabled: true, serialNo: true }] } as const
  const [{ version: ofCompany }] = (await admin.call(companies.list, {})).content as unknown as [{ version: number }]
  await admin.call(setCompanyConfig, { id: company.id, body: { version: ofCompany, config: { payTypes: [...config.payTypes] } } })
  expect(await pay({ payType: 'didi', externalSerialNo: 'S1' })).toEqual(['transaction.payTypeOff', 'payType', 'open', 0])
  await set(lineOf('wx'))
  expect(await pay({ payType: 'didi', externalSerialNo: 'S2' })).toBe('success')
  const refused = async (payTypes: object[], of: number) =>
    master.refused(otherPay, { id: station.id, body: { version: of, payTypes } as never })
  expect(await refused([lineOf('wx'), lineOf('wx')], await version())).toBe('validation')
  expect(await refused([lineOf('card')], await version())).toBe('validation')
  expect(await refused([], await version())).toBe('validation')
  expect(await refused([lineOf('wx')], 1)).toBe('stale')
  const leader = await staff({ role: 'station_leader', stationIds: [station.id] })
  expect(await leader.refused(otherPay, { id: station.id, body: { version: 1, payTypes: [] } })).toBe('auth.forbidden')
})
