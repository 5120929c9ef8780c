import { addFleet, cardMoney, deals, dealTasks, userDeals } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { campaigning } from '../../testing/activities.ts'
import { makeCard } from '../../testing/card.ts'
import { inDays } from '../../testing/coupons.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

// @req MKT-003 MKT-009
test('a purchase from 200.00 on gives a coupon, once for each sale; a smaller one, and one of a fleet, give nothing', async () => {
  const it = await campaigning()
  const { id } = await it.start({ kind: 'purchase', fromCents: 200_00 })
  const orderId = await it.pays()
  await it.pays({ lineItems: [{ volumeCl: 20_00 }] })
  const { id: groupId } = await it.boss.call(addFleet, { body: { name: 'Jianghai', valueMode: 'assign' } })
  const { id: parentId } = await makeCard(it, { kind: 'master', groupId })
  const ofDriver = await makeCard(it, { kind: 'sub', parentId, userId: it.card.userId, principalCents: 500_00 })
  await it.pays({}, ofDriver.id)
  await it.give()
  await it.give()
  expect(await it.gifts(id)).toMatchObject([
    { userId: it.card.userId, fact: 'order', orderId, topUpId: null, couponCount: 1, refusal: null, takenBackDate: null },
  ])
  expect(await it.coupons(it.card.userId!)).toMatchObject([{ dealId: it.coupon.id, source: 'activity', status: 'unused' }])
  expect(await it.read(id)).toMatchObject({ timing: 'inEffect', givenCount: 1, couponCount: 1, refusedCount: 0 })
  expect(await it.broken()).toEqual([])
})

test('by litres of a product, at a station: what is bought of other things, or elsewhere, does not count', async () => {
  const it = await campaigning()
  const byLitres = await it.start({ kind: 'purchase', fromCl: 30_00 })
  const elsewhere = await it.start({ kind: 'purchase', fromCents: 1_00, stations: [{ stationId: (await it.addStation()).id }] })
  const diesel = await it.stands.product()
  const otherFuel = await it.start({ kind: 'purchase', fromCents: 1_00, products: [{ productId: diesel.id }] })
  await it.pays()
  await it.pays({ lineItems: [{ volumeCl: 29_99 }] })
  await it.give()
  expect(await it.gifts(byLitres.id)).toHaveLength(1)
  expect(await it.gifts(elsewhere.id)).toEqual([])
  expect(await it.gifts(otherFuel.id)).toEqual([])
})

test('what was refunded takes its gift back while it is unused; a used coupon stays, and is shown as cost', async () => {
  const it = await campaigning()
  const { id } = await it.start({ kind: 'purchase', fromCents: 200_00, giftCount: 2 })
  const orderId = await it.pays()
  await it.give()
  const [first] = await it.coupons(it.card.userId!)
  await it.useCoupon(first!.id)
  // A part leaves more than is asked for.
  await it.giveBack(orderId, 40_00)
  await it.give()
  expect((await it.gifts(id))[0]).toMatchObject({ takenBackDate: null })
  await it.giveBack(orderId, 10_00)
  await it.give()
  expect((await it.gifts(id))[0]).toMatchObject({ couponCount: 2, takenBackCount: 1, keptCount: 1, takenBackDate: noon.toISOString() })
  expect((await it.coupons(it.card.userId!)).map(({ status }) => status)).toEqual(['used', 'recovered'])
  // The rest of it changes nothing any more.
  await it.giveBack(orderId, 190_00)
  await it.give()
  expect((await it.gifts(id))[0]).toMatchObject({ takenBackCount: 1, keptCount: 1 })
  await it.addUp()
  expect(await it.broken()).toEqual([])
})

test('a top-up from 500.00 on gives, and its refund takes back', async () => {
  const it = await campaigning()
  const { id } = await it.start({ kind: 'topUp', fromCents: 500_00 })
  await it.topUp(499_99)
  const paid = await it.topUp(500_00)
  await it.give()
  expect(await it.gifts(id)).toMatchObject([{ fact: 'topUp', topUpId: paid.id, orderId: null, couponCount: 1 }])
  const pinProof = await proofOf(it.clerk.actor, {
    action: 'card.refundCharge',
    subject: `userCardDetails:${paid.id}`,
    amountCents: 500_00,
  })
  await it.clerk.call(cardMoney.refundCharge, { id: it.card.id, body: { detailId: paid.id, remark: 'Changed their mind', pinProof } })
  await it.give()
  expect((await it.gifts(id))[0]).toMatchObject({ takenBackCount: 1, keptCount: 0 })
  expect((await it.coupons(it.card.userId!)).map(({ status }) => status)).toEqual(['recovered'])
})

