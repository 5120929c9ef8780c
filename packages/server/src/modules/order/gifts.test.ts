import {
  addFleet,
  cardMoney,
  manualOrders,
  orderPayments,
  orderRefunds,
  orders,
  prepaidPresets,
  saleGifts,
  setCompanyConfig,
  userCardDetails,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { addMember } from '../member/index.ts'
import { books } from '../../testing/order.ts'
import { makeCard, pursesOf, returnCard } from '../../testing/card.ts'
import { generous } from '../../testing/gifts.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { revokeProof } from '../../testing/refund.ts'
import { noon, owned, setClock, statementsOf } from '../../testing/world.ts'
import { payByCard } from '../card/index.ts'

/** Where money goes that is spent elsewhere. */
const target = 'elsewhere:1'
const broken = async (it: Parameters<typeof invariantsOf>[0]) => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)

// @req GDS-002 GDS-007
test('goods that a card pays for give it balance, frozen balance and points with the sale; the company bears what that costs', async () => {
  const it = await generous({ giftPercent: 5.5, frozenCents: 30, giftPoints: 7 }, { priceCents: 9_99 })
  const before = await books(it)
  const { id } = await it.buys({}, 3)
  // 5.5 % of 29.97 is 1.64835; so much for each piece besides.
  expect(await it.purses()).toEqual({ principal: 1_000_00 - 29_97, gift: 1_65, lock: 90, debt: 0 })
  expect(await it.points()).toBe(21)
  expect(await books(it)).toEqual({
    ...before,
    principal: before['principal']! - 29_97,
    sales: 29_97,
    gift: 1_65,
    lock: 90,
    giftExpense: -(1_65 + 90),
    points: 21,
    pointsGiven: -21,
  })
  const [gift] = await it.giftsOf(id)
  expect(gift).toMatchObject({
    outcome: 'given',
    pieces: 3,
    giftCents: 1_65,
    frozenCents: 90,
    points: 21,
    givenPoints: 21,
    userCardId: it.buyer.id,
  })
  const { content } = await it.boss.call(userCardDetails.list, { query: { search: `userCard.id:${it.buyer.id},type:reward` } })
  expect(content).toMatchObject([{ amountCents: 2_55, giftCents: 2_55, balanceAfterCents: 1_000_00 - 29_97 + 2_55, orderId: id }])
  expect(await it.boss.call(orders.get, { id })).toMatchObject({ hasGifts: true })
  expect(await broken(it)).toEqual([])
})

test('a discount lowers what a share gives, and a line that costs nothing gives nothing', async () => {
  const it = await generous({ giftPercent: 10, giftPoints: 4 })
  const reduced = await it.buys({ lineItems: [{ itemId: it.article.id, pieces: 2, discountCents: 5_05 }] })
  // A tenth of 14.95 is 1.495.
  expect(await it.giftsOf(reduced.id)).toMatchObject([{ giftCents: 1_50, points: 8 }])
  const line = { itemId: it.article.id, pieces: 1 }
  const both = await it.buys({ lineItems: [line, { ...line, discountCents: 10_00 }] })
  expect(await it.giftsOf(both.id)).toMatchObject([{ giftCents: 1_00, points: 4 }])
  const free = await it.buys({ lineItems: [{ ...line, discountCents: 10_00 }], payType: undefined, userCardId: it.buyer.id })
  expect(free.status).toBe('success')
  expect(await it.giftsOf(free.id)).toEqual([])
  expect(await it.purses()).toMatchObject({ gift: 2_50 })
  expect(await broken(it)).toEqual([])
})

