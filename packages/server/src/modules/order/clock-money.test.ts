import {
  cardStatement,
  chargeUserCard,
  clockFaults,
  dailyStates,
  daySettlement,
  orderPayments,
  refunds,
  settlement,
  startShift,
  transactions,
  userCardDetails,
  type Returned,
} from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { Clock, useClock } from '../../platform/execution/clock.ts'
import { makeCard } from '../../testing/card.ts'
import { shop } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { noon, setClock } from '../../testing/world.ts'
import { proofOf } from '../ledger/index.ts'

const minute = 60_000,
  day = 24 * 60 * minute
const later = (ms: number) => new Date(noon.getTime() + ms)
const at = (ms: number) => later(ms).toISOString()
afterEach(() => {
  useClock(new Clock())
  setClock(noon)
})

async function counter(options?: Parameters<typeof shop>[0]) {
  const it = await shop(options)
  if (options?.shifts) await it.lin.call(startShift, { body: { stationId: it.station.id } })
  const master = await it.staff({
    role: 'station_master',
    stationIds: [it.station.id],
    over: { stationId: it.station.id, chosenCompanyId: it.company.id },
  })
  const card = await makeCard(it, { principalCents: 1_000_00 })
  const order = await it.sell()
  /** Money of every kind: two payments of an old order, one of them given back, and a top-up. */
  const handle = async () => {
    const cash = await it.lin.call(orderPayments.cash, { id: order.id, body: { amountCents: 10_00 } })
    const byCard = await it.lin.call(orderPayments.card, { id: order.id, body: { userCardId: card.id, amountCents: 20_00 } })
    const given = await refunder(master).refund(byCard.transaction.id, { amountCents: 5_00 })
    await it.lin.call(chargeUserCard, {
      id: card.id,
      body: { stationId: it.station.id, amountCents: 50_00, payType: 'cash', withoutReceipt: true },
    })
    return { payments: [cash.transaction.id, byCard.transaction.id], refund: given.id }
  }
  const suspect = async () => {
    const query = { search: 'clockSuspect:true', sort: 'id,asc' }
    const payments = (await master.call(transactions.list, { query })).content
    const back = (await master.call(refunds.list, { query })).content
    const moved = (await master.call(userCardDetails.list, { query })).content
    return {
      payments: payments.map(({ id }) => id),
      refunds: back.map(({ id }) => id),
      movements: moved.map(({ type }) => type),
      dates: [...payments, ...back, ...moved].map(({ createdDate }) => Date.parse(createdDate) - noon.getTime()),
    }
  }
  /** What should lie in the till, counted. */
  const till = async (dailyStateId: number) => {
    const { payTypes } = await it.lin.call(settlement.preview, { query: { dailyStateId } })
    return payTypes.flatMap(({ payType, expectedCents }) => (payType === 'cash' ? [{ payType, countedCents: expectedCents }] : []))
  }
  const broken = async () => (await it.within(({ tx }) => proofOf(tx))).filter(({ breaches }) => breaches > 0)
  return { ...it, master, card, order, handle, suspect, till, broken }
}
const none = { payments: [], refunds: [], movements: [], dates: [] }

/** A sale and money of every kind that a clock 400 days ahead dated, and a sale when it is right again, five minutes later. */
async function aheadOnce(options?: Parameters<typeof shop>[0]) {
  const it = await counter(options)
  setClock(later(400 * day))
  await it.sell()
  const handled = await it.handle()
  setClock(later(5 * minute))
  await it.sell({ payType: 'cash' })
  const [fault] = (await it.master.call(clockFaults.waiting, {})).content as [Returned<typeof clockFaults.waiting>['content'][number]]
  return { ...it, handled, fault }
}
const kinds = ['consume', 'refundConsume', 'charge']

test('payments, refunds and movements of cards during a clock fault are marked, though no sale came; those after it are not', async () => {
  const it = await counter()
  let turned = 0
  const clock = new Clock({ wall: () => later(turned).getTime(), steady: () => 0 })
  useClock(clock)
  expect(await it.suspect()).toEqual(none)
  turned = 400 * day
  clock.now()
  const { payments, refund } = await it.handle()
  turned = 0
  clock.now()
  await it.handle()
  expect(await it.suspect()).toMatchObject({ payments, refunds: [refund], movements: kinds })
  // The fault was recorded with the first of them.
  expect(await it.rows('select cause from clock_fault where id = $1', [clock.over[0]!.id])).toEqual([{ cause: 'server' }])
  expect(await it.broken()).toEqual([])
})

test('money that a wrong clock dated a year ahead is marked when that is right again, and moved to its day', async () => {
  const { master, lin, card, fault, handled, suspect, broken, audits, rows, company } = await aheadOnce()
  expect(fault).toMatchObject({ sales: 1, payments: 2, refunds: 1, movements: 3 })
  expect(await suspect()).toMatchObject({ payments: handled.payments, refunds: [handled.refund], movements: kinds })
  expect(await master.call(clockFaults.status, {})).toMatchObject({ marked: 7 })
  expect(await broken()).toEqual([])

  const body = { clockFaultId: fault.id, movedSeconds: -400 * 86_400 + 60, reason: 'the battery of the server' }
  expect(await master.call(clockFaults.correct, { body })).toMatchObject({ corrected: 7, settled: 0, left: 0 })
  expect(await suspect()).toEqual(none)
  expect(await broken()).toEqual([])
  const dated = async (id: number) => (await lin.call(transactions.get, { id })).createdDate
  expect(await dated(handled.payments[0]!)).toBe(at(minute))
  const statement = await master.call(cardStatement, { id: card.id, query: { from: at(0), at: at(10 * minute) } })
  expect(statement.totalElements).toBe(4)
  expect(statement.closing.balanceCents).toBe(1_000_00 - 20_00 + 5_00 + 50_00)
  expect(statement.closing.balanceCents - statement.opening!.balanceCents).toBe(statement.inCents - statement.outCents)
  const noted = await rows('select kind, settled from clock_corrected_row where company_id = $1 order by kind, row_id', [company.id])
  expect(noted.map(({ kind }) => kind)).toEqual([...Array(3).fill('cardMovement'), 'payment', 'payment', 'refund'])
  const subjects = (await audits()).filter(({ action }) => action === 'order.clock.correct').map(({ subject }) => subject.split(':')[0])
  expect(new Set(subjects)).toEqual(new Set(['orders', 'transactions', 'refunds', 'userCardDetails']))
})

