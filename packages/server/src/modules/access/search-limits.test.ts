import { lineItems, orders, salesByHour, sessions, transactions } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const daysAgo = (days: number) => new Date(noon.getTime() - days * 86_400_000)

// @req SEC-027 ORG-012
test('how far back somebody may look holds in lists, sums, charts, relations and years past, from his next request on', async () => {
  const it = await shop()
  setClock(daysAgo(9))
  const old = (await it.sell()) as { id: number }
  setClock(noon)
  const fresh = (await it.sell()) as { id: number }
  const wu = await signedIn(it.company, { roles: ['admin'] })
  expect((await wu.call(orders.list, {})).totalElements).toBe(2)

  await it.rows('update user_account set search_order_days = 2 where id = $1', [wu.id])
  expect((await wu.call(orders.list, {})).content.map(({ id }) => id)).toEqual([fresh.id])
  expect((await wu.call(orders.list, { query: { from: 'history', search: `id:${old.id}` } })).totalElements).toBe(0)
  expect((await wu.call(orders.totals, {})).count).toBe(1)
  expect(await wu.refused(orders.get, { id: old.id })).toBe('notFound')
  const span = { from: daysAgo(10).toISOString(), to: daysAgo(8).toISOString() }
  expect((await wu.call(salesByHour, { query: span })).content).toEqual([])

  // The goods of orders have a limit of their own; what they lead to keeps the orders'.
  const lines = (await wu.call(lineItems.list, { query: { expand: 'order', sort: 'createdDate,asc' } })).content
  expect(lines.map(line => line['order']?.id)).toEqual([undefined, fresh.id])
  expect((await wu.call(lineItems.list, { query: { search: 'order.totalCents>0' } })).totalElements).toBe(1)
  expect((await wu.call(transactions.list, { query: { search: `order.id:${old.id}` } })).totalElements).toBe(0)

  await it.rows('update user_account set search_order_item_days = 1, search_order_days = null where id = $1', [wu.id])
  const all = await wu.call(orders.list, { query: { expand: 'lineItems', sort: 'createdDate,asc' } })
  expect(all.content.map(row => row.lineItems.length)).toEqual([0, 1])
  expect((await wu.call(sessions.profile, {})).search).toMatchObject({ orderDays: null, orderItemDays: 1 })
})
