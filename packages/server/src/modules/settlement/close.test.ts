import { classSettles, dailyStates, daySettlement, daySettles, settlement, startShift } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { at, morning, shiftShop } from '../../testing/settlement.ts'
import { noon, setClock } from '../../testing/world.ts'

const cash = (countedCents: number) => ({ payType: 'cash' as const, countedCents })
// @req SET-001
test.each([
  ['without the cash', { counted: [{ payType: 'wx', countedCents: 80_00 }], force: true }, 'validation'],
  ['with a tender counted twice', { counted: [cash(1), cash(2)], force: true }, 'validation'],
  ['with a card counted, which nobody can', { counted: [cash(1), { payType: 'card', countedCents: 1 }], force: true }, 'validation'],
  ['with less than nothing', { counted: [cash(-1)], force: true }, 'validation'],
  ['while an order is unpaid', { counted: [cash(1)] }, 'shift.unpaidOrders'],
  [
    'with the reading of a nozzle that is not there',
    { counted: [cash(1)], force: true, meters: [{ nozzleControlId: 1, totaliserCl: 1 }] },
    'settlement.nozzleUnknown',
  ],
  [
    'with a reading below the first',
    { counted: [cash(1)], force: true, meters: [{ nozzleControlId: -1, totaliserCl: 999_99 }] },
    'settlement.meterBackwards',
  ],
])('a shift is not closed %s', async (_, body, refusal) => {
  const it = await shiftShop()
  const { shift } = await morning(it)
  const meters = (body as { meters?: { nozzleControlId: number; totaliserCl: number }[] }).meters?.map(meter =>
    meter.nozzleControlId === -1 ? { ...meter, nozzleControlId: it.nozzle.id } : meter,
  )
  const given = { dailyStateId: shift.id, ...body, ...(meters && { meters }) } as never
  expect(await it.lin.refused(settlement.close, { body: given })).toBe(refusal)
  expect(await it.rows('select 1 from class_settle where station_id = $1', [it.station.id])).toEqual([])
  expect((await it.lin.call(dailyStates.get, { id: shift.id })).status).toBe('open')
  setClock(noon)
})

// @req SET-001 SET-005
test.each([
  ['open', 'shift.unpaidOrders'],
  ['lock', 'shift.unpaidOrders'],
  ['fail', 'shift.unpaidOrders'],
  ['partiallyPaid', 'shift.unpaidOrders'],
  ['close', 'allowed'],
])('an order that is %s: closing its shift without force is %s, and with force it is carried over', async (status, outcome) => {
  const it = await shiftShop()
  const { shift, unpaid } = await morning(it)
  const becomes = (next: string, paidCents = 0) =>
    it.rows('update sale_order set status = $2, paid_cents = $3 where id = $1', [unpaid.id, next, paidCents])
  if (status === 'fail') await becomes('lock')
  await becomes(status, status === 'partiallyPaid' ? 1 : 0)
  const body = { dailyStateId: shift.id, counted: [cash(454_00)] }
  expect(await it.lin.refused(settlement.close, { body })).toBe(outcome)
  if (outcome === 'allowed') return
  const settled = await it.lin.call(settlement.close, { body: { ...body, force: true } })
  expect(settled).toMatchObject({ forced: true, state: 'forced', unpaidOrders: 1, unpaid: [{ orderId: unpaid.id, status }] })
  expect((await it.lin.call(dailyStates.get, { id: shift.id })).status).toBe('closed')
})

// @req SET-005
test.each([
  ['shift.start', 'begins a shift'],
  ['settlement.close', 'closes one'],
  ['settlement.classSettle.read', 'reads what was closed'],
  ['settlement.settleDay', 'settles a day'],
  ['settlement.daySettle.read', 'reads what was settled'],
])('anyone who has the right %s, and nobody else, %s', async right => {
  const { station, lin, staff } = await shiftShop()
  const day = { stationId: station.id, businessDay: '2026-05-01' }
  const ask = (who: typeof lin): Record<string, () => Promise<string[]>> => ({
    'shift.start': async () => [await who.refused(startShift, { body: { stationId: station.id } })],
    'settlement.close': async () => [await who.refused(settlement.close, { body: { dailyStateId: 1, counted: [cash(0)] } })],
    'settlement.classSettle.read': async () => [
      await who.refused(classSettles.list, {}),
      await who.refused(settlement.get, { id: 1, query: {} }),
      await who.refused(settlement.preview, { query: { dailyStateId: 1 } }),
    ],
    'settlement.settleDay': async () => [await who.refused(daySettlement.settle, { body: day })],
    'settlement.daySettle.read': async () => [
      await who.refused(daySettles.list, {}),
      await who.refused(daySettlement.get, { id: 1, query: {} }),
      await who.refused(daySettlement.due, { query: { stationId: station.id } }),
      await who.refused(daySettlement.preview, { query: day }),
    ],
  })
  const others = await staff(...[...lin.actor.permissions].filter(each => each !== right))
  expect(new Set(await ask(others)[right]!())).toEqual(new Set(['auth.forbidden']))
  expect(await ask(await staff(right))[right]!()).not.toContain('auth.forbidden')
})

