import { cardHolds, cardMoney, orderIntake, orderPayments, stuckFuellings, userCards } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { returnCard } from '../../testing/card.ts'
import { holdingShop } from '../../testing/hold.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)
const at = (count: number) => setClock(minutes(count))
const breaches = async (it: Parameters<typeof invariantsOf>[0]) => (await invariantsOf(it)).filter(({ breaches: of }) => of > 0)

test('money is held before the fill, and the nozzle that is hung up early takes only what it delivered', async () => {
  const it = await holdingShop()
  const held = await it.ask({ wantedCents: 300_00, plate: '沪A12345', odometerKm: 12_345 })
  expect(held).toMatchObject({
    status: 'open',
    approvedCents: 300_00,
    approvedCl: 37_50,
    principalCents: 300_00,
    giftCents: 0,
    grayAt: null,
  })
  expect(await it.purses()).toMatchObject({ principal: 200_00, gift: 30_00, lock: 300_00, debt: 0 })
  expect(await it.lin.call(userCards.get, { id: it.card.id })).toMatchObject({ value: 230_00, lockValue: 300_00, heldCents: 300_00 })

  const order = await it.send(it.fill(held.id, 10_00))
  expect(order).toMatchObject({ status: 'success', totalCents: 80_00, paidCents: 80_00 })
  expect(await it.purses()).toMatchObject({ principal: 420_00, gift: 30_00, lock: 0, debt: 0 })
  expect(await it.shown(held.id)).toMatchObject({ status: 'captured', orderId: order.id, capturedCents: 80_00 })
  expect((await it.use()).map(({ cents, volumeCl, fills }) => [cents, volumeCl, fills])).toEqual([
    [80_00, 10_00, 1],
    [80_00, 10_00, 1],
  ])
  expect((await it.lin.call(stuckFuellings.list, {})).content).toEqual([])
  expect(await breaches(it)).toEqual([])
})

test('the record that is sent again changes nothing, and says what it said', async () => {
  const it = await holdingShop()
  const { id } = await it.ask()
  const sale = it.fill(id, 20_00)
  const first = await it.send(sale)
  expect(await it.send(sale)).toEqual(first)
  const { content } = await it.device.call(orderIntake.takeBatch, { body: { orders: [sale, sale] } })
  expect(content.map(({ order }) => order)).toEqual([first, first])
  expect(await it.purses()).toMatchObject({ principal: 340_00, lock: 0 })
  expect(await breaches(it)).toEqual([])
})

test('a card has several holds; each ends for itself, also with others in one batch', async () => {
  const it = await holdingShop()
  const [one, two, three] = [
    await it.ask({ wantedCents: 100_00 }),
    await it.ask({ wantedCl: 10_00 }),
    await it.ask({ wantedCents: 250_00 }),
  ]
  expect([one, two, three].map(({ approvedCents, approvedCl }) => [approvedCents, approvedCl])).toEqual([
    [100_00, 12_50],
    [80_00, 10_00],
    [250_00, 31_25],
  ])
  expect(await it.purses()).toMatchObject({ principal: 70_00, lock: 430_00 })
  const { content } = await it.device.call(orderIntake.takeBatch, {
    body: { orders: [it.fill(three.id, 30_00), it.fill(undefined, 5_00, { cardNumber: it.card.number }), it.fill(one.id, 12_00)] },
  })
  expect(content.map(({ order }) => order?.paidCents)).toEqual([240_00, 40_00, 96_00])
  expect(await it.purses()).toMatchObject({ principal: 44_00, gift: 30_00, lock: 80_00, debt: 0 })
  expect(await it.device.call(cardHolds.void, { id: two.id })).toMatchObject({ status: 'voided' })
  expect(await it.purses()).toMatchObject({ principal: 124_00, gift: 30_00, lock: 0 })
  expect(await breaches(it)).toEqual([])
})

test('what is held is approved up to what is there, of the gift as well, and goes back to where it came from', async () => {
  const it = await holdingShop({ giftFirst: true })
  const held = await it.ask({ wantedCents: 2_000_00 })
  expect(held).toMatchObject({ approvedCents: 530_00, approvedCl: 66_25, principalCents: 500_00, giftCents: 30_00 })
  expect(await it.refusedTo()).toBe('card.insufficientBalance')
  await it.device.call(cardHolds.void, { id: held.id })
  expect(await it.purses()).toMatchObject({ principal: 500_00, gift: 30_00, lock: 0 })
  expect(await it.use()).toMatchObject([{ cents: 0, volumeCl: 0, fills: 0 }, { cents: 0 }])
  expect(await breaches(it)).toEqual([])
})

