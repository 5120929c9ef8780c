import { deals, manualOrders, orderDiscounts, orderPayments, orders, userDeals, type ManualSale } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { inDays, marketing } from '../../testing/coupons.ts'
import { refunder, revokeProof } from '../../testing/refund.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
type Basket = Partial<ManualSale>

/** A counter at which a cashier enters sales of the article at 10.00 a piece. */
async function counter() {
  const it = await marketing()
  const { clerk, article, buyer } = it
  const basket = (pieces: number, of: Basket = {}) => ({
    createdDate: noon.toISOString(),
    remark: '漏录 Missed',
    userCardId: buyer.id,
    lineItems: [{ itemId: article.id, pieces, discountCents: 0 }],
    ...of,
  })
  const preview = (pieces: number, of: Basket = {}) => {
    const { remark: _remark, ...body } = basket(pieces, of)
    return clerk.call(manualOrders.preview, { body })
  }
  const enter = (pieces: number, of: Basket = {}) => clerk.call(manualOrders.enter, { body: basket(pieces, of) })
  const refused = (pieces: number, of: Basket = {}) => clerk.refused(manualOrders.enter, { body: basket(pieces, of) })
  const given = async (of: Parameters<typeof it.deal>[0] = {}) => {
    const made = await it.deal(of)
    return { dealId: made.id, id: (await it.issue(made.id)).userDealIds[0]! }
  }
  const payCash = (id: number) => clerk.call(orderPayments.cash, { id, body: { payType: 'cash' } })
  return { ...it, basket, preview, enter, refused, given, payCash, refund: refunder(clerk).refund }
}

// @req MKT-006 MKT-009 MKT-010
test('what a member holds is proposed where it costs least, used, explained by the sale, and given back with a whole refund', async () => {
  const it = await counter()
  const { id, dealId } = await it.given()
  const small = await it.given({ offCents: 5_00, minimumCents: 0 })
  const seen = await it.preview(15)
  expect(seen).toMatchObject({ totalCents: 130_00, discountCents: 20_00 })
  expect(seen.userDeals).toMatchObject([
    { id, isUsed: true, cents: 20_00, reason: null, kind: 'amount' },
    { id: small.id, isUsed: false, cents: 0, reason: 'notChosen' },
  ])
  const near = (await it.preview(9)).userDeals.find(each => each.id === id)
  expect(near).toMatchObject({ reason: 'minimumNotReached', haveCents: 90_00, needCents: 100_00 })
  // Nothing is kept of a preview.
  expect(await it.held(id)).toMatchObject({ status: 'unused', heldUntil: null })

  const sold = await it.enter(15, { userDealIds: [id], payType: 'cash' })
  expect(sold).toMatchObject({ status: 'success', totalCents: 130_00, paidCents: 130_00 })
  expect(await it.held(id)).toMatchObject({ status: 'used', orderId: sold.id, stationId: it.station.id, discountCents: 20_00 })
  const discount = await it.clerk.call(orderDiscounts.list, { query: { search: `order.id:${sold.id}` } })
  expect(discount.content).toMatchObject([{ kind: 'coupon', amountCents: 20_00, sourceVersion: 1 }])
  const read = await it.clerk.call(orders.get, { id: sold.id, query: { expand: ['userDeals.deal'] } })
  expect(read).toMatchObject({
    withheld: [{ kind: 'coupon', sourceId: small.id, reason: 'notChosen' }],
    userDeals: [{ id, deal: { id: dealId } }],
  })
  await it.addUp()
  expect(await it.clerk.call(deals.get, { id: dealId })).toMatchObject({ usedCount: 1, discountCents: 20_00, committedCents: 20_00 })
  expect(await it.broken()).toEqual([])

  const [payment] = (read as unknown as { transactions?: { id: number }[] }).transactions ?? []
  const paid = payment ?? (await it.clerk.call(orders.get, { id: sold.id, query: { expand: ['transactions'] } })).transactions![0]!
  await it.refund(paid.id, { amountCents: 30_00 })
  // A part refund leaves it used: what is paid back is what was paid.
  expect((await it.held(id)).status).toBe('used')
  await it.refund(paid.id, { amountCents: 100_00 })
  expect(await it.held(id)).toMatchObject({ status: 'unused', orderId: null, discountCents: 0 })
  await it.addUp()
  expect(await it.clerk.call(deals.get, { id: dealId })).toMatchObject({ usedCount: 0, discountCents: 0, committedCents: 20_00 })
  expect(await it.broken()).toEqual([])
})