// @req SET-005
test('only leaders close; a clerk reads; nobody reaches the shift of another station or company', async () => {
  const it = await shiftShop(),
    other = await shiftShop()
  const { station, begin, close, staff, addStation } = it
  const shift = await begin()
  const body = { dailyStateId: shift.id, counted: [cash(0)] }
  const clerk = await staff({ role: 'station_bill', stationIds: [station.id] })
  const sister = await addStation('Riverside West')
  const neighbour = await staff({ role: 'station_leader', stationIds: [sister.id] })
  expect(await clerk.refused(settlement.close, { body })).toBe('auth.forbidden')
  expect(await clerk.refused(startShift, { body: { stationId: station.id } })).toBe('auth.forbidden')
  expect(await neighbour.refused(settlement.close, { body })).toBe('notFound')
  expect(await other.lin.refused(settlement.close, { body })).toBe('notFound')
  expect(await other.lin.refused(settlement.preview, { query: { dailyStateId: shift.id } })).toBe('notFound')

  const { id } = await close(shift.id, 0)
  expect((await clerk.call(classSettles.list, {})).content).toMatchObject([{ id }])
  expect((await neighbour.call(classSettles.list, {})).totalElements).toBe(0)
  expect(await other.lin.refused(settlement.get, { id })).toBe('notFound')
  setClock(noon)
})

// @req SET-001 SET-007
test('two who close at once: one does, the other is refused; a key that is sent again gets the same settlement', async () => {
  const { lin, begin, station, rows, audits } = await shiftShop()
  const shift = await begin()
  const body = { dailyStateId: shift.id, counted: [cash(0)] }
  const replies = await Promise.all([1, 2, 3].map(() => lin.refused(settlement.close, { body })))
  expect(replies.toSorted()).toEqual(['allowed', 'shift.alreadyClosed', 'shift.alreadyClosed'])
  expect(await rows('select 1 from class_settle where station_id = $1', [station.id])).toHaveLength(1)
  expect((await audits()).filter(({ action }) => action === 'shift.settle')).toHaveLength(1)

  const next = await lin.call(startShift, { body: { stationId: station.id } })
  const key = { 'idempotency-key': 'close-2' },
    again = { body: { ...body, dailyStateId: next.id, force: true } }
  const once = await lin.call(settlement.close, again, key)
  expect((await lin.call(settlement.close, again, key)).id).toBe(once.id)
  // Nothing was unpaid: the user who asked for force did not need it. The latest stands first.
  expect(once).toMatchObject({ forced: false, state: 'closed' })
  expect(await lin.call(dailyStates.get, { id: next.id })).toMatchObject({ status: 'closed', forced: false })
  const { content } = await lin.call(classSettles.list, {})
  expect(content.map(({ dailyStateId }) => dailyStateId)).toEqual([next.id, shift.id])
  setClock(noon)
})

// @req SET-010
test('who closed is named by the name of that day', async () => {
  const { lin, begin, close, rows, company } = await shiftShop()
  await rows('insert into user_account (id, company_id, name) values ($1, $2, $3)', [lin.actor.id, company.id, 'Zhao Min'])
  const { id } = await close((await begin('08:00')).id, 0)
  await rows('update user_account set name = $2 where id = $1', [lin.actor.id, 'Zhao Minjie'])
  expect(await lin.call(settlement.get, { id })).toMatchObject({ employeeId: lin.actor.id, employeeName: 'Zhao Min' })
  setClock(noon)
})

test('who may look two days back sees no older settlement, by list, by sum or by its number', async () => {
  const { begin, close, staff, station } = await shiftShop()
  const { id } = await close((await begin('08:00')).id, 0)
  const clerk = (day: string) =>
    staff({ role: 'station_bill', stationIds: [station.id], over: { since: { classSettleDays: new Date(`${day}T00:00:00Z`) } } })
  const [recent, late] = [await clerk('2026-04-30'), await clerk('2026-05-02')]
  expect((await recent.call(classSettles.list, {})).content).toMatchObject([{ id }])
  expect((await late.call(classSettles.list, {})).totalElements).toBe(0)
  expect((await late.call(classSettles.totals, {})).count).toBe(0)
  expect(await late.refused(settlement.get, { id })).toBe('notFound')
  setClock(noon)
})

test('a shift ends no earlier than it began, whatever the clock says', async () => {
  const { begin, close, lin, station } = await shiftShop()
  const first = await begin('12:00')
  setClock(at('09:00'))
  expect(await close(first.id, 0)).toMatchObject({ startTime: at('12:00').toISOString(), endTime: at('12:00').toISOString() })
  expect(await lin.call(startShift, { body: { stationId: station.id } })).toMatchObject({ startTime: at('12:00').toISOString() })
  setClock(noon)
})

test('the list adds up what it lists', async () => {
  const it = await shiftShop()
  const { lin, close, begin } = it
  const { shift } = await morning(it)
  await close(shift.id, 450_00, { force: true })
  await close((await begin('09:30')).id, 3_00)
  const query = { search: 'differenceCents<0' }
  expect((await lin.call(classSettles.list, { query })).content).toMatchObject([{ dailyStateId: shift.id, differenceCents: -4_00 }])
  expect(await lin.call(classSettles.totals, {})).toMatchObject({
    count: 2,
    salesCents: 534_00,
    countedCents: 453_00,
    expectedCents: 454_00,
    differenceCents: -1_00,
  })
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  setClock(noon)
})
