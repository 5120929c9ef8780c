import {
  cardLife,
  cardMoney,
  chargeUserCard,
  debitItems,
  memberFarewell,
  memberMerge,
  pointsDetails,
  services,
  shelving,
  topUpOffers,
  topUpReceipt,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { books } from '../../testing/order.ts'
import { loyal } from '../../testing/points.ts'
import { owned } from '../../testing/world.ts'

/** Anyone who pays 1,000.00 gets 30.00 and 100 points. */
async function offering() {
  const it = await loyal({ rule: { months: 12 } })
  const body = { name: '1000', classification: ['personal', 'anonymous'], priceCents: 1000_00, giftCents: 30_00, giftPoints: 100 } as const
  const { id: packageId } = await it.boss.call(debitItems.create, { body: { ...body, classification: [...body.classification] } })
  await it.boss.call(shelving.shelve, { id: packageId })
  const topUp = (id = it.card.id, over: object = {}) =>
    it.boss.call(chargeUserCard, { id, body: { amountCents: 1000_00, payType: 'wx', stationId: it.station.id, ...over } })
  const refund = async (detailId: number, id = it.card.id) =>
    it.boss.call(cardMoney.refundCharge, {
      id,
      body: {
        detailId,
        remark: 'Changed their mind',
        pinProof: await proofOf(it.boss.actor, {
          action: 'card.refundCharge',
          subject: `userCardDetails:${detailId}`,
          amountCents: 1000_00,
        }),
      },
    })
  /** An account of points is closed, with what it holds. */
  const returned = async (id: number, count: number) => {
    expect(await it.boss.call(cardLife.returnPreview, { id })).toEqual({ points: count })
    const pinProof = await proofOf(it.boss.actor, { action: 'card.return', subject: `userCards:${id}`, amountCents: 0 })
    const body = { amountCents: 0, stationId: it.station.id, chipPresent: false, remark: 'Asked for', pinProof }
    await it.boss.call(cardLife.cardReturn, { id, body })
  }
  const offers = (id = it.card.id) => it.boss.call(topUpOffers, { query: { userCardId: id, amountCents: 1000_00 } })
  const pointsNow = async () => (await it.held()).score!
  const broken = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)
  return { ...it, packageId, topUp, refund, returned, offers, pointsNow, broken }
}

// @req MEM-004 MEM-005 MEM-013
test('a package gives points besides: they are booked with the top-up, stand on its receipt, and go back with it', async () => {
  const it = await offering()
  expect(await it.offers()).toMatchObject({ hasPoints: true, tier: { giftCents: 30_00, giftPoints: 100 } })
  const done = await it.topUp()
  expect(done).toMatchObject({ giftCents: 30_00, receivedCents: 1030_00, giftPoints: 100, pointsNotBooked: 0 })
  expect(await it.pointsNow()).toMatchObject({ points: 100, lots: [{ endsOn: '2027-05-31', points: 100 }] })
  expect(await it.boss.call(topUpReceipt, { id: done.id })).toMatchObject({ giftPoints: 100 })
  const { content } = await it.boss.call(pointsDetails.list, { query: { search: `userCard.id:${it.account.points}` } })
  expect(content).toMatchObject([{ type: 'topUp', points: 100, pointsAfter: 100, topUpId: done.id }])

  // By the package, and above its price, it is the same number; a second top-up has points of its own.
  const second = await it.topUp(it.card.id, { mode: 'package', packageId: it.packageId })
  expect(second.giftPoints).toBe(100)
  await it.deduct(150)
  expect(await it.boss.call(cardMoney.refundChargePreview, { id: it.card.id, body: { detailId: second.id } })).toMatchObject({
    giftPoints: 100,
    refusal: null,
  })
  await it.refund(second.id)
  // 150 of 200 were spent: 50 of the 100 that go back are owed.
  expect(await it.pointsNow()).toMatchObject({ points: 0, owedPoints: 50 })
  expect(await it.boss.call(topUpReceipt, { id: second.id })).toMatchObject({ giftPoints: 0 })
  expect(await it.broken()).toEqual([])
})

// @req MEM-011 MEM-012
test('a gift that nobody pays for brings the points of its package; one that somebody typed brings none', async () => {
  const it = await offering()
  const gift = { mode: 'gift', amountCents: 0, payType: undefined, remark: 'Complaint' }
  expect((await it.topUp(it.card.id, { ...gift, packageId: it.packageId })).giftPoints).toBe(100)
  expect((await it.topUp(it.card.id, { ...gift, giftCents: 5_00 })).giftPoints).toBe(0)
  expect((await it.topUp(it.card.id, { giftCents: 5_00 })).giftPoints).toBe(0)
  expect(await it.pointsNow()).toMatchObject({ points: 100 })
})

