import { orderIntake, orderPayments, points, pointsDetails } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { books } from '../../testing/order.ts'
import { loyal } from '../../testing/points.ts'
import { makeCard } from '../../testing/card.ts'
import { noon, setClock, statementsOf } from '../../testing/world.ts'
import { spendPoints } from './spend.ts'

const lotsOf = async (it: Awaited<ReturnType<typeof loyal>>) => (await it.held()).score!.lots

test('a fill paid by card earns a point for each yuan, once; a refund takes back its share, and the last cent all of it', async () => {
  const it = await loyal()
  const id = await it.pays()
  expect((await it.held()).score).toMatchObject({ points: 0 })
  await it.earn()
  await it.earn()
  expect((await it.held()).score).toMatchObject({ state: 'indefinite', points: 240, owedPoints: 0, lots: [{ endsOn: null, points: 240 }] })
  expect((await it.held()).level).toMatchObject({ growth: 240, name: 'Silver', next: { name: 'Gold', missing: 760 } })

  await it.giveBack(id, 100_01)
  await it.earn()
  expect((await it.held()).score!.points).toBe(140)
  await it.giveBack(id, 139_99)
  await it.earn()
  expect((await it.held()).score).toMatchObject({ points: 0, lots: [] })
  expect((await it.held()).level).toMatchObject({ growth: 0, next: { missing: 1_000 } })

  const { content } = await it.boss.call(pointsDetails.list, { query: { search: `userCard.id:${it.account.points}`, sort: 'id,asc' } })
  expect(content.map(({ type, points: count, pointsAfter, orderId }) => [type, count, pointsAfter, orderId])).toEqual([
    ['earn', 240, 240, id],
    ['earnBack', -100, 140, id],
    ['earnBack', -140, 0, id],
  ])
})

test('points are earned by litres and by level, on money alone: not on the gift of a card, nor without an account', async () => {
  const it = await loyal({ rule: { per: 'litre', points: 2 }, levels: [{ name: 'Gold', fromGrowth: 0, keepGrowth: 0, times: 1.5 }] })
  await it.pays()
  await it.earn()
  expect((await it.held()).score!.points).toBe(90)
  const gifted = await makeCard(it, { userId: it.card.userId, principalCents: 60_00, giftCents: 500_00 })
  await it.pays({}, gifted.id)
  await it.earn()
  // A quarter of the 30 litres was paid with money: 7.5 l, twice, one and a half times, rounded down.
  expect((await it.held()).score!.points).toBe(90 + 22)
  const stranger = await makeCard(it, { principalCents: 500_00 })
  await it.pays({}, stranger.id)
  const { id } = await it.sell()
  await it.lin.call(orderPayments.cash, { id, body: {} })
  await it.earn()
  expect((await it.held()).score!.points).toBe(112)
  expect(await it.held(stranger.userId!)).toMatchObject({ score: { userCardId: null, points: 0 }, level: { userCardId: null } })
})

// @req MEM-019
test('points are given and deducted with a reason and a PIN, never more than there are; money stays where it is', async () => {
  const it = await loyal()
  const before = await books(it)
  expect(await it.give(150)).toMatchObject({ userCardId: it.account.points, points: 150 })
  expect(await it.deduct(30)).toMatchObject({ points: 120 })
  expect(await it.boss.refused(points.deduct, { id: it.account.points, body: await requested(it, 'deduct', 121) })).toBe(
    'points.insufficient',
  )
  expect(await it.boss.refused(points.reward, { id: it.account.points, body: { ...(await requested(it, 'give', 1)), points: 2 } })).toBe(
    'pin.proof',
  )
  expect(await it.boss.refused(points.reward, { id: it.card.id, body: await requested(it, 'give', 1, it.card.id) })).toBe(
    'points.notPoints',
  )
  expect((await it.held()).score).toMatchObject({ points: 120 })
  expect(await books(it)).toEqual({ ...before, points: 120, pointsGiven: -120 })
  expect((await it.audits()).filter(({ action }) => action.startsWith('points.')).map(({ action, detail }) => [action, detail])).toEqual([
    ['points.give', expect.objectContaining({ points: 150, beforePoints: 0, afterPoints: 150, remark: 'Complaint' })],
    ['points.deduct', expect.objectContaining({ points: 30, beforePoints: 150, afterPoints: 120, remark: 'Given twice' })],
  ])
})

const requested = async (it: Awaited<ReturnType<typeof loyal>>, act: 'give' | 'deduct', count: number, id = it.account.points) => ({
  points: count,
  remark: 'Why',
  pinProof: await it.proof(act, id, count),
})