test('who becomes a member while it lasts is given it, once', async () => {
  const it = await campaigning()
  const { id } = await it.start({ kind: 'newMember' })
  const { userId } = await makeCard(it)
  await it.give()
  expect(await it.gifts(id)).toMatchObject([{ fact: 'member', userId, couponCount: 1 }])
  await it.clerk.call(dealTasks.disable, { id })
  await makeCard(it)
  await it.give()
  expect(await it.gifts(id)).toHaveLength(1)
})

test('what cannot be given is kept with the reason, and never gives more often than it may', async () => {
  const it = await campaigning()
  const scarce = await it.deal({ maxCount: 1, autoIssue: true })
  const { id } = await it.start({ kind: 'purchase', fromCents: 1, coupons: [{ dealId: scarce.id }, { dealId: it.coupon.id }] })
  const twice = await it.start({ kind: 'purchase', fromCents: 1, maxIssue: 2 })
  for (let sales = 0; sales < 3; sales++) await it.pays()
  await it.give()
  expect((await it.gifts(id)).map(({ couponCount, refusal }) => [couponCount, refusal])).toEqual([
    [2, null],
    [1, 'coupon.soldOut'],
    [1, 'coupon.soldOut'],
  ])
  expect(await it.read(id)).toMatchObject({ stoppedBy: 'coupon.soldOut' })
  expect(await it.gifts(twice.id)).toHaveLength(2)
  expect(await it.read(twice.id)).toMatchObject({ timing: 'limitReached', givenCount: 2 })
  expect(await it.broken()).toEqual([])
})

test('all who carry a tag get their coupons at the moment, once, and it is completed', async () => {
  const it = await campaigning()
  const members = [it.card.userId!, (await makeCard(it)).userId!, (await makeCard(it)).userId!]
  const tagId = await it.tagged(members)
  const { id } = await it.start({ kind: 'issue', tagId, startTime: inDays(1) })
  expect(await it.look()).toBe(0)
  const tomorrow = new Date(inDays(1))
  setClock(tomorrow)
  expect(await it.look(tomorrow)).toBe(1)
  expect((await it.gifts(id)).map(({ userId, fact }) => [userId, fact])).toEqual(
    members.toSorted((a, b) => a - b).map(user => [user, 'tag']),
  )
  expect(await it.read(id)).toMatchObject({ timing: 'completed', givenCount: 3, couponCount: 3, completedDate: tomorrow.toISOString() })
  expect(await it.clerk.refused(dealTasks.update, { id, body: { ...it.offer({ kind: 'issue', tagId }), version: 1 } })).toBe(
    'dealTask.completed',
  )
  expect(await it.clerk.refused(dealTasks.delete, { id })).toBe('dealTask.gaveAlready')
})

test('an issue that runs out of coupons says so, and goes on with the rest once there are more', async () => {
  const it = await campaigning()
  const scarce = await it.deal({ maxCount: 2, autoIssue: true })
  const members = [it.card.userId!, (await makeCard(it)).userId!, (await makeCard(it)).userId!]
  const { id } = await it.start({ kind: 'issue', tagId: await it.tagged(members), coupons: [{ dealId: scarce.id }] })
  await it.look()
  expect(await it.read(id)).toMatchObject({ timing: 'inEffect', givenCount: 2, refusedCount: 0, stoppedBy: 'coupon.soldOut' })
  await it.planMore(scarce.id, 5)
  await it.askAgain()
  await it.look()
  expect(await it.read(id)).toMatchObject({ timing: 'completed', givenCount: 3, stoppedBy: null })
  expect((await it.gifts(id)).map(({ userId }) => userId)).toEqual(members.toSorted((a, b) => a - b))
  expect(await it.broken()).toEqual([])
})

test('in the month of their birthday members get theirs, once a year', async () => {
  const it = await campaigning()
  await it.bornIn(it.card.userId!, 5)
  const { id } = await it.start({ kind: 'birthday', endTime: inDays(500) })
  await it.look()
  const nextDay = new Date(inDays(1))
  setClock(nextDay)
  await it.askAgain(nextDay)
  await it.look(nextDay)
  expect(await it.gifts(id)).toHaveLength(1)
  const nextYear = new Date(inDays(365))
  await owned('update deal set end_time = $2 where id = $1', [it.coupon.id, inDays(800)])
  setClock(nextYear)
  await it.askAgain(nextYear)
  await it.look(nextYear)
  expect(await it.gifts(id)).toHaveLength(2)
})

test('who has bought nothing for 60 days gets a coupon, and again after buying and staying away again', async () => {
  const it = await campaigning()
  const { id } = await it.start({ kind: 'lapsed', idleDays: 60, endTime: inDays(400) })
  await owned('update deal set end_time = $2 where id = $1', [it.coupon.id, inDays(800)])
  await it.pays()
  await it.addUp()
  const after = async (days: number) => {
    const at = new Date(inDays(days))
    setClock(at)
    await it.askAgain(at)
    await it.look(at)
    return (await it.gifts(id)).length
  }
  expect(await after(59)).toBe(0)
  expect(await after(60)).toBe(1)
  expect(await after(61)).toBe(1)
  await it.pays()
  await it.addUp()
  expect(await after(100)).toBe(1)
  expect(await after(121)).toBe(2)
  expect((await it.gifts(id)).map(({ fact, userId }) => [fact, userId])).toEqual([
    ['lapsed', it.card.userId],
    ['lapsed', it.card.userId],
  ])
})

