import { orderPayments, orders, salesBehind, statistics } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { shop } from '../../testing/order.ts'
import { db, noon, setClock, statementsOf } from '../../testing/world.ts'
import { rollUp } from '../../maintenance.ts'

const may = { from: '2026-05-01', to: '2026-05-31' }
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000)
beforeEach(() => setClock(noon))

/** What the books of this shop break, by name. */
const broken = async (it: Awaited<ReturnType<typeof shop>>) => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)

// @req SAL-045 SAL-046
test('what was sold is shown by day and product, and the same before and after the roll-up', async () => {
  const it = await shop()
  await it.sell({ payType: 'cash' })
  await it.sell({ lineItems: [{ volumeCl: 10_00 }, { itemId: it.goods.id, pieces: 2, discountCents: 1_00 }] })
  setClock(later(24))
  await it.sell()

  const ask = () => it.lin.call(statistics.sales, { query: { ...may, group: 'day,category' } })
  const shown = await ask()
  expect(
    shown.content.map(({ period, key, orders: many, volumeCl, pieces, totalCents }) => [period, key, many, volumeCl, pieces, totalCents]),
  ).toEqual([
    ['2026-05-01', expect.any(String), 2, 40_00, 0, 320_00],
    ['2026-05-01', expect.any(String), 1, 0, 2, 9_00],
    ['2026-05-02', expect.any(String), 1, 30_00, 0, 240_00],
  ])
  expect(shown.totals).toMatchObject([
    { orders: 3, volumeCl: 70_00, pieces: 2, amountCents: 570_00, discountCents: 1_00, totalCents: 569_00 },
  ])
  await rollUp(db)
  expect(await ask()).toEqual(shown)
  expect(await broken(it)).toEqual([])
})

test('an order that is paid later changes its way of payment, one that is closed was no sale', async () => {
  const it = await shop()
  const [kept, closed] = [await it.sell(), await it.sell()]
  const byTender = async () =>
    (await it.lin.call(statistics.sales, { query: { ...may, group: 'payType' } })).content.map(({ key, orders: many, volumeCl }) => [
      key,
      many,
      volumeCl,
    ])
  expect(await byTender()).toEqual([[null, 2, 60_00]])
  await rollUp(db)
  await it.lin.call(orderPayments.cash, { id: kept.id, body: {} })
  await it.lin.call(orderPayments.close, { id: closed.id, body: { reason: 'drove off' } })
  expect(await byTender()).toEqual([['cash', 1, 30_00]])
  await rollUp(db)
  expect(await byTender()).toEqual([['cash', 1, 30_00]])
  expect(await it.lin.call(statistics.payments, { query: { ...may, group: 'payType' } })).toMatchObject({
    content: [{ key: 'cash', payments: 1, amountCents: 240_00, netCents: 240_00 }],
  })
  expect(await it.lin.call(orders.totals, {})).toMatchObject({ count: 2 })
  expect(await broken(it)).toEqual([])
})

test('a day is compared with the same weekday a week before, and each hour stands beside its own', async () => {
  const it = await shop()
  await it.sell()
  setClock(later(7 * 24))
  await it.sell()
  await it.sell()
  setClock(later(7 * 24 + 1))
  await it.sell()
  const query = { from: '2026-05-08', to: '2026-05-08', group: 'hour', compare: 'week' } as const
  const { content, totals } = await it.lin.call(statistics.sales, { query })
  expect(content.map(({ period, orders: many, before }) => [period, many, before?.orders])).toEqual([
    ['2026-05-08T04:00:00.000Z', 2, 1],
    ['2026-05-08T05:00:00.000Z', 1, 0],
  ])
  expect(totals).toMatchObject([{ orders: 3, before: { orders: 1, totalCents: 240_00 } }])
})

test('a week is compared with the one before it, a month with the month before, day by day with the day of the same number', async () => {
  const it = await shop()
  // Orders of each day: two weeks of May, and the last days of April, of which May has one more.
  for (const [day, many] of [
    ['2026-04-01', 4],
    ['2026-04-30', 3],
    ['2026-05-01', 1],
    ['2026-05-04', 2],
    ['2026-05-08', 5],
    ['2026-05-11', 6],
  ] as const) {
    setClock(`${day}T04:00:00.000Z`)
    for (let turn = 0; turn < many; turn++) await it.sell()
  }
  setClock('2026-06-10T04:00:00.000Z')
  const ask = async (from: string, to: string, compare: 'previous' | 'week' | 'month') => {
    const { content, totals } = await it.lin.call(statistics.sales, { query: { from, to, group: 'day', compare } })
    return [totals[0]!.orders, totals[0]!.before!.orders, content.map(({ period, orders: many, before }) => [period, many, before!.orders])]
  }
  // Monday with Monday, Friday with Friday.
  const week = [
    11,
    3,
    [
      ['2026-05-08', 5, 1],
      ['2026-05-11', 6, 2],
    ],
  ]
  expect(await ask('2026-05-08', '2026-05-14', 'week')).toEqual(week)
  expect(await ask('2026-05-08', '2026-05-14', 'previous')).toEqual(week)
  const days = [
    ['2026-05-01', 1, 4],
    ['2026-05-04', 2, 0],
    ['2026-05-08', 5, 0],
    ['2026-05-11', 6, 0],
    ['2026-05-30', 0, 3],
  ]
  expect(await ask('2026-05-01', '2026-05-31', 'month')).toEqual([14, 7, days])
})

