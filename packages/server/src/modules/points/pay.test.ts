import { orderPayments, orders, services, userCards } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { books } from '../../testing/order.ts'
import { payingPoints } from '../../testing/paying-points.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

// @req SAL-005 SAL-020
test('a part of an order is paid by points, the rest in cash: both are booked apart, the tenders come to the total', async () => {
  const it = await payingPoints()
  await it.give(10_000)
  const before = await books(it)
  const { id, orderNo } = await it.sale()
  expect(await it.preview(id)).toEqual({
    number: expect.stringMatching(/^P/),
    points: 10_000,
    owedPoints: 0,
    pointCents: 1,
    percent: 50,
    mostPoints: 10_000,
    mostCents: 100_00,
    refusal: null,
  })

  const paid = await it.pay(id, { points: 5_000 })
  expect(paid).toMatchObject({
    status: 'partiallyPaid',
    totalCents: 240_00,
    paidCents: 50_00,
    payType: 'score',
    transaction: { serial: `${orderNo}-1`, payType: 'score', amountCents: 50_00, points: 5_000 },
  })
  expect(await it.cash(id)).toMatchObject({ status: 'success', paidCents: 240_00, payType: 'cash' })
  expect((await it.paymentsOf(id)).map(({ payType, amountCents, points }) => [payType, amountCents, points])).toEqual([
    ['score', 50_00, 5_000],
    ['cash', 190_00, null],
  ])
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ moneyFlow: 'mixed', userCardId: it.card.id, cardNumber: it.card.number })
  expect(await books(it)).toEqual({
    ...before,
    points: 5_000,
    pointsUsed: 5_000,
    pointsExpense: -50_00,
    'tender:cash': before['tender:cash']! - 190_00,
    sales: 240_00,
  })
  expect(await it.history()).toMatchObject([
    { type: 'pay', points: -5_000, pointsAfter: 5_000, orderId: id, userCardId: it.account.points, operatorId: it.lin.actor.id },
  ])
  const [audit] = (await it.audits()).filter(({ action }) => action === 'order.pay')
  expect(audit).toMatchObject({ subject: `orders:${id}`, detail: { payType: 'score', amountCents: 50_00, points: 5_000 } })
  expect(await it.broken()).toEqual([])
})

test('the part that points have paid earns nothing: of 240.00 with 50.00 by points, 190 points and growth come', async () => {
  const it = await payingPoints()
  await it.give(5_000)
  const { id } = await it.sale()
  await it.pay(id, { points: 5_000 })
  await it.cash(id)
  await it.earn()
  expect((await it.held()).score!.points).toBe(190)
  expect((await it.held()).level!.growth).toBe(190)
  // An order that points pay whole earns nothing at all.
  const whole = await payingPoints({ payPercent: 100 })
  await whole.give(24_000)
  const sold = await whole.sale()
  expect(await whole.pay(sold.id)).toMatchObject({ status: 'success', payType: 'score', transaction: { points: 24_000 } })
  expect(await whole.lin.call(orders.get, { id: sold.id })).toMatchObject({ moneyFlow: 'points' })
  await whole.earn()
  expect(await whole.held()).toMatchObject({ score: { points: 0 }, level: { growth: 0 } })
  expect(await whole.broken()).toEqual([])
})

test('points that end first are spent first; a worth of several cents pays whole points and leaves the rest of a point', async () => {
  const it = await payingPoints({ months: 1, payCents: 7, payPercent: 100 })
  setClock('2026-05-20T04:00:00Z')
  await it.give(100)
  setClock('2026-06-02T04:00:00Z')
  await it.give(10_000)
  const { id } = await it.sale()
  // 24000 / 7 = 3428.57…
  expect(await it.preview(id)).toMatchObject({ mostPoints: 3_428, mostCents: 239_96 })
  await it.pay(id)
  expect((await it.score()).lots).toEqual([{ endsOn: '2026-07-31', points: 10_100 - 3_428 }])
  expect(await it.refusedPay(id)).toBe('points.aboveRest')
  expect(await it.cash(id)).toMatchObject({ status: 'success', transaction: { amountCents: 4 } })
  expect(await it.broken()).toEqual([])
})

