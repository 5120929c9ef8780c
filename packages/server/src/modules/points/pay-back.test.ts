import { memberMerge, orderRefunds, orders, refunds, transactions } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { books } from '../../testing/order.ts'
import { payingPoints } from '../../testing/paying-points.ts'
import { noon, owned, setClock } from '../../testing/world.ts'
import { partsBack } from './pay.ts'

beforeEach(() => setClock(noon))
type It = Awaited<ReturnType<typeof payingPoints>>

/** An order of 240.00: so many points, the rest in cash. */
async function sold(it: It, points: number) {
  const { id } = await it.sale()
  const { transaction: byPoints } = await it.pay(id, { points })
  const { transaction: inCash } = await it.cash(id)
  return { id, byPoints: byPoints.id, inCash: inCash.id }
}

// @req SAL-009 SAL-013
test('a refund gives points back into their lots, in parts, and cash from the till; what was booked is as it was', async () => {
  const it = await payingPoints({ months: 1 })
  await it.give(300)
  setClock('2026-06-02T04:00:00Z')
  await it.give(1_000)
  const before = await books(it)
  const lots = [
    { endsOn: '2026-06-30', points: 300 },
    { endsOn: '2026-07-31', points: 1_000 },
  ]
  const { id, byPoints, inCash } = await sold(it, 500)
  expect((await it.score()).lots).toEqual([{ endsOn: '2026-07-31', points: 800 }])

  expect(await it.refund(byPoints, { amountCents: 2_00 })).toMatchObject({
    amountCents: 2_00,
    paidOutCents: 2_00,
    points: 200,
    payType: 'score',
  })
  expect((await it.score()).lots).toEqual([
    { endsOn: '2026-06-30', points: 200 },
    { endsOn: '2026-07-31', points: 800 },
  ])
  expect(await it.lin.call(transactions.get, { id: byPoints })).toMatchObject({ points: 500, refundedCents: 2_00 })
  await it.refund(byPoints, { amountCents: 3_00 })
  await it.refund(inCash, { amountCents: 235_00 })
  expect((await it.score()).lots).toEqual(lots)
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ status: 'success', paidCents: 240_00, refundedCents: 240_00 })
  expect(await books(it)).toEqual(before)
  const { content } = await it.lin.call(refunds.list, { query: { search: `order.id:${id}`, sort: 'id,asc' } })
  expect(content.map(({ payType, amountCents, points }) => [payType, amountCents, points])).toEqual([
    ['score', 2_00, 200],
    ['score', 3_00, 300],
    ['cash', 235_00, null],
  ])
  expect((await it.history()).map(({ type, points, orderId }) => [type, points, orderId])).toEqual([
    ['pay', -500, id],
    ['payBack', 200, id],
    ['payBack', 300, id],
  ])
  expect(await it.broken()).toEqual([])
})

test('points whose end has come meanwhile have thirty days from the refund on; what the member owes is paid first', async () => {
  const it = await payingPoints({ months: 1 })
  await it.give(500)
  const { byPoints } = await sold(it, 500)
  setClock('2026-07-05T04:00:00Z')
  await it.refund(byPoints, { amountCents: 1_00 })
  expect((await it.score()).lots).toEqual([{ endsOn: '2026-08-04', points: 100 }])
  await it.refund(byPoints, { amountCents: 4_00 })
  expect((await it.score()).lots).toEqual([{ endsOn: '2026-08-04', points: 500 }])

  const other = await payingPoints()
  const earned = await other.pays()
  await other.earn()
  const paid = await sold(other, 240)
  await other.giveBack(earned, 240_00)
  await other.earn()
  // What the sale in cash has brought is a part of what is owed.
  expect(await other.score()).toMatchObject({ points: 0, owedPoints: 3 })
  await other.refund(paid.byPoints, { amountCents: 2_40 })
  expect(await other.score()).toMatchObject({ points: 237, owedPoints: 0 })
  expect(await other.broken()).toEqual([])
})

test('points go back whole, never in cash, and not more than paid; the preview says so beforehand', async () => {
  const it = await payingPoints({ payCents: 7 })
  await it.give(100)
  const { byPoints } = await sold(it, 100)
  const preview = (body: { amountCents?: number; mode?: 'cash' | 'original' }) => it.lin.call(orderRefunds.preview, { id: byPoints, body })
  expect(await preview({})).toMatchObject({ maxCents: 7_00, refusal: null, parts: { amountCents: 7_00, points: 100, principalCents: 0 } })
  expect(await preview({ amountCents: 71 })).toMatchObject({ maxCents: 7_00, refusal: { code: 'points.notWhole', field: 'amountCents' } })
  expect(await preview({ mode: 'cash' })).toMatchObject({ refusal: { code: 'points.notPaidOut', field: 'mode' } })
  expect(await it.refusedRefund(byPoints, { amountCents: 71 })).toBe('points.notWhole')
  expect(await it.refusedRefund(byPoints, { amountCents: 70, mode: 'cash' })).toBe('points.notPaidOut')
  expect(await it.refusedRefund(byPoints, { amountCents: 7_01 })).toBe('refund.tooLarge')
  // What a point is worth now does not matter: what it was worth then does.
  await owned('update points_rule set pay_cents = 3, pay_percent = 1 where company_id = $1', [it.company.id])
  expect(await it.refund(byPoints, { amountCents: 70 })).toMatchObject({ points: 10 })
  await owned('update points_rule set pay_cents = null where company_id = $1', [it.company.id])
  expect(await it.refund(byPoints, { amountCents: 6_30 })).toMatchObject({ points: 90 })
  expect(await it.refusedRefund(byPoints, { amountCents: 7 })).toBe('refund.notPossible')
  expect((await it.score()).points).toBe(100)
  expect(await it.broken()).toEqual([])
})

