import { deals, discounts, dealTasks, dryRuns, userDeals } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { inDays } from '../../testing/coupons.ts'
import { everybody, tryingOut } from '../../testing/dry-runs.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

// Friday, 12:00 in Shanghai.
beforeEach(() => setClock(noon))

const form = <B extends { body: { parse: (body: object) => unknown } }>({ body }: B, of: object) => body.parse(of) as never

test('a coupon is tried before it is saved: what it gives, to whom, on which sales, and what it leaves as it was', async () => {
  const it = await tryingOut()
  const first = await it.sell(1, { userCardId: it.buyer.id })
  await it.sell(2)
  await it.sell(3, { lineItems: [{ itemId: it.article.id, pieces: 2, discountCents: 0 }], nozzleControlId: undefined })
  const rows = () => owned('select (select count(*) from user_deal) as held, (select sum(discount_cents) from sale_order) as given')
  const before = await rows()
  const seen = await it.tried({ deal: form(deals, it.couponOffer({ offCents: 20_00, minimumCents: 200_00, members: 'members' })) })
  expect(seen).toMatchObject({ orders: 3, totalCents: 500_00, litresCl: 60_00, given: null, booked: null, bought: null })
  expect(everybody(seen)).toMatchObject({ uptake: 100, orders: 1, customers: 1, givesCents: 20_00, costCents: 20_00, litresCl: 30_00 })
  expect(everybody(seen).days).toEqual([{ day: it.day(), orders: 1, litresCl: 30_00, givesCents: 20_00, costCents: 20_00 }])
  const found = await it.clerk.call(dryRuns.sales, { id: seen.id, query: {} })
  expect(found).toMatchObject({ totalElements: 1, content: [{ orderId: first.id, givesCents: 20_00, totalCents: 240_00, clash: null }] })
  expect(await rows()).toEqual(before)
  expect(await it.clerk.call(dryRuns.get, { id: seen.id })).toMatchObject({
    status: 'done',
    progress: 100,
    orderCount: 1,
    costCents: 20_00,
  })
  expect(await it.broken()).toEqual([])
})

test('a coupon that anyone may use is counted for strangers too, and each member has as many as one holder may get', async () => {
  const it = await tryingOut()
  for (const hours of [1, 2, 3]) await it.sell(hours, { userCardId: it.buyer.id })
  for (const hours of [4, 5]) await it.sell(hours)
  const of = async (over: Parameters<typeof it.couponOffer>[0]) => everybody(await it.tried({ deal: form(deals, it.couponOffer(over)) }))
  expect(await of({})).toMatchObject({ orders: 5, customers: 3, givesCents: 100_00 })
  expect(await of({ perUser: 2 })).toMatchObject({ orders: 4, customers: 3, givesCents: 80_00 })
  expect(await of({ members: 'nonMembers' })).toMatchObject({ orders: 2, givesCents: 40_00 })
})

test('the planned number and the budget end it on a day; with fewer who take part they last longer', async () => {
  const it = await tryingOut()
  for (const hours of [1, 2, 25, 26, 49]) await it.sell(hours)
  const period = { untilDay: it.day(2) }
  const planned = await it.tried({ ...period, deal: form(deals, it.couponOffer({ maxCount: 3 })) })
  expect(everybody(planned)).toMatchObject({ orders: 3, givesCents: 60_00, runsOut: { day: it.day(1), by: 'planned' } })
  expect(everybody(planned).days.map(({ orders }) => orders)).toEqual([2, 1, 0])
  const budget = await it.tried({ ...period, deal: form(deals, it.couponOffer({ budgetCents: 70_00 })) })
  expect(everybody(budget)).toMatchObject({ orders: 3, givesCents: 60_00, runsOut: { day: it.day(1), by: 'budget' } })
  const { levels } = budget
  expect(levels.map(({ uptake }) => uptake)).toEqual(Array.from({ length: 20 }, (_, at) => (at + 1) * 5))
  for (const [at, level] of levels.entries()) expect(level.orders).toBeGreaterThanOrEqual(levels[at - 1]?.orders ?? 0)
  for (const { uptake, orders } of levels) {
    const found = await it.clerk.call(dryRuns.sales, { id: budget.id, query: { uptake } })
    expect(found.totalElements).toBe(orders)
  }
  expect(levels[0]!.orders).toBeLessThan(3)
})