test('an order gives once it is paid in full, whichever way, to the card that it names', async () => {
  const it = await generous({ giftCents: 1_00, giftPoints: 2 })
  const { id } = await it.buys({ payType: undefined, userCardId: it.buyer.id })
  expect(await it.giftsOf(id)).toMatchObject([{ outcome: 'open', userCardId: null }])
  await it.lin.call(orderPayments.cash, { id, body: { amountCents: 4_00 } })
  expect(await it.purses()).toMatchObject({ gift: 0 })
  await it.lin.call(orderPayments.cash, { id, body: {} })
  expect(await it.purses()).toMatchObject({ principal: 1_000_00, gift: 1_00 })
  expect(await it.points()).toBe(2)
  expect(await it.lin.refused(orderPayments.cash, { id, body: {} })).toBe('order.alreadyPaid')

  // Nobody knew the card when it was sold: the one that pays gets it.
  const later = await it.buys({ payType: undefined, userCardId: undefined })
  await it.lin.call(orderPayments.card, { id: later.id, body: { userCardId: it.buyer.id } })
  expect(await it.purses()).toMatchObject({ gift: 2_00 })

  const missed = { lineItems: [{ itemId: it.article.id, pieces: 1 }], createdDate: noon.toISOString(), remark: 'Till was down' }
  await it.lin.call(manualOrders.enter, { body: { ...missed, payType: 'cash', userCardId: it.buyer.id } })
  expect(await it.purses()).toMatchObject({ gift: 3_00 })
  expect(await it.points()).toBe(6)
  expect(await broken(it)).toEqual([])
})

test('what was promised as it was sold is given, whatever becomes of the article until it is paid', async () => {
  const it = await generous({ giftCents: 1_00 })
  const { id } = await it.buys({ payType: undefined, userCardId: it.buyer.id })
  await it.setGift(it.article.id, { giftCents: 9_00 })
  await it.lin.call(orderPayments.cash, { id, body: {} })
  expect(await it.purses()).toMatchObject({ gift: 1_00 })
})

/** Who is given nothing, and why. */
const nobody = [
  ['no card is named', {}, 'noCard'],
  ['the card is of another product', { otherProduct: true }, 'otherCard'],
  ['the card was returned', { returned: true }, 'ended'],
  ['the account keeps no money', { points: true }, 'noMoney'],
  ['the card may not hold more', { full: true }, 'ceiling'],
] as const
test.for(nobody)('goods give nothing where %s, and the sale is booked all the same', async ([, how, outcome]) => {
  const it = await generous({ giftCents: 1_00 })
  const given: Partial<Record<'otherProduct' | 'returned' | 'points' | 'full', true>> = how
  let userCardId: number | undefined = it.buyer.id
  if (outcome === 'noCard') userCardId = undefined
  if (given.otherProduct) await it.setGift(it.article.id, { giftCents: 1_00, giftCardId: it.card.cardId })
  if (given.returned) await it.within(ctx => returnCard(ctx, it.buyer.id, it.station.id))
  if (given.points) userCardId = it.account.points
  if (given.full) {
    const prepaid = { ...prepaidPresets.chinaSinglePurpose, namedCentsMax: 900_00 } as never
    await it.boss.call(setCompanyConfig, { id: it.company.id, body: { version: 1, config: { prepaid } } })
  }
  const preview = await it.lin.call(manualOrders.preview, { body: { lineItems: [{ itemId: it.article.id, pieces: 1 }], userCardId } })
  expect(preview.gifts).toMatchObject([{ itemId: it.article.id, outcome, giftCents: 1_00 }])
  const before = await books(it)
  const { id, paidCents } = await it.buys({ payType: 'cash', userCardId })
  expect(paidCents).toBe(10_00)
  expect(await it.giftsOf(id)).toMatchObject([{ outcome, userCardId: null, givenDate: null }])
  expect((await books(it))['giftExpense']).toBe(before['giftExpense'])
  await it.givesBack(id, 10_00)
  expect(await broken(it)).toEqual([])
})

test('points are given where the holder has an account, the balance also where they have none; the preview says so', async () => {
  const it = await generous({ giftPoints: 5 })
  const stranger = await makeCard(it, { principalCents: 100_00 })
  const lineItems = [{ itemId: it.article.id, pieces: 1 }]
  const preview = (userCardId: number) => it.lin.call(manualOrders.preview, { body: { lineItems, userCardId } })
  expect((await preview(it.buyer.id)).gifts).toMatchObject([{ outcome: 'given', points: 5 }])
  expect((await preview(stranger.id)).gifts).toMatchObject([{ outcome: 'noPoints' }])
  expect(await it.giftsOf((await it.buys({ userCardId: stranger.id })).id)).toMatchObject([{ outcome: 'noPoints', givenPoints: 0 }])
  await it.setGift(it.article.id, { giftPoints: 5, giftCents: 1_00, giftCardId: stranger.cardId })
  expect((await preview(it.buyer.id)).gifts).toMatchObject([{ outcome: 'otherCard', giftCard: expect.any(String) }])
  expect(await it.giftsOf((await it.buys({ userCardId: stranger.id })).id)).toMatchObject([
    { outcome: 'given', givenPoints: 0, giftCents: 1_00 },
  ])
  expect(await it.purses(stranger.id)).toMatchObject({ gift: 1_00 })
  expect(await broken(it)).toEqual([])
})

