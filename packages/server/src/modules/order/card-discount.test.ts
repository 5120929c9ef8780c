import {
  addFleet,
  cards,
  discounts,
  fleets,
  manualOrders,
  orderDiscounts,
  orderIntake,
  orderPayments,
  orderRefunds,
  orders,
  type Resource,
  transactions,
  userCards,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { brokenPromises, shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
type Given = Partial<Parameters<Awaited<ReturnType<typeof counter>>['discount']>[0]>

/** What is sent to bind a discount to a record as it stands. */
const bodyOf = (resource: Resource, now: object, discountId: number | null) =>
  ({
    ...Object.fromEntries(Object.entries(now).filter(([field]) => field === 'version' || field in resource.body.shape)),
    discountId,
  }) as never

/** A station at 8.00 a litre, an administrator who keeps discounts, and a card with 500.00. */
async function counter(given: Parameters<typeof makeCard>[1] = {}) {
  const it = await shop()
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const card = await makeCard(it, { principalCents: 500_00, ...given })
  const discount = async (body: { name: string; centsPerL?: number; percent?: number; [more: string]: unknown }) =>
    (await boss.call(discounts.create, { body: body })).id
  const bind = async (discountId: number | null) => {
    const now = await boss.call(userCards.get, { id: card.id })
    await boss.call(userCards.update, { id: card.id, body: bodyOf(userCards, now, discountId) })
  }
  const bindProduct = async (discountId: number | null) => {
    const now = await boss.call(cards.get, { id: card.cardId })
    await boss.call(cards.update, { id: card.cardId, body: bodyOf(cards, now, discountId) })
  }
  const preview = (over: object = {}) =>
    it.lin.call(manualOrders.preview, {
      body: { nozzleControlId: it.nozzle.id, cardNumber: card.number, lineItems: [{ volumeCl: 30_00 }], ...over },
    })
  const sold = (over: object = {}) => it.lin.call(orderIntake.take, { body: it.fuelSale({ cardNumber: card.number, ...over }) })
  const namedOn = async (orderId: number) =>
    (await it.lin.call(orderDiscounts.list, { query: { search: `order.id:${orderId}` } })).content.map(({ kind, name, amountCents }) => ({
      kind,
      name,
      amountCents,
    }))
  return { ...it, boss, card, discount, bind, bindProduct, preview, sold, namedOn }
}

// @req CRD-001
test('the discount of a card lowers its price in the preview, on the order, in what it pays and in what a refund gives back', async () => {
  const it = await counter()
  await it.bind(await it.discount({ name: 'Taxi drivers', centsPerL: 30 }))
  const seen = await it.preview()
  expect(seen).toMatchObject({
    totalCents: 231_00,
    discountCents: 9_00,
    discounts: [{ kind: 'card', name: 'Taxi drivers', amountCents: 9_00 }],
    tenders: [{ payType: 'card', coversCents: 231_00 }, { payType: 'cash' }],
  })

  const order = await it.sold()
  expect(order).toMatchObject({ totalCents: 231_00, priceDifference: false })
  expect(await it.namedOn(order.id)).toEqual([{ kind: 'card', name: 'Taxi drivers', amountCents: 9_00 }])
  const paid = await it.lin.call(orderPayments.card, { id: order.id, body: { cardNumber: it.card.number } })
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 269_00 })
  expect(paid).toMatchObject({ status: 'success', paidCents: 231_00 })
  const [payment] = (await it.lin.call(transactions.list, { query: { search: `order.id:${order.id}` } })).content
  const { maxCents } = await it.lin.call(orderRefunds.preview, { id: payment!.id, body: {} })
  expect(maxCents).toBe(231_00)
  expect(await brokenPromises(it)).toEqual([])
  expect((await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual([])
})

// @req CRD-001
test('the lowest price of a line counts: card, product or fleet, never a sum; each of the others says why not', async () => {
  const it = await counter({ kind: 'master', userId: null })
  const [fleet] = [await it.boss.call(addFleet, { body: { name: 'Riverside Taxi' } })]
  await it.rows('update user_card set group_id = $1 where id = $2', [fleet.id, it.card.id])
  await it.bind(await it.discount({ name: 'Card 0.10', centsPerL: 10 }))
  await it.bindProduct(await it.discount({ name: 'Product 0.20', centsPerL: 20 }))
  expect(await it.preview()).toMatchObject({
    discounts: [{ kind: 'card', name: 'Product 0.20', version: 1, amountCents: 6_00 }],
    withheld: [{ kind: 'card', name: 'Card 0.10', version: 1, reason: 'outdone', haveCents: 3_00, needCents: 6_00 }],
  })
  const discountId = await it.discount({ name: 'Fleet 5 %', percent: 5 })
  await it.boss.call(fleets.update, { id: fleet.id, body: bodyOf(fleets, fleet, discountId) })
  expect((await it.preview()).discounts).toMatchObject([{ kind: 'fleet', name: 'Fleet 5 %', amountCents: 12_00 }])

  const order = await it.sold({ lineItems: [{ volumeCl: 30_00 }, { itemId: it.goods.id, pieces: 2 }] })
  expect(order.totalCents).toBe(238_00)
  expect(await it.namedOn(order.id)).toEqual([{ kind: 'fleet', name: 'Fleet 5 %', amountCents: 12_00 }])
  const { withheld = [] } = await it.lin.call(orders.get, { id: order.id, query: {} })
  expect(withheld).toMatchObject([
    {
      itemId: withheld[0]!.itemId,
      itemName: expect.any(String),
      name: 'Product 0.20',
      reason: 'outdone',
      haveCents: 6_00,
      needCents: 12_00,
    },
    { itemId: withheld[0]!.itemId, name: 'Card 0.10', reason: 'outdone', haveCents: 3_00, needCents: 12_00 },
  ])
})

test('an order keeps the version of the rule that it was priced by, whatever becomes of the rule', async () => {
  const it = await counter()
  const id = await it.discount({ name: 'Taxi drivers', centsPerL: 30 })
  await it.bind(id)
  await it.boss.call(discounts.update, { id, body: { version: 1, name: 'Taxi drivers', centsPerL: 40 } })
  const order = await it.sold()
  await it.boss.call(discounts.update, { id, body: { version: 2, name: 'Renamed', centsPerL: 50 } })
  const { content } = await it.lin.call(orderDiscounts.list, { query: { search: `order.id:${order.id}` } })
  expect(content).toMatchObject([{ kind: 'card', name: 'Taxi drivers', sourceVersion: 2, amountCents: 12_00 }])
})

test('what a cashier allows comes on top of what a card brings, and not beyond what is left', async () => {
  const it = await counter()
  await it.bind(await it.discount({ name: 'Taxi drivers', percent: 5 }))
  const allowed = (discountCents: number) => ({ lineItems: [{ volumeCl: 30_00, discountCents }], discountName: 'Regular customer' })
  expect(await it.preview(allowed(15_00))).toMatchObject({
    totalCents: 213_00,
    discountCents: 27_00,
    discounts: [
      { kind: 'card', name: 'Taxi drivers', amountCents: 12_00 },
      { kind: 'cashier', name: 'Regular customer', version: null, amountCents: 15_00 },
    ],
  })
  expect((await it.preview(allowed(228_00))).totalCents).toBe(0)
  expect(
    await it.lin.refused(manualOrders.preview, {
      body: { nozzleControlId: it.nozzle.id, cardNumber: it.card.number, ...allowed(228_01) },
    }),
  ).toBe('order.discountTooLarge')
})

const tomorrow = '2026-12-31'
test.each([
  [
    'at another station',
    'otherStation',
    async (it: Awaited<ReturnType<typeof counter>>): Promise<Given> => ({ stations: [{ stationId: (await it.addStation('West')).id }] }),
  ],
  ['that ended yesterday', 'over', async (): Promise<Given> => ({ validUntil: '2000-01-01' })],
  ['that has not begun', 'notStarted', async (): Promise<Given> => ({ validFrom: tomorrow })],
])('a discount %s lowers nothing and says why: %s', async (_, reason, of) => {
  const it = await counter()
  await it.bind(await it.discount({ name: 'Not here, not now', percent: 10, ...(await of(it)) }))
  const seen = await it.preview()
  expect(seen.discounts).toEqual([])
  expect(seen.withheld).toMatchObject([{ name: 'Not here, not now', reason, haveCents: null, needCents: null }])
})

test('a card that is lost, returned or past its last day brings no discount, nor does a product whose service has ended', async () => {
  for (const spoil of [
    `update user_card set status = 'lose' where id = $1`,
    `update user_card set valid_until = '2000-01-01' where id = $1`,
    `update user_card set closed_time = now(), status = 'disable' where id = $1`,
    `update card set end_time = '2000-01-01' where id = (select card_id from user_card where id = $1)`,
  ]) {
    const it = await counter()
    await it.bind(await it.discount({ name: 'Good', percent: 10 }))
    expect((await it.preview()).discounts).toHaveLength(1)
    await it.rows(spoil, [it.card.id])
    expect((await it.preview()).discounts, spoil).toEqual([])
  }
})

test('what a device has charged already stays as it was charged (O15)', async () => {
  const it = await counter()
  await it.bind(await it.discount({ name: 'Taxi drivers', percent: 10 }))
  const { number: cardNumber } = it.card
  const charged = await it.sell({ cardNumber, lineItems: [{ volumeCl: 30_00, amountCents: 240_00 }] })
  expect(charged.totalCents).toBe(240_00)
  const reduced = await it.sell({ cardNumber, lineItems: [{ volumeCl: 30_00, discountCents: 1_00 }] })
  expect(await it.namedOn(reduced.id)).toEqual([{ kind: 'terminal', name: '', amountCents: 1_00 }])
  const paid = await it.sell({ cardNumber, payType: 'card' })
  expect(paid).toMatchObject({ totalCents: 240_00, paidCents: 240_00 })
  // What it leaves to be priced here is priced as at the counter.
  expect((await it.sell({ cardNumber })).totalCents).toBe(216_00)
  const { content } = await it.lin.call(orders.list, { query: {} })
  expect(content.map(({ discountCents }) => discountCents).toSorted((a, b) => a - b)).toEqual([0, 0, 1_00, 24_00])
})

test('a discount says one way by how much, names what is there, and is kept while it is bound', async () => {
  const it = await counter()
  const make = (body: object) => it.boss.refused(discounts.create, { body: { name: 'X', ...body } })
  expect(await make({})).toBe('discount.oneOfBoth')
  expect(await make({ percent: 5, centsPerL: 5 })).toBe('discount.oneOfBoth')
  expect(await make({ percent: 100 })).toBe('validation')
  expect(await make({ percent: -1 })).toBe('validation')
  expect(await make({ percent: 1.234 })).toBe('validation')
  expect(await make({ centsPerL: 0 })).toBe('validation')
  expect(await make({ percent: 5, validFrom: '2026-02-02', validUntil: '2026-02-01' })).toBe('discount.endsBeforeBegin')
  expect(await make({ percent: 5, products: [{ productId: 1 }] })).toBe('notFound')
  expect(await make({ percent: 5, hours: [{ from: '8:00', until: '09:00' }] })).toBe('validation')
  const id = await it.discount({ name: 'Bound', percent: 5 })
  expect(await make({ name: 'Bound', percent: 6 })).toBe('discount.nameTaken')
  await it.bind(id)
  expect(await it.boss.refused(discounts.delete, { id })).toBe('inUse')
  expect(await it.lin.refused(discounts.create, { body: { name: 'Y', percent: 5 } })).toBe('auth.forbidden')
  const stranger = await counter()
  expect(await stranger.boss.refused(userCards.update, { id: stranger.card.id, body: { version: 1, discountId: id } })).toBe('notFound')
})
