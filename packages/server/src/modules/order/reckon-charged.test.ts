import { discounts, orders, userCards } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { campaigning } from '../../testing/activities.ts'
import { db, noon, setClock } from '../../testing/world.ts'
import { reckonFinished } from './reckon-charged.ts'

beforeEach(() => setClock(noon))

/** A pump that sells at 8.00 a litre, and a card whose discount it may know or not. */
async function pump() {
  const it = await campaigning()
  const discount = (of: { name: string; centsPerL?: number; percent?: number; [more: string]: unknown }) =>
    it.clerk.call(discounts.create, { body: of })
  const bind = async (discountId: number) => {
    const now = await it.clerk.call(userCards.get, { id: it.card.id })
    const kept = Object.entries(now).filter(([field]) => field === 'version' || field in userCards.body.shape)
    await it.clerk.call(userCards.update, { id: it.card.id, body: { ...Object.fromEntries(kept), discountId } as never })
  }
  const sells = (over: object = {}) => it.sell({ cardNumber: it.card.number, payType: 'card', lineItems: [{ volumeCl: 30_00 }], ...over })
  const reckons = () => reckonFinished(db, [it.company.id], noon)
  const seen = async (id: number) => (await it.clerk.call(orders.get, { id, query: {} })).reckoned
  return { ...it, discount, bind, sells, reckons, seen }
}

describe('a sale that a device has finished', () => {
  test('shows what was charged, what our rules come to, the difference, and the rule in its version; what was charged stands', async () => {
    const it = await pump()
    const { id } = await it.discount({ name: 'Taxi drivers', centsPerL: 30 })
    await it.bind(id)
    const sale = await it.sells()
    expect(sale.totalCents).toBe(240_00)
    expect(await it.seen(sale.id)).toEqual([])
    await it.reckons()
    await it.clerk.call(discounts.update, { id, body: { version: 1, name: 'Renamed', centsPerL: 90 } })
    await it.reckons()
    const rule = { kind: 'card', name: 'Taxi drivers', sourceId: id, version: 1 }
    expect(await it.seen(sale.id)).toMatchObject([{ chargedCents: 240_00, reckonedCents: 231_00, differenceCents: 9_00, rule }])
    expect(await it.clerk.call(orders.get, { id: sale.id, query: {} })).toMatchObject({ totalCents: 240_00, discountCents: 0 })
    const known = await it.sells({ lineItems: [{ volumeCl: 30_00, discountCents: 27_00 }] })
    await it.reckons()
    expect(await it.seen(known.id)).toMatchObject([{ chargedCents: 213_00, reckonedCents: 213_00, differenceCents: 0 }])
  })

  test('leaves out what a coupon took off: that is judged by itself', async () => {
    const it = await pump()
    const { id } = await it.discount({ name: 'Taxi drivers', centsPerL: 30 })
    await it.bind(id)
    const coupon = await it.deal({ minimumCents: 0 })
    const [userDealId] = (await it.issue(coupon.id)).userDealIds
    const coupons = [{ userDealId: userDealId!, amountCents: 20_00 }]
    const sale = await it.sells({ lineItems: [{ volumeCl: 30_00, discountCents: 29_00, coupons }] })
    await it.reckons()
    expect(sale).toMatchObject({ totalCents: 211_00, priceDifference: false })
    expect(await it.seen(sale.id)).toMatchObject([{ chargedCents: 231_00, reckonedCents: 231_00, differenceCents: 0 }])
    expect(await it.broken()).toEqual([])
  })

  test('names the best of card and activity, and a discount of the device for which there is no rule', async () => {
    const it = await pump()
    const { id } = await it.discount({ name: 'Card 0.10', centsPerL: 10 })
    await it.bind(id)
    const lower = await it.start({ kind: 'price', centsPerL: 20 })
    const sale = await it.sells()
    await it.reckons()
    expect(await it.seen(sale.id)).toMatchObject([{ reckonedCents: 234_00, rule: { kind: 'activity', sourceId: lower.id } }])
    const other = await pump()
    await other.discount({ name: 'Bound to nothing', centsPerL: 10 })
    const given = await other.sells({ lineItems: [{ volumeCl: 30_00, discountCents: 5_00 }] })
    await other.reckons()
    expect(await other.seen(given.id)).toMatchObject([{ chargedCents: 235_00, reckonedCents: 240_00, differenceCents: -5_00, rule: null }])
  })

  test('says nothing where nothing lowers the price, where no card was named, and of what was priced here', async () => {
    const it = await pump()
    const { id } = await it.discount({ name: 'Elsewhere', centsPerL: 10, validUntil: '2000-01-01' })
    await it.bind(id)
    const sales = [await it.sells(), await it.sells({ payType: 'cash', cardNumber: undefined }), await it.sells({ payType: undefined })]
    await it.reckons()
    for (const sale of sales) expect(await it.seen(sale.id)).toEqual([])
    expect(await it.rows('select 1 from sale_to_reckon where company_id = $1', [it.company.id])).toEqual([])
    expect(await it.broken()).toEqual([])
  })
})
