import {
  cardStatement,
  classSettles,
  daySettlement,
  daySettles,
  lineItems,
  orders,
  reports,
  resources,
  salesByHour,
  sessions,
  settlement,
  statistics,
  transactions,
  userCardDetails,
  users,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { browser, signedIn } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { shop } from '../../testing/order.ts'
import { at, morning, shiftShop } from '../../testing/settlement.ts'
import { noon, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const daysAgo = (days: number) => new Date(noon.getTime() - days * 86_400_000)

// @req SEC-027 ORG-012 ACC-087
test('how far back somebody may look holds in lists, sums, charts, relations and years past, from their next request on', async () => {
  const it = await shop()
  setClock(daysAgo(9))
  const old = (await it.sell({ payType: 'cash' })) as { id: number }
  setClock(noon)
  const fresh = (await it.sell({ payType: 'cash' })) as { id: number }
  const minute = 60_000
  setClock(new Date(noon.getTime() - 3 * 86_400_000 - minute))
  await it.sell({ payType: 'cash' })
  setClock(new Date(noon.getTime() - 3 * 86_400_000 + minute))
  const within = (await it.sell({ payType: 'cash' })) as { id: number }
  setClock(noon)
  const wu = await signedIn(it.company, { roles: ['admin'] })
  expect((await wu.call(orders.list, {})).totalElements).toBe(4)
  const ids = async () => (await wu.call(orders.list, { query: { sort: 'createdDate,desc' } })).content.map(({ id }) => id)
  const boss = await signedIn(it.company, { roles: ['admin'] })
  await boss.call(users.update, { id: wu.id, body: { searchOrderDays: 3, version: 1 } })
  expect(await ids()).toEqual([fresh.id, within.id])

  await boss.call(users.update, { id: wu.id, body: { searchOrderDays: 2, version: 2 } })
  expect((await wu.call(orders.list, {})).content.map(({ id }) => id)).toEqual([fresh.id])
  expect((await wu.call(orders.list, { query: { from: 'history', search: `id:${old.id}` } })).totalElements).toBe(0)
  expect((await wu.call(orders.totals, {})).count).toBe(1)
  expect(await wu.refused(orders.get, { id: old.id })).toBe('notFound')
  const span = { from: daysAgo(10).toISOString(), to: daysAgo(8).toISOString() }
  expect((await wu.call(salesByHour, { query: span })).content).toEqual([])

  const span20 = { from: '2026-04-12', to: '2026-05-01' }
  const sold = async () => (await wu.call(statistics.sales, { query: span20 })).totals.map(({ orders: count }) => count)
  const paid = async () => (await wu.call(statistics.payments, { query: span20 })).totals.map(({ payments }) => payments)
  expect([await sold(), await paid()]).toEqual([[1], [1]])
  await it.rows('update user_account set search_order_days = null where id = $1', [wu.id])
  expect([await sold(), await paid()]).toEqual([[4], [4]])
  await it.rows('update user_account set search_order_days = 2 where id = $1', [wu.id])

  // The goods of orders have a limit of their own; what they lead to keeps the orders'.
  const lines = (await wu.call(lineItems.list, { query: { expand: 'order', sort: 'createdDate,asc' } })).content
  expect(lines.map(line => line['order']?.id)).toEqual([undefined, undefined, undefined, fresh.id])
  expect((await wu.call(lineItems.list, { query: { search: 'order.totalCents>0' } })).totalElements).toBe(1)
  expect((await wu.call(transactions.list, { query: { search: `order.id:${old.id}` } })).totalElements).toBe(0)

  await it.rows('update user_account set search_order_item_days = 1, search_order_days = null where id = $1', [wu.id])
  const all = await wu.call(orders.list, { query: { expand: 'lineItems', sort: 'createdDate,asc' } })
  expect(all.content.map(row => row.lineItems?.length)).toEqual([0, 0, 0, 1])
  expect((await wu.call(sessions.profile, {})).search).toMatchObject({ orderDays: null, orderItemDays: 1 })
})

// @req SEC-027 ORG-012
test('the five limits are entered with a user and shown to them; a limit is a number of days, and none is without limit', async () => {
  const it = await world()
  const boss = await it.staff({ role: 'admin' })
  const given = {
    searchOrderDays: 1,
    searchOrderItemDays: 20,
    searchClassSettleDays: 30,
    searchDailyReportDays: 40,
    searchCardDetailDays: 3660,
  }
  const roles = [{ defaultRole: 'station_master' as const, stationId: it.station.id }]
  const none = await boss.call(users.create, { body: { name: 'Wu', mobile: '13700000001', roles } })
  const lifted = Object.fromEntries(Object.keys(given).map(field => [field, null]))
  expect(none).toMatchObject(lifted)
  const password = 'quiet-harbour-61'
  const { id, version } = await boss.call(users.create, { body: { name: 'Lin', mobile: '13700000002', roles, password, ...given } })
  expect(await boss.call(users.get, { id })).toMatchObject(given)
  const lin = browser()
  await lin.raw('POST', '/users/login', { mobile: '13700000002', password, companyId: it.company.code })
  const limits = async () => (await lin.call(sessions.profile, {})).search
  expect(await limits()).toEqual({ orderDays: 1, orderItemDays: 20, classSettleDays: 30, dailyReportDays: 40, cardDetailDays: 3660 })
  for (const days of [0, 3661, 1.5])
    for (const field of Object.keys(given))
      expect([field, days, await boss.refused(users.update, { id, body: { [field]: days, version } })]).toEqual([field, days, 'validation'])
  expect(await boss.call(users.update, { id, body: { ...lifted, version } })).toMatchObject(lifted)
  expect(Object.values(await limits())).toEqual([null, null, null, null, null])
})

// @req SEC-027
test('each list that grows with time is bounded by the limit of what it shows', () => {
  const bounded = [...resources.values()].flatMap(({ name, recent }) => (recent ? [[name, recent]] : []))
  expect(Object.fromEntries(bounded)).toEqual({
    orders: 'orderDays',
    transactions: 'orderDays',
    refunds: 'orderDays',
    clockSales: 'orderDays',
    lineItems: 'orderItemDays',
    saleCoupons: 'orderItemDays',
    saleGifts: 'orderItemDays',
    orderDiscounts: 'orderItemDays',
    classSettles: 'classSettleDays',
    daySettles: 'dailyReportDays',
    monthReports: 'dailyReportDays',
    userCardDetails: 'cardDetailDays',
  })
})

// @req SEC-027 ACC-087 ORG-012
test('a card’s movements are read as far back as the limit of card details, in its statement too', async () => {
  const it = await world()
  setClock(daysAgo(9))
  const { id } = await makeCard(it, { principalCents: 100_00 })
  setClock(noon)
  const wu = await signedIn(it.company, { roles: ['admin'] })
  const seen = async () => [
    (await wu.call(userCardDetails.list, {})).totalElements,
    (await wu.call(cardStatement, { id, query: {} })).totalElements,
  ]
  const all = await seen()
  expect(all[0]).toBeGreaterThan(0)
  expect(all[1]).toBeGreaterThan(0)
  const days = { from: '2026-04-12', to: '2026-05-01' }
  const figures = async () => [
    (await wu.call(statistics.cards, { query: days })).totals.reduce((sum, { topUpCents }) => sum + topUpCents, 0),
    (await wu.call(reports.rechargeConsume, { query: days })).totals.reduce((sum, { topUpCents }) => sum + topUpCents, 0),
    (await wu.call(reports.moneyChange, { query: days })).totals.reduce((sum, { topUpCents }) => sum + topUpCents, 0),
  ]
  expect(await figures()).toEqual([100_00, 100_00, 100_00])
  await it.rows('update user_account set search_card_detail_days = 3 where id = $1', [wu.id])
  expect(await seen()).toEqual([0, 0])
  expect(await figures()).toEqual([0, 0, 0])
})

// @req SEC-027 ORG-012 ACC-087
test('shift reports and daily reports are read as far back as the limit of each', async () => {
  const it = await shiftShop()
  const { shift } = await morning(it)
  setClock(at('23:00'))
  const closed = await it.close(shift.id, 454_00, { force: true })
  setClock(at('08:00', '2026-05-10'))
  const day = await it.lin.call(daySettlement.settle, { body: { stationId: it.station.id, businessDay: '2026-05-01' } })
  // Reports are dated by the database, whose clock is the real one.
  setClock(new Date(Date.now() + 9 * 86_400_000))
  const wu = await signedIn(it.company, { roles: ['admin'] })
  const seen = async () => [(await wu.call(classSettles.list, {})).totalElements, (await wu.call(daySettles.list, {})).totalElements]
  const limit = (what: string, days: number | null) => it.rows(`update user_account set ${what} = $1 where id = $2`, [days, wu.id])
  const [shifts, days] = (await seen()) as [number, number]
  expect([shifts > 0, days > 0]).toEqual([true, true])

  await limit('search_class_settle_days', 3)
  expect(await seen()).toEqual([0, days])
  expect(await wu.refused(settlement.get, { id: closed.id })).toBe('notFound')
  await limit('search_class_settle_days', null)
  await limit('search_daily_report_days', 3)
  expect(await seen()).toEqual([shifts, 0])
  expect(await wu.refused(daySettlement.get, { id: day.id })).toBe('notFound')
})
