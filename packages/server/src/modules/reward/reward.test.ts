import {
  memberLiability,
  memberMerge,
  pointsCards,
  pointsDetails,
  redemptions,
  rewardCategories,
  rewards,
  userDeals,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { books } from '../../testing/order.ts'
import { pointsStore } from '../../testing/reward.ts'
import { noon, owned, setClock, tamper } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
type Store = Awaited<ReturnType<typeof pointsStore>>
const endAfterAMonth = ({ company }: Store) => owned('update points_rule set months = 1 where company_id = $1', [company.id])

// @req PTS-001 PTS-003 PTS-004 PTS-005 PTS-009 NAV-009
test('a member redeems points for two pieces: points, stock and the record go together, and it is handed out later', async () => {
  const it = await pointsStore()
  const before = await books(it)
  const washes = await it.reward({ name: '普洗 Car wash', points: 150 })
  const made = await it.redeem(washes.id, { pieces: 2, remark: '本人 In person' })
  expect(made).toMatchObject({
    rewardName: '普洗 Car wash',
    userCardId: it.account.points,
    userId: it.card.userId,
    pieces: 2,
    points: 300,
    status: 'notReceived',
    stationId: it.station.id,
    receivedDate: null,
  })
  expect((await it.holds()).points).toBe(700)
  expect(await it.keeper.call(rewards.get, { id: washes.id })).toMatchObject({ stock: 8, redeemed: 2 })
  expect(await books(it)).toEqual({ ...before, points: 700, pointsUsed: 300 })
  expect(await it.cardOf()).toMatchObject({ points: 700, owedPoints: 0, endsOn: null, endingPoints: 0 })

  expect(await it.hand.call(redemptions.receive, { id: made.id })).toMatchObject({ status: 'received', receivedDate: noon.toISOString() })
  expect(await it.hand.refused(redemptions.receive, { id: made.id })).toBe('redemption.received')
  expect(await it.keeper.refused(redemptions.cancel, { id: made.id, body: { reason: 'x' } })).toBe('redemption.received')
  // What is handed over the counter at once is received from the beginning.
  expect(await it.redeem(washes.id, { received: true })).toMatchObject({ status: 'received' })
  const actions = (await it.audits()).map(({ action }) => action).filter(action => action.startsWith('redemptions.'))
  expect(actions).toEqual(['redemptions.redeem', 'redemptions.receive', 'redemptions.redeem'])
  const { content } = await it.boss.call(pointsDetails.list, { query: { search: 'type:spend' } })
  expect(content.map(({ points, remark }) => [points, remark])).toEqual([
    [-150, '普洗 Car wash'],
    [-300, '普洗 Car wash'],
  ])
  expect(await it.broken()).toEqual([])
})

// @req PTS-004
test('what is cancelled gives the points back into the lots that they came from; what has ended since gets thirty days', async () => {
  const it = await pointsStore()
  await endAfterAMonth(it)
  await it.give(50)
  setClock(new Date('2026-06-02T04:00:00Z'))
  await it.give(100)
  const lots = [
    { endsOn: '2026-06-30', points: 50 },
    { endsOn: '2026-07-31', points: 100 },
    { endsOn: null, points: 1_000 },
  ]
  expect((await it.holds()).lots).toEqual(lots)
  const made = await it.redeem((await it.reward({ points: 60, stock: 1 })).id)
  expect((await it.holds()).lots).toEqual([{ endsOn: '2026-07-31', points: 90 }, lots[2]])
  expect(await it.cancel(made.id)).toMatchObject({ status: 'cancelled', cancelReason: '改变主意 Changed' })
  expect((await it.holds()).lots).toEqual(lots)
  expect(await it.stockOf(made.rewardId)).toBe(1)
  expect(await it.keeper.refused(redemptions.cancel, { id: made.id, body: { reason: 'x' } })).toBe('redemption.cancelled')
  expect(await it.hand.refused(redemptions.receive, { id: made.id })).toBe('redemption.cancelled')

  const again = await it.redeem(made.rewardId)
  setClock(new Date('2026-07-05T04:00:00Z'))
  await it.cancel(again.id)
  expect((await it.holds()).lots).toEqual([lots[1], { endsOn: '2026-08-04', points: 50 }, lots[2]])
  expect(await it.broken()).toEqual([])
})

test('points that come back pay what the member owes first', async () => {
  const it = await pointsStore()
  await it.deduct(1_000)
  const id = await it.pays()
  await it.earn()
  const made = await it.redeem((await it.reward({ points: 240 })).id)
  await it.giveBack(id, 100_00)
  await it.earn()
  expect(await it.holds()).toMatchObject({ points: 0, owedPoints: 100 })
  await it.cancel(made.id)
  expect(await it.holds()).toMatchObject({ points: 140, owedPoints: 0 })
  expect(await it.broken()).toEqual([])
})

// @req PTS-001
test('coupons come with a reward, and go back with it while they are unused; where they are sold out nothing is redeemed', async () => {
  const it = await pointsStore()
  const coupon = await it.deal({ maxCount: 5 })
  const bundle = await it.reward({ coupons: [{ dealId: coupon.id, count: 2 }], points: 100, stock: -1 })
  const made = await it.redeem(bundle.id, { pieces: 2 })
  expect(made.couponCount).toBe(4)
  const given = async () => (await it.clerk.call(userDeals.list, { query: { search: `deal.id:${coupon.id}` } })).content
  expect((await given()).map(({ source, userId, status }) => [source, userId, status])).toEqual(
    Array.from({ length: 4 }, () => ['points', it.card.userId, 'unused']),
  )
  const rest = await it.holds()
  expect(await it.refusedRedeem(bundle.id)).toBe('coupon.soldOut')
  expect(await it.holds()).toEqual(rest)
  expect(await it.keeper.call(rewards.get, { id: bundle.id })).toMatchObject({ stock: -1, redeemed: 2 })

  await it.cancel(made.id)
  expect((await given()).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'recovered'))
  expect((await it.holds()).points).toBe(1_000)
  expect(await it.broken()).toEqual([])
})

