import { daySettlement, daySettles, differences, monthReports, orderIntake, settlement } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { serial, shop } from '../../testing/order.ts'
import { at, morning, shiftShop } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

const may1 = '2026-05-01'
const cash = (countedCents: number) => ({ payType: 'cash' as const, countedCents })

/** A day of two shifts, the second over midnight. */
async function twoShifts() {
  const it = await shiftShop()
  const { shift } = await morning(it)
  setClock(at('16:00'))
  const first = await it.close(shift.id, 454_00, { force: true, startNext: true })
  await it.sellAt('17:00', { payType: 'cash', lineItems: [{ volumeCl: 10_00, totaliserEndCl: 1_075_00 }] })
  await it.sellAt('18:00', { payType: 'wx', externalSerialNo: serial(), lineItems: [{ volumeCl: 5_00, totaliserEndCl: 1_080_00 }] })
  const [running] = await it.rows<{ id: number }>(`select id from daily_state where station_id = $1 and status = 'open'`, [it.station.id])
  setClock(at('02:00', '2026-05-02'))
  const settle = (over: object = {}) =>
    it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay: may1, ...over } })
  return { ...it, shift, first, evening: running!.id, settle }
}

// @req SET-005 SET-008 SET-011
test('a day is the sum of its shifts: every cent, litre and count of them, with the statements of the platforms beside', async () => {
  const it = await twoShifts()
  const { lin, station, close, first, evening, settle, nozzle } = it
  const second = await close(evening, 79_00)
  const due = await lin.call(daySettlement.due, { query: { stationId: station.id } })
  expect(due.content).toMatchObject([{ businessDay: may1, running: 0 }])
  const shown = await lin.call(daySettlement.preview, { query: { stationId: station.id, businessDay: may1 } })
  expect(shown).toMatchObject({ running: [], states: [{ classSettleId: first.id }, { classSettleId: second.id }] })

  const day = await settle({ statements: [{ payType: 'wx', countedCents: 119_00 }], note: 'One short on the statement' })
  expect(day).toMatchObject({
    businessDay: may1,
    orders: first.orders + second.orders,
    salesCents: first.salesCents + second.salesCents,
    volumeCl: 80_00,
    paidCents: first.paidCents + second.paidCents,
    // 500.00 of it before the first shift, when the card was issued.
    topUpCents: 700_00,
    unpaidCents: 40_00,
    note: 'One short on the statement',
    differenceCents: -2_00,
  })
  expect(day.payTypes).toMatchObject([
    {
      payType: 'cash',
      payments: 3,
      amountCents: 334_00,
      topUpCents: 700_00,
      expectedCents: 1_034_00,
      countedCents: 533_00,
      differenceCents: -1_00,
    },
    { payType: 'card', amountCents: 160_00, countedCents: null, differenceCents: null },
    { payType: 'wx', expectedCents: 120_00, countedCents: null, statementCents: 119_00, differenceCents: -1_00 },
  ])
  expect(day.states.filter(state => !state.isNatureDay)).toMatchObject([{ classSettleId: first.id }, { classSettleId: second.id }])
  expect(day.nozzles).toMatchObject([
    { nozzleControlId: nozzle.id, beginCl: 1_000_00, endCl: 1_080_00, meteredCl: 80_00, soldCl: 80_00, differenceCl: 0 },
  ])
  expect(day.items.reduce((sum, item) => sum + item.amountCents - item.discountCents, 0)).toBe(day.salesCents)
  expect(day.employees.reduce((sum, one) => sum + one.salesCents, 0)).toBe(day.salesCents)
  expect(await lin.call(daySettlement.get, { id: day.id })).toEqual(day)
  // The list says of the day what its own page says, and the sums of the list are those of its only day.
  const { content } = await lin.call(daySettles.list, {})
  expect(content).toEqual([Object.fromEntries(Object.keys(content[0]!).map(name => [name, day[name as never]]))])
  expect(content[0]).toMatchObject({ shifts: day.states.length, volumeCl: 80_00, expectedCents: day.expectedCents, differenceCents: -2_00 })
  expect(await lin.call(daySettles.totals, {})).toMatchObject({ salesCents: day.salesCents, differenceCents: -2_00 })
  expect((await lin.call(monthReports.list, {})).content).toMatchObject([{ month: '2026-05-01', days: 1, salesCents: day.salesCents }])
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  setClock(noon)
})