test('a lower price is tried for everybody; where a card brought a lower one that counts, and both are named', async () => {
  const it = await tryingOut()
  const small = await it.bindDiscount(10)
  const other = await it.another()
  const large = await it.bindDiscount(50, other.id)
  await it.sell(1)
  await it.sell(2, { userCardId: it.buyer.id })
  const lost = await it.sell(3, { userCardId: other.id })
  const seen = await it.tried({ dealTask: form(dealTasks, it.offer({ kind: 'price', centsPerL: 20 })) })
  expect(seen.levels).toHaveLength(1)
  // 6.00 more on the first, 3.00 more than the 3.00 of the card on the second.
  expect(everybody(seen)).toMatchObject({ orders: 2, givesCents: 12_00, costCents: 9_00 })
  expect(everybody(seen).clashes).toEqual([
    { kind: 'card', name: 'D10', sourceId: small, wonOrders: 1, wonCents: 6_00, lostOrders: 0, lostCents: 0 },
    { kind: 'card', name: 'D50', sourceId: large, wonOrders: 0, wonCents: 0, lostOrders: 1, lostCents: 6_00 },
  ])
  const query = { clashKind: 'card' as const, clashId: large }
  expect(await it.clerk.call(dryRuns.sales, { id: seen.id, query })).toMatchObject({
    totalElements: 1,
    content: [{ orderId: lost.id, givesCents: 0, costCents: 0, clash: { name: 'D50', won: false, cents: 6_00 } }],
  })
  const unknown = { clashKind: 'card' as const, clashId: 1 }
  expect(await it.clerk.call(dryRuns.sales, { id: seen.id, query: unknown })).toEqual({ content: [], totalElements: 0 })
})

test('finished campaigns, tried on their own time with those who had them, come to what was booked, to the cent', async () => {
  const it = await tryingOut()
  const coupon = await it.deal({ kind: 'percent', percent: 7.5, stackable: true })
  const { userDealIds } = await it.issue(coupon.id, { each: 2 })
  const price = await it.start({ kind: 'price', percent: 3.33, hours: [{ from: '14:00', until: '23:00' }] })
  const other = await it.another()
  const discountId = await it.bindDiscount(17, other.id)
  const gift = await it.start({ kind: 'purchase', fromCents: 100_00 })
  await it.sell(0, { lineItems: [{ volumeCl: 31_37, discountCents: 0 }] })
  await it.sell(1, { userCardId: it.buyer.id, userDealIds: [userDealIds[0]] })
  await it.sell(3, {
    userCardId: it.buyer.id,
    userDealIds: [userDealIds[1]],
    lineItems: [{ volumeCl: 27_77, discountCents: 1_00 }],
    discountName: 'Sorry',
  })
  await it.sell(3, { userCardId: other.id, lineItems: [{ volumeCl: 12_34, discountCents: 0 }] })
  await it.sell(0, { userCardId: other.id })
  await it.give(new Date(noon.getTime() + 4 * 3_600_000))
  const own = (await it.coupons(it.buyer.userId!)).find(({ source }) => source === 'activity')!
  await it.sell(5, { userCardId: it.buyer.id, userDealIds: [own.id] })
  const booked = async (kind: string, ids: readonly number[]) =>
    (
      await owned<{ cents: number }>('select sum(amount_cents)::int as cents from order_discount where kind = $1 and source_id = any($2)', [
        kind,
        ids,
      ])
    )[0]!.cents
  const real = { holders: 'real' as const }
  for (const [offer, kind, ids] of [
    [{ dealId: coupon.id }, 'coupon', userDealIds],
    [{ dealTaskId: price.id }, 'activity', [price.id]],
    [{ discountId }, 'card', [discountId]],
    [{ dealTaskId: gift.id }, 'coupon', [own.id]],
  ] as const) {
    const seen = await it.tried({ ...real, ...offer })
    const cents = await booked(kind, ids)
    expect(cents).toBeGreaterThan(0)
    expect(seen).toMatchObject({ booked: { cents }, notes: [], levels: [{ givesCents: cents }] })
  }
})