test('a redemption of which a coupon was used is not cancelled, and the coupon is named', async () => {
  const it = await pointsStore()
  const coupon = await it.deal({ name: '满减券' })
  const bundle = await it.reward({ coupons: [{ dealId: coupon.id, count: 1 }] })
  const made = await it.redeem(bundle.id)
  const { id: orderId } = await it.sell()
  await tamper('update user_deal set used_date = now(), order_id = $2 where company_id = $1', [it.company.id, orderId])
  await expect(it.cancel(made.id)).rejects.toThrow(/redemption\.couponUsed.*满减券|满减券.*/)
  expect((await it.holds()).points).toBe(900)
  expect(await it.stockOf(bundle.id)).toBe(9)
})

test.each<[string, (it: Store) => Promise<string>]>([
  ['reward.offShelf', async it => it.refusedRedeem((await it.reward({ hidden: true })).id)],
  [
    'reward.offShelf',
    async it => {
      const { id } = await it.reward()
      await it.keeper.call(rewardCategories.update, {
        id: it.shelf.id,
        body: { name: it.shelf.name, version: it.shelf.version, hidden: true },
      })
      return it.refusedRedeem(id)
    },
  ],
  ['reward.soldOut', async it => it.refusedRedeem((await it.reward({ stock: 2 })).id, { pieces: 3 })],
  ['reward.soldOut', async it => it.refusedRedeem((await it.reward({ stock: 0 })).id)],
  ['points.insufficient', async it => it.refusedRedeem((await it.reward({ points: 1_001 })).id)],
  ['points.notPoints', async it => it.refusedRedeem((await it.reward()).id, { userCardId: it.card.id })],
  ['notFound', async it => it.refusedRedeem((await (await pointsStore()).reward()).id)],
  ['reward.couponsTooMany', async it => couponsRefused(it, [4, 2])],
  ['reward.couponTwice', async it => couponsRefused(it, [1, 1], true)],
  [
    'reward.codeTaken',
    async it => {
      await it.reward({ code: 'A' })
      return it.keeper.refused(rewards.create, { body: it.offered({ code: 'A' }) })
    },
  ],
  [
    'reward.barcodeTaken',
    async it => {
      await it.reward({ barcode: '69' })
      return it.keeper.refused(rewards.create, { body: it.offered({ barcode: '69' }) })
    },
  ],
  ['rewardCategory.nameTaken', async it => it.keeper.refused(rewardCategories.create, { body: { name: it.shelf.name } })],
  ['auth.forbidden', async it => it.hand.refused(rewards.create, { body: it.offered() })],
  [
    'auth.forbidden',
    async it => it.hand.refused(redemptions.cancel, { id: (await it.redeem((await it.reward()).id)).id, body: { reason: 'x' } }),
  ],
  [
    'inUse',
    async it => {
      await it.reward()
      return it.keeper.refused(rewardCategories.delete, { id: it.shelf.id })
    },
  ],
])('%s: nothing changes', async (code, act) => {
  const it = await pointsStore()
  expect(await act(it)).toBe(code)
  expect(await it.broken()).toEqual([])
})

async function couponsRefused(it: Store, counts: readonly number[], same = false): Promise<string> {
  const first = (await it.deal({})).id
  const coupons = await Promise.all(
    counts.map(async (count, turn) => ({ dealId: same || turn === 0 ? first : (await it.deal({})).id, count })),
  )
  return it.keeper.refused(rewards.create, { body: it.offered({ coupons }) })
}

