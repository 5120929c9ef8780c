import { manualOrders, ownSales } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { at, shiftShop } from '../../testing/settlement.ts'
import { setClock } from '../../testing/world.ts'

test('an employee who may not read the list of sales sees their own of the running shift, and none of anybody else’s', async () => {
  const it = await shiftShop()
  const here = { stationIds: [it.station.id], over: { stationId: it.station.id } }
  const wang = await it.staff({ role: 'station_employee', ...here })
  const chen = await it.staff({ role: 'station_employee', ...here })
  setClock(at('07:00'))
  expect(await wang.call(ownSales, {})).toEqual({ dailyStateId: null, orders: 0, manual: 0, totalCents: 0, volumeCl: 0 })

  const shift = await it.begin('08:00')
  await it.sellAt('08:10', { payType: 'cash' })
  setClock(at('08:20'))
  const missed = {
    payType: 'cash' as const,
    remark: 'The till was down',
    createdDate: at('08:15').toISOString(),
    nozzleControlId: it.nozzle.id,
    lineItems: [{ volumeCl: 10_00 }],
  }
  await wang.call(manualOrders.enter, { body: missed })
  expect(await wang.call(ownSales, {})).toEqual({ dailyStateId: shift.id, orders: 1, manual: 1, totalCents: 80_00, volumeCl: 10_00 })
  expect(await chen.call(ownSales, {})).toMatchObject({ dailyStateId: shift.id, orders: 0 })

  await it.close(shift.id, 320_00, { force: true, startNext: true })
  expect(await wang.call(ownSales, {})).toMatchObject({ orders: 0, totalCents: 0 })
})

test('nobody sees own sales without the right to enter one', async () => {
  const it = await shiftShop()
  const clerk = await it.staff({ role: 'station_bill', stationIds: [it.station.id], over: { stationId: it.station.id } })
  expect(await clerk.refused(ownSales, {})).toBe('auth.forbidden')
})
