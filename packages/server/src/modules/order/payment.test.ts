import { nextStatus, orderPayments, orders, OrderStatus, transactions, userCardDetails } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { books, brokenPromises, serial, shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'
import { paymentRefusal } from './order.ts'

beforeEach(() => setClock(noon))
type Shop = Awaited<ReturnType<typeof shop>>
const cardOf = (it: Shop, principalCents: number, giftCents = 0) => makeCard(it, { principalCents, giftCents })

// @req SAL-020 SAL-022
test('a sale from the nozzle is paid by card, and is found in every list with the right books', async () => {
  const it = await shop()
  const card = await cardOf(it, 200_00, 100_00)
  const { id, orderNo } = await it.sell()
  const paid = await it.lin.call(orderPayments.card, { id, body: { cardNumber: card.number }, query: { expand: 'result' } })

  expect(paid).toMatchObject({
    status: 'success',
    paidCents: 240_00,
    payType: 'card',
    transaction: { serial: `${orderNo}-1`, amountCents: 240_00 },
  })
  expect(paid.result).toMatchObject({
    id,
    lineItems: [{ item: { category: { type: 'fuel' } } }],
    transactions: [{ serial: `${orderNo}-1` }],
  })
  expect(await pursesOf(card.id)).toEqual({ principal: 0, gift: 60_00, lock: 0, debt: 0 })
  expect(await books(it)).toMatchObject({ sales: 240_00, gift: 60_00 })

  for (const search of [
    `orderNo:${orderNo}`,
    `cardNumber:${card.number}`,
    `userCard.id:${card.id}`,
    'transactions.payType:card',
    'lineItems.categoryType:fuel,type:0',
    'status:success,amount>10000',
  ]) {
    expect(await it.lin.call(orders.list, { query: { search } })).toMatchObject({
      totalElements: 1,
      content: [{ id, moneyFlow: 'card', userCardId: card.id }],
    })
  }
  expect(await it.lin.call(orders.totals, { query: { search: 'payType:card' } })).toEqual({
    count: 1,
    totalCents: 240_00,
    discountCents: 0,
    paidCents: 240_00,
    refundedCents: 0,
  })
  const {
    content: [txn],
  } = await it.lin.call(transactions.list, { query: { expand: 'userCard' } })
  expect(txn).toMatchObject({ orderId: id, payType: 'card', amountCents: 240_00, userCard: { number: card.number } })
  const movements = await it.lin.call(userCardDetails.list, { query: { search: `order.id:${id}` } })
  expect(movements).toMatchObject({
    content: [{ type: 'consume', amountCents: -240_00, principalCents: -200_00, giftCents: -40_00, balanceAfterCents: 60_00 }],
  })

  expect((await it.audits()).map(entry => entry.action).filter(action => action.startsWith('order.'))).toEqual(['order.take', 'order.pay'])
  expect((await it.events()).map(event => event.topic).filter(topic => topic.startsWith('order.'))).toEqual(['order.taken', 'order.paid'])
  expect(await brokenPromises(it)).toEqual([])
})

// @req SAL-002 SAL-021 SAL-025
test('a payment names its order, its station, its card, and who or what took it', async () => {
  const it = await shop()
  const card = await cardOf(it, 500_00)
  const expand = ['order', 'device', 'userCard', 'user', 'station']
  const paymentOf = async (orderId: number) => {
    const { content } = await it.lin.call(transactions.list, { query: { search: `order.id:${orderId}` } })
    return it.lin.call(transactions.get, { id: content[0]!.id, query: { expand } })
  }
  // Somebody who is in the list of users, so that the payment can name its cashier.
  const over = { stationId: it.station.id, id: card.userId! }
  const cashier = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over })
  const [open, carded] = [await it.sell(), await it.sell()]
  const body = { amountCents: 100_00 }
  expect(await cashier.call(orderPayments.cash, { id: open.id, body, query: { expand: 'result' } })).toMatchObject({
    status: 'partiallyPaid',
    result: {
      id: open.id,
      paidCents: 100_00,
      lineItems: [{ item: { category: { type: 'fuel' } } }],
      transactions: [{ amountCents: 100_00 }],
    },
  })
  expect(await cashier.call(orderPayments.cash, { id: open.id, body: {} })).not.toHaveProperty('result')
  await cashier.call(orderPayments.card, { id: carded.id, body: { cardNumber: card.number } })

  const stationAndUser = { station: { id: it.station.id }, user: { id: card.userId } }
  expect(await paymentOf(open.id)).toMatchObject({ order: { id: open.id, orderNo: open.orderNo }, userCard: null, ...stationAndUser })
  expect(await paymentOf(carded.id)).toMatchObject({ order: { id: carded.id }, userCard: { number: card.number }, ...stationAndUser })
  const atPump = await it.sell({ payType: 'cash' })
  expect(await paymentOf(atPump.id)).toMatchObject({ serial: `${atPump.orderNo}-1`, device: { id: it.till.id }, user: null })
})