test('an order that is not paid keeps its coupon for a quarter of an hour, and pays the price that was said or none', async () => {
  const it = await counter()
  const { id } = await it.given()
  const open = await it.enter(15, { userDealIds: [id] })
  expect(open).toMatchObject({ status: 'open', totalCents: 130_00 })
  expect((await it.held(id)).heldUntil).not.toBeNull()
  expect(await it.refused(12, { userDealIds: [id] })).toBe('coupon.heldElsewhere')
  expect((await it.preview(12)).userDeals).toMatchObject([{ id, isUsed: false, reason: 'heldElsewhere' }])
  expect(await it.clerk.refused(userDeals.recall, { id, body: { reason: 'x' } })).toBe('coupon.heldElsewhere')
  setClock(new Date(noon.getTime() + 16 * 60_000))
  const other = await it.enter(12, { userDealIds: [id], payType: 'cash' })
  expect(other).toMatchObject({ status: 'success', totalCents: 100_00 })
  // Too late: never another price without a word.
  expect(await it.clerk.refused(orderPayments.cash, { id: open.id, body: { payType: 'cash' } })).toBe('coupon.used')
  expect(await it.clerk.refused(orderPayments.card, { id: open.id, body: { userCardId: it.buyer.id } })).toBe('coupon.used')
  await it.clerk.call(orderPayments.close, { id: open.id, body: { reason: 'x' } })
  expect(await it.broken()).toEqual([])
})

test('closing lets go of it at once; paying late takes it again where nobody else has', async () => {
  const it = await counter()
  const { id } = await it.given()
  const first = await it.enter(15, { userDealIds: [id] })
  await it.clerk.call(orderPayments.close, { id: first.id, body: { reason: '客户离开 Left' } })
  expect(await it.held(id)).toMatchObject({ status: 'unused', heldUntil: null })
  const second = await it.enter(15, { userDealIds: [id] })
  setClock(new Date(noon.getTime() + 3_600_000))
  await it.payCash(second.id)
  expect(await it.held(id)).toMatchObject({ status: 'used', orderId: second.id })
  expect(await it.broken()).toEqual([])
})

test('a payment that fails on a terminal lets go of it at once; where another sale took it, the order pays no other price', async () => {
  const it = await counter()
  const { id } = await it.given()
  const first = await it.enter(15, { userDealIds: [id] })
  await it.clerk.call(orderPayments.lock, { id: first.id })
  await it.clerk.call(orderPayments.fail, { id: first.id, body: { reason: '余额不足 No funds' } })
  expect(await it.held(id)).toMatchObject({ status: 'unused', heldUntil: null })
  expect(await it.enter(12, { userDealIds: [id], payType: 'cash' })).toMatchObject({ status: 'success', totalCents: 100_00 })
  await it.clerk.call(orderPayments.release, { id: first.id })
  expect(await it.clerk.refused(orderPayments.cash, { id: first.id, body: { payType: 'cash' } })).toBe('coupon.used')
  expect(await it.broken()).toEqual([])
})

const here = [
  [{ stations: 'other' }, 'otherStation'],
  [{ deviceTypes: ['pos'] }, 'otherDevice'],
  [{ payTypes: ['wx'] }, 'otherPayType'],
  [{ weekdays: [7] }, 'otherWeekday'],
  [{ hours: [{ from: '01:00', until: '02:00' }] }, 'otherHours'],
  [{ items: 'other' }, 'otherProduct'],
  [{ kind: 'litre', offCents: null, centsPerL: 20, minimumCents: 0 }, 'otherProduct'],
] as const