test('money that a settled shift counts keeps its date there, and the right one is noted with it', async () => {
  const { lin, master, fault, handled, broken, suspect, rows, till } = await aheadOnce({ shifts: true })
  const [running] = (await lin.call(dailyStates.list, { query: { search: 'status:open' } })).content
  setClock(later(10 * minute))
  const counted = await till(running!.id)
  await lin.call(settlement.close, { body: { dailyStateId: running!.id, counted, force: true } })
  const body = { clockFaultId: fault.id, movedSeconds: -400 * 86_400 + 60, reason: 'the battery of the server' }
  // What a card paid or got back is in no shift of its own.
  expect(await master.call(clockFaults.correct, { body })).toMatchObject({ corrected: 2, settled: 5, left: 0 })
  expect((await lin.call(transactions.get, { id: handled.payments[0]! })).createdDate).toBe(at(400 * day))
  expect(await rows(`select date_after from clock_corrected_row where kind = 'payment' and row_id = $1`, [handled.payments[0]])).toEqual([
    { date_after: at(minute) },
  ])
  expect(await suspect()).toEqual(none)
  expect(await broken()).toEqual([])
})

test('what a correction would do is said before, and nothing of it is done', async () => {
  const it = await counter()
  setClock(later(400 * day))
  await it.sell({ payType: 'cash' })
  await it.handle()
  setClock(later(5 * minute))
  await it.sell({ payType: 'cash' })
  const [fault] = (await it.master.call(clockFaults.waiting, {})).content
  const preview = (movedSeconds: number) => it.master.call(clockFaults.preview, { body: { clockFaultId: fault!.id, movedSeconds } })
  expect(await preview(-400 * 86_400 + 60)).toMatchObject({
    sales: 1,
    payments: 3,
    refunds: 1,
    movements: 3,
    settled: 0,
    left: 0,
    refusal: null,
    first: { before: at(400 * day), after: at(minute) },
    days: 2,
  })
  expect(await preview(0)).toMatchObject({ days: 0, shifts: 0, first: { before: at(400 * day), after: at(400 * day) } })
  expect((await preview(1)).refusal).toMatchObject({ code: 'clockFault.inFuture', field: 'movedSeconds' })
  expect((await it.suspect()).payments).toHaveLength(3)
  expect(await it.rows('select 1 from clock_correction where company_id = $1', [it.company.id])).toEqual([])

  const other = await counter()
  const body = { clockFaultId: fault!.id, movedSeconds: 0 }
  expect(await it.lin.refused(clockFaults.preview, { body })).toBe('auth.forbidden')
  expect(await other.master.refused(clockFaults.preview, { body })).toBe('clockFault.nothingMarked')
  expect(await it.master.refused(clockFaults.preview, { body: { ...body, clockFaultId: 1 } })).toBe('notFound')
})

test('while a clock fault runs a shift is closed by anyone who has compared the time, and a day is not settled', async () => {
  const it = await counter({ shifts: true })
  let turned = 0
  const clock = new Clock({ wall: () => later(turned).getTime(), steady: () => 0 })
  useClock(clock)
  turned = 400 * day
  clock.now()
  const [running] = (await it.lin.call(dailyStates.list, { query: { search: 'status:open' } })).content
  const body = { dailyStateId: running!.id, counted: await it.till(running!.id), force: true }
  expect(await it.lin.refused(settlement.close, { body })).toBe('clockFault.shiftUnchecked')
  await it.lin.call(settlement.close, { body: { ...body, clockChecked: true } })
  expect((await it.audits()).filter(({ action }) => action === 'shift.clockChecked')).toMatchObject([
    { subject: `dailyStates:${running!.id}`, detail: { clockFaultId: clock.fault!.id } },
  ])
  setClock(later(day))
  const settled = { stationId: it.station.id, businessDay: '2026-05-01' }
  expect(await it.lin.refused(daySettlement.settle, { body: settled })).toBe('clockFault.dayWaits')
  turned = 0
  clock.now()
  expect(await it.lin.refused(daySettlement.settle, { body: settled })).not.toBe('clockFault.dayWaits')
  expect(await it.broken()).toEqual([])
})

test('of a refund and of a movement of a card nothing can be changed but the date and its mark', async () => {
  const it = await counter()
  await it.handle()
  for (const table of ['refund', 'user_card_detail']) {
    await it.rows(`update ${table} set created_date = created_date where company_id = $1`, [it.company.id])
    await expect(it.rows(`update ${table} set amount_cents = amount_cents where company_id = $1`, [it.company.id])).rejects.toThrow(
      'is final',
    )
    await expect(it.rows(`delete from ${table} where company_id = $1`, [it.company.id])).rejects.toThrow('is final')
  }
})