test('days are the days of the station', async () => {
  const it = await shop({ timeZone: 'Asia/Kathmandu' })
  setClock('2026-05-01T18:14:00.000Z') // 23:59 there
  await it.sell()
  setClock('2026-05-01T18:15:00.000Z')
  await it.sell()
  const ask = async () =>
    (await it.lin.call(statistics.sales, { query: { ...may, group: 'day' } })).content.map(({ period, orders: many }) => [period, many])
  expect(await ask()).toEqual([
    ['2026-05-01', 1],
    ['2026-05-02', 1],
  ])
  await rollUp(db)
  expect(await ask()).toHaveLength(2)
  await it.rows(`update station set time_zone = 'UTC' where id = $1`, [it.station.id])
  expect(await ask()).toEqual([['2026-05-01', 2]])
  expect(await broken(it)).toEqual([])
})

test('a company’s figures are those of its stations together, wherever their days begin', async () => {
  const it = await shop({ timeZone: 'Asia/Kathmandu' })
  const head = await it.staff({ role: 'company_user' })
  const leader = await it.staff({ role: 'station_leader', stationIds: [it.station.id] })
  const same = async () => {
    for (const group of ['', 'payType', 'day', 'day,payType', 'month', 'week,payType'])
      for (const range of [may, { from: '2026-05-01', to: '2026-05-01' }])
        for (const endpoint of [statistics.sales, statistics.payments]) {
          const query = { ...range, group, compare: 'previous' as const }
          expect([group, await head.call(endpoint, { query })]).toEqual([group, await leader.call(endpoint, { query })])
        }
  }
  setClock('2026-05-01T18:14:00.000Z') // 23:59 there
  await it.sell({ payType: 'cash' })
  const closed = await it.sell()
  await it.lin.call(orderPayments.close, { id: closed.id, body: { reason: 'drove off' } })
  await rollUp(db)
  setClock('2026-05-01T18:15:00.000Z')
  await it.sell({ payType: 'cash' })
  await same()
  await rollUp(db)
  await same()
  const asked = await statementsOf(() => head.call(statistics.payments, { query: { ...may, group: 'payType' } }))
  expect(asked.some(text => text.includes('statistic_whole'))).toBe(true)
  const { id } = await it.addStation('Riverside West')
  await it.rows(`update station set time_zone = 'UTC' where id = $1`, [id])
  await same()
})

test('today so far is compared with the other day until the same time, and the rows behind it end there', async () => {
  setClock('2026-04-24T00:00:00.000Z')
  const it = await shop()
  const saleAt = async (moment: string) => {
    setClock(moment)
    await it.sell({ payType: 'cash' })
  }
  await saleAt('2026-04-24T01:10:00.000Z') // 09:10 in Shanghai, a week before
  await saleAt('2026-04-24T02:20:00.000Z') // 10:20
  await saleAt('2026-04-24T09:00:00.000Z') // 17:00
  await saleAt('2026-05-01T01:30:00.000Z') // 09:30 today
  await rollUp(db)
  setClock('2026-05-01T02:15:00.000Z')
  const head = await it.staff({ role: 'company_user' })
  const [today, week] = [
    { from: '2026-05-01', to: '2026-05-01' },
    { from: '2026-04-30', to: '2026-05-01' },
  ]
  for (const group of ['', 'hour', 'product', 'payType'] as const) {
    const { totals, comparedUntil } = await head.call(statistics.sales, { query: { ...today, group, compare: 'week' } })
    expect([group, totals[0]?.orders, totals[0]?.before?.orders, comparedUntil]).toEqual([group, 1, 1, '2026-04-24T02:15:00Z'])
    const cell = { range: today, group: [], measure: 'orders', before: 'week', until: comparedUntil } as const
    expect(await head.call(orders.totals, { query: { search: salesBehind(cell).search } })).toMatchObject({ count: 1 })
  }
  const two = await head.call(statistics.sales, { query: { ...week, group: 'day', compare: 'week' } })
  expect(two.totals).toMatchObject([{ orders: 1, before: { orders: 1 } }])
  const over = await head.call(statistics.sales, { query: { from: '2026-04-24', to: '2026-04-24', compare: 'week' } })
  expect([over.totals[0]?.orders, over.comparedUntil]).toEqual([3, null])
})

test('a line of a fuel says its colour: the one that was chosen, else that of its kind', async () => {
  const it = await shop()
  await it.sell()
  const colors = async () => (await it.lin.call(statistics.sales, { query: { ...may, group: 'product' } })).content.map(line => line.color)
  await it.rows(`update product set color = null, code = '95', classification = 'gasoline' where company_id = $1`, [it.company.id])
  expect(await colors()).toEqual(['gasoline95'])
  await it.rows(`update product set color = 'diesel20' where company_id = $1`, [it.company.id])
  expect(await colors()).toEqual(['diesel20'])
})