// @req MKT-001 MKT-009
test.each(here)(
  'where it may not be used it is refused with the reason, and the sale is not made at another price: %o',
  async (over, reason) => {
    const it = await counter()
    const other = await it.stands.goods({ priceCents: 1_00 })
    const limits = {
      ...over,
      ...('stations' in over && { stations: [{ stationId: (await it.addStation()).id }] }),
      ...('items' in over && { items: [{ itemId: other.id }] }),
    }
    const { id } = await it.given(limits as never)
    expect((await it.preview(15, { userDealIds: [] })).userDeals).toMatchObject([{ id, reason: expect.any(String) }])
    const words = `"code":"coupon.notHere".*"reason":"${reason}"`
    await expect(it.enter(15, { userDealIds: [id], payType: 'cash' })).rejects.toThrow(new RegExp(words))
    expect((await it.clerk.call(orders.list, {})).content).toEqual([])
    expect(await it.held(id)).toMatchObject({ status: 'unused' })
  },
)

// @req MKT-008 MKT-009
test('stackable ones join, others stand alone; a code is used by anyone once, and by a member only where it is for everybody', async () => {
  const it = await counter()
  const [one, two] = [await it.given({ stackable: true, offCents: 5_00 }), await it.given({ stackable: true, offCents: 7_00 })]
  const alone = await it.given({ offCents: 6_00 })
  expect(await it.preview(15)).toMatchObject({ discountCents: 12_00 })
  expect(await it.refused(15, { userDealIds: [one.id, alone.id] })).toBe('coupon.notCombinable')
  const both = await it.enter(15, { userDealIds: [one.id, two.id], payType: 'card' })
  expect(both).toMatchObject({ totalCents: 138_00 })

  const made = await it.deal({ members: 'nonMembers' })
  const { codes, userDealIds } = await it.issue(made.id, { userIds: [], codes: 1 })
  const stranger = { userCardId: undefined, couponCodes: codes.map(code => code.toLowerCase()) }
  expect((await it.preview(12, stranger)).userDeals).toMatchObject([{ id: userDealIds[0], isUsed: true, code: codes[0] }])
  await expect(it.enter(12, { couponCodes: [...codes], userDealIds: [userDealIds[0]!] })).rejects.toThrow('nonMembersOnly')
  await it.enter(12, { ...stranger, userDealIds: [userDealIds[0]!], payType: 'cash' })
  expect(await it.refused(12, { ...stranger, userDealIds: [userDealIds[0]!] })).toBe('coupon.used')
  expect(await it.refused(12, { userCardId: undefined, couponCodes: ['ABCDEFGH2345'] })).toBe('coupon.codeUnknown')
  expect(await it.refused(12, { userCardId: undefined, userDealIds: [alone.id] })).toBe('notFound')
  expect(await it.broken()).toEqual([])
})

test('what a coupon pays whole is paid; a coupon that ended, or is disabled, is not used', async () => {
  const it = await counter()
  const free = await it.given({ kind: 'goods', offCents: null, minimumCents: 0, itemId: it.article.id, pieces: 1 })
  const sold = await it.enter(1, { userDealIds: [free.id] })
  expect(sold).toMatchObject({ status: 'success', totalCents: 0, paidCents: 0 })
  expect(await it.held(free.id)).toMatchObject({ status: 'used', discountCents: 10_00 })
  const off = await it.given()
  await it.clerk.call(deals.disable, { id: off.dealId })
  expect(await it.refused(15, { userDealIds: [off.id] })).toBe('coupon.disabled')
  await it.clerk.call(deals.enable, { id: off.dealId })
  setClock(new Date(inDays(30)))
  const late = { createdDate: inDays(30), userDealIds: [off.id] }
  expect(await it.refused(15, late)).toBe('coupon.expired')
  expect(await it.broken()).toEqual([])
})

// @req MKT-013
test('a used coupon is recalled with its order while that may be revoked', async () => {
  const it = await counter()
  const { id } = await it.given()
  const sold = await it.enter(15, { userDealIds: [id], payType: 'cash' })
  expect(await it.clerk.refused(userDeals.recall, { id, body: { reason: '误发 Mistake' } })).toBe('pin.proof')
  const pinProof = await revokeProof(it.clerk, sold.id, 130_00)
  const back = await it.clerk.call(userDeals.recall, { id, body: { reason: '误发 Mistake', pinProof } })
  expect(back).toMatchObject({ status: 'recovered', orderId: null })
  expect(await it.clerk.call(orders.get, { id: sold.id })).toMatchObject({ refundedCents: 130_00 })
  expect(await it.broken()).toEqual([])
})