// @req SAL-009
test('an order is revoked with all its payments, points before or after a card; a part payment that goes back closes it', async () => {
  const it = await payingPoints()
  await it.give(1_000)
  const before = await books(it)
  const { id } = await it.sale()
  await it.pay(id, { points: 1_000 })
  await it.lin.call(orders.get, { id })
  await it.cash(id, 30_00)
  expect(await it.lin.call(orderRefunds.revokePreview, { id })).toEqual({ amountCents: 40_00, refusal: null })
  expect(await it.revoke(id, 40_00)).toMatchObject({ status: 'close', refundedCents: 40_00 })
  expect(await books(it)).toEqual(before)
  expect((await it.score()).points).toBe(1_000)

  const again = await it.sale()
  const { transaction } = await it.pay(again.id, { points: 500 })
  expect(await it.refund(transaction.id, { amountCents: 5_00 })).toMatchObject({ order: { status: 'close' } })
  expect(await it.refusedPay(again.id)).toBe('order.statusForbids')
  expect(await books(it)).toEqual(before)
  expect(await it.broken()).toEqual([])
})

test('what a sale has earned is taken back by share of the whole, whichever of its payments goes back', async () => {
  const it = await payingPoints()
  await it.give(12_000)
  const { byPoints, inCash } = await sold(it, 12_000)
  await it.earn()
  expect((await it.score()).points).toBe(120)
  await it.refund(byPoints, { amountCents: 60_00 })
  await it.earn()
  expect((await it.score()).points).toBe(6_000 + 90)
  await it.refund(byPoints, { amountCents: 60_00 })
  await it.refund(inCash, { amountCents: 120_00 })
  await it.earn()
  expect(await it.score()).toMatchObject({ points: 12_000, owedPoints: 0 })
  expect(await it.broken()).toEqual([])
})

test('points go back to the account that has the others since two members were merged; where it is closed they do not', async () => {
  const it = await payingPoints()
  const second = await makeCard(it, {})
  const other = await it.joined(second.userId!)
  await it.give(700, other.points)
  const { id } = await it.sell({ cardNumber: second.number })
  const { transaction } = await it.pay(id, { points: 600 })
  await it.cash(id)
  await owned(`update user_account set created_date = '2026-03-02' where id = $1`, [it.card.userId])
  await it.boss.call(memberMerge.merge, {
    id: it.card.userId!,
    body: {
      otherId: second.userId!,
      reason: 'Added twice',
      pinProof: await proofOf(it.boss.actor, { action: 'member.merge', subject: `members:${it.card.userId}` }),
    },
  })
  expect((await it.score()).points).toBe(100)
  await it.refund(transaction.id, { amountCents: 4_00 })
  expect((await it.score()).points).toBe(500)
  expect(await it.broken()).toEqual([])

  await owned(`update user_card set closed_time = now(), status = 'disable' where id = $1`, [it.account.points])
  expect(await it.refusedRefund(transaction.id, { amountCents: 2_00 })).toBe('points.accountGone')
  expect(await it.lin.call(orderRefunds.preview, { id: transaction.id, body: {} })).toMatchObject({
    maxCents: 0,
    refusal: { code: 'points.accountGone' },
  })
})

test('a payment by points of a history, of which no points are known, is not given back', async () => {
  const it = await payingPoints()
  const { id } = await it.sale()
  const { transaction } = await it.cash(id)
  await owned(`update pay_transaction set pay_type = 'score' where id = $1`, [transaction.id])
  expect(await it.refusedRefund(transaction.id, { amountCents: 240_00 })).toBe('refund.notMoney')
})

test('parts of what was taken go back in the order in which it was taken', () => {
  const lots = [
    { endsOn: '2026-06-30', points: 3 },
    { endsOn: '2026-07-31', points: 5 },
    { endsOn: null, points: 2 },
  ]
  expect(partsBack(lots, 0, 10)).toEqual(lots)
  expect(partsBack(lots, 0, 3)).toEqual([lots[0]])
  expect(partsBack(lots, 2, 3)).toEqual([
    { endsOn: '2026-06-30', points: 1 },
    { endsOn: '2026-07-31', points: 2 },
  ])
  expect(partsBack(lots, 8, 2)).toEqual([lots[2]])
  expect(partsBack(lots, 10, 0)).toEqual([])
})
