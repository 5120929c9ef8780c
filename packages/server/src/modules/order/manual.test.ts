import { lineItems, manualOrders, orderDiscounts, orders, transactions, userCardDetails } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { books, shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const hour = 60 * 60_000
const ago = (ms: number) => new Date(noon.getTime() - ms).toISOString()
const missed = { createdDate: ago(2 * hour), remark: 'The till was down' }
type Shop = Awaited<ReturnType<typeof shop>>
const counts = async (it: Shop) =>
  it.rows(
    `select (select count(*) from sale_order where company_id = $1)::int as orders,
      (select count(*) from daily_state where company_id = $1)::int as states,
      (select count(*) from order_counter where company_id = $1)::int as counters,
      (select count(*) from ledger_entry where company_id = $1)::int as entries,
      (select count(*) from audit_entry where company_id = $1)::int as audits`,
    [it.company.id],
  )

// @req SAL-023
test('a sale is reckoned beforehand: lines with item and category, discounts by name, what a card would cover, the shift', async () => {
  const it = await shop()
  const card = await makeCard(it, { principalCents: 200_00, giftCents: 100_00 })
  const before = await counts(it)
  const body = {
    nozzleControlId: it.nozzle.id,
    cardNumber: card.number,
    lineItems: [
      { volumeCl: 30_00, discountCents: 5_00 },
      { itemId: it.goods.id, pieces: 2 },
    ],
    discountName: 'Regular customer',
  }
  const seen = await it.lin.call(manualOrders.preview, { body })
  const expand = ['lineItems', 'item', 'category', 'userDeals', 'deal']
  expect(await it.lin.call(manualOrders.preview, { body, query: { expand } })).toEqual(seen)
  const called = async (id: number) => {
    const [names] = await it.rows(
      `select i.name as item, c.name as category from item i join category c on c.company_id = i.company_id and c.id = i.category_id
       where i.company_id = $1 and i.id = $2`,
      [it.company.id, id],
    )
    return names
  }
  const [fuel, ware] = seen.lineItems.map(({ item }) => ({ item: item.name, category: item.category?.name }))
  expect([fuel, ware]).toEqual([await called(it.nozzle.itemId), await called(it.goods.id)])

  expect(seen).toMatchObject({
    totalCents: 245_00,
    discountCents: 5_00,
    lineItems: [
      {
        item: { id: it.nozzle.itemId, category: { type: 'fuel' } },
        volumeCl: 30_00,
        priceCents: 8_00,
        amountCents: 240_00,
        discountCents: 5_00,
      },
      { itemId: it.goods.id, item: { id: it.goods.id, category: { type: 'normal' } }, pieces: 2, amountCents: 10_00 },
    ],
    userDeals: [],
    discounts: [{ kind: 'cashier', name: 'Regular customer', amountCents: 5_00 }],
    tenders: [
      { payType: 'card', coversCents: 245_00, principalCents: 200_00, giftCents: 45_00, refusal: null },
      { payType: 'cash', coversCents: 245_00, restCents: 0, refusal: null },
    ],
    shift: { isNatureDay: true },
    belongsShift: null,
  })
  expect(await counts(it)).toEqual(before)
  expect(await pursesOf(card.id)).toMatchObject({ principal: 200_00, gift: 100_00 })

  const poor = await makeCard(it, { principalCents: 100_00 })
  const { tenders } = await it.lin.call(manualOrders.preview, { body: { ...body, cardNumber: poor.number } })
  expect(tenders[0]).toMatchObject({ coversCents: 100_00, restCents: 145_00, refusal: { code: 'card.insufficientBalance' } })
})

// @req SAL-007 FUE-016 FUE-017 FUE-024
test('a cashier enters a missed sale with its reason: an order of type 99, paid, in the books and in the list', async () => {
  const it = await shop()
  const body = { ...missed, ...it.fuelSale(), payType: 'cash' as const }
  const entered = await it.lin.call(manualOrders.enter, {
    body: { ...body, lineItems: [{ volumeCl: 30_00, discountCents: 1_00 }], discountName: 'Spilled' },
  })
  expect(entered).toMatchObject({
    status: 'success',
    totalCents: 239_00,
    paidCents: 239_00,
    createdDate: missed.createdDate,
    belongsShiftId: null,
  })
  expect(await it.lin.call(orders.get, { id: entered.id, query: { expand: 'discounts' } })).toMatchObject({
    type: 99,
    remark: 'The till was down',
    employeeId: it.lin.actor.id,
    discounts: [{ kind: 'cashier', name: 'Spilled', amountCents: 1_00 }],
  })
  expect(await it.lin.call(orders.list, { query: { search: 'type:99' } })).toMatchObject({ totalElements: 1 })
  expect(await books(it)).toEqual({ sales: 239_00, 'tender:cash': -239_00 })
  expect((await it.audits()).map(({ action }) => action)).toContain('order.manual')
  await it.sell({ lineItems: [{ volumeCl: 30_00, discountCents: 2_00 }] })
  expect(await it.lin.call(orderDiscounts.list, { query: { search: 'kind:terminal' } })).toMatchObject({
    content: [{ name: '', amountCents: 2_00 }],
  })
  const seller = await it.staff('order.create', 'order.order.read')
  expect(await seller.refused(manualOrders.enter, { body })).toBe('auth.forbidden')
  const results = await invariantsOf(it)
  expect(results.filter(invariant => invariant.breaches > 0)).toEqual([])
})

// @req FUE-021
test('a price is whole cents and a volume whole centilitres, when a sale is entered and in what is kept of it', async () => {
  const it = await shop()
  const enter = (line: object) => ({ body: { ...missed, ...it.fuelSale(), payType: 'cash' as const, lineItems: [line] } as never })
  expect(await it.lin.refused(manualOrders.enter, enter({ volumeCl: 10_00.5 }))).toBe('validation')
  expect(await it.lin.refused(manualOrders.enter, enter({ volumeCl: 10_00, priceCents: 8_00.5 }))).toBe('validation')
  const { id } = await it.lin.call(manualOrders.enter, enter({ volumeCl: 12_34, priceCents: 8_00 }))
  const { content } = await it.lin.call(lineItems.list, { query: { search: `order.id:${id}` } })
  // 12.34 litres at 8.00 are 98.72.
  expect(content).toMatchObject([{ volumeCl: 12_34, priceCents: 8_00, amountCents: 98_72 }])
})

test('a missed sale by card debits the card as at the counter, and no card beyond what it holds', async () => {
  const it = await shop()
  const rich = await makeCard(it, { principalCents: 300_00 })
  const poor = await makeCard(it, { principalCents: 1_00 })
  const body = { ...missed, ...it.fuelSale(), payType: 'card' as const }
  const { id } = await it.lin.call(manualOrders.enter, { body: { ...body, cardNumber: rich.number } })
  expect(await pursesOf(rich.id)).toMatchObject({ principal: 60_00 })
  expect(await it.lin.call(userCardDetails.list, { query: { search: `order.id:${id}` } })).toMatchObject({ totalElements: 1 })
  expect(await it.lin.call(transactions.list, { query: { search: `order.id:${id}` } })).toMatchObject({ content: [{ payType: 'card' }] })
  expect(await it.lin.refused(manualOrders.enter, { body: { ...body, userCardId: poor.id } })).toBe('card.insufficientBalance')
  expect(await it.lin.refused(manualOrders.enter, { body })).toBe('order.cardUnknown')
  expect(await it.lin.call(orders.totals, { query: {} })).toMatchObject({ count: 1 })
})

test.each([
  ['in the future', { createdDate: ago(-hour) }, 'order.inFuture'],
  ['longer ago than a month', { createdDate: ago(32 * 24 * hour) }, 'order.tooLongAgo'],
  ['by a platform without its slip', { payType: 'wx' as const }, 'transaction.serialMissing'],
  ['with a discount for no reason', { lineItems: [{ volumeCl: 10_00, discountCents: 1 }] }, 'discount.nameMissing'],
  ['without a reason', { remark: ' ' }, 'validation'],
])('a missed sale %s is refused, and nothing of it is kept', async (_, over, code) => {
  const it = await shop()
  expect(await it.lin.refused(manualOrders.enter, { body: { ...missed, ...it.fuelSale(), ...over } })).toBe(code)
  expect(await it.lin.call(orders.totals, { query: {} })).toMatchObject({ count: 0 })
})

// @req SAL-008
test('a paid order is rated from 1 to 5', async () => {
  const it = await shop()
  const { id } = await it.sell()
  expect(await it.lin.refused(manualOrders.rate, { id, body: { rating: 5 } })).toBe('order.notPaid')
  const paid = await it.sell({ payType: 'cash' })
  for (const rating of [1, 2, 3, 4, 5]) {
    expect(await it.lin.call(manualOrders.rate, { id: paid.id, body: { rating } })).toMatchObject({ rating })
    const rated = await it.lin.call(orders.list, { query: { search: `rating:${rating}` } })
    expect(rated).toMatchObject({ totalElements: 1, content: [{ id: paid.id, rating }] })
  }
  for (const rating of [0, 6, 2.5]) expect(await it.lin.refused(manualOrders.rate, { id: paid.id, body: { rating } })).toBe('validation')
})