test('whose card has no account of points is told so, before and after: the money is booked, the points are not', async () => {
  const it = await offering()
  const bearer = await makeCard(it, { kind: 'anonymous', userId: null, cardId: it.card.cardId } as never)
  const other = await makeCard(it, {})
  for (const { id } of [bearer, other]) {
    expect(await it.offers(id)).toMatchObject({ hasPoints: false, tier: { giftPoints: 100 } })
    const done = await it.topUp(id)
    expect(done).toMatchObject({ receivedCents: 1030_00, giftPoints: 0, pointsNotBooked: 100 })
    await it.refund(done.id, id)
  }
  expect(await it.broken()).toEqual([])
})

// @req MEM-027
test('points that lapsed with a closed account are not taken back, and owed by nobody: it is said before, and noted after', async () => {
  const it = await offering()
  const done = await it.topUp()
  await it.give(20)
  await it.returned(it.account.points, 120)
  const { id: anew } = await it.boss.call(services.join, { id: it.score.id, body: { userId: it.card.userId! } })
  await it.give(40, anew)
  expect(await it.boss.call(cardMoney.refundChargePreview, { id: it.card.id, body: { detailId: done.id } })).toMatchObject({
    giftPoints: 0,
    lapsedPoints: 100,
    refusal: null,
  })
  await it.refund(done.id)
  expect(await it.pointsNow()).toMatchObject({ userCardId: anew, points: 40, owedPoints: 0 })
  const [note] = (await it.audits()).filter(({ action }) => action === 'card.refundCharge')
  expect(note!.detail).toMatchObject({ lapsedPoints: 100 })
  expect(note!.detail).not.toHaveProperty('giftPoints')
  expect(await it.broken()).toEqual([])
})

test.each([
  ['held', 0],
  ['spent', 100],
])('points that went over in a merge are taken back from the account that stays: %s', async (_, spent) => {
  const it = await offering()
  const elder = await makeCard(it, {})
  const { points: kept } = await it.joined(elder.userId!)
  await owned(`update user_account set created_date = '2026-03-02' where id = $1`, [elder.userId])
  const done = await it.topUp()
  if (spent > 0) await it.deduct(spent)
  const pinProof = await proofOf(it.boss.actor, { action: 'member.merge', subject: `members:${elder.userId}` })
  const body = { otherId: it.card.userId!, reason: 'Added twice', pinProof }
  await it.boss.call(memberMerge.merge, { id: elder.userId!, body })
  expect(await it.boss.call(cardMoney.refundChargePreview, { id: it.card.id, body: { detailId: done.id } })).toMatchObject({
    giftPoints: 100,
    lapsedPoints: 0,
  })
  await it.refund(done.id)
  expect((await it.held(elder.userId!)).score).toMatchObject({ userCardId: kept, points: 0, owedPoints: spent })
  expect(await it.broken()).toEqual([])
})

// @req MEM-039
test('a return and a farewell say how many points lapse before it is done, and the book and the log keep it', async () => {
  const it = await offering()
  expect(await it.boss.call(cardLife.returnPreview, { id: it.card.id })).toEqual({ points: 0 })
  const leaving = await makeCard(it, {})
  const { points: account } = await it.joined(leaving.userId!)
  await it.give(70, account)
  expect(await it.boss.call(cardLife.returnPreview, { id: account })).toEqual({ points: 70 })
  const { cards } = await it.boss.call(memberFarewell.preview, { id: leaving.userId! })
  expect(cards.map(({ id, points, stands }) => [id, points, stands])).toEqual(
    expect.arrayContaining([
      [leaving.id, 0, null],
      [account, 70, null],
    ]),
  )
  const pinProof = await proofOf(it.boss.actor, { action: 'member.farewell', subject: `members:${leaving.userId}` })
  await it.boss.call(memberFarewell.farewell, { id: leaving.userId!, body: { reason: 'Moves abroad', pinProof } })
  await it.give(30)
  await it.returned(it.account.points, 30)
  expect(await books(it)).toMatchObject({ pointsExpired: 100, pointsGiven: -100 })
  const noted = (await it.audits()).filter(({ detail }) => 'points' in detail && !('remark' in detail && detail['afterPoints']))
  expect(noted.map(({ action, detail }) => [action, detail['points']])).toEqual(
    expect.arrayContaining([
      ['member.farewell', 70],
      ['card.return', 70],
      ['card.return', 30],
    ]),
  )
  expect(await it.broken()).toEqual([])
})
