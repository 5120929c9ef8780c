import { deals, discounts, orderDiscounts, orderIntake, orderPayments, orders, manualOrders, type TakenOrder } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { marketing } from '../../testing/coupons.ts'
import { brokenPromises, serial, type Told } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
type Coupons = NonNullable<Told['lineItems'][number]['coupons']>

/** A till that sells the article at 10.00 a piece to the buyer, and says which coupons took off what. */
async function tillWithCoupons() {
  const it = await marketing()
  const { article, buyer, device } = it
  let sent = 0
  const body = (pieces: number, coupons: Coupons, of: Partial<Told> = {}): Told => ({
    sequence: ++sent,
    payType: 'wx',
    externalSerialNo: serial(),
    userCardId: buyer.id,
    lineItems: [{ itemId: article.id, pieces, discountCents: coupons.reduce((sum, each) => sum + each.amountCents, 0), coupons }],
    ...of,
  })
  const sold = (pieces: number, coupons: Coupons, of: Partial<Told> = {}) =>
    device.call(orderIntake.take, { body: body(pieces, coupons, of) })
  const refused = (pieces: number, coupons: Coupons, of: Partial<Told> = {}) =>
    device.refused(orderIntake.take, { body: body(pieces, coupons, of) })
  const given = async (of: Parameters<typeof it.deal>[0] = {}) => (await it.issue((await it.deal(of)).id)).userDealIds[0]!
  const read = (id: number) => it.clerk.call(orders.get, { id })
  const discounts = async (id: number) =>
    (await it.clerk.call(orderDiscounts.list, { query: { search: `order.id:${id}`, sort: ['kind', 'amountCents,desc'] } })).content.map(
      ({ kind, amountCents }) => [kind, amountCents],
    )
  return { ...it, body, sold, refused, given, read, discounts, refund: refunder(it.clerk).refund }
}

// @req MKT-001 MKT-006 MKT-010
test('a till asks what a coupon gives, takes it off and says so; the sale explains it, and a whole refund gives it back', async () => {
  const it = await tillWithCoupons()
  const made = await it.deal({ deviceTypes: ['pos'] })
  const id = (await it.issue(made.id)).userDealIds[0]!
  const lineItems = [{ itemId: it.article.id, pieces: 12, discountCents: 0 }]
  const asked = await it.device.call(manualOrders.preview, { body: { userCardId: it.buyer.id, lineItems } })
  expect(asked).toMatchObject({ totalCents: 100_00, userDeals: [{ id, isUsed: true, cents: 20_00 }] })

  const order = await it.sold(12, [{ userDealId: id, amountCents: 20_00 }])
  expect(order).toMatchObject({ status: 'success', totalCents: 100_00, paidCents: 100_00, priceDifference: false })
  expect(await it.held(id)).toMatchObject({ status: 'used', orderId: order.id, stationId: it.station.id, discountCents: 20_00 })
  expect(await it.discounts(order.id)).toEqual([['coupon', 20_00]])
  expect((await it.read(order.id)).withheld).toEqual([])
  const { transactions } = await it.clerk.call(orders.get, { id: order.id, query: { expand: ['transactions'] } })
  await it.refund(transactions![0]!.id, { amountCents: 100_00 })
  expect(await it.held(id)).toMatchObject({ status: 'unused', orderId: null, discountCents: 0 })
  await it.addUp()
  expect(await it.clerk.call(deals.get, { id: made.id })).toMatchObject({ usedCount: 0, discountCents: 0 })
  expect([await brokenPromises(it), await it.broken()]).toEqual([[], []])
})

// @req MKT-010
test('sent again it is the same sale; on another one the coupon is used already, and the discount is the device’s own', async () => {
  const it = await tillWithCoupons()
  const id = await it.given()
  const coupons = [{ userDealId: id, amountCents: 20_00 }]
  const body = it.body(12, coupons)
  const first = await it.device.call(orderIntake.take, { body })
  expect(await it.device.call(orderIntake.take, { body })).toEqual(first)

  const next = await it.sold(12, coupons)
  expect(next).toMatchObject({ status: 'success', totalCents: 100_00, priceDifference: true })
  expect(await it.discounts(next.id)).toEqual([['terminal', 20_00]])
  expect((await it.read(next.id)).withheld).toMatchObject([
    { kind: 'coupon', sourceId: id, reason: 'used', haveCents: 20_00, needCents: 0 },
  ])
  expect(await it.held(id)).toMatchObject({ orderId: first.id })
  expect([await brokenPromises(it), await it.broken()]).toEqual([[], []])
})

