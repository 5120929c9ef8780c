import {
  addFleet,
  orderInvoiceable,
  orderPayments,
  setStationConfig,
  taxes,
  type BillingType,
  type Returned,
  type taxes as Taxes,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeCard } from '../../testing/card.ts'
import { shop } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

type Tax = Partial<z.input<NonNullable<typeof Taxes.create.body>>>
const code = '1070101010100000000'

/** A station with 13 percent on fuel and 9 on goods. */
async function desk() {
  const it = await shop()
  const boss = await it.staff({ over: { stationId: it.station.id } })
  const tax = (over: Tax) =>
    boss.call(taxes.create, {
      body: {
        stationId: it.station.id,
        kind: 'fuel',
        rate: 13,
        classificationCode: code,
        unit: '升',
        beginDate: '2026-01-01',
        ...over,
      },
    })
  await tax({})
  await tax({ kind: 'goods', rate: 9, unit: '件' })
  const shown = (id: number) => boss.call(orderInvoiceable, { id })
  const refusal = async (id: number) => (await shown(id)).refusal?.code ?? 'allowed'
  const parts = async (id: number) => Object.fromEntries(Object.entries((await shown(id)).parts).filter(([, cents]) => cents > 0))
  const byCard = async (id: number, card: { number: string }, amountCents?: number) =>
    boss.call(orderPayments.card, { id, body: { cardNumber: card.number, ...(amountCents && { amountCents }) } })
  const byCash = async (id: number) => (await boss.call(orderPayments.cash, { id, body: {} })).transaction.id
  return { ...it, boss, tax, shown, refusal, parts, byCard, byCash, ...refunder(boss) }
}

/** A card that is invoiced as it is used. */
async function usedCard(it: Awaited<ReturnType<typeof desk>>, money: Parameters<typeof makeCard>[1]) {
  const card = await makeCard(it, money)
  await billedBy(it, card, 'consume')
  return card
}
const billedBy = async ({ rows }: Awaited<ReturnType<typeof desk>>, card: { id: number }, billingType: BillingType) =>
  rows('update user_card set billing_type = $2 where id = $1', [card.id, billingType])

/** What lines say of an invoice, added up. */
const sums = ({ lines }: Returned<typeof orderInvoiceable>) =>
  lines.map(({ kind, listCents, discountCents, amountCents, netCents, taxCents }) => [
    kind,
    listCents - discountCents === amountCents,
    amountCents,
    (netCents ?? 0) + (taxCents ?? 0) === amountCents,
  ])

test('fuel and goods of an order stand apart with their own tax; litres are those of the meter', async () => {
  const { sell, goods, byCash, shown, nozzle } = await desk()
  const { id, orderNo } = await sell({ lineItems: [{ volumeCl: 30_00 }, { itemId: goods.id, pieces: 2 }] })
  await byCash(id)
  const answer = await shown(id)
  expect(answer).toMatchObject({ id, orderNo, totalCents: 250_00, parts: { invoiceableCents: 250_00 }, refusal: null })
  expect(answer.lines.map(({ lineItemId: _item, name: _name, ...line }) => line)).toEqual([
    {
      kind: 'fuel',
      quantity: 30_00,
      listCents: 240_00,
      discountCents: 0,
      amountCents: 240_00,
      rate: 13,
      netCents: 212_39,
      taxCents: 27_61,
    },
    { kind: 'goods', quantity: 2, listCents: 10_00, discountCents: 0, amountCents: 10_00, rate: 9, netCents: 9_17, taxCents: 83 },
  ])
  expect(nozzle.priceCents * 30).toBe(240_00)
})

test('what a gift of balance paid stands as a discount, and what was given back is not invoiced', async () => {
  const it = await desk()
  const { sell, goods, byCard, byCash, shown, parts, refund } = it
  const card = await usedCard(it, { principalCents: 150_00, giftCents: 100_00 })
  const { id } = await sell({ lineItems: [{ volumeCl: 30_00 }, { itemId: goods.id, pieces: 2 }] })
  await byCard(id, card)
  expect(await parts(id)).toEqual({ invoiceableCents: 150_00, givenCents: 100_00 })
  expect(sums(await shown(id))).toEqual([
    ['fuel', true, 144_00, true],
    ['goods', true, 6_00, true],
  ])
  // Of another one, part is paid in cash, and part of that goes back.
  const other = await sell()
  const rich = await usedCard(it, { principalCents: 40_00 })
  await byCard(other.id, rich, 40_00)
  const cash = await byCash(other.id)
  await refund(cash, { amountCents: 50_00 })
  expect(await parts(other.id)).toEqual({ invoiceableCents: 190_00, refundedCents: 50_00 })
  expect(sums(await shown(other.id))).toEqual([['fuel', true, 190_00, true]])
})

test('of a payment from principal and gift that is given back, principal is taken first, as the book says', async () => {
  const it = await desk()
  const card = await usedCard(it, { principalCents: 200_00, giftCents: 40_00 })
  const { id } = await it.sell()
  const { transaction } = await it.byCard(id, card)
  await it.refund(transaction.id, { amountCents: 50_00 })
  expect(await it.parts(id)).toEqual({ invoiceableCents: 150_00, givenCents: 40_00, refundedCents: 50_00 })
  await it.refund(transaction.id, { amountCents: 170_00 })
  expect(await it.parts(id)).toEqual({ givenCents: 20_00, refundedCents: 220_00 })
  expect(await it.refusal(id)).toBe('invoice.nothingPaid')
})