test('an order is paid part by card, part in cash, part by a platform', async () => {
  const it = await shop()
  const card = await cardOf(it, 100_00)
  const { id, orderNo } = await it.sell()
  const pay = { card: orderPayments.card, cash: orderPayments.cash }

  expect(await it.lin.refused(pay.card, { id, body: { userCardId: card.id } })).toBe('card.insufficientBalance')
  expect(await it.lin.call(pay.card, { id, body: { userCardId: card.id, amountCents: 100_00 } })).toMatchObject({
    status: 'partiallyPaid',
    paidCents: 100_00,
    payType: 'card',
  })
  expect(await it.lin.refused(pay.cash, { id, body: { amountCents: 140_01 } })).toBe('order.partTooLarge')
  expect(await it.lin.call(pay.cash, { id, body: { amountCents: 20_00 } })).toMatchObject({ status: 'partiallyPaid', paidCents: 120_00 })
  const done = await it.lin.call(pay.cash, { id, body: { payType: 'wx', externalSerialNo: serial() } })
  expect(done).toMatchObject({
    status: 'success',
    paidCents: 240_00,
    payType: 'wx',
    transaction: { serial: `${orderNo}-3`, amountCents: 120_00 },
  })

  expect(await it.lin.call(orders.get, { id })).toMatchObject({ moneyFlow: 'mixed', userCardId: card.id })
  expect(await books(it)).toEqual({ 'tender:cash': -120_00, 'tender:wx': -120_00, sales: 240_00 })
  expect(await brokenPromises(it)).toEqual([])
  expect(await it.lin.refused(pay.cash, { id, body: {} })).toBe('order.alreadyPaid')
})

test('a card that was charged at the pump pays whatever it holds, and owes the rest', async () => {
  const it = await shop()
  const card = await cardOf(it, 100_00)
  expect(await it.sell({ payType: 'card', cardNumber: card.number })).toMatchObject({ status: 'success', paidCents: 240_00 })
  expect(await pursesOf(card.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: -140_00 })
  expect(await brokenPromises(it)).toEqual([])
})

test('one order paid by thirty tills at once is paid once', async () => {
  const it = await shop()
  const card = await cardOf(it, 10_000_00)
  const { id } = await it.sell()
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      at % 2
        ? it.lin.refused(orderPayments.cash, { id, body: {} })
        : it.lin.refused(orderPayments.card, { id, body: { userCardId: card.id } }),
    ),
  )
  expect(outcomes.filter(outcome => outcome === 'allowed')).toHaveLength(1)
  expect(outcomes.filter(outcome => outcome === 'order.alreadyPaid')).toHaveLength(29)
  expect(await brokenPromises(it)).toEqual([])
})