test('currencies are never added up, and another company is never seen', async () => {
  const [ours, theirs] = [await shop(), await shop()]
  await ours.sell()
  await theirs.sell()
  await ours.rows(`update company set currency = 'USD' where id = $1`, [theirs.company.id])
  const both = await ours.staff({ role: 'company_group', over: { companyIds: [ours.company.id, theirs.company.id] } })
  const { totals } = await both.call(statistics.sales, { query: may })
  expect(totals.map(({ currency, orders: many }) => `${currency} ${many}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'CNY 1',
    'USD 1',
  ])
  expect((await ours.lin.call(statistics.sales, { query: { ...may, stationId: theirs.station.id } })).content).toEqual([])
  expect((await ours.lin.call(statistics.sales, { query: may })).totals).toMatchObject([{ orders: 1 }])
})

// @req SAL-049
test('what moved on cards is shown by its kind', async () => {
  const it = await shop()
  await makeCard(it, { principalCents: 100_00, giftCents: 20_00 })
  const head = await it.staff({ role: 'company_user' })
  const { totals } = await head.call(statistics.cards, { query: { ...may, group: 'type' } })
  expect(totals).toMatchObject([{ amountCents: 120_00, principalCents: 100_00, giftCents: 20_00 }])
})

// @req SAL-049
test('top-ups and consumption are given for each card and each member, the largest first, and of one kind of card alone', async () => {
  const it = await shop()
  const own = await makeCard(it, { principalCents: 500_00, giftCents: 20_00 })
  const second = await makeCard(it, { userId: own.userId!, principalCents: 30_00 })
  const unnamed = await makeCard(it, { kind: 'anonymous', principalCents: 90_00 })
  const { id } = await it.sell()
  await it.lin.call(orderPayments.card, { id, body: { userCardId: own.id } })
  const head = await it.staff({ role: 'company_user' })
  const ask = async (query: { group: string; kind?: 'anonymous' }) => {
    const { content, totals, left } = await head.call(statistics.cards, { query: { ...may, ...query } })
    const lines = content.map(({ key, name, topUpCents, consumeCents, movements }) => [key, name, topUpCents, consumeCents, movements])
    return { lines, total: totals.map(line => [line.topUpCents, line.consumeCents, line.giftCents]), left }
  }
  const total = [[620_00, -240_00, 20_00]]
  const cards = [
    [String(own.id), own.number, 500_00, -240_00, 3],
    [String(unnamed.id), unnamed.number, 90_00, 0, 1],
    [String(second.id), second.number, 30_00, 0, 1],
  ]
  expect(await ask({ group: 'card' })).toEqual({ lines: cards, total, left: 0 })
  expect(await ask({ group: 'member' })).toEqual({
    lines: [
      [String(own.userId), 'Wang Fang', 530_00, -240_00, 4],
      [null, null, 90_00, 0, 1],
    ],
    total,
    left: 0,
  })
  await rollUp(db)
  expect(await ask({ group: 'card' })).toEqual({ lines: cards, total, left: 0 })
  expect(await ask({ group: '' })).toMatchObject({ lines: [[null, null, 620_00, -240_00, 5]], total })
  for (const group of ['', 'card', 'day', 'type'])
    expect(await ask({ group, kind: 'anonymous' }), group).toMatchObject({ total: [[90_00, 0, 0]], left: 0 })
})

test.each([
  ['two units of time', { ...may, group: 'hour,day' }],
  ['two things', { ...may, group: 'product,nozzle' }],
  ['a thing it does not know', { ...may, group: 'weather' }],
  ['an end before the beginning', { from: '2026-05-02', to: '2026-05-01' }],
  ['a day and a moment', { from: '2026-05-02', to: '2026-05-03T00:00:00Z' }],
  ['a year by the hour', { from: '2025-05-02', to: '2026-05-01', group: 'hour' }],
])('%s is refused', async (_, query) => {
  const it = await shop()
  expect(await it.lin.refused(statistics.sales, { query })).toBe('validation')
})

test.each([
  ['order', 'h', 'statistics say of each hour and day what its orders say'],
  ['payment', 'h', 'statistics say of each hour and day what its payments say'],
  ['payment', 'd', 'statistics say of each hour and day what its payments say'],
  ['line', 'd', 'statistics say of each hour and day what its lines say'],
  ['order', 'd', 'the months of the statistics are the sums of their days, and days that have hours of these'],
  ['order', 'm', 'the months of the statistics are the sums of their days, and days that have hours of these'],
])('a cell that was changed by hand is found: of %s, grain %s', async (fact, grain, says) => {
  const it = await shop()
  await it.sell({ payType: 'cash' })
  await rollUp(db)
  expect(await broken(it)).toEqual([])
  await it.rows(`update statistic_aggregate set volume_cl = volume_cl + 1 where station_id = $1 and fact = $2 and grain = $3`, [
    it.station.id,
    fact,
    grain,
  ])
  expect((await broken(it)).map(invariant => invariant.says)).toContain(says)
})
