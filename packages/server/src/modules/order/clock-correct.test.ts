import { clockFaults, clockSales, dailyStates, orders, salesByHour, settlement, startShift, type Returned } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'
import { proofOf } from '../ledger/index.ts'

const minute = 60_000,
  day = 24 * 60 * minute
const later = (ms: number) => new Date(noon.getTime() + ms)
const at = (ms: number) => later(ms).toISOString()
afterEach(() => setClock(noon))

type Shop = Awaited<ReturnType<typeof shop>>
const broken = async (it: Shop) => (await it.within(({ tx }) => proofOf(tx))).filter(({ breaches }) => breaches > 0)
const master = (it: Shop, stationId = it.station.id) =>
  it.staff({ role: 'station_master', stationIds: [stationId], over: { stationId, chosenCompanyId: it.company.id } })
const litresOn = async (it: Shop, ms: number) => {
  const { content } = await it.lin.call(salesByHour, { query: { from: at(ms), to: at(ms + 60 * minute) } })
  return content.reduce((sum, { volumeCl }) => sum + volumeCl, 0)
}

/** A sale at noon, two that a clock 400 days ahead dated, and one after it was right again, five minutes later. */
async function aheadOnce(options?: Parameters<typeof shop>[0]) {
  const it = await shop(options)
  if (options?.shifts) await it.lin.call(startShift, { body: { stationId: it.station.id } })
  const before = await it.sell({ payType: 'cash' })
  setClock(later(400 * day))
  const ahead = [await it.sell({ payType: 'cash' }), await it.sell()]
  setClock(later(5 * minute))
  const after = await it.sell({ payType: 'cash' })
  const max = await master(it)
  const [fault] = (await max.call(clockFaults.waiting, {})).content as [Returned<typeof clockFaults.waiting>['content'][number]]
  return { it, before, ahead, after, max, fault }
}

test('sales that a wrong clock dated are moved to their day, with what they were before, by whom and why; the books hold', async () => {
  const { it, ahead, after, max, fault } = await aheadOnce()
  expect(fault).toMatchObject({
    cause: 'stationAhead',
    sales: 2,
    payments: 1,
    refunds: 0,
    movements: 0,
    offsetSeconds: 400 * 86_400 - 300,
    proposedSeconds: -(400 * 86_400 - 300),
    firstDate: at(400 * day),
  })
  expect(await broken(it)).toEqual([])
  expect([await litresOn(it, 0), await litresOn(it, 400 * day)]).toEqual([60_00, 60_00])

  const body = { clockFaultId: fault.id, movedSeconds: -400 * 86_400 + 60, reason: 'the battery of the server' }
  expect(await max.call(clockFaults.correct, { body })).toMatchObject({ corrected: 3, settled: 0, left: 0 })
  expect([await litresOn(it, 0), await litresOn(it, 400 * day)]).toEqual([120_00, 0])
  expect(await broken(it)).toEqual([])

  const [first] = (
    await it.lin.call(orders.list, { query: { search: `id:${ahead[0]!.id}`, expand: ['lineItems', 'transactions', 'shift'] } })
  ).content
  expect(first).toMatchObject({
    clockSuspect: false,
    receivedDate: at(minute),
    createdDate: at(minute),
    shift: { businessDay: '2026-05-01' },
  })
  expect([first?.lineItems?.[0]?.createdDate, first?.transactions?.[0]?.createdDate]).toEqual([at(minute), at(minute)])
  const { content } = await it.lin.call(clockSales.list, { query: { sort: 'id,asc' } })
  expect(content.map(({ id }) => id)).toEqual(ahead.map(({ id }) => id))
  const moved = {
    state: 'corrected',
    receivedBefore: at(400 * day),
    receivedAfter: at(minute),
    receivedDate: at(minute),
    reason: body.reason,
  }
  expect(content).toMatchObject([moved, moved])
  const audits = (await it.audits()).filter(({ action }) => action === 'order.clock.correct')
  const payment = first?.transactions?.[0]?.id
  expect(audits.map(({ subject }) => subject)).toEqual([...ahead.map(({ id }) => `orders:${id}`), `transactions:${payment}`])
  expect(audits[0]!.detail).toMatchObject({ reason: body.reason, createdDate: { before: at(400 * day), after: at(minute) } })
  expect(await it.lin.call(orders.get, { id: after.id })).toMatchObject({ createdDate: at(5 * minute), clockSuspect: false })
  expect(await max.call(clockFaults.status, {})).toEqual({ running: null, marked: 0 })
})

test('a day that began in the future begins when the clock is right again, and ends at its own midnight', async () => {
  const { it, before, after } = await aheadOnce()
  const shiftOf = async (id: number) => (await it.lin.call(orders.get, { id, query: { expand: ['shift'] } })).shift
  expect(await shiftOf(before.id)).toMatchObject({ businessDay: '2026-05-01', status: 'closed', endTime: at(5 * minute) })
  expect(await shiftOf(after.id)).toMatchObject({ businessDay: '2026-05-01', status: 'open', startTime: at(5 * minute) })
  setClock(later(day))
  expect(await shiftOf((await it.sell()).id)).toMatchObject({ businessDay: '2026-05-02' })
  expect((await it.lin.call(dailyStates.list, {})).content).toHaveLength(3)
  expect(await broken(it)).toEqual([])
})

