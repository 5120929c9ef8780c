import {
  groupedOf,
  lineItems,
  orderPayments,
  orders,
  transactions,
  userCardDetails,
  userCards,
  users,
  type Resource,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { rollUp } from '../../maintenance.ts'
import { makeCard } from '../../testing/card.ts'
import { shop } from '../../testing/order.ts'
import { db, noon, setClock, statementsOf } from '../../testing/world.ts'

beforeEach(() => setClock(noon)) // 12:00 on 1 May 2026, in Shanghai

type Shop = Awaited<ReturnType<typeof shop>>
type Who = Shop['lin']
type Query = { search?: string; startTime?: string; endTime?: string; groupBy?: string; from?: 'history' }
const may = { startTime: '2026-05-01', endTime: '2026-05-31' }

async function ask(who: Who, of: Resource, query: Query) {
  const grouped = groupedOf(await who.call(of.totals, { query }))!
  return { ...grouped, lines: grouped.content.map(({ key, count, amountCents, volumeCl }) => [key, count, amountCents, volumeCl]) }
}

/** Fuel for cash on the first, fuel and goods unpaid on the first, fuel for cash on the second, one hour later. */
async function twoDays() {
  const it = await shop()
  await it.sell({ payType: 'cash' })
  await it.sell({ lineItems: [{ volumeCl: 10_00 }, { itemId: it.goods.id, pieces: 2, discountCents: 1_00 }] })
  setClock('2026-05-02T05:00:00.000Z')
  await it.sell({ payType: 'cash' })
  return it
}

// @req SCR-008
test('orders are counted by time, way of payment and status, with money and litres, the same before and after the roll-up', async () => {
  const it = await twoDays()
  const told = async () => [
    (await ask(it.lin, orders, { ...may, groupBy: 'day' })).lines,
    (await ask(it.lin, orders, { ...may, groupBy: 'hour' })).lines,
    (await ask(it.lin, orders, { ...may, groupBy: 'month' })).lines,
    (await ask(it.lin, orders, { ...may, groupBy: 'payType' })).lines,
    (await ask(it.lin, orders, { ...may, groupBy: 'status', search: 'payType:cash' })).lines,
  ]
  const expected = [
    [
      ['2026-05-01', 2, 329_00, 40_00],
      ['2026-05-02', 1, 240_00, 30_00],
    ],
    [
      ['2026-05-01T04:00:00.000Z', 2, 329_00, 40_00],
      ['2026-05-02T05:00:00.000Z', 1, 240_00, 30_00],
    ],
    [['2026-05', 3, 569_00, 70_00]],
    [
      ['cash', 2, 480_00, 60_00],
      [null, 1, 89_00, 10_00],
    ],
    [['success', 2, 480_00, 60_00]],
  ]
  expect(await told()).toEqual(expected)
  await rollUp(db)
  expect(await told()).toEqual(expected)
  const { total, startTime, endTime, left } = await ask(it.lin, orders, { ...may, groupBy: 'day' })
  expect({ total, startTime, endTime, left }).toEqual({
    total: { currency: 'CNY', count: 3, amountCents: 569_00, volumeCl: 70_00 },
    ...may,
    left: 0,
  })
  expect(await it.lin.call(orders.totals, { query: may })).toMatchObject({ count: 3, totalCents: 569_00 })
  expect(await it.lin.call(orders.totals, { query: { startTime: '2026-05-02' } })).toMatchObject({ count: 1, totalCents: 240_00 })
})

// @req SCR-009
test('lines are counted by product, category and kind of goods, with their money before discounts and their litres', async () => {
  const it = await twoDays()
  const by = async (groupBy: string, query: Query = may) => (await ask(it.lin, lineItems, { ...query, groupBy })).lines
  expect(await by('categoryType')).toEqual([
    ['fuel', 3, 560_00, 70_00],
    ['normal', 1, 10_00, 0],
  ])
  expect((await by('product')).map(([key, ...sums]) => [typeof key, ...sums])).toEqual([
    ['string', 3, 560_00, 70_00],
    ['object', 1, 10_00, 0],
  ])
  expect(await by('payType', { ...may, search: 'categoryType:fuel' })).toEqual([
    ['cash', 2, 480_00, 60_00],
    [null, 1, 80_00, 10_00],
  ])
  expect(await by('day', { ...may, search: 'categoryType:normal' })).toEqual([['2026-05-01', 1, 10_00, 0]])
  const { content, total } = await ask(it.lin, lineItems, { ...may, groupBy: 'item' })
  expect([content.map(({ name }) => typeof name), total]).toEqual([
    ['string', 'string'],
    { currency: 'CNY', count: 4, amountCents: 570_00, volumeCl: 70_00 },
  ])
})

// @req SCR-010
test('payments are counted by way of payment, by who took them and by day; they have no litres', async () => {
  const it = await twoDays()
  const by = async (groupBy: string, search?: string) =>
    (await ask(it.lin, transactions, { ...may, groupBy, ...(search && { search }) })).lines
  expect(await by('payType')).toEqual([['cash', 2, 480_00, null]])
  expect(await by('day', 'status:success')).toEqual([
    ['2026-05-01', 1, 240_00, null],
    ['2026-05-02', 1, 240_00, null],
  ])
  await rollUp(db)
  expect(await by('day', 'status:success')).toHaveLength(2)
  const { id } = await it.sell()
  await it.lin.call(orderPayments.cash, { id, body: {} })
  const { content } = await ask(it.lin, transactions, { ...may, groupBy: 'user' })
  const taken = content.map(({ key, count }) => [key, count])
  expect(taken).toEqual(
    expect.arrayContaining([
      [String(it.lin.actor.id), 1],
      [null, 2],
    ]),
  )
})

// @req SCR-011
test('members and staff are counted by what they are and by the day they were added', async () => {
  const it = await shop()
  const head = await it.staff({ role: 'company_user' })
  const before = await ask(head, users, { groupBy: 'isStaff' })
  const members = (lines: unknown[][]) => Number(lines.find(([key]) => key === 'false')?.[1] ?? 0)
  await makeCard(it)
  await makeCard(it)
  const after = await ask(head, users, { groupBy: 'isStaff' })
  expect(members(after.lines) - members(before.lines)).toBe(2)
  expect([after.startTime, after.total.amountCents, after.total.volumeCl]).toEqual([null, null, null])
  expect(after.total.count).toBe((await head.call(users.list, {})).totalElements)
  const days = await ask(head, users, { groupBy: 'day', search: 'isStaff:false' })
  expect(days.content.reduce((sum, { count }) => sum + count, 0)).toBe(days.total.count)
  expect(await head.call(users.totals, { query: { search: 'isStaff:false' } })).toEqual({ count: members(after.lines) })
  // Who works in a station counts those of that station alone.
  const leader = await it.staff({ role: 'station_leader', stationIds: [it.station.id] })
  expect((await ask(leader, users, { groupBy: 'isStaff' })).total.count).toBe((await leader.call(users.list, {})).totalElements)
})

// @req SCR-012
test('cards are counted by kind, status and product, with what can be spent of them', async () => {
  const it = await shop()
  await makeCard(it, { principalCents: 100_00, giftCents: 20_00 })
  await makeCard(it, { kind: 'anonymous', principalCents: 50_00 })
  await makeCard(it, { kind: 'anonymous' })
  const head = await it.staff({ role: 'company_user' })
  const by = async (groupBy: string, query: Query = {}) => (await ask(head, userCards, { ...query, groupBy })).lines
  expect(await by('kind')).toEqual([
    ['personal', 1, 120_00, null],
    ['anonymous', 2, 50_00, null],
  ])
  expect(await by('status', { search: 'kind:anonymous' })).toEqual([['normal', 2, 50_00, null]])
  const { content, total, startTime } = await ask(head, userCards, { groupBy: 'card' })
  expect([content.length, content.every(({ name }) => name!.startsWith('Fuel card')), total.amountCents, startTime]).toEqual([
    3,
    true,
    170_00,
    null,
  ])
  expect((await ask(head, userCards, { groupBy: 'month' })).total.count).toBe(3)
})

// @req SCR-013
test('movements of cards are counted by type, way of payment, kind of card and day', async () => {
  const it = await shop()
  const own = await makeCard(it, { principalCents: 500_00, giftCents: 20_00 })
  await makeCard(it, { kind: 'anonymous', principalCents: 90_00 })
  const { id } = await it.sell()
  await it.lin.call(orderPayments.card, { id, body: { userCardId: own.id } })
  const head = await it.staff({ role: 'company_user' })
  const told = async () =>
    Promise.all(['type', 'kind', 'day'].map(async groupBy => (await ask(head, userCardDetails, { ...may, groupBy })).lines))
  const expected = [
    [
      ['charge', 2, 590_00, null],
      ['consume', 1, -240_00, null],
      ['chargeReward', 1, 20_00, null],
    ],
    [
      ['personal', 3, 280_00, null],
      ['anonymous', 1, 90_00, null],
    ],
    [['2026-05-01', 4, 370_00, null]],
  ]
  expect(await told()).toEqual(expected)
  await rollUp(db)
  expect(await told()).toEqual(expected)
})

const six = [orders, lineItems, transactions, users, userCards, userCardDetails] as readonly Resource[]

// @req SCR-009 SCR-010 SCR-011 SCR-012 SCR-013 SCR-015
test.each(six.map(of => [of.name, of] as const))(
  '%s: no permission, nothing; another company’s are never counted; a month at most',
  async (_, of) => {
    const [ours, theirs] = [await twoDays(), await twoDays()]
    await makeCard(ours, { principalCents: 100_00 })
    await makeCard(theirs, { principalCents: 100_00 })
    const head = await ours.staff({ role: 'company_user' })
    for (const groupBy of ['day', 'month']) {
      const { total } = await ask(head, of, { ...may, groupBy })
      expect([groupBy, total.count]).toEqual([groupBy, (await head.call(of.list, {})).totalElements])
    }
    const none = await ours.staff({ role: 'user', permissions: [] } as never)
    expect(await none.refused(of.totals, { query: { ...may, groupBy: 'day' } })).toBe('auth.forbidden')

    const refused = async (query: Query) => {
      const reply = await head.send(of.totals, { query }, { language: 'en' })
      return [reply.json().code ?? 'allowed', reply.json().field, reply.json().detail?.months].filter(Boolean)
    }
    expect(await refused({ startTime: '2026-04-01', endTime: '2026-05-01', groupBy: 'day' })).toEqual(['allowed'])
    expect(await refused({ startTime: '2026-04-01', endTime: '2026-05-02', groupBy: 'day' })).toEqual([
      'statistics.rangeTooLong',
      'endTime',
      1,
    ])
    expect(await refused({ startTime: '2026-04-01', endTime: '2026-05-02' })).toEqual(['statistics.rangeTooLong', 'endTime', 1])
    expect(await refused({ search: 'createdDate>=2026-03-01,createdDate<=2026-05-01', groupBy: 'day' })).toEqual([
      'statistics.rangeTooLong',
      'search',
      1,
    ])
    const old = { startTime: '2024-05-01', endTime: '2024-05-20', groupBy: 'day' }
    expect(await refused(old)).toEqual(['search.olderApart', 'from'])
    expect(await refused({ ...old, from: 'history' })).toEqual(['allowed'])
    for (const query of [
      { groupBy: 'weather' },
      { ...may, endTime: '2026-04-30' },
      { startTime: '2026-05-01', endTime: '2026-05-02T00:00:00Z' },
      { startTime: 'yesterday' },
      { groupBy: 'day', page: 1 } as Query,
    ])
      expect([query, (await refused(query))[0]]).toEqual([query, 'validation'])
  },
)

// @req SCR-008 SCR-009
test('a day is the station’s own, wherever it begins, and the days of a company are those of its stations', async () => {
  const it = await shop({ timeZone: 'Asia/Kathmandu' })
  const head = await it.staff({ role: 'company_user' })
  setClock('2026-05-01T18:14:00.000Z') // 23:59 there
  await it.sell()
  setClock('2026-05-01T18:15:00.000Z')
  await it.sell()
  const day = { startTime: '2026-05-02', endTime: '2026-05-02', groupBy: 'day' }
  for (const who of [head, it.lin])
    for (const record of [orders, lineItems] as readonly Resource[]) {
      await rollUp(db)
      expect((await ask(who, record, { ...may, groupBy: 'day' })).lines.map(([key, count]) => [key, count])).toEqual([
        ['2026-05-01', 1],
        ['2026-05-02', 1],
      ])
      expect((await ask(who, record, day)).total.count).toBe(1)
    }
})

// @req SCR-008
test('whole days by what lists are filtered by are read from the aggregates, not from the orders', async () => {
  const it = await twoDays()
  const head = await it.staff({ role: 'company_user' })
  const read = (query: Query) => statementsOf(() => head.call(orders.totals, { query }))
  const [kept] = [await read({ ...may, groupBy: 'payType', search: 'status:success' })]
  expect(kept.some(text => text.includes('statistic_whole'))).toBe(true)
  expect(kept.some(text => text.includes('sale_order'))).toBe(false)
  const exact = await read({ ...may, groupBy: 'payType', search: 'totalCents>100' })
  expect(exact.some(text => text.includes('sale_order'))).toBe(true)
})

// @req SCR-008 SCR-009
test('currencies are never added up, and an empty time has no lines', async () => {
  const [ours, theirs] = [await twoDays(), await twoDays()]
  await ours.rows(`update company set currency = 'USD' where id = $1`, [theirs.company.id])
  const both = await ours.staff({ role: 'company_group', over: { companyIds: [ours.company.id, theirs.company.id] } })
  for (const record of [orders, lineItems] as readonly Resource[]) {
    const { content, total } = await ask(both, record, { ...may, groupBy: 'month' })
    expect(content.map(({ currency, count }) => `${currency} ${count}`).toSorted()).toEqual(
      record === orders ? ['CNY 3', 'USD 3'] : ['CNY 4', 'USD 4'],
    )
    expect([total.currency, total.amountCents, total.volumeCl]).toEqual([null, null, 140_00])
  }
  expect((await ask(ours.lin, orders, { startTime: '2026-04-01', endTime: '2026-04-20', groupBy: 'day' })).lines).toEqual([])
})