test('a record above its hold, or after its end, is delivered fuel: booked whole, the rest is owed, and the leader sees it', async () => {
  const it = await holdingShop()
  const held = await it.ask({ wantedCents: 400_00 })
  const above = await it.send(it.fill(held.id, 80_00))
  expect(await it.purses()).toMatchObject({ principal: 0, gift: 0, lock: 0, debt: -110_00 })
  expect((await it.lin.call(stuckFuellings.list, {})).content).toMatchObject([
    { beyond: { id: held.id, cardNumber: it.card.number, heldCents: 400_00, how: 'above' }, orders: [{ id: above.id }] },
  ])
  // A second sale of the same hold, by another number.
  const twice = await it.send(it.fill(held.id, 1_00))
  expect(await it.purses()).toMatchObject({ debt: -118_00 })
  expect((await it.lin.call(stuckFuellings.list, {})).content.map(({ beyond, orders: [order] }) => [beyond!.how, order!.id])).toEqual([
    ['above', above.id],
    ['twice', twice.id],
  ])
  expect((await it.events()).filter(({ topic }) => topic === 'card.fillBeyondHold')).toHaveLength(2)
  expect(await breaches(it)).toEqual([])
})

test('a lost terminal: after half an hour the hold is gray, and the record of a day later still ends it', async () => {
  const it = await holdingShop()
  const { id } = await it.ask()
  await it.gray(minutes(29))
  expect(await it.shown(id)).toMatchObject({ status: 'open' })
  await it.gray(minutes(30))
  expect(await it.shown(id)).toMatchObject({ status: 'gray', grayReason: 'timeout', grayAt: minutes(30).toISOString() })
  // The rest of the card stays usable.
  expect(await it.pay({ sequence: it.next() })).toBe('paid')
  at(24 * 60)
  await it.send(it.fill(id, 20_00, { createdDate: minutes(12).toISOString() }))
  expect(await it.shown(id)).toMatchObject({ status: 'captured', capturedCents: 160_00 })
  expect(await it.purses()).toMatchObject({ principal: 100_00, lock: 0, debt: 0 })
  expect(await breaches(it)).toEqual([])
})

test('a card that is pulled makes the hold gray at once; the device still knows that nothing was delivered', async () => {
  const it = await holdingShop()
  const { id } = await it.ask()
  expect(await it.device.call(cardHolds.pulled, { id })).toMatchObject({ status: 'gray', grayReason: 'pulled' })
  expect(await it.device.call(cardHolds.pulled, { id })).toMatchObject({ status: 'gray' })
  expect(await it.device.call(cardHolds.void, { id })).toMatchObject({ status: 'voided' })
  expect(await it.device.refused(cardHolds.void, { id })).toBe('hold.ended')
  expect(await it.device.refused(cardHolds.pulled, { id })).toBe('hold.ended')
  // The job that would have made it gray finds it ended.
  await it.gray(minutes(30))
  expect(await it.shown(id)).toMatchObject({ status: 'voided' })
})

test('staff release a gray hold once the nozzle has served another and no number is missing', async () => {
  const it = await holdingShop()
  await it.sell({ sequence: 1 })
  const { id } = await it.ask({ sequence: 1 })
  const anyone = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const evidence = () => anyone.call(cardHolds.evidence, { id })
  const release = () => anyone.refused(cardHolds.release, { id, body: {} })

  expect(await release()).toBe('hold.recordMayCome')
  await it.gray(minutes(30))
  at(35)
  expect(await evidence()).toEqual({ proven: false, laterSequence: null, missing: 0 })
  expect(await release()).toBe('hold.recordMayCome')
  // Number 2 has not come: it may be the record of this fill.
  await it.sell({ sequence: 3, createdDate: minutes(34).toISOString() })
  expect(await evidence()).toEqual({ proven: false, laterSequence: 3, missing: 1 })
  expect(await release()).toBe('hold.recordMayCome')
  // It was goods.
  await it.device.call(orderIntake.take, { body: it.goodsSale({ sequence: 2, createdDate: minutes(33).toISOString() }) })
  expect(await evidence()).toEqual({ proven: true, laterSequence: 3, missing: 0 })
  expect(await anyone.call(cardHolds.release, { id, body: {} })).toMatchObject({ status: 'released', reason: '' })
  expect(await it.purses()).toMatchObject({ principal: 500_00, lock: 0 })
  expect(await breaches(it)).toEqual([])
})

test('without evidence a shift leader releases with PIN and reason; the record that comes all the same is booked and shown', async () => {
  const it = await holdingShop()
  const { id } = await it.ask({ wantedCents: 500_00 })
  await it.gray(minutes(30))
  at(40)
  const anyone = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over: { stationId: it.station.id } })
  expect(await anyone.refused(cardHolds.release, { id, body: { reason: 'Broken' } })).toBe('hold.recordMayCome')
  expect(await it.lin.refused(cardHolds.release, { id, body: { reason: 'Broken', pinProof: 'none' } })).toBe('pin.proof')
  const body = await it.releaseBody(id, 500_00)
  expect(await it.lin.call(cardHolds.release, { id, body })).toMatchObject({ status: 'released', reason: 'The terminal broke' })
  expect(await it.lin.refused(cardHolds.release, { id, body })).toBe('hold.ended')
  expect(await it.purses()).toMatchObject({ principal: 500_00, lock: 0 })

  await it.send(it.fill(id, 70_00, { createdDate: minutes(5).toISOString() }))
  expect(await it.purses()).toMatchObject({ principal: 0, gift: 0, lock: 0, debt: -30_00 })
  expect((await it.lin.call(stuckFuellings.list, {})).content).toMatchObject([{ beyond: { id, how: 'after' } }])
  expect(await it.shown(id)).toMatchObject({ status: 'released', orderId: null })
  expect(await breaches(it)).toEqual([])
})