test('two sales of one batch name the same coupon: the first uses it', async () => {
  const it = await tillWithCoupons()
  const coupons = [{ userDealId: await it.given(), amountCents: 20_00 }]
  const { content } = await it.device.call(orderIntake.takeBatch, { body: { orders: [it.body(12, coupons), it.body(12, coupons)] } })
  const taken = content.map(({ order }) => order as TakenOrder)
  expect(taken.map(({ priceDifference }) => priceDifference)).toEqual([false, true])
  expect(await it.discounts(taken[0]!.id)).toEqual([['coupon', 20_00]])
  expect(await it.discounts(taken[1]!.id)).toEqual([['terminal', 20_00]])
  expect([await brokenPromises(it), await it.broken()]).toEqual([[], []])
})

// @req MKT-001
test('a device that took off something else is believed, up to what a coupon may cost; the sale says what was due', async () => {
  const it = await tillWithCoupons()
  const [less, more, early] = [await it.given(), await it.given(), await it.given()]
  const cheap = await it.sold(12, [{ userDealId: less, amountCents: 15_00 }])
  expect(await it.discounts(cheap.id)).toEqual([['coupon', 15_00]])
  expect((await it.read(cheap.id)).withheld).toMatchObject([{ reason: 'chargedOtherwise', haveCents: 15_00, needCents: 20_00 }])
  expect(await it.held(less)).toMatchObject({ status: 'used', discountCents: 15_00 })

  const dear = await it.sold(12, [{ userDealId: more, amountCents: 26_00 }])
  expect(dear).toMatchObject({ totalCents: 94_00, priceDifference: true })
  expect(await it.discounts(dear.id)).toEqual([
    ['coupon', 20_00],
    ['terminal', 6_00],
  ])
  expect(await it.held(more)).toMatchObject({ status: 'used', discountCents: 20_00 })

  const below = await it.sold(5, [{ userDealId: early, amountCents: 20_00 }])
  expect((await it.read(below.id)).withheld).toMatchObject([{ reason: 'minimumNotReached', haveCents: 50_00, needCents: 100_00 }])
  expect(await it.held(early)).toMatchObject({ status: 'used', discountCents: 20_00 })
  await it.addUp()
  expect([await brokenPromises(it), await it.broken()]).toEqual([[], []])
})

// @req MKT-001 MKT-008
test('a sale that is not paid yet keeps its coupons until it is; what cannot be used on it is refused', async () => {
  const it = await tillWithCoupons()
  const [id, wx] = [await it.given(), await it.given({ payTypes: ['wx'] })]
  const open = { payType: undefined, externalSerialNo: undefined }
  expect(await it.refused(5, [{ userDealId: id, amountCents: 20_00 }], open)).toBe('coupon.minimumNotReached')
  expect(await it.refused(12, [{ userDealId: wx, amountCents: 20_00 }], open)).toBe('coupon.notHere')
  const order = await it.sold(12, [{ userDealId: id, amountCents: 20_00 }], open)
  expect(order).toMatchObject({ status: 'open', totalCents: 100_00 })
  expect((await it.held(id)).heldUntil).not.toBeNull()
  expect(await it.refused(12, [{ userDealId: id, amountCents: 20_00 }], open)).toBe('coupon.heldElsewhere')
  await it.clerk.call(orderPayments.cash, { id: order.id, body: { payType: 'cash' } })
  expect(await it.held(id)).toMatchObject({ status: 'used', orderId: order.id })
  expect([await brokenPromises(it), await it.broken()]).toEqual([[], []])
})

