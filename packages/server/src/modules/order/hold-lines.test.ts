import { cardHolds, manualOrders, orderIntake, orderPayments, settlement, dailyStates, startShift } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { discountingShop } from '../../testing/hold-discount.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { brokenPromises } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

type Given = Parameters<typeof discountingShop>[0]
type To = Parameters<typeof discountingShop>[1]
type Sold = Parameters<Awaited<ReturnType<typeof discountingShop>>['fuelSale']>[0]

/** A till that is paid first asks at 7.70 a litre; the sale of its pump comes without naming that, at 8.00 of the list, and waits. */
async function till(sold: Sold = {}, given?: Given, to?: To, shifts = false) {
  const it = await discountingShop(given, to)
  if (shifts) await it.rows('update station set enable_shift_settle = true where id = $1', [it.station.id])
  if (shifts) await it.lin.call(startShift, { body: { stationId: it.station.id } })
  const held = await it.ask({ wantedCents: 300_00 }, it.lin)
  const order = await it.sell({ lineItems: [{ volumeCl: 30_00 }], sequence: it.next(), ...sold })
  const body = { authorisationId: held.id }
  const pay = (id = order.id) => it.lin.call(orderPayments.card, { id, body })
  const refused = (id = order.id) => it.lin.refused(orderPayments.card, { id, body })
  const breaches = async () => (await invariantsOf(it)).filter(({ breaches: of }) => of > 0)
  return { ...it, held, order, pay, refused, breaches }
}

// @req CRD-001
test.each([
  ['its own', 'card', { centsPerL: 30 }, 7_70, 'card'],
  ['its product', 'product', { percent: 5 }, 7_60, 'card'],
  ['its fleet', 'fleet', { percent: 2.5 }, 7_80, 'fleet'],
] as const)(
  'a sale that waits is paid at the price that the pump was approved for, of %s: named, once',
  async (_, to, given, litre, kind) => {
    const it = await till({}, given, to)
    expect(it.held).toMatchObject({ fillPriceCents: litre })
    expect(it.order).toMatchObject({ status: 'open', totalCents: 240_00 })
    expect(await it.linesOf(it.order.id)).toEqual([])

    const totalCents = 30 * litre
    expect(await it.pay()).toMatchObject({ status: 'success', totalCents, paidCents: totalCents, transaction: { amountCents: totalCents } })
    expect(await it.linesOf(it.order.id)).toEqual([`${kind} Taxi drivers ${240_00 - totalCents}`])
    expect(await it.read(it.order.id)).toMatchObject({ totalCents, discountCents: 240_00 - totalCents, paidCents: totalCents })
    expect(await it.shown(it.held.id)).toMatchObject({ status: 'captured', capturedCents: totalCents, orderId: it.order.id })
    expect(await it.purses()).toMatchObject({ principal: 500_00 - totalCents, gift: 30_00, lock: 0, debt: 0 })
    expect(await it.refused()).toBe('order.alreadyPaid')
    expect(await it.linesOf(it.order.id)).toHaveLength(1)
    expect(await brokenPromises(it)).toEqual([])
    expect(await it.breaches()).toEqual([])
  },
)

test('the same fill costs the same by hand, as its preview says, and where the pump names its hold', async () => {
  const it = await till()
  const fill = { nozzleControlId: it.nozzle.id, lineItems: [{ volumeCl: 30_00 }], authorisationId: it.held.id }
  const { totalCents, discounts } = await it.lin.call(manualOrders.preview, { body: fill })
  expect(discounts).toMatchObject([{ kind: 'card', name: 'Taxi drivers', amountCents: 9_00 }])
  const paid = await it.pay()
  const next = await it.ask({ wantedCents: 240_00 })
  const sent = await it.send(it.fill(next.id, 30_00))
  expect([totalCents, paid.totalCents, sent.totalCents, next.fillPriceCents * 30]).toEqual([231_00, 231_00, 231_00, 231_00])
  expect(await it.linesOf(sent.id)).toEqual(await it.linesOf(it.order.id))
})

test.each<[string, Sold, number, string[]]>([
  ['charged the price that was approved', { lineItems: [{ volumeCl: 30_00, priceCents: 7_70 }] }, 231_00, []],
  ['charged that, cut where we round', { lineItems: [{ volumeCl: 3_33, amountCents: 25_64 }] }, 25_64, []],
  ['charged another amount', { lineItems: [{ volumeCl: 30_00, amountCents: 235_00 }] }, 235_00, []],
  ['took something off itself', { lineItems: [{ volumeCl: 30_00, discountCents: 2_00 }] }, 238_00, ['terminal  200']],
  ['charged by the list, cut where we round', { lineItems: [{ volumeCl: 3_33, amountCents: 26_63 }] }, 25_64, ['card Taxi drivers 99']],
  ['named the card, whose discount it has', { cardNumber: 'of the hold' }, 231_00, ['card Taxi drivers 900']],
])('a sale whose terminal %s: what was given stays, and is given once', async (_, sold, totalCents, lines) => {
  const it = await till(sold?.cardNumber ? {} : sold)
  const { number: cardNumber } = it.card
  const order = sold?.cardNumber ? await it.sell({ sequence: it.next(), cardNumber }) : it.order
  expect(await it.pay(order.id)).toMatchObject({ status: 'success', totalCents })
  expect(await it.linesOf(order.id)).toEqual(lines)
  expect(await it.breaches()).toEqual([])
})

