import { orderPayments, orders, TenderType, transactions } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { serial, shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
type Shop = Awaited<ReturnType<typeof shop>>

// @req SAL-005
test('each way in which staff take money pays an order, and finds it again', async () => {
  const it = await shop()
  expect(TenderType.options).toHaveLength(25)
  for (const payType of TenderType.options) {
    const { id } = await it.sell()
    const slip = payType === 'cash' ? {} : { externalSerialNo: serial() }
    expect(await it.lin.call(orderPayments.cash, { id, body: { payType, ...slip } })).toMatchObject({ status: 'success', payType })
    for (const search of [`payType:${payType}`, `transactions.payType:${payType}`])
      expect((await it.lin.call(orders.list, { query: { search } })).content.map(order => order.id)).toEqual([id])
    expect(await it.lin.call(transactions.list, { query: { search: `payType:${payType}` } })).toMatchObject({ content: [{ orderId: id }] })
  }
  // What comes out of our own books is not taken by hand.
  const { id } = await it.sell()
  for (const payType of ['card', 'debit', 'score', 'free', 'coupon', 'gift'])
    expect(await it.lin.refused(orderPayments.cash, { id, body: { payType: payType as never } }), payType).toBe('validation')
})

// @req SAL-025 SAL-004
test.each([
  ['open', async () => undefined, 'allowed'],
  ['partly paid', (it: Shop, id: number) => it.lin.call(orderPayments.cash, { id, body: { amountCents: 100_00 } }), 'allowed'],
  ['paid', (it: Shop, id: number) => it.lin.call(orderPayments.cash, { id, body: {} }), 'order.alreadyPaid'],
  ['locked for a terminal', (it: Shop, id: number) => it.lin.call(orderPayments.lock, { id }), 'order.statusForbids'],
  ['failed', failed, 'order.statusForbids'],
  ['closed', (it: Shop, id: number) => it.lin.call(orderPayments.close, { id, body: { reason: 'Drove off' } }), 'order.statusForbids'],
] as const)('cash for an order that is %s', async (_, become, outcome) => {
  const it = await shop()
  const { id } = await it.sell()
  await become(it, id)
  const before = await it.lin.call(orders.get, { id })
  expect(await it.lin.refused(orderPayments.cash, { id, body: {} })).toBe(outcome)
  const { status, paidCents } = await it.lin.call(orders.get, { id })
  expect({ status, paidCents }).toEqual(
    outcome === 'allowed' ? { status: 'success', paidCents: 240_00 } : { status: before.status, paidCents: before.paidCents },
  )
})

async function failed(it: Shop, id: number) {
  await it.lin.call(orderPayments.lock, { id })
  await it.device.call(orderPayments.fail, { id, body: { reason: 'Card reader: no answer' } })
}