test('points end with the last day of their month, those that end first are spent first, and each of them once', async () => {
  const it = await loyal({ rule: { months: 1 } })
  const at = async (day: string, act: () => Promise<unknown>) => {
    setClock(new Date(`2027-${day}T04:00:00Z`))
    await act()
  }
  await at('01-10', () => it.give(100))
  await at('02-03', () => it.give(50))
  expect(await lotsOf(it)).toEqual([
    { endsOn: '2027-02-28', points: 100 },
    { endsOn: '2027-03-31', points: 50 },
  ])
  await at('02-10', () => it.within(ctx => spendPoints(ctx, { userCardId: it.account.points, points: 120, ref: 'redemption:1' })))
  expect(await lotsOf(it)).toEqual([{ endsOn: '2027-03-31', points: 30 }])
  await it.earn(new Date('2027-03-01T04:00:00Z'))
  expect((await it.held()).score!.points).toBe(30)
  await it.earn(new Date('2027-03-31T15:59:59Z'))
  expect((await it.held()).score!.points).toBe(30)
  await it.earn(new Date('2027-03-31T16:00:00Z'))
  await it.earn(new Date('2027-04-02T16:00:00Z'))
  expect((await it.held()).score).toMatchObject({ points: 0, lots: [] })
  expect(await books(it)).toMatchObject({ pointsGiven: -150, pointsUsed: 120, pointsExpired: 30 })
  setClock(noon)
})

test('what spent points cannot give back is owed, and the next points pay it first', async () => {
  const it = await loyal()
  const id = await it.pays()
  await it.earn()
  await it.within(ctx => spendPoints(ctx, { userCardId: it.account.points, points: 200, ref: 'redemption:1' }))
  await it.giveBack(id, 240_00)
  await it.earn()
  expect((await it.held()).score).toMatchObject({ points: 0, owedPoints: 200, lots: [] })
  expect(await it.within(ctx => spendPoints(ctx, { userCardId: it.account.points, points: 1, ref: 'r:2' })).catch(each => each.code)).toBe(
    'points.insufficient',
  )
  await it.pays()
  await it.earn()
  expect((await it.held()).score).toMatchObject({ points: 40, owedPoints: 0, lots: [{ points: 40 }] })
  expect(await it.boss.call(points.owed, {})).toEqual({
    currency: 'CNY',
    points: 40,
    owedPoints: 0,
    giftCents: 0,
    ends: [{ month: null, points: 40 }],
  })
})

test('a level is reached at once, brings its price by name, and falls on the first of a month where it is no longer kept', async () => {
  const it = await loyal()
  for (let turn = 0; turn < 4; turn++) await it.pays()
  await it.earn()
  expect((await it.held()).level).toMatchObject({ growth: 960, name: 'Silver', next: { name: 'Gold', missing: 40 } })
  const last = await it.pays()
  await it.earn()
  expect((await it.held()).level).toMatchObject({ growth: 1_200, name: 'Gold', next: null })
  await it.giveBack(last, 240_00)
  await it.earn()
  expect((await it.held()).level).toMatchObject({ growth: 960, name: 'Gold' })
  setClock('2027-04-30T04:00:00Z')
  await it.earn(new Date('2027-04-30T04:00:00Z'))
  expect((await it.held()).level).toMatchObject({ name: 'Gold' })
  await it.earn(new Date('2027-06-01T04:00:00Z'))
  setClock('2027-06-01T04:00:00Z')
  expect((await it.held()).level).toMatchObject({ growth: 0, name: 'Silver' })
  setClock(noon)
})

test('points of many sales are reckoned together: of twelve with as many statements as of two', async () => {
  const it = await loyal()
  for (let turn = 0; turn < 2; turn++) await it.pays()
  const few = await statementsOf(() => it.earn())
  for (let turn = 0; turn < 12; turn++) await it.pays({ lineItems: [{ volumeCl: 1_00 }] })
  const many = await statementsOf(() => it.earn())
  expect(many.length).toBe(few.length)
  expect((await it.held()).score!.points).toBe(2 * 240 + 12 * 8)
})

test('a sale that came late from a till earns, too; one from before the account was opened does not', async () => {
  const it = await loyal()
  const older = await makeCard(it, { principalCents: 500_00 })
  const before = await it.device.call(orderIntake.take, {
    body: it.fuelSale({ sequence: 900, payType: 'card', cardNumber: older.number }),
  })
  expect(before).toMatchObject({ status: 'success' })
  setClock(new Date(noon.getTime() + 60_000))
  await it.joined(older.userId!)
  await it.earn()
  expect((await it.held(older.userId!)).score!.points).toBe(0)
  await it.device.call(orderIntake.take, { body: it.fuelSale({ sequence: 901, payType: 'card', cardNumber: older.number }) })
  await it.earn()
  expect((await it.held(older.userId!)).score!.points).toBe(240)
  setClock(noon)
})