test('a payment sent again under its key is one payment; a slip pays one order', async () => {
  const it = await shop()
  const [first, second] = [await it.sell(), await it.sell()]
  const slip = { payType: 'wx', externalSerialNo: serial(), amountCents: 40_00 } as const
  const key = { 'idempotency-key': 'slip-1' }
  const answer = await it.lin.call(orderPayments.cash, { id: first.id, body: slip }, key)
  expect(await it.lin.call(orderPayments.cash, { id: first.id, body: slip }, key)).toEqual(answer)
  expect(await it.lin.refused(orderPayments.cash, { id: first.id, body: { ...slip, amountCents: 1 } }, key)).toBe('idempotency.reused')
  expect(await it.lin.refused(orderPayments.cash, { id: second.id, body: slip })).toBe('transaction.serialTaken')
  expect(await it.lin.refused(orderPayments.cash, { id: second.id, body: { payType: 'ali' } })).toBe('transaction.serialMissing')
  expect(await books(it)).toEqual({ 'tender:wx': -40_00, sales: 40_00 })
})

test('an order bears the number of the slip that paid it', async () => {
  const it = await shop()
  const { id } = await it.sell()
  await it.lin.call(orderPayments.cash, { id, body: { payType: 'bankCard', externalSerialNo: 'POS-778' } })
  const found = await it.lin.call(orders.list, { query: { search: 'externalSerialNo:POS-778' } })
  expect(found).toMatchObject({ totalElements: 1, content: [{ id, payType: 'bankCard', moneyFlow: 'clearing' }] })
})

test('staff of a sister station neither see an order nor take its money', async () => {
  const it = await shop()
  const west = await it.addStation('Riverside West')
  const mei = await it.staff({ role: 'station_leader', stationIds: [west.id], over: { stationId: west.id } })
  const { id } = await it.sell()
  const outcomes = [
    mei.refused(orders.get, { id }),
    mei.refused(orderPayments.cash, { id, body: {} }),
    mei.refused(orderPayments.lock, { id }),
  ]
  expect(await Promise.all(outcomes)).toEqual(['notFound', 'notFound', 'notFound'])
  expect(await mei.call(orders.totals, {})).toMatchObject({ count: 0, totalCents: 0 })
})

test('a wrong payment password pays nothing and is counted', async () => {
  const it = await shop()
  const card = await cardOf(it, 500_00)
  await it.rows('update user_card set password_from_cents = 100 where id = $1', [card.id])
  const { id } = await it.sell()
  expect(await it.lin.refused(orderPayments.card, { id, body: { userCardId: card.id } })).toBe('card.passwordRequired')
  expect(await it.lin.refused(orderPayments.card, { id, body: { userCardId: card.id, payPassword: '135790' } })).toBe(
    'card.passwordMissing',
  )
  const again = () =>
    it.lin.refused(orderPayments.card, { id, body: { userCardId: card.id, payPassword: '135790' } }, { 'idempotency-key': 'a' })
  expect([await again(), await again()]).toEqual(['card.passwordMissing', 'card.passwordMissing'])
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ status: 'open', paidCents: 0 })
  expect(await pursesOf(card.id)).toMatchObject({ principal: 500_00 })
})

test('a payment under way on a terminal keeps the order; released, it can be paid; unpaid, it can be closed', async () => {
  const it = await shop()
  const { id } = await it.sell()
  expect(await it.lin.call(orderPayments.lock, { id })).toMatchObject({ status: 'lock' })
  expect(await it.lin.refused(orderPayments.cash, { id, body: {} })).toBe('order.statusForbids')
  expect(await it.lin.call(orderPayments.release, { id })).toMatchObject({ status: 'open' })
  expect(await it.lin.call(orderPayments.close, { id, body: { reason: 'Drove off' } })).toMatchObject({ status: 'close' })
  expect(await it.lin.refused(orderPayments.cash, { id, body: {} })).toBe('order.statusForbids')
  expect((await it.audits()).at(-1)).toMatchObject({ action: 'order.close', detail: { from: 'open', reason: 'Drove off' } })

  const other = await it.sell()
  await it.device.call(orderPayments.lock, { id: other.id })
  await it.device.call(orderPayments.release, { id: other.id })
  await it.device.call(orderPayments.lock, { id: other.id })
  expect(await it.lin.call(orderPayments.cash, { id: other.id, body: { payType: 'bankCard', externalSerialNo: serial() } })).toMatchObject({
    status: 'success',
  })
})

