import { unpaidByStation } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'

test('head office sees for each station what is not paid yet, and a station sees its own', async () => {
  const it = await shop()
  await it.sell()
  await it.sell()
  await it.sell({ payType: 'cash' })
  const { id } = await it.addStation('Riverside West')
  const head = await it.staff({ role: 'company_user' })
  const west = await it.staff({ role: 'station_master', stationIds: [id], over: { stationId: id } })
  const expected = [{ stationId: it.station.id, orders: 2, unpaidCents: 480_00 }]
  expect((await head.call(unpaidByStation, {})).content).toEqual(expected)
  expect((await it.lin.call(unpaidByStation, {})).content).toEqual(expected)
  expect((await west.call(unpaidByStation, {})).content).toEqual([])
})
