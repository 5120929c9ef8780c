import { cardStops, orderRefunds, refunds, stuckFuellings, transactions } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { shop } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { setClock } from '../../testing/world.ts'

/** Whether a card was on the list is told by the clock of the database. */
const begin = new Date()
beforeEach(() => setClock(begin))
const minutes = (count: number) => new Date(begin.getTime() + count * 60_000)

async function lost() {
  const it = await shop()
  const card = await makeCard(it, { principalCents: 1_000_00 })
  const admin = await it.staff()
  await admin.call(cardStops.loss, { id: card.id, body: {} })
  const refuel = (over: object = {}) => it.sell({ payType: 'card', cardNumber: card.number, ...over })
  const shown = async () => (await it.lin.call(stuckFuellings.list, {})).content
  const raised = async () => [
    (await it.audits()).filter(({ action }) => action === 'card.listedFill').map(({ subject }) => subject),
    (await it.events()).filter(({ topic }) => topic === 'card.listedFill').map(({ payload }) => payload.orderId as number),
  ]
  return { ...it, card, admin, refuel, shown, raised }
}

// @req CRD-024
test('fuel that a lost card got at a pump is booked to it, the leader sees it, and gives it back', async () => {
  const it = await lost()
  setClock(minutes(5))
  const { id, orderNo } = await it.refuel()
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 760_00, debt: 0 })
  const detail = { orderNo, number: it.card.number, reason: 'lose', amountCents: 240_00, userCardId: it.card.id }
  expect((await it.audits()).find(({ action }) => action === 'card.listedFill')).toEqual({
    action: 'card.listedFill',
    subject: `orders:${id}`,
    detail,
  })
  expect((await it.events()).find(({ topic }) => topic === 'card.listedFill')!.payload).toMatchObject({ orderId: id, ...detail })
  expect(await it.shown()).toMatchObject([
    { nozzle: null, listed: { number: it.card.number, reason: 'lose' }, orders: [{ id, orderNo, totalCents: 240_00 }] },
  ])

  const [txn] = (await it.lin.call(transactions.list, { query: { search: `order.id:${id}` } })).content
  const { refund } = refunder(it.lin)
  expect(await it.lin.call(orderRefunds.preview, { id: txn!.id, body: {} })).toMatchObject({ afterLoss: true })
  await refund(txn!.id, { amountCents: 240_00, reason: 'afterLoss' })
  expect(await it.lin.call(refunds.list, {})).toMatchObject({ content: [{ reason: 'afterLoss', amountCents: 240_00 }] })
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 1_000_00, debt: 0 })
  expect(await it.shown()).toEqual([])
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('the reason of cards on the black list is refused for any other payment, and stays once the card is found', async () => {
  const it = await lost()
  setClock(minutes(5))
  const listed = await it.refuel()
  await it.admin.call(cardStops.unhook, { id: it.card.id, body: {} })
  const found = await it.refuel()
  const cash = await it.sell({ payType: 'cash' })
  const paymentOf = async ({ id }: { id: number }) =>
    (await it.lin.call(transactions.list, { query: { search: `order.id:${id}` } })).content[0]!.id
  const { refused } = refunder(it.lin)
  for (const [order, applies] of [
    [listed, true],
    [found, false],
    [cash, false],
  ] as const) {
    const id = await paymentOf(order)
    expect(await it.lin.call(orderRefunds.preview, { id, body: {} })).toMatchObject({ refusal: null, afterLoss: applies })
    expect(await refused(id, { amountCents: 1_00, reason: 'afterLoss' })).toBe(applies ? 'allowed' : 'refund.notAfterLoss')
  }
})

test('what was filled before the loss and is only sent now is no such case, nor is a card that was found', async () => {
  const it = await lost()
  setClock(minutes(5))
  await it.refuel({ createdDate: minutes(-3).toISOString() })
  expect(await it.raised()).toEqual([[], []])
  const { id } = await it.refuel()
  await it.admin.call(cardStops.unhook, { id: it.card.id, body: {} })
  await it.refuel()
  expect(await it.raised()).toEqual([[`orders:${id}`], [id]])
  expect(await it.shown()).toHaveLength(1)
})

test('cash for fuel of a card holder is not raised; the leader of another station sees none of it', async () => {
  const it = await lost()
  setClock(minutes(5))
  await it.sell({ payType: 'cash', cardNumber: it.card.number })
  expect(await it.shown()).toEqual([])
  await it.refuel()
  const east = await it.addStation()
  const other = await it.staff({ role: 'station_leader', stationIds: [east.id], over: { stationId: east.id } })
  expect((await other.call(stuckFuellings.list, {})).content).toEqual([])
  expect((await other.call(stuckFuellings.list, { query: { stationId: it.station.id } })).content).toEqual([])
  expect(await it.shown()).toHaveLength(1)
})