// @req PTS-002 PTS-010
test('categories and rewards stand by their weight, the higher first; a stock is counted while others redeem', async () => {
  const it = await pointsStore()
  await it.keeper.call(rewardCategories.create, { body: { name: '高 High', weight: 9 } })
  const { content: shelves } = await it.hand.call(rewardCategories.list, {})
  expect(shelves.map(({ weight }) => weight)).toEqual([9, 0])
  const [low, high] = [await it.reward({ weight: 1 }), await it.reward({ weight: 5 })]
  const { content } = await it.hand.call(rewards.list, {})
  expect(content.map(({ id }) => id)).toEqual([high.id, low.id])

  await it.redeem(low.id, { pieces: 3 })
  const { stock: _stock, redeemed: _redeemed, createdDate: _created, id, ...facts } = await it.keeper.call(rewards.get, { id: low.id })
  // Without a number the stock is nobody's business.
  expect(await it.keeper.call(rewards.update, { id, body: { ...facts, points: 90 } })).toMatchObject({ stock: 7, redeemed: 3, points: 90 })
  const counted = await it.keeper.call(rewards.update, { id, body: { ...facts, version: facts.version + 1, stock: 20 } })
  expect(counted).toMatchObject({ stock: 20, redeemed: 3 })
  const endless = await it.keeper.call(rewards.update, { id, body: { ...facts, version: facts.version + 2, stock: -1 } })
  expect(endless).toMatchObject({ stock: -1 })
  await it.redeem(low.id)
  expect(await it.keeper.call(rewards.get, { id })).toMatchObject({ stock: -1, redeemed: 4 })
  expect(await it.broken()).toEqual([])
})

test.each([
  ['a lot that was lost', 'update points_lot set points_left = points_left - 1 where user_card_id = $1'],
  ['a reward that was redeemed too often', 'update reward set redeemed = redeemed - 1, stock = stock + 1 where id = $2'],
  ['a redemption that took other points', 'update redemption set points = points + 1 where reward_id = $2'],
  ['a redemption that is not there', 'delete from redemption where reward_id = $2'],
  ['lots that do not come to what was taken', `update redemption set lots = '[{"endsOn":null,"points":1}]' where reward_id = $2`],
])('%s is found by the proof', async (_, statement) => {
  const it = await pointsStore()
  const { id } = await it.reward()
  await it.redeem(id)
  expect(await it.broken()).toEqual([])
  await tamper(`with asked as (select $1::bigint, $2::bigint) ${statement}`, [it.account.points, id])
  const broken = (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)
  expect(broken.map(({ invariant }) => invariant)).toContain('I18')
})

test('two members who are merged keep what one has redeemed; a cancellation gives the points to the one who is left', async () => {
  const it = await pointsStore()
  const elder = it.card.userId!
  const { userId } = await makeCard(it)
  const younger = await it.joined(userId!)
  await it.give(200, younger.points)
  const made = await it.redeem((await it.reward()).id, { userCardId: younger.points })
  await owned(`update user_account set created_date = '2026-03-02' where id = $1`, [elder])
  const pinProof = await proofOf(it.boss.actor, { action: 'member.merge', subject: `members:${elder}` })
  await it.boss.call(memberMerge.merge, { id: elder, body: { otherId: userId!, reason: 'Added twice', pinProof } })
  expect(await it.holds()).toMatchObject({ points: 1_100 })
  expect(await it.keeper.call(redemptions.get, { id: made.id })).toMatchObject({ userId: elder, userCardId: younger.points })
  await it.cancel(made.id)
  expect(await it.holds()).toMatchObject({ points: 1_200 })
  expect(await it.broken()).toEqual([])
})

test('open points and unused coupons are told by the month in which they end, with what the coupons may cost at most', async () => {
  const it = await pointsStore()
  await endAfterAMonth(it)
  await it.give(70)
  const coupon = await it.deal({ validDays: 7 })
  await it.redeem((await it.reward({ points: 50, coupons: [{ dealId: coupon.id, count: 3 }] })).id)
  const none = { coupons: 0, couponCents: 0, unlimitedCoupons: 0 }
  expect(await it.hand.call(memberLiability, {})).toEqual({
    currency: 'CNY',
    months: [
      { ...none, month: '2026-05', points: 0, coupons: 3, couponCents: 60_00 },
      { ...none, month: '2026-06', points: 20 },
      { ...none, month: null, points: 1_000 },
    ],
  })
  setClock(new Date('2026-07-01T04:00:00Z'))
  expect((await it.hand.call(memberLiability, {})).months).toEqual([{ ...none, month: null, points: 1_000 }])
})

// @req PTS-006
test('points cards show what each account holds, what ends next, its growth and level', async () => {
  const it = await pointsStore()
  await endAfterAMonth(it)
  await it.give(70)
  await it.pays()
  await it.earn()
  const { content, totalElements } = await it.hand.call(pointsCards.list, { query: { sort: 'points,desc' } })
  expect(totalElements).toBe(1)
  expect(content[0]).toMatchObject({
    id: it.account.points,
    userId: it.card.userId,
    status: 'normal',
    points: 1_310,
    owedPoints: 0,
    endsOn: '2026-06-30',
    endingPoints: 310,
    growth: 240,
  })
  expect(content[0]!.levelId).not.toBeNull()
  // What has ended is not shown, whether or not that is booked yet.
  setClock(new Date('2026-07-01T04:00:00Z'))
  expect(await it.cardOf()).toMatchObject({ points: 1_000, endsOn: null, endingPoints: 0 })
})
