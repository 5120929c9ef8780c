import { dailyStates, orderIntake, orderPayments, settlement } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { at, morning, shiftShop } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

const nobody = { refundedCents: 0, topUps: 0, topUpCents: 0, countedCents: null, differenceCents: null }
const tendersOfMorning = [
  {
    payType: 'cash',
    payments: 2,
    amountCents: 254_00,
    refundedCents: 0,
    topUps: 1,
    topUpCents: 200_00,
    expectedCents: 454_00,
    countedCents: 455_00,
    differenceCents: 1_00,
  },
  { ...nobody, payType: 'card', payments: 1, amountCents: 160_00, expectedCents: 160_00 },
  { ...nobody, payType: 'wx', payments: 1, amountCents: 80_00, expectedCents: 80_00 },
]

// @req SET-001 SET-005 SET-007 SET-010
test('a shift is closed with its count: every cent and litre of it, by tender, item, nozzle and employee', async () => {
  const it = await shiftShop()
  const { lin, close, goods, nozzle, station } = it
  const { shift, unpaid } = await morning(it)
  setClock(at('16:00'))
  const settled = await close(shift.id, 455_00, { force: true, note: 'Change given wrongly' })

  expect(settled).toMatchObject({
    stationId: station.id,
    dailyStateId: shift.id,
    businessDay: '2026-05-01',
    startTime: at('08:00').toISOString(),
    endTime: at('16:00').toISOString(),
    forced: true,
    orders: 5,
    salesCents: 534_00,
    discountCents: 1_00,
    volumeCl: 65_00,
    pieces: 3,
    paidCents: 494_00,
    earlierCents: 0,
    topUps: 1,
    topUpCents: 200_00,
    unpaidOrders: 1,
    unpaidCents: 40_00,
    closedCents: 0,
    lateOrders: 0,
    expectedCents: 454_00,
    countedCents: 455_00,
    differenceCents: 1_00,
    note: 'Change given wrongly',
  })
  expect(settled.payTypes).toEqual(tendersOfMorning)
  expect(settled.items).toMatchObject([
    { itemId: nozzle.itemId, categoryType: 'fuel', orders: 4, volumeCl: 65_00, pieces: 0, amountCents: 520_00, discountCents: 0 },
    { itemId: goods.id, categoryType: 'normal', orders: 1, volumeCl: 0, pieces: 3, amountCents: 15_00, discountCents: 1_00 },
  ])
  expect(settled.nozzles).toMatchObject([
    {
      nozzleControlId: nozzle.id,
      beginCl: 1_000_00,
      endCl: 1_065_00,
      meteredCl: 65_00,
      soldCl: 65_00,
      lateCl: 0,
      differenceCl: 0,
      entered: false,
    },
  ])
  expect(settled.employees).toEqual([
    { employeeId: lin.actor.id, name: null, orders: 0, volumeCl: 0, salesCents: 0, takenCents: 200_00 },
    { employeeId: null, name: null, orders: 5, volumeCl: 65_00, salesCents: 534_00, takenCents: 334_00 },
  ])
  expect(settled.unpaid).toMatchObject([
    { orderId: unpaid.id, orderNo: unpaid.orderNo, status: 'open', totalCents: 40_00, paidCents: 0, dueCents: 40_00 },
  ])
  expect(await lin.call(settlement.get, { id: settled.id })).toEqual(settled)
  setClock(noon)
})

// @req SET-001
test('what is carried over is paid into the shift of that moment; its litres stay where they were sold', async () => {
  const it = await shiftShop()
  const { lin, close, begin } = it
  const { shift, unpaid } = await morning(it)
  setClock(at('16:00'))
  const first = await close(shift.id, 454_00, { force: true })
  const evening = await begin('16:30')
  await lin.call(orderPayments.cash, { id: unpaid.id, body: {} })
  const second = await close(evening.id, 40_00)

  expect(second).toMatchObject({
    forced: false,
    orders: 0,
    salesCents: 0,
    volumeCl: 0,
    paidCents: 40_00,
    earlierCents: 40_00,
    differenceCents: 0,
  })
  expect(second.payTypes).toMatchObject([{ payType: 'cash', payments: 1, amountCents: 40_00, countedCents: 40_00 }])
  expect(await lin.call(settlement.get, { id: first.id })).toEqual(first)
  setClock(noon)
})