test('refunds take the gift back in their share, together exactly the gift; the last takes the rest', async () => {
  const it = await generous({ giftCents: 1_00, frozenPercent: 3.33, giftPoints: 10 })
  const { id } = await it.buys()
  expect(await it.purses()).toMatchObject({ gift: 1_00, lock: 33 })
  const left = []
  for (const cents of [3_33, 3_33, 1, 3_33]) {
    await it.givesBack(id, cents)
    const { gift, lock } = await it.purses()
    left.push([gift, lock, await it.points()])
  }
  expect(left).toEqual([
    [67, 23, 7],
    [34, 12, 4],
    [34, 11, 4],
    [0, 0, 0],
  ])
  expect(await it.giftsOf(id)).toMatchObject([{ backGiftCents: 1_00, backFrozenCents: 33, backPoints: 10 }])
  expect(await it.purses()).toEqual({ principal: 1_000_00, gift: 0, lock: 0, debt: 0 })
  expect(await broken(it)).toEqual([])
})

test('before a refund is made it says what of the gifts it will take back; it says nothing where there are none', async () => {
  const it = await generous({ giftCents: 1_00, frozenCents: 50, giftPoints: 10 })
  const { id } = await it.buys()
  const preview = async (orderId: number, amountCents: number) =>
    (await it.boss.call(orderRefunds.preview, { id: (await it.paymentOf(orderId)).id, body: { amountCents } })).giftBack
  expect(await preview(id, 3_33)).toEqual({ giftCents: 33, frozenCents: 16, points: 3 })
  await it.givesBack(id, 3_33)
  expect(await preview(id, 6_67)).toEqual({ giftCents: 67, frozenCents: 34, points: 7 })
  const plain = await it.buys({ lineItems: [{ itemId: it.goods.id, pieces: 1 }] })
  expect(await preview(plain.id, 5_00)).toBeNull()
})

test('what was spent of a gift is covered by the card, and owed where its purses lack it: no refund is refused', async () => {
  const it = await generous({ giftCents: 5_00, giftPoints: 10 })
  const poor = await makeCard(it, { userId: it.card.userId })
  const { id } = await it.buys({ payType: 'cash', userCardId: poor.id })
  await it.within(ctx => payByCard(ctx, { userCardId: poor.id, amountCents: 4_00, stationId: it.station.id, ref: 'spends:1', target }))
  await it.deduct(8)
  await it.givesBack(id, 10_00)
  expect(await it.purses(poor.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: -4_00 })
  expect(await it.points()).toBe(-8)
  expect((await it.audits()).map(({ action }) => action)).toContain('card.overspend')
  const [card] = await owned<{ status: string }>('select status from user_card where id = $1', [poor.id])
  expect(card).toEqual({ status: 'overspend' })

  // Money that came back with the refund stands in for what was spent.
  const bought = await it.buys()
  await it.within(ctx =>
    payByCard(ctx, { userCardId: it.buyer.id, amountCents: 994_00, stationId: it.station.id, ref: 'spends:2', target }),
  )
  expect(await it.purses()).toMatchObject({ principal: 0, gift: 1_00 })
  await it.givesBack(bought.id, 10_00)
  expect(await it.purses()).toEqual({ principal: 6_00, gift: 0, lock: 0, debt: 0 })
  expect(await broken(it)).toEqual([])
})

