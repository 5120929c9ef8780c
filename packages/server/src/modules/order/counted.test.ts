import { orderPayments, orders, transactions } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { serial, shop } from '../../testing/order.ts'
import { db, noon, setClock, statementsOf } from '../../testing/world.ts'
import { rollUp } from '../../maintenance.ts'

const filters = [
  '',
  'status:success',
  'status:(success|open)',
  'status<>close',
  'payType:wx',
  'payType:null',
  'payType:[cash|null]',
  'type:0',
  'status:success,payType:cash',
  'createdDate>=2026-05-02',
  'createdDate>2026-05-01,createdDate<=2026-05-02',
  'createdDate:2026-05-02,payType:wx',
  'createdDate<2026-05-02T00:00:00+08:00,status:success',
  'createdDate>=2026-05-01T10:00',
  'createdDate<>2026-05-02',
]
const and = (search: string, more: string) => [search, more].filter(Boolean).join(',')

/** Some days of a shop: paid at the pump, paid later, closed, still open; partly rolled up. */
async function days() {
  setClock(noon)
  const it = await shop()
  for (const day of [1, 2, 3]) {
    setClock(`2026-05-0${day}T04:00:00.000Z`)
    await it.sell({ payType: 'cash' })
    await it.sell({ payType: 'wx', externalSerialNo: serial() })
    const [later, closed] = [await it.sell(), await it.sell()]
    await it.lin.call(orderPayments.cash, { id: later.id, body: {} })
    await it.lin.call(orderPayments.close, { id: closed.id, body: { reason: 'drove off' } })
    if (day < 3) await rollUp(db)
  }
  return it
}

test('totals out of the statistics are those of the rows, for every filter that they answer', async () => {
  const it = await days()
  for (const zone of ['Asia/Shanghai', 'UTC']) {
    const lin = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { zone } })
    for (const search of [...filters, `station.id:${it.station.id}`, `station.id:(${it.station.id}|1),payType:wx`, 'station.id:1']) {
      // A search by id reads the rows.
      const [quick, slow] = [{ query: { search } }, { query: { search: and(search, 'id>0') } }]
      const { totalElements, content } = await lin.call(orders.list, quick)
      expect([search, totalElements, content]).toEqual([search, ...Object.values(await lin.call(orders.list, slow)).toReversed()])
      expect([search, await lin.call(orders.totals, quick)]).toEqual([search, await lin.call(orders.totals, slow)])
      if (!search.includes('type:0') && !search.includes('null') && !search.includes('open') && !search.includes('close'))
        expect([search, await lin.call(transactions.totals, quick)]).toEqual([search, await lin.call(transactions.totals, slow)])
    }
  }
})

test('nobody counts what they do not see', async () => {
  const [ours, theirs] = [await days(), await shop()]
  await theirs.sell()
  expect((await theirs.lin.call(orders.list, {})).totalElements).toBe(1)
  const elsewhere = await ours.addStation('Riverside West')
  const clerk = await ours.staff({ role: 'station_leader', stationIds: [elsewhere.id] })
  expect(await clerk.call(orders.totals, {})).toMatchObject({ count: 0, totalCents: 0 })
  const head = await ours.staff({ role: 'company_user' })
  expect((await head.call(orders.list, {}, { station: String(elsewhere.id) })).totalElements).toBe(0)
  expect((await head.call(orders.list, {})).totalElements).toBe(12)
})

test('what the statistics answer is not read from the rows', async () => {
  const it = await days()
  const totals = await statementsOf(() => it.lin.call(orders.totals, { query: { search: 'payType:wx,createdDate>=2026-05-02' } }))
  expect(totals.filter(text => text.includes('sale_order'))).toEqual([])
})