test('where the order names no card, one is named at the counter; the rest of the order earns for its member', async () => {
  const it = await payingPoints()
  await it.give(1_000)
  const { id } = await it.sell()
  expect(await it.refusedPay(id)).toBe('points.noHolder')
  await it.pay(id, { cardNumber: it.card.number, points: 1_000 })
  expect(await it.lin.call(orders.get, { id })).toMatchObject({ userCardId: it.card.id, cardNumber: it.card.number })
  await it.cash(id)
  await it.earn()
  expect((await it.score()).points).toBe(230)
  // By the number of the account itself, too; the order keeps the card that it names.
  const { number } = await it.boss.call(userCards.get, { id: it.account.points })
  const next = await it.sale()
  await it.pay(next.id, { cardNumber: number, points: 30 })
  expect(await it.lin.call(orders.get, { id: next.id })).toMatchObject({ userCardId: it.card.id })
  expect(await it.broken()).toEqual([])
})

test('what cannot be paid by points is refused with its figures, and nothing changes', async () => {
  const it = await payingPoints()
  await it.give(20_000)
  const { id } = await it.sale()
  const before = await books(it)
  const answer = async (points: number) => {
    const { statusCode, json } = await it.lin.send(orderPayments.points, { id, body: { points } })
    return [statusCode, json().code, json().field, json().detail]
  }
  expect(await answer(12_001)).toEqual([409, 'points.aboveShare', 'points', { percent: 50, points: 12_000 }])
  expect(await answer(24_001)).toEqual([409, 'points.aboveRest', 'points', { points: 24_000 }])
  await it.deduct(19_000)
  expect(await answer(1_001)).toEqual([409, 'points.insufficient', 'points', { points: 1_000 }])
  await it.deduct(1_000)
  expect(await it.refusedPay(id)).toBe('points.insufficient')
  expect(await it.refusedPay(id, { points: 0 })).toBe('validation')
  expect(await it.refusedPay(id, { points: 1.5 })).toBe('validation')
  expect(await it.refusedPay(id, { cardNumber: it.card.number, userCardId: it.card.id })).toBe('validation')
  expect(await it.paymentsOf(id)).toEqual([])
  const { points: _held, pointsGiven: _given, ...money } = before
  expect(await books(it)).toEqual(money)
  await it.give(100)
  await it.cash(id)
  expect(await it.refusedPay(id)).toBe('order.alreadyPaid')
  expect(await it.preview(id)).toMatchObject({ mostPoints: 0, refusal: { code: 'order.alreadyPaid' } })
})

test('the share counts what points have paid of the order already', async () => {
  const it = await payingPoints({ payPercent: 25 })
  await it.give(10_000)
  const { id } = await it.sale()
  await it.pay(id, { points: 4_000 })
  expect(await it.preview(id)).toMatchObject({ points: 6_000, mostPoints: 2_000 })
  expect(await it.refusedPay(id, { points: 2_001 })).toBe('points.aboveShare')
  await it.pay(id)
  expect(await it.refusedPay(id)).toBe('points.aboveShare')
  expect(await it.preview(id)).toMatchObject({ mostPoints: 0, refusal: { code: 'points.aboveShare', field: 'points' } })
})

test('cards of a fleet, lost ones, those without an account of points and those of disabled members pay with none', async () => {
  const it = await payingPoints()
  await it.give(1_000)
  const { id } = await it.sale()
  const refusedOf = async (over: Parameters<typeof makeCard>[1]) => {
    const card = await makeCard(it, over)
    return it.refusedPay(id, { userCardId: card.id })
  }
  expect(await refusedOf({})).toBe('points.noAccount')
  expect(await it.refusedPay(id, { cardNumber: '99999999' })).toBe('order.cardUnknown')
  const [fleet] = await owned<{ id: number }>(`insert into fleet (company_id, name) values ($1, 'F') returning id`, [it.company.id])
  const driver = await makeCard(it, { userId: it.card.userId! })
  await owned('update user_card set group_id = $2 where id = $1', [driver.id, fleet!.id])
  expect(await it.refusedPay(id, { userCardId: driver.id })).toBe('points.ofFleet')
  await owned(`update user_card set status = 'lose' where id = $1`, [it.card.id])
  expect(await it.refusedPay(id)).toBe('card.lost')
  await owned(`update user_card set status = 'normal' where id = $1`, [it.card.id])
  await owned(`update user_card set status = 'lose' where id = $1`, [it.account.points])
  expect(await it.refusedPay(id)).toBe('card.lost')
  await owned(`update user_card set status = 'normal' where id = $1`, [it.account.points])
  await owned(`update user_account set disabled = true where id = $1`, [it.card.userId])
  expect(await it.refusedPay(id)).toBe('member.disabled')
  await owned(`update user_account set disabled = false where id = $1`, [it.card.userId])
  expect(await it.pay(id, { points: 1 })).toMatchObject({ paidCents: 1 })
})