const statuses = OrderStatus.options
// @req SAL-004
test.each(statuses.flatMap(from => statuses.filter(to => to !== from).map(to => [from, to] as const)))(
  'the database lets an order go from %s to %s only as the table says',
  async (from, to) => {
    const it = await shop()
    const { id } = await it.sell()
    const paid = { success: 240_00, partiallyPaid: 100_00, close: 0, open: 0, lock: 0, fail: 0 }
    await it.rows('alter table sale_order disable trigger keep_order_status')
    await it.rows('update sale_order set status = $2, paid_cents = $3 where id = $1', [id, from, paid[from]])
    await it.rows('alter table sale_order enable trigger keep_order_status')
    const move = it.rows('update sale_order set status = $2, paid_cents = $3, refunded_cents = $4 where id = $1', [
      id,
      to,
      to === 'close' ? paid[from] : paid[to],
      to === 'close' ? paid[from] : 0,
    ])
    const outcome = await move.then(
      () => true,
      thrown => {
        expect(thrown).toMatchObject({ constraint: 'order.statusForbids' })
      },
    )
    expect(outcome === true).toBe(nextStatus[from].includes(to))
  },
)

test.each(statuses)('an order that is %s', status => {
  const may = (way: Parameters<typeof paymentRefusal>[1]) => paymentRefusal(status, way) ?? 'paid'
  expect([may('card'), may('cash'), may('platform')]).toEqual(
    {
      open: ['paid', 'paid', 'paid'],
      partiallyPaid: ['paid', 'paid', 'paid'],
      lock: ['order.statusForbids', 'order.statusForbids', 'paid'],
      success: Array(3).fill('order.alreadyPaid'),
      fail: Array(3).fill('order.statusForbids'),
      close: Array(3).fill('order.statusForbids'),
    }[status],
  )
})

test('what was sold is final: not even the application may change an amount', async () => {
  const it = await shop()
  const { id } = await it.sell()
  const change = (text: string) =>
    it.within(ctx => ctx.tx.executeQuery({ sql: text, parameters: [], query: { kind: 'RawNode' } as never, queryId: {} as never }))
  await expect(change(`update sale_order set total_cents = 1 where id = ${id}`)).rejects.toThrow('is final')
  await expect(change(`delete from sale_order where id = ${id}`)).rejects.toThrow('permission denied')
  await expect(change(`update order_line set amount_cents = 1 where order_id = ${id}`)).rejects.toThrow('permission denied')
})

test('another company’s order is not there to pay, lock, release or close', async () => {
  const mine = await shop(),
    theirs = await shop()
  const { id } = await theirs.sell()
  const card = await makeCard(mine, { principalCents: 500_00 })
  const attempts = [
    mine.lin.refused(orderPayments.card, { id, body: { userCardId: card.id } }),
    mine.lin.refused(orderPayments.cash, { id, body: {} }),
    mine.lin.refused(orderPayments.lock, { id }),
    mine.lin.refused(orderPayments.release, { id }),
    mine.lin.refused(orderPayments.close, { id, body: { reason: 'x' } }),
    mine.lin.refused(orders.get, { id }),
  ]
  expect(await Promise.all(attempts)).toEqual(Array(6).fill('notFound'))
  const own = await mine.sell(),
    card2 = await makeCard(theirs, { principalCents: 500_00 })
  expect(await mine.lin.refused(orderPayments.card, { id: own.id, body: { userCardId: card2.id } })).toBe('notFound')
  expect((await mine.lin.call(orders.list, {})).content.map(order => order.id)).toEqual([own.id])
})