test('coupons come on top of what a terminal and a card take off, go over several lines, and pay a whole sale', async () => {
  const it = await tillWithCoupons()
  const [one, two] = [await it.given({ stackable: true }), await it.given({ stackable: true, offCents: 3_00, minimumCents: 0 })]
  const { code } = { code: (await it.issue((await it.deal({ minimumCents: 0 })).id, { userIds: [], codes: 1 })).codes[0]! }
  const lines = (all: readonly (readonly [pieces: number, off: number, coupons: Coupons])[]) =>
    all.map(([pieces, discountCents, coupons]) => ({ itemId: it.article.id, pieces, discountCents, coupons }))
  const order = await it.sold(0, [], {
    lineItems: lines([
      [
        6,
        14_00,
        [
          { userDealId: one, amountCents: 10_00 },
          { userDealId: two, amountCents: 3_00 },
        ],
      ],
      [6, 10_00, [{ userDealId: one, amountCents: 10_00 }]],
    ]),
  })
  expect(order).toMatchObject({ totalCents: 96_00 })
  expect(await it.discounts(order.id)).toEqual([
    ['coupon', 10_00],
    ['coupon', 10_00],
    ['coupon', 3_00],
    ['terminal', 1_00],
  ])
  expect(await it.held(one)).toMatchObject({ discountCents: 20_00 })
  const whole = await it.sold(2, [{ code: code.toLowerCase(), amountCents: 20_00 }], { userCardId: undefined })
  expect(whole).toMatchObject({ status: 'success', totalCents: 0, priceDifference: false })
  expect([await brokenPromises(it), await it.broken()]).toEqual([[], []])
})

test('what is not paid yet costs the price of its card, less its coupons, and never less than nothing', async () => {
  const it = await tillWithCoupons()
  const { id: discountId } = await it.clerk.call(discounts.create, { body: { name: 'Drivers', centsPerL: 50 } })
  await owned('update user_card set discount_id = $2 where id = $1', [it.buyer.id, discountId])
  const fuel = { nozzleControlId: it.nozzle.id, payType: undefined, externalSerialNo: undefined }
  const line = (userDealId: number, amountCents: number) => ({
    lineItems: [{ volumeCl: 30_00, discountCents: amountCents, coupons: [{ userDealId, amountCents }] }],
  })
  const order = await it.sold(0, [], { ...fuel, ...line(await it.given({ minimumCents: 0 }), 20_00) })
  expect(order).toMatchObject({ status: 'open', totalCents: 240_00 - 15_00 - 20_00, priceDifference: false })
  const whole = await it.given({ minimumCents: 0, offCents: 300_00 })
  expect(await it.refused(0, [], { ...fuel, ...line(whole, 240_00) })).toBe('order.discountTooLarge')
  const instead = await it.given({ minimumCents: 0, joinsReduced: false })
  expect(await it.sold(0, [], { ...fuel, ...line(instead, 20_00) })).toMatchObject({ totalCents: 220_00 })
  expect([await brokenPromises(it), await it.broken()]).toEqual([[], []])
})

const wrong = [
  ['somebody else’s', { userDealId: 'other', amountCents: 1 }, 'notFound'],
  ['one without a card', { userDealId: 'own', amountCents: 1 }, 'notFound'],
  ['a code that was never issued', { code: 'ABCDEFGHJKLM', amountCents: 1 }, 'coupon.codeUnknown'],
  ['more than the discount of the line', { code: 'ABCDEFGHJKLM', amountCents: 99 }, 'validation'],
  ['neither an id nor a code', { amountCents: 1 }, 'validation'],
] as const
// @req MKT-006
test.each(wrong)(
  'is refused: %s',
  async (name, { userDealId, ...coupon }: { userDealId?: string; code?: string; amountCents: number }, code) => {
    const it = await tillWithCoupons()
    const theirs = await it.clerk.call(deals.list, {})
    expect(theirs.totalElements).toBe(0)
    const other = await tillWithCoupons()
    const id = userDealId === 'other' ? await other.given() : userDealId === 'own' ? await it.given() : undefined
    const coupons = [{ ...coupon, ...(id !== undefined && { userDealId: id }) }]
    const lineItems = [{ itemId: it.article.id, pieces: 12, discountCents: 1, coupons }]
    expect([name, await it.refused(12, [], { lineItems, ...(userDealId === 'own' && { userCardId: undefined }) })]).toEqual([name, code])
  },
)
