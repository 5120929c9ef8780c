import { chargeUserCard, orderPayments, orderRefunds, orders, refunds, transactions, userCardDetails } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { books, serial, shop } from '../../testing/order.ts'
import { refundBody, refunder, revokeProof } from '../../testing/refund.ts'
import { noon, setClock, tamper } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const later = (days: number) => setClock(new Date(noon.getTime() + days * 24 * 60 * 60_000))
type Shop = Awaited<ReturnType<typeof shop>>

/** Sells for 240.00, and takes it in cash unless given otherwise. */
async function sold(it: Shop, paid: { cardId?: number; payType?: 'cash' | 'wx'; amountCents?: number } = {}) {
  const { id, orderNo } = await it.sell()
  const { cardId, payType = 'cash', amountCents } = paid
  const part = amountCents === undefined ? {} : { amountCents }
  const { transaction } = cardId
    ? await it.lin.call(orderPayments.card, { id, body: { userCardId: cardId, ...part } })
    : await it.lin.call(orderPayments.cash, { id, body: { payType, ...(payType !== 'cash' && { externalSerialNo: serial() }), ...part } })
  return { id, orderNo, txn: transaction.id, serial: transaction.serial }
}
const broken = async (it: Shop) => {
  const results = await invariantsOf(it)
  return results.filter(invariant => invariant.breaches > 0)
}

// @req SAL-009 SAL-010 SAL-011 SAL-013
test('a cashier gives part of a cash payment back, then the rest; the order says how far it was refunded', async () => {
  const it = await shop()
  const { refund, refused } = refunder(it.lin)
  const { id, orderNo, txn } = await sold(it)

  const first = await refund(txn, { amountCents: 100_00, reason: 'changeTender' })
  expect(first).toMatchObject({
    serial: `${orderNo}-1-R1`,
    amountCents: 100_00,
    paidOutCents: 100_00,
    payType: 'cash',
    order: { id, status: 'success', refundedCents: 100_00 },
  })
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ paidCents: 240_00, refundedCents: 100_00, refundStatus: 'partlyRefunded' })
  expect(await it.lin.call(transactions.get, { id: txn })).toMatchObject({ refundedCents: 100_00, refundStatus: 'partlyRefunded' })
  expect(await refused(txn, { amountCents: 140_01 })).toBe('refund.tooLarge')

  await refund(txn, { amountCents: 140_00, reason: 'other', remark: 'Nozzle broke down' })
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ status: 'success', refundedCents: 240_00, refundStatus: 'refunded' })
  expect(await refused(txn, { amountCents: 1 })).toBe('refund.notPossible')
  expect(await it.lin.call(orders.list, { query: { search: 'refundStatus:refunded' } })).toMatchObject({
    totalElements: 1,
    content: [{ id }],
  })
  expect(await it.lin.call(refunds.list, { query: { search: `order.id:${id}`, sort: 'serial' } })).toMatchObject({
    content: [
      { mode: 'original', reason: 'changeTender', userId: it.lin.actor.id },
      { reason: 'other', remark: 'Nozzle broke down', revoked: false },
    ],
  })
  expect(await books(it)).toEqual({})
  expect((await it.audits()).filter(({ action }) => action === 'order.refund')).toMatchObject([
    { subject: `orders:${id}`, detail: { amountCents: 100_00, payment: `${orderNo}-1` } },
    { detail: { remark: 'Nozzle broke down' } },
  ])
  expect((await it.events()).filter(({ topic }) => topic === 'order.refunded')).toHaveLength(2)
  expect(await broken(it)).toEqual([])
})

