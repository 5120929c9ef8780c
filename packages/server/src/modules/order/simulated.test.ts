import { orders, setStationConfig, simulatedOrders, stations } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

type Shop = Awaited<ReturnType<typeof shop>>
const fill = (it: Shop, priceCents: number) => ({ nozzleControlId: it.nozzle.id, priceCents, volumeCl: 30_00 })

/** A station that refuses simulated prices up to this one. */
async function lowered(it: Shop, simulatedAboveCents: number) {
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const { version } = await master.call(stations.get, { id: it.station.id })
  await master.call(setStationConfig, { id: it.station.id, body: { version, config: { deviceOrders: { simulatedAboveCents } } } })
}

// @req FUE-022
test('a simulated order at 100 cents is refused at its price, one at 101 is reckoned, and neither is kept', async () => {
  setClock(noon)
  const it = await shop()
  for (const by of [it.lin, it.device]) {
    expect(await by.refused(simulatedOrders.simulate, { id: it.till.id, body: fill(it, 100) })).toBe('order.simulatedPrice')
    expect(await by.call(simulatedOrders.simulate, { id: it.till.id, body: fill(it, 101) })).toEqual({
      nozzleControlId: it.nozzle.id,
      volumeCl: 30_00,
      priceCents: 101,
      listPriceCents: 800,
      totalCents: 30_30,
      priceDifference: true,
      createdDate: noon.toISOString(),
      clockSuspect: false,
      aboveCents: 100,
    })
  }
  expect(await it.lin.call(orders.list, { query: {} })).toMatchObject({ totalElements: 0 })
  for (const table of ['sale_order', 'order_counter', 'device_intake'])
    expect(await it.rows(`select from ${table} where company_id = $1`, [it.company.id]), table).toEqual([])
})

// @req FUE-022
test('a station whose currency or fuel needs it lowers the price, and no other station does', async () => {
  const it = await shop()
  const simulate = (priceCents: number) => it.lin.refused(simulatedOrders.simulate, { id: it.till.id, body: fill(it, priceCents) })
  await lowered(it, 60)
  expect([await simulate(60), await simulate(61)]).toEqual(['order.simulatedPrice', 'allowed'])
  await lowered(it, 0)
  expect([await simulate(0), await simulate(1)]).toEqual(['order.simulatedPrice', 'allowed'])
  const other = await shop()
  expect(await other.lin.refused(simulatedOrders.simulate, { id: other.till.id, body: fill(other, 61) })).toBe('order.simulatedPrice')
})

// @req FUE-022
test('what was delivered below that price is booked as charged, and raised as another price than the list’s', async () => {
  const it = await shop()
  const cheap = [{ volumeCl: 30_00, priceCents: 65 }]
  expect(await it.sell({ payType: 'cash', lineItems: cheap })).toMatchObject({
    totalCents: 19_50,
    paidCents: 19_50,
    status: 'success',
    priceDifference: true,
  })
})

test('it says what the device would meet: an unknown nozzle, a clock that is wrong, a device that is off or another’s', async () => {
  setClock(noon)
  const it = await shop()
  const ask = (body = fill(it, 800), id = it.till.id) => it.lin.refused(simulatedOrders.simulate, { id, body })
  const other = await shop()
  expect(await ask({ ...fill(it, 800), nozzleControlId: other.nozzle.id })).toBe('order.nozzleUnknown')
  expect(await ask(fill(it, 800), other.till.id)).toBe('notFound')
  const sister = await it.addDevice(it.station.id)
  expect(await it.device.refused(simulatedOrders.simulate, { id: sister.id, body: fill(it, 800) })).toBe('notFound')
  await it.rows('update device set clock_offset_ms = 600000 where company_id = $1 and id = $2', [it.company.id, it.till.id])
  expect(await it.lin.call(simulatedOrders.simulate, { id: it.till.id, body: fill(it, 800) })).toMatchObject({
    clockSuspect: true,
    createdDate: noon.toISOString(),
    priceDifference: false,
  })
  await it.rows('update device set enabled = false where company_id = $1 and id = $2', [it.company.id, it.till.id])
  expect(await ask()).toBe('device.disabled')
})