test('coupons that an activity would have given are used on what a member bought later, each once and while it is valid', async () => {
  const it = await tryingOut()
  for (const hours of [1, 2, 3]) await it.sell(hours, { userCardId: it.buyer.id })
  await it.sell(4)
  await it.sell(75, { userCardId: it.buyer.id })
  const gift = await it.deal({ offCents: 10_00, minimumCents: 0, autoIssue: true, maxCount: 100, validDays: 2 })
  const given = (over: object) =>
    it.tried({
      untilDay: it.day(3),
      dealTask: form(dealTasks, { ...it.offer({ kind: 'purchase', fromCents: 200_00 }), coupons: [{ dealId: gift.id }], ...over }),
    })
  // The first three give three; the second and third use one each; what is left is over after two days.
  const seen = await given({})
  expect(seen).toMatchObject({ given: 4, coupons: 4 })
  expect(everybody(seen)).toMatchObject({ orders: 2, customers: 1, givesCents: 20_00 })
  expect(await given({ maxIssue: 1 })).toMatchObject({ given: 1, coupons: 1 })
  expect(await given({ fromCents: 300_00 })).toMatchObject({ given: 0, coupons: 0 })
})

test('what is wrong with an offer or its time is refused, and nothing is asked for', async () => {
  const it = await tryingOut()
  const coupon = await it.deal()
  const all = [
    [{}, 'dryRun.oneOffer'],
    [{ dealId: coupon.id, dealTaskId: 1 }, 'dryRun.oneOffer'],
    [{ dealId: 1 }, 'notFound'],
    [{ dealId: coupon.id, untilDay: it.day(-1) }, 'dryRun.endsBeforeStart'],
    [{ dealId: coupon.id, untilDay: it.day(1) }, 'dryRun.notOver'],
    [{ dealId: coupon.id, fromDay: it.day(-92) }, 'dryRun.tooLong'],
    [{ deal: form(deals, it.couponOffer()), holders: 'real' }, 'dryRun.realNeedsRecord'],
    [{ deal: form(deals, it.couponOffer({ endTime: inDays(-1) })) }, 'deal.endsBeforeStart'],
    [{ discount: form(discounts, { name: 'Both', centsPerL: 1, percent: 1 }) }, 'discount.oneOfBoth'],
    [{ dealTask: form(dealTasks, it.offer({ kind: 'purchase' })) }, 'dealTask.incomplete'],
    [{ dealId: coupon.id, stations: [{ stationId: 1 }] }, 'notFound'],
  ] as const
  for (const [offer, code] of all) expect(await it.refused(offer as never)).toBe(code)
  expect((await it.clerk.call(dryRuns.list, {})).totalElements).toBe(0)
})

test('one is under way at a time; one that was cancelled ends, and its figures are not there', async () => {
  const it = await tryingOut()
  const coupon = await it.deal()
  const { id } = await it.clerk.call(dryRuns.ask, { body: it.body({ dealId: coupon.id }) })
  expect(await it.refused({ dealId: coupon.id })).toBe('dryRun.underWay')
  expect(await it.clerk.refused(dryRuns.result, { id })).toBe('dryRun.notDone')
  await it.clerk.call(dryRuns.cancel, { id })
  expect(await it.clerk.refused(dryRuns.cancel, { id })).toBe('dryRun.ended')
  const next = await it.tried({ dealId: coupon.id })
  expect(await it.clerk.call(dryRuns.get, { id })).toMatchObject({ status: 'cancelled', orderCount: null })
  expect(next.levels).toHaveLength(20)
  expect((await it.clerk.call(userDeals.list, {})).totalElements).toBe(0)
})
