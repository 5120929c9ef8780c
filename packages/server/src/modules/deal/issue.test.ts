import { deals, userDeals } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { inDays, marketing } from '../../testing/coupons.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

// @req MKT-006 MKT-010 MKT-019 MKT-027
test('by hand a coupon goes to members by name, mobile or card, and as codes to whom nobody knows', async () => {
  const it = await marketing()
  const other = await makeCard(it, {})
  const [mobile] = await owned<{ mobile: string }>('select mobile from user_account where id = $1', [other.userId])
  const made = await it.deal({ validDays: 7 })
  const issued = await it.issue(made.id, {
    userIds: [it.buyer.userId!],
    mobiles: mobile!.mobile ? [mobile!.mobile] : [],
    cardNumbers: [other.number],
    codes: 2,
    each: 1,
  })
  // Who is named twice gets it once.
  expect(issued).toMatchObject({ issued: 4 })
  expect(new Set(issued.codes).size).toBe(2)
  for (const code of issued.codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{12}$/)
  const { content } = await it.clerk.call(userDeals.list, { query: { search: `deal.id:${made.id}`, sort: 'id,asc' } })
  expect(content).toHaveLength(4)
  // Seven days by the calendar of the company: until midnight, not until noon.
  expect(content[0]).toMatchObject({ status: 'unused', source: 'hand', terms: 1, startTime: noon.toISOString(), orderId: null })
  expect(new Date(content[0]!.endTime).getTime()).toBeLessThan(Date.parse(inDays(7)))
  expect(new Date(content[0]!.endTime).getTime()).toBeGreaterThan(Date.parse(inDays(6)))
  setClock(new Date(content[0]!.endTime))
  expect((await it.held(content[0]!.id)).status).toBe('expired')
  setClock(noon)
  // 0 days: until the end of the coupon itself.
  const endless = await it.deal({ validDays: 0 })
  expect((await it.held((await it.issue(endless.id)).userDealIds[0]!)).endTime).toBe(inDays(30))
  expect(await it.broken()).toEqual([])
})

// @req MKT-008 MKT-022
test('nothing is issued beyond what is planned, per holder, unused, or in the budget; what is refused changes nothing', async () => {
  const it = await marketing()
  const counts = async (id: number) => (await it.clerk.call(deals.get, { id })).claimCount
  const planned = await it.deal({ maxCount: 3 })
  expect(await it.refusedIssue(planned.id, { each: 4 })).toBe('coupon.soldOut')
  await it.issue(planned.id, { each: 3 })
  expect(await it.refusedIssue(planned.id)).toBe('coupon.soldOut')
  const perUser = await it.deal({ perUser: 2 })
  expect(await it.refusedIssue(perUser.id, { each: 3 })).toBe('coupon.limitReached')
  await it.issue(perUser.id, { each: 2 })
  expect(await it.refusedIssue(perUser.id)).toBe('coupon.limitReached')
  const unused = await it.deal({ perUser: 5, unusedMost: 2 })
  await it.issue(unused.id, { each: 2 })
  expect(await it.refusedIssue(unused.id)).toBe('coupon.tooManyHeld')
  // What was taken back counts no more.
  const [first] = (await it.clerk.call(userDeals.list, { query: { search: `deal.id:${unused.id}` } })).content
  await it.clerk.call(userDeals.recall, { id: first!.id, body: { reason: '发错 Mistake' } })
  await it.issue(unused.id)
  const budget = await it.deal({ budgetCents: 50_00 })
  expect(await it.refusedIssue(budget.id, { codes: 3, userIds: [] })).toBe('coupon.budgetSpent')
  await it.issue(budget.id, { codes: 2, userIds: [] })
  expect(await it.refusedIssue(budget.id)).toBe('coupon.budgetSpent')
  expect([await counts(planned.id), await counts(perUser.id), await counts(unused.id), await counts(budget.id)]).toEqual([3, 2, 3, 2])

  const early = await it.deal({ startTime: inDays(1) })
  expect(await it.refusedIssue(early.id)).toBe('coupon.notStarted')
  const over = await it.deal({ startTime: inDays(-2), endTime: inDays(-1) })
  expect(await it.refusedIssue(over.id)).toBe('coupon.over')
  const members = await it.deal({ members: 'members' })
  expect(await it.refusedIssue(members.id, { userIds: [], codes: 1 })).toBe('coupon.membersOnly')
  const strangers = await it.deal({ members: 'nonMembers' })
  expect(await it.refusedIssue(strangers.id)).toBe('coupon.nonMembersOnly')
  expect(await it.refusedIssue(planned.id, { userIds: [] })).toBe('coupon.nobody')
  expect(await it.refusedIssue(members.id, { userIds: [it.buyer.userId! + 1] })).toBe('notFound')
  expect(await it.refusedIssue(members.id, { mobiles: ['13000000009'] })).toBe('coupon.mobileUnknown')
  expect(await it.refusedIssue(members.id, { cardNumbers: ['NOBODY-1'] })).toBe('coupon.cardUnknown')
  expect(await it.broken()).toEqual([])
})