test('who owes points pays with none, and neither does who has points that have ended', async () => {
  const it = await payingPoints({ months: 1 })
  const earned = await it.pays()
  await it.earn()
  await it.deduct(200)
  await it.giveBack(earned, 240_00)
  await it.earn()
  const { id } = await it.sale()
  expect(await it.preview(id)).toMatchObject({ points: 0, owedPoints: 200, refusal: { code: 'points.owes' } })
  expect(await it.refusedPay(id)).toBe('points.owes')
  await it.give(300)
  expect(await it.preview(id)).toMatchObject({ points: 100, owedPoints: 0, refusal: null })
  // Ended by the calendar, and booked by nobody yet.
  setClock('2026-07-01T04:00:00Z')
  expect(await it.refusedPay(id)).toBe('points.insufficient')
  expect(await it.broken()).toEqual([])
})

// @req MEM-006
test('points pay nothing until the company says what they are worth; each change of that is noted', async () => {
  const it = await payingPoints({ payCents: null })
  await it.give(1_000)
  const { id } = await it.sale()
  expect(await it.refusedPay(id)).toBe('points.payNothing')
  expect(await it.preview(id)).toMatchObject({ pointCents: null, mostPoints: 0, refusal: { code: 'points.payNothing' } })
  const service = async () => (await it.boss.call(services.list, {})).content.find(({ type }) => type === 'score')!
  expect(await service()).toMatchObject({ payCents: null, payPercent: 50 })
  const edit = async (over: object) => {
    const { id: serviceId, version } = await service()
    return it.boss.refused(services.edit, { id: serviceId, body: { version, name: 'Points', points: 1, ...over } })
  }
  for (const wrong of [{ payCents: 0 }, { payPercent: 0 }, { payPercent: 101 }, { payCents: 1.5 }])
    expect(await edit(wrong)).toBe('validation')
  expect(await edit({ payCents: 2, payPercent: 10 })).toBe('allowed')
  expect(await service()).toMatchObject({ payCents: 2, payPercent: 10 })
  const noted = (await it.audits()).filter(({ action }) => action === 'service.edit').at(-1)
  expect(noted!.detail).toMatchObject({ points: { payCents: 2, payPercent: 10 } })
  expect(await it.pay(id)).toMatchObject({ transaction: { points: 1_000, amountCents: 20_00 } })

  const { id: serviceId, version } = await service()
  const over = { version, name: 'Points', points: 1, payCents: 2, endTime: new Date(noon.getTime() - 1_000).toISOString() }
  await it.boss.call(services.edit, { id: serviceId, body: over })
  expect(await it.refusedPay((await it.sale()).id)).toBe('points.notOpened')
})

// @req SAL-006
test('who may not take points is refused; a locked or closed order is not paid by them', async () => {
  const it = await payingPoints()
  await it.give(1_000)
  const { id } = await it.sale()
  const clerk = await it.staff({ role: 'station_bill', over: { stationId: it.station.id } })
  expect(await clerk.refused(orderPayments.points, { id, body: {} })).toBe('auth.forbidden')
  const elsewhere = await it.addStation('West')
  const stranger = await it.staff({ role: 'station_leader', stationIds: [elsewhere.id], over: { stationId: elsewhere.id } })
  expect(await stranger.refused(orderPayments.points, { id, body: {} })).toBe('notFound')
  await it.lin.call(orderPayments.lock, { id })
  expect(await it.refusedPay(id)).toBe('order.statusForbids')
  await it.lin.call(orderPayments.release, { id })
  await it.lin.call(orderPayments.close, { id, body: { reason: 'Left' } })
  expect(await it.refusedPay(id)).toBe('order.statusForbids')
})