// @req SET-002
test('a station without shifts settles its natural days; what comes late then is a correction in the open day', async () => {
  const it = await shop()
  const { lin, device, fuelSale, station, rows } = it
  const sell = (sequence: number, clock: string) =>
    device.call(orderIntake.take, { body: fuelSale({ sequence, createdDate: at(clock).toISOString(), payType: 'cash' }) })
  setClock(at('10:00'))
  await sell(1, '10:00')
  setClock(at('09:00', '2026-05-02'))
  const early = await sell(2, '11:00')
  // Its litres belong to the day of the sale, its money to the day that took it.
  expect(early.late).toBe(false)
  const { naturalDays } = await lin.call(daySettlement.preview, { query: { stationId: station.id, businessDay: may1 } })
  expect(naturalDays).toMatchObject([{ orders: 2, salesCents: 480_00, denominations: [100_00, 50_00, 20_00, 10_00, 5_00, 1_00, 50, 10] }])

  const pieces = [
    { valueCents: 100_00, pieces: 2 },
    { valueCents: 5_00, pieces: 7 },
  ]
  const body = {
    stationId: station.id,
    businessDay: may1,
    naturalDays: [{ dailyStateId: naturalDays[0]!.dailyState.id, counted: [cash(235_00)], cash: pieces }],
  }
  const day = await lin.call(daySettlement.settle, { body })
  expect(day).toMatchObject({
    orders: 2,
    salesCents: 480_00,
    laterCents: 240_00,
    expectedCents: 240_00,
    countedCents: 235_00,
    differenceCents: -5_00,
  })
  expect(await lin.call(settlement.get, { id: day.states[0]!.classSettleId })).toMatchObject({
    isNatureDay: true,
    cash: pieces,
  })
  const { content: said } = await lin.call(differences.ofDay, { id: day.id })
  expect(said[0]!.differences.find(({ view }) => view === 'payment')!.causes).toMatchObject([
    { cause: 'paidLater', amount: -240_00, count: 1, evidence: [{ of: 'transactions', amount: -240_00 }] },
  ])

  const late = await sell(3, '12:00')
  expect(late.late).toBe(true)
  const [order] = await rows(
    `select belongs.business_day as was, counted.business_day as now from sale_order sale
      join daily_state belongs on belongs.id = belongs_shift_id join daily_state counted on counted.id = shift_id where sale.id = $1`,
    [late.id],
  )
  expect(order).toEqual({ was: may1, now: '2026-05-02' })
  expect(await lin.call(daySettlement.get, { id: day.id })).toEqual(day)

  setClock(at('09:00', '2026-05-03'))
  const next = await lin.call(daySettlement.settle, { body: { stationId: station.id, businessDay: '2026-05-02' } })
  expect(next).toMatchObject({ orders: 1, lateOrders: 1, lateCents: 240_00, corrections: [{ orderId: late.id, businessDay: may1 }] })
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  setClock(noon)
})

test('hours that nobody sold in are settled with their day, so that nothing can come to lie in them later', async () => {
  const it = await twoShifts()
  await it.close(it.evening, 80_00)
  const day = await it.settle()
  const hours = await it.rows(`select start_time, end_time from daily_state where id = any ($1) order by start_time`, [
    day.states.map(state => state.dailyStateId),
  ])
  expect(hours[0].start_time).toEqual(at('00:00').toISOString())
  const late = await it.device.call(orderIntake.take, {
    body: it.fuelSale({ sequence: it.nextSequence(), createdDate: at('05:00').toISOString(), payType: 'cash' }),
  })
  expect(late.late).toBe(true)
  expect(await it.lin.call(daySettlement.get, { id: day.id })).toEqual(day)
  setClock(noon)
})

test('a day is not settled while it lasts, while a shift of it runs, twice, or where nothing was', async () => {
  const it = await twoShifts()
  const { lin, station, evening, close, settle } = it
  const refused = (over: object) => lin.refused(daySettlement.settle, { body: { stationId: station.id, businessDay: may1, ...over } })
  expect(await refused({})).toBe('day.shiftOpen')
  expect(await refused({ businessDay: '2026-05-02' })).toBe('day.notOver')
  expect(await refused({ businessDay: '2026-04-01' })).toBe('day.nothing')
  await close(evening, 80_00)
  expect(await refused({ naturalDays: [{ dailyStateId: evening }] })).toBe('day.stateUnknown')
  expect(await refused({ statements: [cash(1), cash(2)] })).toBe('validation')
  const replies = await Promise.all([refused({}), refused({}), refused({})])
  expect(replies.toSorted()).toEqual(['allowed', 'day.settled', 'day.settled'])
  expect(await lin.refused(daySettlement.preview, { query: { stationId: station.id, businessDay: '2026-05-02' } })).toBe('day.notOver')
  expect(settle).toBeDefined()
  setClock(noon)
})

// @req SET-005
test('a clerk reads the day, the neighbour and another company do not see it', async () => {
  const it = await twoShifts(),
    other = await shiftShop()
  await it.close(it.evening, 80_00)
  const { id } = await it.settle()
  const clerk = await it.staff({ role: 'station_bill', stationIds: [it.station.id] })
  expect(await clerk.refused(daySettlement.settle, { body: { stationId: it.station.id, businessDay: may1 } })).toBe('auth.forbidden')
  expect((await clerk.call(daySettles.list, {})).content).toMatchObject([{ id }])
  const sister = await it.addStation('Riverside West')
  const neighbour = await it.staff({ role: 'station_leader', stationIds: [sister.id] })
  for (const who of [neighbour, other.lin]) {
    expect(await who.refused(daySettlement.get, { id })).toBe('notFound')
    expect((await who.call(daySettles.list, {})).totalElements).toBe(0)
    expect((await who.call(monthReports.list, {})).totalElements).toBe(0)
    expect(await who.refused(daySettlement.settle, { body: { stationId: it.station.id, businessDay: may1 } })).toBe('notFound')
  }
  setClock(noon)
})