// @req SAL-009 SAL-010 SAL-011
test('each reason and each way is taken and kept, no other; a list is narrowed to what was refunded, in part or not at all', async () => {
  const it = await shop()
  const { refund, refused } = refunder(it.lin)
  const { id, txn } = await sold(it, { payType: 'wx' })
  const untouched = await sold(it)
  const ways = (['paidWrong', 'changeTender', 'other'] as const).flatMap(reason =>
    (['original', 'cash'] as const).map(mode => ({ reason, mode })),
  )
  for (const way of ways) {
    const { payType } = await refund(txn, { amountCents: 40_00, remark: 'x', ...way })
    expect(payType).toBe(way.mode === 'cash' ? 'cash' : 'wx')
    const status = way === ways.at(-1) ? 'refunded' : 'partlyRefunded'
    for (const [search, found] of [
      [`refundStatus:${status}`, id],
      ['refundStatus:notRefunded', untouched.id],
    ] as const) {
      expect((await it.lin.call(orders.list, { query: { search } })).content.map(order => order.id)).toEqual([found])
      expect((await it.lin.call(transactions.list, { query: { search } })).content.map(({ orderId }) => orderId)).toEqual([found])
    }
  }
  const { content } = await it.lin.call(refunds.list, { query: { sort: 'id' } })
  expect(content.map(({ reason, mode }) => ({ reason, mode }))).toEqual(ways)
  for (const wrong of [{ reason: 'goodwill' as never }, { mode: 'voucher' as never }])
    expect(await refused(untouched.txn, { amountCents: 1_00, ...wrong })).toBe('validation')
  expect(await refused(untouched.txn, { amountCents: 1_00, reason: 'other', remark: '  ' })).toBe('refund.remarkMissing')
  expect(await refused(untouched.txn, { amountCents: 0 })).toBe('validation')
})

test('a card gets back to its purses in the order in which they were taken', async () => {
  const it = await shop()
  const { refund } = refunder(it.lin)
  const card = await makeCard(it, { principalCents: 200_00, giftCents: 100_00 })
  const { id, txn } = await sold(it, { cardId: card.id })
  expect(await pursesOf(card.id)).toMatchObject({ principal: 0, gift: 60_00 })

  expect(await refund(txn, { amountCents: 210_00 })).toMatchObject({ principalCents: 200_00, giftCents: 10_00, paidOutCents: 210_00 })
  expect(await pursesOf(card.id)).toMatchObject({ principal: 200_00, gift: 70_00 })
  expect(await refund(txn, { amountCents: 30_00 })).toMatchObject({ principalCents: 0, giftCents: 30_00 })
  expect(await pursesOf(card.id)).toEqual({ principal: 200_00, gift: 100_00, lock: 0, debt: 0 })
  expect(await it.lin.call(userCardDetails.list, { query: { search: `order.id:${id},type:refundConsume` } })).toMatchObject({
    totalElements: 2,
  })
  expect(await broken(it)).toEqual([])
})

test('in cash, a card payment pays its principal out and takes the gift back', async () => {
  const it = await shop()
  const { refund } = refunder(it.lin)
  const card = await makeCard(it, { principalCents: 200_00, giftCents: 100_00 })
  const { txn } = await sold(it, { cardId: card.id })
  const seen = await it.lin.call(orderRefunds.preview, { id: txn, body: { mode: 'cash' } })
  expect(seen).toMatchObject({ maxCents: 240_00, refusal: null, parts: { paidOutCents: 200_00, giftCents: 40_00 } })

  expect(await refund(txn, { amountCents: 240_00, mode: 'cash' })).toMatchObject({
    paidOutCents: 200_00,
    giftCents: 40_00,
    payType: 'cash',
  })
  expect(await pursesOf(card.id)).toEqual({ principal: 0, gift: 60_00, lock: 0, debt: 0 })
  // The till gave 200.00, which it had taken for the top-up.
  expect(await books(it)).toEqual({ gift: 60_00, giftExpense: -60_00 })
  expect(await it.lin.call(userCardDetails.list, { query: { search: `type:back`, sort: 'id' } })).toMatchObject({
    content: [{ principalCents: -200_00, payType: 'cash', balanceAfterCents: 100_00 }],
  })
  expect(await broken(it)).toEqual([])
})

test('what a card owed for a delivered sale is no longer owed; a card that still owes gets no cash', async () => {
  const it = await shop()
  const { refund, refused } = refunder(it.lin)
  const card = await makeCard(it, { principalCents: 100_00 })
  await it.sell({ payType: 'card', userCardId: card.id })
  await it.sell({ payType: 'card', userCardId: card.id })
  const [first, second] = (await it.lin.call(transactions.list, { query: { sort: 'id' } })).content
  expect(await pursesOf(card.id)).toMatchObject({ principal: 0, debt: -380_00 })

  expect(await refused(first!.id, { amountCents: 240_00, mode: 'cash' })).toBe('refund.cardOwes')
  expect(await refund(second!.id, { amountCents: 240_00 })).toMatchObject({ debtCents: 240_00, principalCents: 0 })
  expect(await pursesOf(card.id)).toMatchObject({ debt: -140_00 })
  const clerk = await it.staff({ over: { stationId: it.station.id } })
  await clerk.call(chargeUserCard, { id: card.id, body: { amountCents: 140_00, payType: 'cash', withoutReceipt: true } })
  expect(await refund(first!.id, { amountCents: 240_00, mode: 'cash' })).toMatchObject({ paidOutCents: 240_00 })
  expect(await books(it)).toEqual({})
  expect(await broken(it)).toEqual([])
})