// @req SET-010
test('a sale that comes after its shift was closed counts in the open one, and names the closed one', async () => {
  const it = await shiftShop()
  const { lin, device, close, begin, fuelSale, nextSequence, nozzle } = it
  const { shift } = await morning(it)
  setClock(at('16:00'))
  const first = await close(shift.id, 454_00, { force: true, meters: [{ nozzleControlId: nozzle.id, totaliserCl: 1_077_00 }] })
  expect(first.nozzles).toMatchObject([{ endCl: 1_077_00, entered: true, meteredCl: 77_00, soldCl: 65_00, differenceCl: 12_00 }])

  const evening = await begin('16:30')
  const late = await device.call(orderIntake.take, {
    body: fuelSale({
      sequence: nextSequence(),
      createdDate: at('09:00').toISOString(),
      payType: 'cash',
      lineItems: [{ volumeCl: 12_00, totaliserEndCl: 1_077_00 }],
    }),
  })
  const second = await close(evening.id, 96_00, { meters: [{ nozzleControlId: nozzle.id, totaliserCl: 1_077_00 }] })
  expect(second).toMatchObject({ orders: 1, volumeCl: 12_00, lateOrders: 1, lateCents: 96_00, differenceCents: 0 })
  expect(second.corrections).toEqual([
    {
      orderId: late.id,
      orderNo: late.orderNo,
      belongsShiftId: shift.id,
      businessDay: '2026-05-01',
      number: first.number,
      createdDate: at('09:00').toISOString(),
      volumeCl: 12_00,
      totalCents: 96_00,
    },
  ])
  expect(second.nozzles).toMatchObject([{ beginCl: 1_077_00, endCl: 1_077_00, meteredCl: 0, soldCl: 0, lateCl: 12_00, differenceCl: 0 }])
  expect(await lin.call(settlement.get, { id: first.id })).toEqual(first)
  setClock(noon)
})

test('a meter whose last sale reported no reading is unknown, not where it stood before', async () => {
  const { begin, close, sellAt, nozzle } = await shiftShop()
  const first = await begin('08:00')
  await sellAt('08:10', { payType: 'cash', lineItems: [{ volumeCl: 30_00, totaliserEndCl: 1_030_00 }] })
  await sellAt('08:20', { payType: 'cash' })
  setClock(at('09:00'))
  expect((await close(first.id, 0)).nozzles).toMatchObject([
    { beginCl: 1_000_00, endCl: null, meteredCl: null, soldCl: 60_00, differenceCl: null },
  ])

  const second = await begin('09:00')
  await sellAt('09:10', { payType: 'cash', lineItems: [{ volumeCl: 10_00, totaliserEndCl: 1_070_00 }] })
  setClock(at('10:00'))
  expect((await close(second.id, 0)).nozzles).toMatchObject([{ beginCl: 1_060_00, endCl: 1_070_00, meteredCl: 10_00, differenceCl: 0 }])

  const third = await begin('10:00')
  setClock(at('11:00'))
  const idle = await close(third.id, 0, { meters: [{ nozzleControlId: nozzle.id, totaliserCl: 1_071_00 }] })
  expect(idle.nozzles).toMatchObject([{ beginCl: 1_070_00, endCl: 1_071_00, meteredCl: 1_00, soldCl: 0, differenceCl: 1_00 }])
  setClock(noon)
})

test('the preview shows what the close then freezes, and a sale in between is in both', async () => {
  const it = await shiftShop()
  const { lin, sellAt, close } = it
  const { shift } = await morning(it)
  const before = await lin.call(settlement.preview, { query: { dailyStateId: shift.id } })
  expect(before).toMatchObject({ salesCents: 534_00, unpaidOrders: 1, dailyState: { id: shift.id, status: 'open' } })
  await sellAt('09:00', { payType: 'cash' })
  const {
    dailyState: _state,
    asOf: _now,
    payTypes,
    denominations: _notes,
    ...shown
  } = await lin.call(settlement.preview, { query: { dailyStateId: shift.id } })
  const settled = await close(shift.id, 0, { force: true })
  expect(settled).toMatchObject(shown)
  expect(settled.payTypes).toMatchObject(payTypes)
  setClock(noon)
})

// @req SET-002
test('after the close the station is in a natural day, or in the next shift when that was asked for; no instant lies between', async () => {
  const { lin, begin, close, sellAt, station } = await shiftShop()
  const first = await begin('08:00')
  setClock(at('14:00'))
  await close(first.id, 0, { startNext: true })
  const states = () => lin.call(dailyStates.list, { query: { search: `station.id:${station.id}`, sort: 'id,desc', size: 2 } })
  const [second, before] = (await states()).content
  expect(second).toMatchObject({ isNatureDay: false, status: 'open', startTime: at('14:00').toISOString() })
  expect(before).toMatchObject({ id: first.id, status: 'closed', endTime: at('14:00').toISOString(), forced: false })

  setClock(at('22:00'))
  await close(second!.id, 0)
  const { id } = await sellAt('22:10', { payType: 'cash' })
  const [day] = (await states()).content
  expect(day).toMatchObject({ isNatureDay: true, startTime: at('22:00').toISOString() })
  expect(await lin.refused(settlement.close, { body: { dailyStateId: day!.id, counted: [{ payType: 'cash', countedCents: 0 }] } })).toBe(
    'shift.naturalDay',
  )
  expect(id).toBeGreaterThan(0)
  setClock(noon)
})
