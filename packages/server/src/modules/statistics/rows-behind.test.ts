import {
  lineItems,
  movementsBehind,
  orderPayments,
  orders,
  paymentsBehind,
  salesBehind,
  statistics,
  transactions,
  userCardDetails,
  type RowsBehind,
  type StatisticCell,
} from '@forecourt/contract'
import { beforeAll, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { serial, shop } from '../../testing/order.ts'
import { db, noon, setClock } from '../../testing/world.ts'
import { rollUp } from '../../maintenance.ts'

const lists = { orders, lineItems, transactions, userCardDetails }
const may = { from: '2026-04-28', to: '2026-05-27' }
const measures = {
  sales: ['orders', 'volumeCl', 'pieces', 'amountCents', 'discountCents', 'totalCents'],
  payments: ['payments', 'amountCents', 'refundedCents', 'netCents'],
  cards: ['movements', 'amountCents', 'principalCents', 'giftCents', 'topUpCents', 'consumeCents'],
} as const
const behind = { sales: salesBehind, payments: paymentsBehind, cards: movementsBehind }
type Kind = keyof typeof measures

let it: Awaited<ReturnType<typeof shop>>
let head: Awaited<ReturnType<typeof it.staff>>

/** A month and a half of a shop: every kind of sale, payment and card, at all hours of the day. */
beforeAll(async () => {
  setClock('2026-03-27T09:00:00.000Z')
  it = await shop()
  head = await it.staff({ role: 'company_user' })
  const second = await it.addNozzle()
  const at = (day: number, hour: number) => setClock(new Date(Date.parse('2026-03-28T00:00:00.000Z') + (day * 24 + hour) * 3_600_000))
  const [own, gone] = [
    await makeCard(it, { principalCents: 9_000_00, giftCents: 500_00 }),
    await makeCard(it, { kind: 'anonymous', principalCents: 90_00 }),
  ]
  for (let day = 0; day < 60; day += 3) {
    at(day, (day * 5) % 24)
    await it.sell({ payType: 'cash' })
    await it.sell({
      lineItems: [{ volumeCl: 5_00 }, { itemId: it.goods.id, pieces: 2, discountCents: 1_00 }],
      payType: 'wx',
      externalSerialNo: serial(),
    })
    const { id } = await it.sell({ nozzleControlId: second.id, employeeId: own.userId! })
    if (day % 2) await it.lin.call(orderPayments.card, { id, body: { userCardId: own.id } })
    else if (day % 4) await it.lin.call(orderPayments.cash, { id, body: { amountCents: 40_00 } })
    else await it.lin.call(orderPayments.close, { id, body: { reason: 'drove off' } })
    if (day === 30) await makeCard(it, { principalCents: 77_00 })
  }
  expect(gone.id).toBeGreaterThan(0)
  await rollUp(db)
  // Some of it was given back.
  await it.rows(
    `with back as (update pay_transaction set refunded_cents = amount_cents / 3 where company_id = $1 and pay_type = 'wx'
      returning order_id, refunded_cents)
    update sale_order set refunded_cents = back.refunded_cents from back where id = order_id`,
    [it.company.id],
  )
  setClock(new Date(noon.getTime() + 40 * 86_400_000))
}, 300_000)

async function totalOf({ of, search, field }: RowsBehind): Promise<number> {
  const totals = (await head.call(lists[of].totals, { query: { search } })) as Record<string, number>
  const derived: Record<string, () => number> = { netCents: () => totals['amountCents']! - totals['refundedCents']! }
  if (of === 'orders' && field === 'amountCents') return totals['totalCents']! + totals['discountCents']!
  if (of === 'lineItems' && field === 'totalCents') return totals['amountCents']! - totals['discountCents']!
  return derived[field]?.() ?? totals[field]!
}

const things = {
  sales: ['', 'product', 'category', 'item', 'payType', 'nozzle', 'employee', 'device'],
  payments: ['', 'payType', 'employee', 'device'],
  cards: ['', 'type', 'payType', 'kind', 'card', 'member'],
} as const
const times = ['', 'day', 'week', 'month', 'hour'] as const
const cases = (Object.keys(things) as Kind[]).flatMap(kind =>
  things[kind].flatMap((thing, nth) =>
    // Every thing with every unit of time in turn, and every unit of time by itself.
    times
      .filter((time, at) => thing === '' || time === '' || at === 1 + (nth % 4))
      .map(time => [kind, [time, nth % 2 ? 'station' : '', thing].filter(Boolean).join(',')] as const),
  ),
)

// @req SAL-045 SAL-046 SAL-049
test.each(cases)('%s by %s: each number is the total of the rows behind it', { timeout: 300_000 }, async (kind, group) => {
  const range = group.includes('hour') ? { from: '2026-05-01', to: '2026-05-09' } : may
  const query = { ...range, group, compare: 'month' } as const
  const { content, totals } = (await head.call(statistics[kind] as typeof statistics.sales, { query })) as unknown as {
    content: Line[]
    totals: Line[]
  }
  interface Line {
    period: string | null
    stationId: number | null
    station: string | null
    key: string | null
    before: Record<string, number> | null
    [measure: string]: unknown
  }
  expect(content.length).toBeGreaterThan(0)
  const groups = group.split(',').filter(Boolean)
  const perGoods = groups.some(each => ['product', 'category', 'item'].includes(each))
  const asked = measures[kind].filter(measure => !(perGoods && measure === 'orders'))
  const sample = content.filter((_, at) => at % Math.ceil(content.length / 4) === 0)
  const wrong: unknown[] = []
  const check = async (cell: StatisticCell, shown: number) => {
    const total = await totalOf(behind[kind](cell))
    if (total !== shown) wrong.push({ ...cell, shown, total, search: behind[kind](cell).search })
  }
  for (const measure of asked) {
    for (const line of sample) {
      const { period, stationId, station, key } = line
      const cell = { range, group: groups, period, stationId, station, key, measure }
      await check(cell, line[measure] as number)
      if (!groups.includes('hour')) await check({ ...cell, before: 'month' }, line.before![measure]!)
    }
    await check({ range, group: [], measure }, totals[0]![measure] as number)
    await check({ range, group: [], measure, before: 'month' }, totals[0]!.before![measure]!)
  }
  expect(wrong).toEqual([])
})
