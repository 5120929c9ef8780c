import {
  debitItems,
  deals,
  items,
  manualOrders,
  orderPayments,
  orderRefunds,
  saleCoupons,
  transactions,
  userDeals,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { inDays, marketing } from '../../testing/coupons.ts'
import type { Told } from '../../testing/order.ts'
import { db, noon, setClock } from '../../testing/world.ts'
import { giveOwedCoupons } from './coupon-give.ts'

beforeEach(() => setClock(noon))
type Group = readonly { dealId: number; count?: number; perCount?: number; intervalDays?: number }[]

/** A shop whose article at 10.00 brings coupons to the member who holds the card. */
async function giving() {
  const it = await marketing()
  const bring = async (giftCoupons: Group, id = it.article.id, over: object = {}) => {
    const { stationId, categoryId, name, code, priceCents, taxRate, version } = await it.clerk.call(items.get, { id })
    const body = { stationId, categoryId, name, code, priceCents, taxRate, version, giftCoupons: [...giftCoupons], ...over }
    return it.clerk.call(items.update, { id, body })
  }
  const refusedBring = (giftCoupons: Group) =>
    bring(giftCoupons).then(
      () => 'allowed',
      (thrown: Error) => /"code":"([\w.]+)"/.exec(thrown.message)?.[1],
    )
  const buys = (over: Partial<Told> = {}, pieces = 1) =>
    it.sell({
      nozzleControlId: undefined,
      lineItems: [{ itemId: it.article.id, pieces }],
      payType: 'card',
      userCardId: it.buyer.id,
      ...over,
    })
  const brought = async (orderId: number) =>
    (await it.clerk.call(saleCoupons.list, { query: { search: `order.id:${orderId}`, sort: 'id,asc' } })).content
  const issued = async (dealId: number) =>
    (await it.clerk.call(userDeals.list, { query: { search: `deal.id:${dealId}`, sort: 'id,asc', size: 100 } })).content
  const refunds = async (orderId: number, amountCents: number) => it.giveBack(orderId, amountCents)
  /** What sales owe is given, as it is some seconds later. */
  const give = (now = noon) => giveOwedCoupons(db, [it.company.id], now)
  const gave = async (orderId: number, now = noon) => {
    await give(now)
    return brought(orderId)
  }
  return { ...it, bring, refusedBring, buys, brought, issued, refunds, give, gave }
}

// @req GDS-002 GDS-022 MKT-018
test('goods bring coupons for each piece after the sale, to the member who holds the card; all go back with it', async () => {
  const it = await giving()
  const made = await it.deal({})
  await it.bring([{ dealId: made.id, count: 2 }])
  const basket = { lineItems: [{ itemId: it.article.id, pieces: 3 }], userCardId: it.buyer.id }
  expect((await it.clerk.call(manualOrders.preview, { body: basket })).coupons).toEqual([
    { itemId: it.article.id, dealId: made.id, name: made.name, count: 6, outcome: 'given' },
  ])
  expect(await it.issued(made.id)).toEqual([])
  const sale = await it.buys({}, 3)
  expect(await it.brought(sale.id)).toMatchObject([{ outcome: 'due', count: 6, given: 0, userId: null }])
  expect(await it.issued(made.id)).toEqual([])
  expect(await it.gave(sale.id)).toMatchObject([{ outcome: 'given', count: 6, given: 6, back: 0, userId: it.buyer.userId }])
  const held = await it.issued(made.id)
  expect(held).toHaveLength(6)
  expect(new Set(held.map(({ source, status, userId }) => `${source} ${status} ${userId}`))).toEqual(
    new Set([`goods unused ${it.buyer.userId}`]),
  )
  const { content } = await it.boss.call(transactions.list, { query: { search: `order.id:${sale.id}` } })
  const preview = (amountCents: number) => it.boss.call(orderRefunds.preview, { id: content[0]!.id, body: { amountCents } })
  expect(await preview(15_00)).toMatchObject({ couponsBack: { unused: 3, used: 0, usedCents: 0 } })
  // Half of the money: half of them.
  await it.refunds(sale.id, 15_00)
  expect(await it.brought(sale.id)).toMatchObject([{ given: 6, back: 3 }])
  expect((await it.issued(made.id)).filter(({ status }) => status === 'unused')).toHaveLength(3)
  await it.refunds(sale.id, 15_00)
  expect(await it.brought(sale.id)).toMatchObject([{ given: 6, back: 6 }])
  expect(new Set((await it.issued(made.id)).map(({ status }) => status))).toEqual(new Set(['recovered']))
  await it.addUp()
  expect(await it.clerk.call(deals.get, { id: made.id })).toMatchObject({ claimCount: 6, committedCents: 0 })
  expect(await it.broken()).toEqual([])
})

test('one that was used stays with a refund, and does not become usable again', async () => {
  const it = await giving()
  const made = await it.deal({ minimumCents: 0, offCents: 5_00 })
  await it.bring([{ dealId: made.id, count: 2 }])
  const plain = await it.stands.goods({ priceCents: 50_00 })
  const sale = await it.buys()
  await it.give()
  const [first] = await it.issued(made.id)
  const spent = await it.clerk.call(manualOrders.enter, {
    body: {
      createdDate: noon.toISOString(),
      remark: '漏录 Missed',
      userCardId: it.buyer.id,
      payType: 'cash',
      lineItems: [{ itemId: plain.id, pieces: 1, discountCents: 0 }],
      userDealIds: [first!.id],
    },
  })
  expect(spent.paidCents).toBe(45_00)
  await it.refunds(sale.id, 10_00)
  expect((await it.issued(made.id)).map(({ status }) => status)).toEqual(['used', 'recovered'])
  expect(await it.brought(sale.id)).toMatchObject([{ given: 2, back: 1 }])
  await it.refunds(spent.id, 45_00)
  expect((await it.issued(made.id)).map(({ status }) => status)).toEqual(['recovered', 'recovered'])
  await it.addUp()
  expect(await it.broken()).toEqual([])
})

test('an order brings its coupons once it is paid in full, as promised when it was sold; what costs nothing brings none', async () => {
  const it = await giving()
  const [made, later] = [await it.deal({}), await it.deal({})]
  await it.bring([{ dealId: made.id }])
  const { id } = await it.buys({ payType: undefined })
  await it.bring([{ dealId: later.id }])
  await it.lin.call(orderPayments.cash, { id, body: { amountCents: 4_00 } })
  expect(await it.gave(id)).toMatchObject([{ outcome: 'open', given: 0 }])
  await it.lin.call(orderPayments.cash, { id, body: {} })
  expect(await it.gave(id)).toMatchObject([{ outcome: 'given', given: 1, dealId: made.id }])
  expect([(await it.issued(made.id)).length, (await it.issued(later.id)).length]).toEqual([1, 0])
  const free = await it.buys({ lineItems: [{ itemId: it.article.id, pieces: 1, discountCents: 10_00 }], payType: undefined })
  expect(await it.gave(free.id)).toEqual([])
  expect(await it.broken()).toEqual([])
})

const nothing = [
  ['no card is named', 'noCard'],
  ['the card is of another product', 'otherCard'],
  ['nobody holds the card', 'noHolder'],
  ['it is disabled', 'disabled'],
  ['none are left', 'soldOut'],
  ['the holder has as many as one may get', 'limitReached'],
  ['it is over', 'over'],
] as const
test.for(nothing)('where %s the sale is booked all the same, and says why no coupon was given', async ([, outcome]) => {
  const it = await giving()
  const terms = { soldOut: { maxCount: 1 }, limitReached: { perUser: 1 }, over: { endTime: inDays(1) } }[outcome as string] ?? {}
  const made = await it.deal(terms)
  if (outcome === 'soldOut' || outcome === 'limitReached') await it.issue(made.id)
  await it.bring([{ dealId: made.id }], it.article.id, outcome === 'otherCard' ? { giftCardId: it.card.cardId } : {})
  if (outcome === 'disabled') await it.clerk.call(deals.disable, { id: made.id })
  if (outcome === 'over') setClock(new Date(inDays(1)))
  const bearer =
    outcome === 'noHolder' ? await makeCard(it, { kind: 'anonymous', userId: null, cardId: it.buyer.cardId } as never) : it.buyer
  const userCardId = outcome === 'noCard' ? undefined : bearer.id
  const basket = { lineItems: [{ itemId: it.article.id, pieces: 1 }], userCardId }
  expect((await it.clerk.call(manualOrders.preview, { body: basket })).coupons).toMatchObject([{ outcome }])
  const { id, paidCents } = await it.buys({
    payType: 'cash',
    userCardId,
    createdDate: new Date(outcome === 'over' ? inDays(1) : noon).toISOString(),
  })
  expect(paidCents).toBe(10_00)
  expect(await it.gave(id, new Date(outcome === 'over' ? inDays(1) : noon))).toMatchObject([
    { outcome, given: 0, userId: null, givenDate: null },
  ])
  expect(await it.broken()).toEqual([])
})

test('of two pieces one is given where a holder may have one more; the sale says that not all were', async () => {
  const it = await giving()
  const made = await it.deal({ perUser: 1 })
  await it.bring([{ dealId: made.id }])
  const { id } = await it.buys({}, 2)
  expect(await it.gave(id)).toMatchObject([{ outcome: 'limitReached', count: 2, given: 1 }])
  expect(await it.issued(made.id)).toHaveLength(1)
  expect(await it.broken()).toEqual([])
})

// @req GDS-022
test('goods name one to five coupons that a member may get; fuel brings none; a batch edit and copies carry them', async () => {
  const it = await giving()
  const six = await Promise.all(Array.from({ length: 6 }, () => it.deal({})))
  const group = six.map(({ id }) => ({ dealId: id }))
  expect(await it.refusedBring(group)).toBe('validation')
  expect(await it.refusedBring([group[0]!, group[0]!])).toBe('validation')
  expect(await it.refusedBring([{ dealId: (await it.deal({ members: 'nonMembers' })).id }])).toBe('coupon.nonMembersOnly')
  expect(await it.refusedBring(group.slice(0, 5))).toBe('allowed')
  const fuel = (await it.clerk.call(items.list, { query: { search: 'category.type:fuel' } })).content[0]!
  await expect(it.bring([group[0]!], fuel.id, { productId: fuel.productId })).rejects.toThrow('item.giftOfFuel')
  expect(await it.clerk.refused(deals.delete, { id: six[0]!.id })).toBe('deal.isGiven')
  const set = { giftCoupons: [{ dealId: six[5]!.id, count: 3, perCount: 1, intervalDays: 7 }] }
  const batch = () => it.clerk.call(items.batch, { body: { itemIds: [it.article.id], set } })
  expect(await batch()).toEqual({ changed: 1 })
  expect(await batch()).toEqual({ changed: 0 })
  expect((await it.clerk.call(items.get, { id: it.article.id })).giftCoupons).toEqual(set.giftCoupons)
  const other = await it.addStation('Riverside West')
  const chief = await it.staff({ role: 'admin' })
  const copy = { itemIds: [it.article.id], stationIds: [other.id] }
  expect((await chief.call(items.copy, { body: copy })).content).toMatchObject([{ added: 1 }])
  expect((await chief.call(items.copy, { body: copy })).content).toMatchObject([{ unchanged: 1 }])
  const { content } = await chief.call(items.list, { query: { search: `station.id:${other.id}` } })
  expect(content[0]!.giftCoupons).toEqual(set.giftCoupons)
  expect((await it.boss.call(debitItems.list, { query: {} })).content).toEqual([])
})

test('twenty sales at once of goods whose coupon is nearly gone: each is booked, and exactly those that were left are given', async () => {
  const it = await giving()
  const made = await it.deal({ maxCount: 5 })
  await it.bring([{ dealId: made.id }])
  const cards = await Promise.all(Array.from({ length: 20 }, () => makeCard(it, { principalCents: 100_00 })))
  const sales = await Promise.all(cards.map(({ id }) => it.buys({ userCardId: id })))
  expect(sales.every(({ status }) => status === 'success')).toBe(true)
  await Promise.all([it.give(), it.give()])
  const all = await Promise.all(sales.map(({ id }) => it.brought(id)))
  const outcomes = all.flat().map(({ outcome }) => outcome)
  expect(outcomes.filter(each => each === 'given')).toHaveLength(5)
  expect(outcomes.filter(each => each === 'soldOut')).toHaveLength(15)
  expect(await it.clerk.call(deals.get, { id: made.id })).toMatchObject({ claimCount: 5 })
  expect(await it.broken()).toEqual([])
})
