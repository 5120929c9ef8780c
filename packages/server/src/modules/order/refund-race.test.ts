import { orderPayments, orderRefunds, orders, refunds } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { shop } from '../../testing/order.ts'
import { refundBody } from '../../testing/refund.ts'

/** An order of 240.00 that was paid in two ways: 100.00 from a card (60.00 principal, 40.00 gift), 140.00 in cash. */
async function paidTwice() {
  const it = await shop()
  const card = await makeCard(it, { principalCents: 60_00, giftCents: 40_00 })
  const { id } = await it.sell()
  const byCard = await it.lin.call(orderPayments.card, { id, body: { userCardId: card.id, amountCents: 100_00 } })
  const inCash = await it.lin.call(orderPayments.cash, { id, body: {} })
  return { it, card, id, txns: [byCard.transaction.id, inCash.transaction.id] as const }
}

test('1,000 refunds of one order at once: exactly those succeed that there was money for', { timeout: 180_000 }, async () => {
  const { it, card, id, txns } = await paidTwice()
  // Full ones beside parts: 1.00, 7.00, 30.00, and the whole of the payment.
  const requests = Array.from({ length: 1000 }, (_, turn) => {
    const [txn, whole] = turn % 2 ? ([txns[0], 100_00] as const) : ([txns[1], 140_00] as const)
    return { txn, amountCents: turn % 50 > 47 ? whole : [1_00, 7_00, 30_00][turn % 3]! }
  })
  const bodies = await Promise.all(requests.map(({ txn, amountCents }) => refundBody(it.lin, txn, { amountCents })))
  /** Anyone who is told that the server is busy comes again, as every client does. */
  const ask = async (turn: number): ReturnType<typeof it.lin.send> => {
    const reply = await it.lin.send(orderRefunds.refund, { id: requests[turn]!.txn, body: bodies[turn]! })
    return reply.statusCode === 503 ? ask(turn) : reply
  }
  const replies = await Promise.all(requests.map((_, turn) => ask(turn)))

  const statuses = Object.groupBy(replies, ({ statusCode }) => statusCode)
  expect(Object.keys(statuses).toSorted()).toEqual(['200', '409'])
  const given = (txn: number) =>
    requests.reduce((sum, request, turn) => (request.txn === txn && replies[turn]!.statusCode === 200 ? sum + request.amountCents : sum), 0)
  const [ofCard, ofCash] = [given(txns[0]), given(txns[1])]
  // Nobody who asked for 1.00 went away while there was 1.00 left, and there are enough who asked.
  expect([ofCard, ofCash]).toEqual([100_00, 140_00])
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ paidCents: 240_00, refundedCents: 240_00, refundStatus: 'refunded' })
  expect(await it.lin.call(refunds.totals, { query: {} })).toMatchObject({ count: statuses['200']!.length, amountCents: 240_00 })
  expect(await pursesOf(card.id)).toEqual({ principal: 60_00, gift: 40_00, lock: 0, debt: 0 })
  const results = await invariantsOf(it)
  expect(results.filter(invariant => invariant.breaches > 0)).toEqual([])
})