test('what is frozen is taken from where it is: still frozen, or unfrozen and spent', async () => {
  const it = await generous({ frozenCents: 3_00 })
  const { id } = await it.buys({}, 2)
  expect(await it.purses()).toMatchObject({ gift: 0, lock: 6_00 })
  expect(
    await it
      .within(ctx => payByCard(ctx, { userCardId: it.buyer.id, amountCents: 980_01, stationId: it.station.id, ref: 's:1', target }))
      .catch(thrown => thrown.code),
  ).toBe('card.insufficientBalance')
  await it.boss.call(cardMoney.thaw, { id: it.buyer.id, body: { amountCents: 4_00, remark: 'Released' } })
  expect(await it.purses()).toMatchObject({ gift: 4_00, lock: 2_00 })
  await it.givesBack(id, 20_00)
  expect(await it.purses()).toEqual({ principal: 1_000_00, gift: 0, lock: 0, debt: 0 })
  expect(await broken(it)).toEqual([])
})

test('an order that is revoked takes its gift back whole; one of a card that was returned since is given back without', async () => {
  const it = await generous({ giftCents: 1_00, giftPoints: 1 })
  const lin = await it.staff({ role: 'station_master', over: { stationId: it.station.id } })
  const made = { lineItems: [{ itemId: it.article.id, pieces: 1 }], createdDate: noon.toISOString(), remark: 'Till was down' }
  const { id } = await lin.call(manualOrders.enter, { body: { ...made, payType: 'cash', userCardId: it.buyer.id } })
  expect(await it.purses()).toMatchObject({ gift: 1_00 })
  await lin.call(orderRefunds.revoke, { id, body: { pinProof: await revokeProof(lin, id, 10_00) } })
  expect(await it.purses()).toEqual({ principal: 1_000_00, gift: 0, lock: 0, debt: 0 })
  expect(await it.points()).toBe(0)

  const gone = await makeCard(it, {
    userId: await it.within(ctx => addMember(ctx, { companyId: it.company.id, name: 'Li Na', mobile: '13900001111' })),
  })
  const sold = await it.buys({ payType: 'cash', userCardId: gone.id })
  await it.within(ctx => returnCard(ctx, gone.id, it.station.id))
  await it.givesBack(sold.id, 10_00)
  expect(await pursesOf(gone.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  expect(await it.giftsOf(sold.id)).toMatchObject([{ outcome: 'given', backGiftCents: 0 }])
  expect(await broken(it)).toEqual([])
})

test('a sub card that spends the money of its master has its gift there', async () => {
  const it = await generous({ giftCents: 1_00 })
  const { id: groupId } = await it.boss.call(addFleet, { body: { name: 'Taxis', valueMode: 'share' } })
  const master = await makeCard(it, { kind: 'master', groupId, principalCents: 100_00 })
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })
  const { id } = await it.buys({ userCardId: sub.id })
  expect(await it.purses(sub.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  expect(await it.purses(master.id)).toMatchObject({ principal: 90_00, gift: 1_00 })
  await it.givesBack(id, 10_00)
  expect(await it.purses(master.id)).toEqual({ principal: 100_00, gift: 0, lock: 0, debt: 0 })
  expect(await broken(it)).toEqual([])
})

test('sales, payments and refunds of goods without a gift ask nothing about gifts', async () => {
  const it = await generous({ giftCents: 1_00 })
  const about = (statements: readonly string[]) => statements.filter(text => /sale_gift/.test(text))
  const plain = { lineItems: [{ itemId: it.goods.id, pieces: 1 }] }
  expect(about(await statementsOf(() => it.buys(plain)))).toEqual([])
  const { id } = await it.buys({ ...plain, payType: undefined })
  expect(about(await statementsOf(() => it.lin.call(orderPayments.cash, { id, body: {} })))).toEqual([])
  expect(about(await statementsOf(() => it.givesBack(id, 5_00)))).toEqual([])
  expect(about(await statementsOf(() => it.buys())).length).toBeGreaterThan(0)
})

test('gifts of a station are not seen from another company, and are read with the sales', async () => {
  const it = await generous({ giftCents: 1_00 })
  const { id } = await it.buys()
  const other = await generous({ giftCents: 1_00 })
  expect((await other.boss.call(saleGifts.list, { query: { search: `order.id:${id}` } })).content).toEqual([])
  setClock(noon)
})