// @req INV-009
test('what a card paid is invoiced as it was billed when it paid: not at all, on top-up, or here', async () => {
  const it = await desk()
  const card = await makeCard(it, { principalCents: 1_200_00 })
  const pays = async (billingType: BillingType) => {
    await billedBy(it, card, billingType)
    const { id } = await it.sell()
    await it.byCard(id, card)
    return id
  }
  const [forbidden, onTopUp, here] = [await pays('forbidden'), await pays('charge'), await pays('consume')]
  await billedBy(it, card, 'forbidden')
  expect(await Promise.all([forbidden, onTopUp, here].map(it.refusal))).toEqual(['invoice.cardForbids', 'invoice.onTopUp', 'allowed'])
  expect(await it.parts(forbidden)).toEqual({ forbiddenCents: 240_00 })
  expect(await it.parts(onTopUp)).toEqual({ onTopUpCents: 240_00 })

  // A fleet's choice stands for its cards.
  const fleet = await it.boss.call(addFleet, { body: { name: 'Riverside Taxi', invoiceType: 'charge' } as never })
  await it.rows(`update user_card set group_id = $1, kind = 'master', user_id = null where id = $2`, [fleet.id, card.id])
  expect(await it.refusal(await pays('consume'))).toBe('invoice.onTopUp')
  // What somebody adds in cash may be invoiced all the same.
  const { id } = await it.sell()
  await it.byCard(id, card, 40_00)
  await it.byCash(id)
  expect([await it.parts(id), await it.refusal(id)]).toEqual([{ onTopUpCents: 40_00, invoiceableCents: 200_00 }, 'allowed'])
})

// @req INV-016
test.each([
  [1_00, 'invoice.tooSmall'],
  [1_01, 'allowed'],
])('an order of %i cents: %s', async (cents, outcome) => {
  const it = await desk()
  const { id } = await it.sell({ lineItems: [{ volumeCl: 13, amountCents: cents }] })
  await it.byCash(id)
  expect(await it.refusal(id)).toBe(outcome)
})

// @req INV-027
test('a station that does not invoice invoices nothing, and nobody an order that is not paid', async () => {
  const it = await desk()
  const { id } = await it.sell()
  expect(await it.refusal(id)).toBe('invoice.notPaid')
  await it.byCash(id)
  expect(await it.refusal(id)).toBe('allowed')
  await it.boss.call(setStationConfig, { id: it.station.id, body: { version: 1, config: { invoice: { disableInvoice: true } } } })
  expect(await it.refusal(id)).toBe('invoice.disabled')
})

test('a line is taxed by the rate in force on the day of its sale, and by its own before the general one', async () => {
  const it = await desk()
  const { sell, goods, byCash, shown, tax, nozzle, refusal } = it
  await tax({ rate: 10, beginDate: '2026-05-02' })
  const { id } = await sell({ lineItems: [{ volumeCl: 30_00 }, { itemId: goods.id, pieces: 1 }] })
  await byCash(id)
  const rates = async (of: number) => (await shown(of)).lines.map(({ rate }) => rate)
  expect(await rates(id)).toEqual([13, 9])
  await tax({ kind: 'goods', categoryId: goods.categoryId, rate: 6 })
  setClock('2026-05-02T04:00:00Z')
  const later = await sell({ lineItems: [{ volumeCl: 30_00 }, { itemId: goods.id, pieces: 1 }] })
  await byCash(later.id)
  expect(await rates(later.id)).toEqual([10, 6])
  await tax({ productId: nozzle.productId, rate: 3 })
  expect(await rates(later.id)).toEqual([3, 6])

  // Without any, it is said what is missing, and nothing is reckoned.
  await it.rows('delete from tax_rate where station_id = $1', [it.station.id])
  expect([await refusal(id), await rates(id)]).toEqual(['invoice.noTaxRate', [null, null]])
})

test('goods that came back with their money are not invoiced; who may not issue invoices is told nothing', async () => {
  const it = await desk()
  const { id } = await it.sell({ lineItems: [{ volumeCl: 30_00 }, { itemId: it.goods.id, pieces: 2 }] })
  const paid = await it.byCash(id)
  const { lines } = await it.shown(id)
  await it.refund(paid, { amountCents: 5_00, returned: [{ lineItemId: lines[1]!.lineItemId, pieces: 1 }] })
  expect((await it.shown(id)).lines.map(({ quantity, amountCents, discountCents }) => [quantity, amountCents, discountCents])).toEqual([
    [30_00, 240_00, 0],
    [1, 5_00, 0],
  ])
  const hand = await it.staff({ role: 'station_salesman', stationIds: [it.station.id] })
  expect(await hand.refused(orderInvoiceable, { id })).toBe('auth.forbidden')
  const other = await shop()
  expect(await (await other.staff()).refused(orderInvoiceable, { id })).toBe('notFound')
})
