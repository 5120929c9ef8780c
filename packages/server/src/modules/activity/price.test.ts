import { cardHolds, dealTasks, discounts, manualOrders, orderDiscounts, orders } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { campaigning } from '../../testing/activities.ts'
import { inDays } from '../../testing/coupons.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

// Friday, 12:00 in Shanghai.
beforeEach(() => setClock(noon))

/** Thirty litres at 8.00, which the till missed. */
async function selling() {
  const it = await campaigning()
  const basket = (over: object = {}) => ({
    createdDate: noon.toISOString(),
    nozzleControlId: it.nozzle.id,
    lineItems: [{ volumeCl: 30_00, discountCents: 0 }],
    ...over,
  })
  const preview = (over: object = {}) => it.clerk.call(manualOrders.preview, { body: basket(over) })
  const enter = (over: object = {}) => it.clerk.call(manualOrders.enter, { body: { ...basket(over), remark: 'Missed', payType: 'cash' } })
  /** So many cents less a litre for the buyer's card. */
  const bindDiscount = async (centsPerL: number) => {
    const { id } = await it.clerk.call(discounts.create, { body: { name: 'Own', centsPerL } })
    await owned('update user_card set discount_id = $2 where id = $1', [it.buyer.id, id])
    return id
  }
  return { ...it, preview, enter, bindDiscount }
}

// @req MKT-003
test('while it lasts fuel costs less for everybody; the sale says which activity, in which version', async () => {
  const it = await selling()
  const { id } = await it.start({ kind: 'price', centsPerL: 20, name: 'Friday' })
  expect(await it.preview()).toMatchObject({
    totalCents: 234_00,
    discountCents: 6_00,
    discounts: [{ kind: 'activity', name: 'Friday', version: 1, amountCents: 6_00 }],
  })
  const sold = await it.enter()
  const sale = await it.clerk.call(orders.get, { id: sold.id })
  expect(sale).toMatchObject({ totalCents: 234_00, discountCents: 6_00 })
  const { content } = await it.clerk.call(orderDiscounts.list, { query: { search: `order.id:${sold.id}` } })
  expect(content).toMatchObject([{ kind: 'activity', name: 'Friday', sourceVersion: 1, amountCents: 6_00 }])
  await it.clerk.call(dealTasks.disable, { id })
  expect(await it.preview()).toMatchObject({ totalCents: 240_00, discounts: [] })
  expect(await it.broken()).toEqual([])
})

test('of an activity and a card the lower price counts, never both; the other one says what it would have given', async () => {
  const it = await selling()
  await it.start({ kind: 'price', percent: 10, name: 'Tenth' })
  const discountId = await it.bindDiscount(50)
  const seen = await it.preview({ userCardId: it.buyer.id })
  expect(seen).toMatchObject({ totalCents: 216_00, discounts: [{ kind: 'activity', amountCents: 24_00 }] })
  expect(seen.withheld).toMatchObject([{ kind: 'card', sourceId: discountId, reason: 'outdone', haveCents: 15_00, needCents: 24_00 }])
})

test('outside its days, hours, stations and products it says why it gives nothing, and before and after it nothing is said', async () => {
  const it = await selling()
  const diesel = await it.stands.product()
  await it.start({ kind: 'price', centsPerL: 10, name: 'A', weekdays: [1, 2] })
  await it.start({ kind: 'price', centsPerL: 10, name: 'B', hours: [{ from: '22:00', until: '06:00' }] })
  await it.start({ kind: 'price', centsPerL: 10, name: 'C', stations: [{ stationId: (await it.addStation()).id }] })
  await it.start({ kind: 'price', centsPerL: 10, name: 'D', products: [{ productId: diesel.id }] })
  await it.start({ kind: 'price', centsPerL: 10, name: 'E', startTime: inDays(1) })
  const seen = await it.preview()
  expect(seen).toMatchObject({ totalCents: 240_00, discounts: [] })
  expect(seen.withheld.map(({ name, reason }) => `${name} ${reason}`).toSorted()).toEqual([
    'A otherWeekday',
    'B otherHours',
    'C otherStation',
    'D otherProduct',
  ])
})

test('a fill that a card asks for is held at the price of the activity, and what a pump charged stays as it was charged', async () => {
  const it = await selling()
  await it.start({ kind: 'price', centsPerL: 30, name: 'Hold' })
  const asked = { cardNumber: it.buyer.number, nozzleControlId: it.nozzle.id, wantedCl: 10_00, sequence: 1 }
  const held = await it.device.call(cardHolds.ask, { body: asked })
  expect(held).toMatchObject({ priceCents: 8_00, fillPriceCents: 7_70, discountKind: 'activity', discountName: 'Hold' })
  const charged = await it.sell({ lineItems: [{ volumeCl: 30_00, amountCents: 240_00 }] })
  expect(await it.clerk.call(orders.get, { id: charged.id })).toMatchObject({ totalCents: 240_00, discountCents: 0 })
})