test('a part payment that is given back whole closes its order', async () => {
  const it = await shop()
  const { refund } = refunder(it.lin)
  const { id, txn } = await sold(it, { amountCents: 90_00 })
  expect((await refund(txn, { amountCents: 40_00 })).order).toMatchObject({ status: 'partiallyPaid' })
  expect((await refund(txn, { amountCents: 50_00 })).order).toMatchObject({ id, status: 'close', refundedCents: 90_00 })
  expect(await it.lin.refused(orderPayments.cash, { id, body: {} })).toBe('order.statusForbids')
  expect(await broken(it)).toEqual([])
})

// @req SAL-012 SAL-013 SAL-014 SAL-015 ACC-086
test('what cannot be refunded is refused, and says why beforehand', async () => {
  const it = await shop()
  const { refused } = refunder(it.lin)
  const { txn } = await sold(it)
  const reasons = { other: await refused(txn, { amountCents: 1_00, reason: 'other' }), much: await refused(txn, { amountCents: 240_01 }) }
  expect(reasons).toEqual({ other: 'refund.remarkMissing', much: 'refund.tooLarge' })
  const foreseen = async (amountCents: number) => it.lin.call(orderRefunds.preview, { id: txn, body: { amountCents } })
  expect(await foreseen(240_00)).toMatchObject({ maxCents: 240_00, refusal: null, parts: { paidOutCents: 240_00 } })
  expect(await foreseen(240_01)).toMatchObject({ maxCents: 240_00, refusal: { code: 'refund.tooLarge' }, parts: null })

  const body = await refundBody(it.lin, txn, { amountCents: 10_00 })
  expect(await it.lin.refused(orderRefunds.refund, { id: txn, body: { ...body, amountCents: 11_00 } })).toBe('pin.proof')
  expect(await it.lin.refused(orderRefunds.refund, { id: txn, body: { ...body, pinProof: 'guessed' } })).toBe('pin.proof')
  const { pinProof: _without, ...unproven } = body
  expect(await it.lin.refused(orderRefunds.refund, { id: txn, body: unproven as never })).toBe('validation')
  const other = await sold(it)
  expect(await it.lin.refused(orderRefunds.refund, { id: other.txn, body })).toBe('pin.proof')
  await it.lin.call(orderRefunds.refund, { id: txn, body })
  expect(await it.lin.refused(orderRefunds.refund, { id: txn, body })).toBe('pin.proof')

  await it.rows(
    `insert into pay_transaction (company_id, station_id, order_id, serial, pay_type, amount_cents, status, created_date)
     select company_id, station_id, order_id, 'tried', pay_type, amount_cents, 'fail', created_date from pay_transaction where id = $1`,
    [txn],
  )
  const tried = (await it.lin.call(transactions.list, { query: { search: 'serial:tried' } })).content[0]!
  expect(await refused(tried.id, { amountCents: 1_00 })).toBe('refund.notPossible')
  expect(await it.lin.call(orderRefunds.preview, { id: tried.id, body: {} })).toMatchObject({
    maxCents: 0,
    refusal: { code: 'refund.notPossible' },
  })

  for (const payType of ['free', 'coupon', 'gift', 'score', 'debit']) {
    const { txn: unpaid } = await sold(it)
    await tamper('update pay_transaction set pay_type = $2 where id = $1', [unpaid, payType])
    expect(await refused(unpaid, { amountCents: 1_00 }), payType).toBe('refund.notMoney')
  }

  const sub = await makeCard(it, { kind: 'employee', principalCents: 300_00 })
  const byEmployee = await sold(it, { cardId: sub.id })
  expect(await refused(byEmployee.txn, { amountCents: 10_00, mode: 'cash' })).toBe('refund.cashOfFleet')
  later(365)
  expect((await it.lin.call(orderRefunds.preview, { id: txn, body: {} })).refusal).toBeNull()
  later(365.001)
  expect(await refused(txn, { amountCents: 1_00 })).toBe('refund.tooOld')
  expect(await (await shop()).lin.refused(orderRefunds.preview, { id: txn, body: {} })).toBe('notFound')
})