test('dates that are right are only freed of their mark', async () => {
  const { it, ahead, max, fault } = await aheadOnce()
  setClock(later(401 * day))
  await max.call(clockFaults.correct, { body: { clockFaultId: fault.id, movedSeconds: 0, reason: 'checked against the slips' } })
  expect(await it.lin.call(orders.get, { id: ahead[0]!.id })).toMatchObject({ clockSuspect: false, createdDate: at(400 * day) })
  expect(await broken(it)).toEqual([])
})

test('a sale of a settled shift keeps its dates there, and the right ones are noted with it', async () => {
  const { it, ahead, max, fault } = await aheadOnce({ shifts: true })
  const [running] = (await it.lin.call(dailyStates.list, { query: { search: 'status:open' } })).content
  const settled = { dailyStateId: running!.id, counted: [{ payType: 'cash' as const, countedCents: 3 * 240_00 }], force: true }
  setClock(later(10 * minute))
  await it.lin.call(settlement.close, { body: settled })
  const movedSeconds = -400 * 86_400 + 60
  expect(
    await max.call(clockFaults.correct, { body: { clockFaultId: fault.id, movedSeconds, reason: 'the battery of the server' } }),
  ).toMatchObject({ corrected: 0, settled: 3, left: 0 })
  expect(await it.lin.call(orders.get, { id: ahead[0]!.id })).toMatchObject({ clockSuspect: false, createdDate: at(400 * day) })
  expect(await it.lin.call(clockSales.get, { id: ahead[0]!.id })).toMatchObject({ state: 'settled', createdAfter: at(minute) })
  expect(await broken(it)).toEqual([])
})

test.each([
  ['a fault of nowhere', { clockFaultId: 1 }, 'notFound'],
  ['a moment that has not come', { movedSeconds: 1 }, 'clockFault.inFuture'],
  ['no reason', { reason: ' ' }, 'validation'],
  ['half a second', { movedSeconds: 0.5 }, 'validation'],
  ['a hundred years', { movedSeconds: -100 * 366 * 86_400 }, 'validation'],
])('a correction that names %s is refused, and leaves nothing behind', async (_, over, code) => {
  const { it, max, fault } = await aheadOnce()
  const body = { clockFaultId: fault.id, movedSeconds: -86_400 * 400, reason: 'the battery', ...over }
  expect(await max.refused(clockFaults.correct, { body })).toBe(code)
  expect(await it.rows('select 1 from clock_correction where company_id = $1', [it.company.id])).toEqual([])
  expect((await it.audits()).filter(({ action }) => action === 'order.clock.correct')).toEqual([])
})

test('nobody corrects what belongs to others, what still runs, or what is corrected already', async () => {
  const { it, max, fault } = await aheadOnce()
  const body = { clockFaultId: fault.id, movedSeconds: -86_400 * 400, reason: 'the battery' }
  expect(await it.lin.refused(clockFaults.correct, { body })).toBe('auth.forbidden')
  const elsewhere = await master(it, (await it.addStation('Riverside West')).id)
  expect(await elsewhere.refused(clockFaults.correct, { body })).toBe('clockFault.nothingMarked')
  expect((await elsewhere.call(clockFaults.waiting, {})).content).toEqual([])
  const other = await aheadOnce()
  expect(await other.max.refused(clockFaults.correct, { body })).toBe('clockFault.nothingMarked')

  await it.rows('update clock_fault set ended_date = null where id = $1', [fault.id])
  expect(await max.refused(clockFaults.correct, { body })).toBe('clockFault.running')
  const root = await it.staff('org.systemConfig.write')
  expect(await max.refused(clockFaults.accept, { id: fault.id })).toBe('auth.forbidden')
  expect(await root.refused(clockFaults.accept, { id: fault.id })).toBe('clockFault.databaseDiffers')
  await it.rows('update clock_fault set database_offset_ms = server_offset_ms where id = $1', [fault.id])
  expect(await root.call(clockFaults.accept, { id: fault.id })).toEqual({ id: fault.id })
  await it.rows('update clock_fault set ended_date = began_date where id = $1', [fault.id])
  expect(await root.refused(clockFaults.accept, { id: fault.id })).toBe('clockFault.over')
  expect(await root.refused(clockFaults.accept, { id: 1 })).toBe('notFound')

  await max.call(clockFaults.correct, { body })
  expect(await max.refused(clockFaults.correct, { body })).toBe('clockFault.nothingMarked')
})

test('a line and a discount stay final but for the date of their sale; a line is lowered once at most', async () => {
  const it = await shop()
  const { id } = await it.sell({ lineItems: [{ volumeCl: 30_00, discountCents: 1_00 }] })
  await it.rows(`update order_line set created_date = created_date where order_id = $1`, [id])
  for (const column of ['amount_cents', 'volume_cl', 'order_id', 'discount_cents'])
    await expect(it.rows(`update order_line set ${column} = ${column} where order_id = $1`, [id])).rejects.toThrow('is final')
  await expect(it.rows('update order_discount set amount_cents = 1 where order_id = $1', [id])).rejects.toThrow('is final')
  await expect(it.rows('delete from order_line where order_id = $1', [id])).rejects.toThrow('is final')
})