test('a fill of nothing ends the hold and costs nothing', async () => {
  const it = await holdingShop()
  const { id } = await it.ask()
  const order = await it.send(it.fill(id, 0))
  expect(order).toMatchObject({ status: 'success', totalCents: 0 })
  expect(await it.shown(id)).toMatchObject({ status: 'captured', capturedCents: 0, orderId: order.id })
  expect(await it.purses()).toMatchObject({ principal: 500_00, lock: 0 })
  expect(await breaches(it)).toEqual([])
})

test('a till that is paid first asks, voids, and pays the open sale of the pump out of the hold', async () => {
  const it = await holdingShop()
  const first = await it.ask({}, it.lin)
  expect(first).toMatchObject({ deviceId: null, operatorId: it.lin.actor.id })
  expect(await it.lin.call(cardHolds.void, { id: first.id })).toMatchObject({ status: 'voided' })

  const { id } = await it.ask({}, it.lin)
  const order = await it.sell({ lineItems: [{ volumeCl: 20_00 }], sequence: 1 })
  const goods = await it.device.call(orderIntake.take, { body: it.goodsSale({ sequence: 2 }) })
  expect(await it.lin.refused(orderPayments.card, { id: goods.id, body: { authorisationId: id } })).toBe('hold.fuelOnly')
  expect(await it.lin.call(orderPayments.card, { id: order.id, body: { authorisationId: id } })).toMatchObject({ status: 'success' })
  expect(await it.shown(id)).toMatchObject({ status: 'captured', capturedCents: 160_00, orderId: order.id })
  const again = await it.sell({ sequence: 3 })
  expect(await it.lin.refused(orderPayments.card, { id: again.id, body: { authorisationId: id } })).toBe('hold.ended')
  expect(await it.lin.refused(orderPayments.card, { id: order.id, body: { authorisationId: id } })).toBe('order.alreadyPaid')
  expect(await it.purses()).toMatchObject({ principal: 340_00, lock: 0 })
  expect(await breaches(it)).toEqual([])
})

test('frozen and held are told apart: a thaw reaches what is frozen, and a return waits for the fill', async () => {
  const it = await holdingShop()
  const admin = await it.staff()
  const { id } = await it.ask({ wantedCents: 100_00 })
  const freeze = { action: 'card.freeze', subject: `userCards:${it.card.id}`, amountCents: 50_00 } as const
  const frozen = await it.lin.call(cardMoney.freeze, {
    id: it.card.id,
    body: { amountCents: 50_00, remark: 'Asked', pinProof: await proofOf(it.lin.actor, freeze) },
  })
  expect(frozen).toMatchObject({ principalCents: 350_00, lockCents: 150_00, heldCents: 100_00 })
  const thaw = (amountCents: number) => ({ id: it.card.id, body: { amountCents, remark: 'Asked' } })
  expect(await admin.refused(cardMoney.thaw, thaw(50_01))).toBe('card.thawTooLarge')
  const ends = () =>
    it
      .within(ctx => returnCard(ctx, it.card.id, it.station.id))
      .then(
        () => 'returned',
        ({ code }: { code: string }) => code,
      )
  expect(await ends()).toBe('card.frozen')
  expect(await admin.call(cardMoney.thaw, thaw(50_00))).toMatchObject({ principalCents: 400_00, lockCents: 100_00, heldCents: 100_00 })
  expect(await ends()).toBe('card.held')
  await it.device.call(cardHolds.void, { id })
  expect(await ends()).toBe('returned')
  expect(await breaches(it)).toEqual([])
})

test('prove names a hold that is not booked, one that was booked and is not there, and an end without its fact', async () => {
  const it = await holdingShop()
  const { id } = await it.ask()
  const named = async () => (await breaches(it)).map(({ invariant }) => invariant).toSorted()
  expect(await named()).toEqual([])
  await owned(`update card_authorisation set approved_cents = approved_cents - 1, principal_cents = principal_cents - 1 where id = $1`, [
    id,
  ])
  expect(await named()).toEqual(['CD18', 'CD18', 'CD21'])
  await owned(`update card_authorisation set approved_cents = approved_cents + 1, principal_cents = principal_cents + 1 where id = $1`, [
    id,
  ])
  await owned(`update card_authorisation set status = 'voided', ended_at = now(), ended_by = 'user:1' where id = $1`, [id])
  expect(await named()).toEqual(['CD18', 'CD18', 'CD18', 'CD21'])
})