// @req MKT-017
test('what is incomplete or cannot be given is refused on its field, and nothing is added', async () => {
  const it = await campaigning()
  const manual = await it.deal({ maxCount: 10 })
  const strangers = await it.deal({ maxCount: 10, autoIssue: true, members: 'nonMembers' })
  const tagId = await it.tagged([])
  const cases: readonly (readonly [Parameters<typeof it.start>[0], string])[] = [
    [{ kind: 'topUp' }, 'dealTask.incomplete'],
    [{ kind: 'purchase' }, 'dealTask.incomplete'],
    [{ kind: 'purchase', fromCents: 1, fromCl: 1 }, 'dealTask.oneOfBoth'],
    [{ kind: 'newMember', fromCents: 1 }, 'dealTask.incomplete'],
    [{ kind: 'lapsed' }, 'dealTask.incomplete'],
    [{ kind: 'issue' }, 'dealTask.incomplete'],
    [{ kind: 'issue', tagId, idleDays: 7 }, 'dealTask.incomplete'],
    [{ kind: 'issue', tagId: 1 }, 'notFound'],
    [{ kind: 'price' }, 'dealTask.incomplete'],
    [{ kind: 'price', centsPerL: 1, percent: 1 }, 'dealTask.oneOfBoth'],
    [{ kind: 'price', centsPerL: 1, coupons: [{ dealId: it.coupon.id }] }, 'dealTask.couponsMissing'],
    [{ kind: 'price', centsPerL: 1, products: [{ productId: 1 }] }, 'notFound'],
    [{ kind: 'price', centsPerL: 1, stations: [{ stationId: 1 }] }, 'notFound'],
    [{ kind: 'birthday', coupons: [] }, 'dealTask.couponsMissing'],
    [{ kind: 'birthday', coupons: [{ dealId: it.coupon.id }, { dealId: it.coupon.id }] }, 'dealTask.couponTwice'],
    [{ kind: 'birthday', coupons: [{ dealId: manual.id }] }, 'dealTask.couponNotAutomatic'],
    [{ kind: 'birthday', coupons: [{ dealId: strangers.id }] }, 'dealTask.couponForNonMembers'],
    [{ kind: 'birthday', coupons: [{ dealId: 1 }] }, 'notFound'],
    [{ kind: 'birthday', endTime: inDays(0) }, 'dealTask.endsBeforeStart'],
  ]
  for (const [of, code] of cases) expect([of, await it.refusedStart(of)]).toEqual([of, code])
  expect((await it.clerk.call(dealTasks.list, { query: {} })).totalElements).toBe(0)
  const six = Array.from({ length: 6 }, (_, at) => ({ dealId: at + 1 }))
  expect(await it.refusedStart({ kind: 'birthday', coupons: six })).toBe('validation')
})

test('once it was added its kind stays, its limit is never below what it gave, and one that gave nothing can be deleted', async () => {
  const it = await campaigning()
  const made = await it.start({ kind: 'purchase', fromCents: 1 })
  const update = (body: ReturnType<typeof it.offer>) =>
    it.clerk.refused(dealTasks.update, { id: made.id, body: { ...body, version: made.version } })
  expect(await update(it.offer({ kind: 'birthday' }))).toBe('dealTask.kindFixed')
  await it.pays()
  await it.pays()
  await it.give()
  expect(await update(it.offer({ kind: 'purchase', fromCents: 1, maxIssue: 1 }))).toBe('dealTask.limitBelowGiven')
  expect(await it.clerk.refused(dealTasks.enable, { id: made.id })).toBe('dealTask.notDisabled')
  await it.clerk.call(dealTasks.disable, { id: made.id })
  expect(await it.clerk.refused(dealTasks.disable, { id: made.id })).toBe('dealTask.isDisabled')
  expect(await it.clerk.call(dealTasks.enable, { id: made.id })).toMatchObject({ timing: 'inEffect' })
  const unused = await it.start({ kind: 'birthday' })
  // What an activity gives is not deleted.
  const given = await it.deal({ maxCount: 1, autoIssue: true })
  await it.start({ kind: 'birthday', coupons: [{ dealId: given.id }] })
  expect(await it.clerk.refused(deals.delete, { id: given.id })).toBe('deal.isGiven')
  await it.clerk.call(dealTasks.delete, { id: unused.id })
  expect((await it.clerk.call(userDeals.list, { query: {} })).totalElements).toBe(2)
})