test('the same refund sent twice is one refund', async () => {
  const it = await shop()
  const { id, txn } = await sold(it)
  const body = await refundBody(it.lin, txn, { amountCents: 30_00 })
  const sent = { id: txn, body }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answers = [await it.lin.call(orderRefunds.refund, sent, headers), await it.lin.call(orderRefunds.refund, sent, headers)]
  expect(answers[1]).toEqual(answers[0])
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ refundedCents: 30_00 })
})

async function failed(it: Shop, id: number) {
  await it.lin.call(orderPayments.lock, { id })
  await it.device.call(orderPayments.fail, { id, body: { reason: 'Card reader: no answer' } })
}

// @req SAL-016 SAL-017
test.each([
  ['not paid', async () => undefined],
  ['failed at the terminal', failed],
  ['closed', (it: Shop, id: number) => it.lin.call(orderPayments.close, { id, body: { reason: 'Drove off' } })],
  ['paid at the pump, by nobody', undefined],
] as const)('an order that is %s cannot be revoked, and is said so in both languages before any PIN', async (_, become) => {
  const it = await shop()
  const { id, orderNo } = await it.sell(become ? {} : { payType: 'cash' })
  await become?.(it, id)
  expect(await it.lin.refused(orderRefunds.revoke, { id, body: {} })).toBe('order.cannotBeRevoked')
  const { refusal } = await it.lin.call(orderRefunds.revokePreview, { id })
  expect(refusal).toMatchObject({ code: 'order.cannotBeRevoked', message: `The transaction state of order ${orderNo} cannot be revoked` })
})

// @req SAL-014 SAL-016 SAL-017 ACC-086
test('anyone who took a payment may revoke it while the shift runs; others, and later, may not', async () => {
  const it = await shop()
  const { revoke } = refunder(it.lin)
  const card = await makeCard(it, { principalCents: 100_00 })
  const { id } = await it.sell()
  await it.lin.call(orderPayments.card, { id, body: { userCardId: card.id, amountCents: 100_00 } })
  await it.lin.call(orderPayments.cash, { id, body: {} })

  const wu = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const stranger = { pinProof: await revokeProof(wu, id, 240_00) }
  expect(await wu.refused(orderRefunds.revoke, { id, body: stranger })).toBe('order.cannotBeRevoked')
  expect(await wu.call(orderRefunds.revokePreview, { id })).toMatchObject({ refusal: { code: 'order.cannotBeRevoked' } })
  expect(await it.lin.call(orderRefunds.revokePreview, { id })).toEqual({ amountCents: 240_00, refusal: null })
  for (const pinProof of ['guessed', await revokeProof(it.lin, id, 239_99)])
    expect(await it.lin.refused(orderRefunds.revoke, { id, body: { pinProof } })).toBe('pin.proof')
  expect(await it.lin.refused(orderRefunds.revoke, { id, body: {} })).toBe('pin.proof')
  expect(await revoke(id, 240_00)).toMatchObject({ status: 'success', refundedCents: 240_00 })
  expect(await pursesOf(card.id)).toMatchObject({ principal: 100_00 })
  expect(await it.lin.call(refunds.list, { query: { search: 'revoked:true' } })).toMatchObject({ totalElements: 2 })
  expect(await it.lin.refused(orderRefunds.revoke, { id, body: {} })).toBe('order.cannotBeRevoked')

  const locked = await it.sell()
  await it.lin.call(orderPayments.lock, { id: locked.id })
  expect(await wu.call(orderRefunds.revokePreview, { id: locked.id })).toEqual({ amountCents: 0, refusal: null })
  expect(await wu.call(orderRefunds.revoke, { id: locked.id, body: {} })).toMatchObject({ status: 'open', refundedCents: 0 })
  expect(await it.lin.refused(orderRefunds.revoke, { id: locked.id, body: {} })).toBe('order.cannotBeRevoked')

  const yesterday = await sold(it)
  later(1)
  const late = { pinProof: await revokeProof(it.lin, yesterday.id, 240_00) }
  expect(await it.lin.refused(orderRefunds.revoke, { id: yesterday.id, body: late })).toBe('order.cannotBeRevoked')
  expect(await broken(it)).toEqual([])
})