// @req MKT-013 MKT-041
test('unused coupons are recalled with a reason, one or many; many are all recalled or none', async () => {
  const it = await marketing()
  const made = await it.deal({})
  const { userDealIds: ids } = await it.issue(made.id, { codes: 3, userIds: [] })
  const [one, two, three] = ids as [number, number, number]
  expect(await it.clerk.call(userDeals.recall, { id: one, body: { reason: '发错 Mistake' } })).toMatchObject({
    status: 'recovered',
    recallReason: '发错 Mistake',
    recalledById: it.clerk.actor.id,
  })
  const many = { ids: [two, one], reason: '活动取消' }
  expect(await it.clerk.refused(userDeals.recallMany, { body: many })).toBe('coupon.recalled')
  expect((await it.held(two)).status).toBe('unused')
  expect(await it.clerk.call(userDeals.recallMany, { body: { ids: [two, three], reason: '活动取消' } })).toEqual({ recalled: 2 })
  setClock(new Date(inDays(31)))
  const late = await it.held(two)
  expect(late.status).toBe('recovered')
  await it.addUp()
  expect(await it.clerk.call(deals.get, { id: made.id })).toMatchObject({ claimCount: 3, committedCents: 0 })
  expect(await it.broken()).toEqual([])
})

test('an expired coupon is not recalled; those who may only look can neither issue nor recall', async () => {
  const it = await marketing()
  const made = await it.deal({})
  const [id] = (await it.issue(made.id)).userDealIds
  const attendant = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over: { stationId: it.station.id } })
  expect(await attendant.call(userDeals.get, { id: id! })).toMatchObject({ status: 'unused' })
  expect(await attendant.refused(userDeals.recall, { id: id!, body: { reason: 'x' } })).toBe('auth.forbidden')
  expect(await attendant.refused(userDeals.issue, { body: { dealId: made.id, userIds: [it.buyer.userId!], reason: 'x' } })).toBe(
    'auth.forbidden',
  )
  expect(await attendant.refused(deals.create, { body: it.offer() })).toBe('auth.forbidden')
  setClock(new Date(inDays(40)))
  expect(await it.clerk.refused(userDeals.recall, { id: id!, body: { reason: 'x' } })).toBe('coupon.expired')
})

test('the database keeps the limits where a statement forgets them', async () => {
  const it = await marketing()
  const made = await it.deal({ maxCount: 2, perUser: 1 })
  await it.issue(made.id)
  const add = `insert into user_deal (company_id, deal_id, terms, user_id, source, issued_date, start_time, end_time)
    select company_id, deal_id, terms, user_id, 'hand', issued_date, start_time, end_time from user_deal where deal_id = $1`
  await expect(owned(add, [made.id])).rejects.toThrow('coupon.limitReached')
  await expect(owned('update deal set claim_count = 3 where id = $1', [made.id])).rejects.toThrow('coupon.soldOut')
})

// @req MKT-027
test('by somebody of several companies a coupon goes to members of its own company alone, named in whichever way', async () => {
  const it = await marketing()
  const there = await world()
  const stranger = await makeCard(there, {})
  const [{ mobile }] = (await owned<{ mobile: string }>('select mobile from user_account where id = $1', [stranger.userId])) as [
    { mobile: string },
  ]
  const chief = await it.staff({ role: 'superAdmin', over: { companyIds: [it.company.id, there.company.id] } })
  const made = await it.deal({})
  const body = { dealId: made.id, reason: '补偿 Sorry' }
  expect(await chief.refused(userDeals.issue, { body: { ...body, userIds: [stranger.userId!] } })).toBe('notFound')
  expect(await chief.refused(userDeals.issue, { body: { ...body, mobiles: [mobile] } })).toBe('coupon.mobileUnknown')
  expect(await chief.refused(userDeals.issue, { body: { ...body, cardNumbers: [stranger.number] } })).toBe('coupon.cardUnknown')
  expect((await it.clerk.call(deals.get, { id: made.id })).claimCount).toBe(0)
  expect(await chief.call(userDeals.issue, { body: { ...body, userIds: [it.card.userId!] } })).toMatchObject({ issued: 1 })
})
