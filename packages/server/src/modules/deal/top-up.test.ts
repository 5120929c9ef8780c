import {
  cardMoney,
  chargeUserCard,
  debitItems,
  deals,
  manualOrders,
  shelving,
  topUpOffers,
  topUpReceipt,
  userDeals,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { inDays, marketing } from '../../testing/coupons.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
type Group = readonly { dealId: number; count?: number; perCount?: number; intervalDays?: number }[]

/** Anyone who pays 500.00 gets 10.00 and a group of coupons. */
async function offering() {
  const it = await marketing()
  const body = (giftCoupons: Group) => ({
    name: `P${Math.random()}`,
    classification: ['personal' as const, 'anonymous' as const, 'master' as const],
    priceCents: 500_00,
    giftCents: 10_00,
    giftCoupons: [...giftCoupons],
  })
  const pack = async (giftCoupons: Group) => {
    const { id } = await it.boss.call(debitItems.create, { body: body(giftCoupons) })
    await it.boss.call(shelving.shelve, { id })
    return id
  }
  const money = (over: object = {}) => ({ amountCents: 500_00, payType: 'wx' as const, stationId: it.station.id, ...over })
  const topUp = (id = it.buyer.id, over: object = {}) => it.boss.call(chargeUserCard, { id, body: money(over) })
  const refusedTopUp = (id = it.buyer.id, over: object = {}) => it.boss.refused(chargeUserCard, { id, body: money(over) })
  const proofOfRefund = (detailId: number) =>
    proofOf(it.boss.actor, { action: 'card.refundCharge', subject: `userCardDetails:${detailId}`, amountCents: 500_00 })
  const refund = async (detailId: number, id = it.buyer.id) =>
    it.boss.call(cardMoney.refundCharge, { id, body: { detailId, remark: '客户反悔', pinProof: await proofOfRefund(detailId) } })
  const preview = (detailId: number, id = it.buyer.id) => it.boss.call(cardMoney.refundChargePreview, { id, body: { detailId } })
  const offers = (id = it.buyer.id) => it.boss.call(topUpOffers, { query: { userCardId: id, amountCents: 500_00 } })
  const issued = async (dealId: number) =>
    (await it.clerk.call(userDeals.list, { query: { search: `deal.id:${dealId}`, sort: 'id,asc', size: 100 } })).content
  /** A sale of 120.00 on which a coupon is used. */
  const uses = (userDealId: number) =>
    it.clerk.call(manualOrders.enter, {
      body: {
        createdDate: noon.toISOString(),
        remark: '漏录 Missed',
        userCardId: it.buyer.id,
        payType: 'cash',
        lineItems: [{ itemId: it.article.id, pieces: 12, discountCents: 0 }],
        userDealIds: [userDealId],
      },
    })
  return { ...it, body, pack, topUp, refusedTopUp, refund, preview, offers, issued, uses }
}

// @req MEM-004 GDS-022 MKT-018
test('a top-up of 500 brings two coupons; given back, both are taken back', async () => {
  const it = await offering()
  const made = await it.deal({})
  await it.pack([{ dealId: made.id, count: 2 }])
  expect(await it.offers()).toMatchObject({ tier: { giftCents: 10_00, coupons: [{ name: made.name, count: 2, against: null }] } })
  const done = await it.topUp()
  expect(done).toMatchObject({ receivedCents: 510_00, coupons: [{ name: made.name, count: 2 }], couponsNotGiven: [] })
  expect(await it.issued(made.id)).toMatchObject([
    { status: 'unused', source: 'topUp', userId: it.buyer.userId },
    { status: 'unused', source: 'topUp', userId: it.buyer.userId },
  ])
  const slip = () => it.boss.call(topUpReceipt, { id: done.id })
  expect(await slip()).toMatchObject({ giftCents: 10_00, coupons: [{ name: made.name, count: 2 }] })
  expect(await it.preview(done.id)).toMatchObject({ coupons: { unused: 2, used: 0, usedCents: 0 }, refusal: null })

  await it.refund(done.id)
  expect(await it.issued(made.id)).toMatchObject([
    { status: 'recovered', recallReason: '客户反悔' },
    { status: 'recovered', recallReason: '客户反悔' },
  ])
  expect(await slip()).toMatchObject({ coupons: [] })
  await it.addUp()
  expect(await it.clerk.call(deals.get, { id: made.id })).toMatchObject({ claimCount: 2, committedCents: 0 })
  const [note] = (await it.audits()).filter(({ action }) => action === 'card.refundCharge')
  expect(note!.detail).toMatchObject({ coupons: 2, couponsUsed: 0 })
  expect(await it.broken()).toEqual([])
})

test('a coupon that was used stays when its top-up is given back, and is what it has cost; it does not come to life again', async () => {
  const it = await offering()
  const made = await it.deal({})
  await it.pack([{ dealId: made.id, count: 2 }])
  const done = await it.topUp()
  const [first] = await it.issued(made.id)
  const sale = await it.uses(first!.id)
  expect(await it.preview(done.id)).toMatchObject({ coupons: { unused: 1, used: 1, usedCents: 20_00 } })
  await it.refund(done.id)
  expect((await it.issued(made.id)).map(({ status, discountCents }) => [status, discountCents])).toEqual([
    ['used', 20_00],
    ['recovered', 0],
  ])
  // The sale is given back as well: nobody is left with a coupon for nothing.
  await it.giveBack(sale.id, sale.paidCents)
  expect((await it.issued(made.id)).map(({ status }) => status)).toEqual(['recovered', 'recovered'])
  await it.addUp()
  expect(await it.broken()).toEqual([])
})

// @req MKT-021
test('of four coupons two begin at once and the next two thirty days later, each valid for its own days', async () => {
  const it = await offering()
  const made = await it.deal({ validDays: 10, endTime: inDays(90) })
  await it.pack([{ dealId: made.id, count: 4, perCount: 2, intervalDays: 30 }])
  await it.topUp()
  const held = await it.issued(made.id)
  const days = (moment: string) => Math.round(((Date.parse(moment) - noon.getTime()) / 86_400_000) * 10) / 10
  expect(held.map(({ startTime }) => Math.ceil(days(startTime)))).toEqual([0, 0, 30, 30])
  expect(held.map(({ endTime }) => Math.ceil(days(endTime)))).toEqual([10, 10, 40, 40])
  // One that has not begun gives nothing yet.
  const late = held[2]!.id
  const sale = { createdDate: noon.toISOString(), userCardId: it.buyer.id, payType: 'cash' as const }
  const lineItems = [{ itemId: it.article.id, pieces: 12, discountCents: 0 }]
  expect(await it.clerk.refused(manualOrders.enter, { body: { ...sale, remark: 'x', lineItems, userDealIds: [late] } })).toBe(
    'coupon.notHere',
  )
  expect(await it.broken()).toEqual([])
})

// @req GDS-022 MKT-018
test('a group holds one to five coupons, each once, that a member may get; what is refused changes nothing', async () => {
  const it = await offering()
  const six = await Promise.all(Array.from({ length: 6 }, () => it.deal({})))
  const ids = six.map(({ id }) => ({ dealId: id }))
  const refused = async (group: Group) => it.boss.refused(debitItems.create, { body: it.body(group) })
  expect(await refused(ids)).toBe('validation')
  expect(await refused([ids[0]!, ids[0]!])).toBe('validation')
  expect(await refused([{ ...ids[0]!, count: 0 }])).toBe('validation')
  expect(await refused([{ dealId: six[0]!.id + 1_000_000 }])).toBe('notFound')
  expect(await refused([{ dealId: (await it.deal({ members: 'nonMembers' })).id }])).toBe('coupon.nonMembersOnly')
  // Thirty days is all that it lasts: the second of them would begin when it is over.
  expect(await refused([{ ...ids[0]!, count: 2, intervalDays: 30 }])).toBe('coupon.startsAfterEnd')
  const foreign = await marketing()
  expect(await refused([{ dealId: (await foreign.deal({})).id }])).toBe('notFound')
  expect((await it.boss.call(debitItems.list, { query: {} })).content).toEqual([])
  await it.pack(ids.slice(0, 5))
  await it.pack([])
  // What comes with a package is not deleted.
  expect(await it.clerk.refused(deals.delete, { id: six[0]!.id })).toBe('deal.isGiven')
  expect(await it.clerk.refused(deals.delete, { id: six[5]!.id })).toBe('allowed')
})

const unavailable = [
  ['it is disabled', 'coupon.disabled'],
  ['there are none left', 'coupon.soldOut'],
  ['the member has as many as one may get', 'coupon.limitReached'],
  ['the member has too many unused', 'coupon.tooManyHeld'],
  ['its budget is spent', 'coupon.budgetSpent'],
  ['it has not begun', 'coupon.notStarted'],
  ['it is over', 'coupon.over'],
] as const
const terms = {
  'coupon.disabled': {},
  'coupon.soldOut': { maxCount: 1 },
  'coupon.limitReached': { perUser: 1 },
  'coupon.tooManyHeld': { perUser: 2, unusedMost: 1 },
  'coupon.budgetSpent': { budgetCents: 20_00 },
  'coupon.notStarted': { startTime: inDays(1) },
  'coupon.over': { endTime: inDays(2) },
} as const
test.for(unavailable)('where %s a top-up says so beforehand, and is done without only when that is wanted', async ([, code]) => {
  const it = await offering()
  const made = await it.deal(terms[code])
  const other = await it.deal({})
  const gone = ['coupon.soldOut', 'coupon.limitReached', 'coupon.tooManyHeld', 'coupon.budgetSpent'].includes(code)
  if (gone) await it.issue(made.id)
  await it.pack([{ dealId: made.id }, { dealId: other.id }])
  if (code === 'coupon.disabled') await it.clerk.call(deals.disable, { id: made.id })
  if (code === 'coupon.over') setClock(new Date(inDays(2)))
  const { tier } = await it.offers()
  expect(tier!.coupons).toMatchObject([
    { name: made.name, against: { code } },
    { name: other.name, against: null },
  ])
  const before = await pursesOf(it.buyer.id)
  expect(await it.refusedTopUp()).toBe('card.couponsMissing')
  expect(await pursesOf(it.buyer.id)).toEqual(before)
  expect(await it.issued(other.id)).toEqual([])
  const done = await it.topUp(it.buyer.id, { withoutCoupons: true })
  expect(done).toMatchObject({ receivedCents: 510_00, coupons: [{ name: other.name, count: 1 }], couponsNotGiven: [{ against: { code } }] })
  expect(await it.broken()).toEqual([])
})

test('a card that no member holds, and a fleet, get none', async () => {
  const it = await offering()
  const made = await it.deal({})
  await it.pack([{ dealId: made.id }])
  const bearer = await makeCard(it, { kind: 'anonymous', userId: null, cardId: it.buyer.cardId } as never)
  expect((await it.offers(bearer.id)).tier).toMatchObject({ coupons: [{ against: { code: 'coupon.noHolder' } }] })
  expect(await it.refusedTopUp(bearer.id)).toBe('card.couponsMissing')
  expect(await it.topUp(bearer.id, { withoutCoupons: true })).toMatchObject({ coupons: [], couponsNotGiven: [{ count: 1 }] })
  expect(await it.boss.call(topUpOffers, { query: { kind: 'master' } })).toMatchObject({
    packages: [{ coupons: [{ against: { code: 'coupon.noHolder' } }] }],
  })
  expect(await it.boss.call(topUpOffers, { query: { kind: 'personal' } })).toMatchObject({ packages: [{ coupons: [{ against: null }] }] })
})

test('forty top-ups at once on a coupon of which ten are left: ten give it, and of the others no money is taken', async () => {
  const it = await offering()
  const made = await it.deal({ maxCount: 10 })
  await it.pack([{ dealId: made.id }])
  const cards = await Promise.all(Array.from({ length: 40 }, () => makeCard(it, {})))
  const all = await Promise.allSettled(cards.map(({ id }) => it.topUp(id)))
  const refused = all.flatMap(each => (each.status === 'rejected' ? String((each.reason as Error).message) : []))
  expect(all.length - refused.length).toBe(10)
  expect(refused.every(words => words.includes('card.couponsMissing'))).toBe(true)
  expect(await it.clerk.call(deals.get, { id: made.id })).toMatchObject({ claimCount: 10 })
  expect(await it.broken()).toEqual([])
})

test('a top-up that is sent twice gives its coupons once; another one gives others', async () => {
  const it = await offering()
  const made = await it.deal({})
  await it.pack([{ dealId: made.id, count: 2 }])
  const sent = { id: it.buyer.id, body: { amountCents: 500_00, payType: 'wx' as const, stationId: it.station.id } }
  const key = { 'idempotency-key': `again-${made.id}` }
  const first = await it.boss.call(chargeUserCard, sent, key)
  expect(await it.boss.call(chargeUserCard, sent, key)).toEqual(first)
  expect(await it.issued(made.id)).toHaveLength(2)
  await it.topUp()
  expect(await it.issued(made.id)).toHaveLength(4)
})

// @req GDS-006
test('a package is on the shelf or off it; one that was left on it beyond its end has expired, and is offered to nobody', async () => {
  const it = await offering()
  const { id } = await it.boss.call(debitItems.create, { body: { ...it.body([]), endTime: inDays(1) } })
  const status = async () => (await it.boss.call(debitItems.get, { id })).shelfStatus
  expect(await status()).toBe('offShelf')
  await it.boss.call(shelving.shelve, { id })
  expect(await status()).toBe('onShelf')
  expect((await it.offers()).packages).toHaveLength(1)
  setClock(new Date(inDays(1)))
  expect(await status()).toBe('expired')
  const found = async (search: string) => (await it.boss.call(debitItems.list, { query: { search } })).totalElements
  expect([await found('shelfStatus:expired'), await found('shelfStatus:onShelf')]).toEqual([1, 0])
  expect((await it.offers()).packages).toEqual([])
  expect(await it.boss.refused(shelving.shelve, { id })).toBe('topUpPackage.ended')
  await it.boss.call(shelving.unshelve, { id })
  expect(await status()).toBe('offShelf')
})