test('goods beside the fuel cost what they cost, and a part that was paid before counts', async () => {
  const it = await till()
  const both = await it.lin.call(orderIntake.take, {
    body: it.fuelSale({ lineItems: [{ volumeCl: 10_00 }, { itemId: it.goods.id, pieces: 2 }] }),
  })
  await it.lin.call(orderPayments.cash, { id: both.id, body: { amountCents: 20_00 } })
  expect(await it.pay(both.id)).toMatchObject({ status: 'success', totalCents: 87_00, transaction: { amountCents: 67_00 } })
  expect(await it.linesOf(both.id)).toEqual(['card Taxi drivers 300'])
  expect(await it.breaches()).toEqual([])
})

test('where almost all was paid by the list before, the rest is paid as it was charged', async () => {
  const it = await till()
  await it.lin.call(orderPayments.cash, { id: it.order.id, body: { amountCents: 231_00 } })
  expect(await it.pay()).toMatchObject({ totalCents: 240_00, transaction: { amountCents: 9_00 } })
  expect(await it.linesOf(it.order.id)).toEqual([])
})

test('a settled shift reads as it did: its sale is paid as it was sold', async () => {
  const it = await till({}, undefined, undefined, true)
  const [running] = (await it.lin.call(dailyStates.list, { query: { search: 'status:open' } })).content
  const body = { dailyStateId: running!.id, counted: [{ payType: 'cash' as const, countedCents: 0 }], force: true }
  await it.lin.call(settlement.close, { body })
  expect(await it.pay()).toMatchObject({ status: 'success', totalCents: 240_00 })
  expect(await it.linesOf(it.order.id)).toEqual([])
  expect(await it.breaches()).toEqual([])
})

type Till = Awaited<ReturnType<typeof till>>
test.each<[string, string, (it: Till) => Promise<number | void>]>([
  [
    'at another nozzle',
    'hold.otherNozzle',
    async it => (await it.sell({ sequence: it.next(), nozzleControlId: (await it.addNozzle()).id })).id,
  ],
  [
    'of another product',
    'hold.otherProduct',
    async it => {
      const { productId } = await it.addNozzle()
      await it.rows('update card_authorisation set nozzle_control_id = null, product_id = $1 where id = $2', [productId, it.held.id])
    },
  ],
  [
    'at another station',
    'hold.otherStation',
    async it => {
      const other = await it.addStation('West')
      await it.rows('update card_authorisation set station_id = $1 where id = $2', [other.id, it.held.id])
    },
  ],
  ['of goods', 'hold.fuelOnly', async it => (await it.device.call(orderIntake.take, { body: it.goodsSale({ sequence: it.next() }) })).id],
  [
    'whose hold was voided',
    'hold.ended',
    async it => {
      await it.lin.call(cardHolds.void, { id: it.held.id })
    },
  ],
])('a sale %s is not paid out of the hold: %s, and nothing has changed', async (_, code, of) => {
  const it = await till()
  const id = (await of(it)) ?? it.order.id
  const before = [await it.purses(), await it.shown(it.held.id).catch(() => undefined), await it.read(id)]
  expect(await it.refused(id)).toBe(code)
  expect([await it.purses(), await it.shown(it.held.id).catch(() => undefined), await it.read(id)]).toEqual(before)
  expect(await it.linesOf(id)).toEqual([])
})

test('the audit log says whose price it was and what the sale came to before', async () => {
  const it = await till()
  await it.pay()
  const [entry] = (await it.audits()).filter(({ action }) => action === 'order.lower')
  expect(entry).toMatchObject({
    subject: `orders:${it.order.id}`,
    detail: { authorisationId: it.held.id, name: 'Taxi drivers', discountCents: 9_00, totalCents: { before: 240_00, after: 231_00 } },
  })
})

test('a line is lowered once: the database lets nobody lower it again', async () => {
  const it = await till()
  await it.pay()
  await expect(it.rows('update order_line set discount_cents = 0 where order_id = $1', [it.order.id])).rejects.toThrow('is final')
  await expect(it.rows('update order_line set price_cents = 1 where order_id = $1', [it.order.id])).rejects.toThrow('is final')
})

test.each([
  ['falls without a discount', -1_00, 0],
  ['rises', 1_00, 0],
  ['stays under a discount', 0, 1_00],
  ['rises as its discount falls', 1_00, -1_00],
  ['falls by less than its discount grows', -1_00, 2_00],
  ['falls below what was paid', -40_01, 40_01],
])('what a sale comes to is final: the database lets nothing be written by which it %s', async (_, total, discount) => {
  const it = await till()
  await it.lin.call(orderPayments.cash, { id: it.order.id, body: { amountCents: 200_00 } })
  const change = it.rows('update sale_order set total_cents = total_cents + $1, discount_cents = discount_cents + $2 where id = $3', [
    total,
    discount,
    it.order.id,
  ])
  await expect(change).rejects.toThrow(/is final|check constraint/)
})
