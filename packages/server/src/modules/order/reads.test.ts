import { lineItems, manualOrders, orderIntake, orderPayments, orders, transactions } from '@forecourt/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { serial, shop, type Told } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { noon, setClock, statementsOf } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const ago = (minutes: number) => new Date(noon.getTime() - minutes * 60_000).toISOString()
const day = 24 * 60

/** Fuel, goods, and both on one bill; paid in three ways or not at all. */
async function day1() {
  const it = await shop()
  const both: Partial<Told> = { lineItems: [{ volumeCl: 10_00 }, { itemId: it.goods.id, pieces: 3, discountCents: 100 }] }
  const sold = [
    await it.sell({ createdDate: ago(50), payType: 'cash', fuelMethod: 'volume' }),
    await it.sell({ createdDate: ago(40), ...it.goodsSale(), payType: 'wx', externalSerialNo: serial() }),
    await it.sell({ createdDate: ago(30), ...both }),
    await it.sell({ createdDate: ago(3 * day), payType: 'cash' }),
  ]
  return { ...it, sold }
}

// @req SAL-018 SAL-019 SAL-029
test('orders come newest first by the time of sale; the one touched last comes first only when that is asked for', async () => {
  const it = await day1()
  const ids = async (sort?: string) => (await it.lin.call(orders.list, { query: { ...(sort && { sort }) } })).content.map(order => order.id)
  const [fuel, goods, both, old] = it.sold.map(order => order.id)
  expect(await ids()).toEqual([both, goods, fuel, old])
  setClock(new Date(noon.getTime() + 60_000))
  await it.lin.call(orderPayments.cash, { id: both!, body: {} })
  expect(await ids('createdDate,desc')).toEqual([both, goods, fuel, old])
  expect((await ids('modifiedDate,desc'))[0]).toBe(both)
  expect(await ids('createdDate,asc')).toEqual([old, fuel, goods, both])
  setClock(new Date(noon.getTime() + 120_000))
  await it.lin.call(manualOrders.rate, { id: old!, body: { rating: 5 } })
  expect((await ids('modifiedDate,desc')).slice(0, 2)).toEqual([old, both])
  expect((await ids('modifiedDate,asc')).slice(2)).toEqual([both, old])
  const second = await it.lin.call(orders.list, { query: { page: 1, size: 3, search: 'status:(success|open)' } })
  expect([second.totalElements, second.content.map(order => order.id)]).toEqual([4, [old]])
  const first = await it.lin.call(orders.list, { query: { page: 0, size: 3, search: 'status:success' } })
  expect([first.totalElements, first.content.map(order => order.id)]).toEqual([4, [both, goods, fuel]])
  expect((await it.lin.call(orders.list, { query: { search: 'status:open' } })).content).toEqual([])
  // Older than a year, by the source that the query names.
  expect((await it.lin.call(orders.list, { query: { from: 'history', search: `id:${old}` } })).content).toHaveLength(1)
  expect(await it.lin.refused(orders.list, { query: { from: 'yesterday' as never } })).toBe('validation')
  expect(await it.lin.refused(orders.list, { query: { expand: 'weather' } })).toBe('expand.unknown')
})

// @req SAL-003 SAL-007
test('fuel and goods are distinguished on one bill, and summed for themselves', async () => {
  const it = await day1()
  const count = async (search: string) => (await it.lin.call(orders.totals, { query: { search } })).count
  expect([await count('type:0'), await count('type:1'), await count('type:99')]).toEqual([3, 1, 0])
  expect([await count('lineItems.categoryType:fuel'), await count('lineItems.categoryType:normal')]).toEqual([3, 2])
  expect(await it.lin.call(lineItems.totals, { query: { search: 'categoryType:normal' } })).toEqual({
    count: 2,
    volumeCl: 0,
    pieces: 5,
    amountCents: 25_00,
    discountCents: 100,
  })
  expect(await it.lin.call(lineItems.totals, { query: { search: 'categoryType:fuel,order.payType:cash' } })).toMatchObject({
    count: 2,
    volumeCl: 60_00,
    amountCents: 480_00,
  })
  expect(await count(`lineItems.item.id:${it.goods.id},lineItems.quantity>2`)).toBe(1)
})

// @req SAL-038 SAL-039 SAL-040 SAL-044
test('every filter that the pages offer is answered', async () => {
  const it = await day1()
  const own = [
    'createdDate>=2026-04-30',
    'createdDate<=2026-05-01',
    'orderNo:*0001*',
    'status:(success|open)',
    'type:(0|1|99)',
    'cardNumber:*62*',
    `nozzleControl.id:${it.nozzle.id}`,
    `device.id:${it.till.id}`,
    'employee.id:1',
    'userCard.id:1',
    'shift.id:1',
    'belongsShift.id:1',
    'externalSerialNo:*42*',
    'invoiceStatus:uninvoiced',
    'totalCents>=1',
    'late:false',
    'priceDifference:false',
    'clockSuspect:false',
    'fuelMethod:volume',
    'transactions.payType:(cash|wx)',
    'payType:cash',
    'rating:null',
    'sequence>=1',
  ]
  const lines = ['lineItems.item.id:1', 'lineItems.item.product.id:1', 'lineItems.item.category.id:1', 'lineItems.categoryType:fuel']
  for (const search of [...own, ...lines]) expect(await it.lin.refused(orders.list, { query: { search } }), search).toBe('allowed')
  for (const search of own) expect(await it.lin.refused(lineItems.totals, { query: { search: `order.${search}` } }), search).toBe('allowed')
  const paid = [
    'serial:*1*',
    'payType:cash',
    'status:success',
    'order.orderNo:*1*',
    'userCard.number:*62*',
    'userCard.id:1',
    `device.id:${it.till.id}`,
    'user.id:1',
    'shift.id:1',
    'amountCents>=1',
    'refundedCents<=0',
  ]
  for (const search of paid) expect(await it.lin.refused(transactions.list, { query: { search } }), search).toBe('allowed')
  expect(await it.lin.refused(orders.list, { query: { search: 'intakeHash:1' } })).toBe('search_unknown_field')
})

// @req ORG-012 ACC-087
test('anyone who may look two days back sees no older order, line or payment, by list, by sum or by its number', async () => {
  const it = await day1()
  const old = it.sold.at(-1)!
  const since = { orderDays: new Date(ago(2 * day)), orderItemDays: new Date(ago(2 * day)) }
  const lin = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id, since } })
  const [payment] = await it.rows<{ id: number }>('select id from pay_transaction where order_id = $1', [old.id])
  await it.rows('update pay_transaction set created_date = $2 where id = $1', [payment!.id, ago(3 * day)])

  expect((await lin.call(orders.list, {})).totalElements).toBe(3)
  expect(await lin.call(orders.list, { query: { search: `id:${old.id}`, from: 'history' } })).toMatchObject({ totalElements: 0 })
  expect((await lin.call(orders.totals, {})).count).toBe(3)
  expect((await lin.call(lineItems.totals, {})).count).toBe(4)
  expect((await lin.call(transactions.totals, {})).count).toBe(2)
  expect([await lin.refused(orders.get, { id: old.id }), await lin.refused(transactions.get, { id: payment!.id })]).toEqual([
    'notFound',
    'notFound',
  ])
})

test('a station’s totals over a period are answered from one index, behind the tenant wall too', async () => {
  const it = await day1()
  await it.rows('vacuum analyze sale_order')
  const plan = await it.within(async ({ tx }) => {
    await sql`set local enable_bitmapscan = off`.execute(tx)
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<Record<string, string>>`explain select count(*), sum(total_cents), sum(paid_cents) from sale_order
      where station_id = ${it.station.id} and created_date >= ${ago(day)} and status = 'success'`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toContain('Index Only Scan')
})

// @req SAL-018 SAL-019
test('a list brings each relation that is asked for, and no other', async () => {
  const it = await shop()
  const card = await makeCard(it, { principalCents: 500_00 })
  const over = { stationId: it.station.id, id: card.userId! }
  const seller = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over })
  const { id } = await it.sell({ employeeId: seller.actor.id, lineItems: [{ volumeCl: 30_00, discountCents: 1_00 }] })
  const { transaction } = await it.lin.call(orderPayments.card, { id, body: { cardNumber: card.number } })
  const given = await refunder(it.lin).refund(transaction.id, { amountCents: 10_00 })
  const order = (await it.lin.call(orders.list, { query: {} })).content[0]!
  const shown: Record<string, unknown> = {
    'lineItems.item.category': [{ itemId: it.nozzle.itemId, item: { id: it.nozzle.itemId, category: { type: 'fuel' } } }],
    transactions: [{ id: transaction.id, payType: 'card' }],
    refunds: [{ id: given.id, amountCents: 10_00 }],
    discounts: [{ kind: 'terminal', amountCents: 1_00 }],
    'userDeals.deal': [],
    userInvoices: [],
    nozzleControl: { id: it.nozzle.id, logicNo: it.nozzle.logicNo },
    device: { id: it.till.id },
    station: { id: it.station.id, name: it.station.name },
    shift: { id: order.shiftId },
    belongsShift: null,
    employee: { id: seller.actor.id },
    userCard: { id: card.id, number: card.number },
  }
  for (const [path, expected] of Object.entries(shown)) {
    const name = path.split('.')[0]!
    expect(order, path).not.toHaveProperty(name)
    for (const shownOne of [
      (await it.lin.call(orders.list, { query: { expand: path } })).content[0]!,
      await it.lin.call(orders.get, { id, query: { expand: [path] } }),
    ])
      if (expected && !(Array.isArray(expected) && expected.length === 0))
        expect(shownOne[name as keyof typeof shownOne], path).toMatchObject(expected)
      else expect(shownOne[name as keyof typeof shownOne], path).toEqual(expected)
  }
  const all = (await it.lin.call(orders.list, { query: { expand: Object.keys(shown) } })).content[0]!
  expect(Object.keys(all)).toEqual(expect.arrayContaining(Object.keys(shown).map(path => path.split('.')[0])))
})

// @req SAL-018 SAL-019
test('a list with everything expanded costs as many round trips for fifty orders as for one', async () => {
  const it = await shop()
  const expand = ['lineItems.item.category', 'transactions', 'nozzleControl', 'device', 'station', 'shift', 'employee', 'userCard']
  await it.sell({ payType: 'cash' })
  const count = async (size: number) => (await statementsOf(() => it.lin.call(orders.list, { query: { size, expand } }))).length
  const one = await count(1)
  await it.device.call(orderIntake.takeBatch, {
    body: { orders: Array.from({ length: 50 }, (_, at) => it.fuelSale({ sequence: at + 2, payType: 'cash' })) },
  })
  expect(await count(50)).toBe(one)
  expect((await it.lin.call(orders.list, { query: { size: 50, expand } })).content[0]).toMatchObject({
    lineItems: [{ item: { category: { type: 'fuel' } } }],
    transactions: [{ payType: 'cash' }],
    nozzleControl: { id: it.nozzle.id },
    device: { id: it.till.id },
    station: { id: it.station.id },
    shift: { status: 'open' },
  })
})

// @req SAL-033 ACC-076
test('where the money went is not shown to anyone who only writes invoices', async () => {
  const it = await shop()
  const { id } = await it.sell({ payType: 'cash' })
  const bill = await it.staff({ role: 'station_bill', stationIds: [it.station.id], over: { stationId: it.station.id } })
  expect(await it.lin.call(orders.get, { id })).toHaveProperty('moneyFlow', 'till')
  expect(await bill.call(orders.get, { id })).not.toHaveProperty('moneyFlow')
  expect((await bill.call(orders.list, {})).content[0]).not.toHaveProperty('moneyFlow')
  expect(await bill.refused(orders.list, { query: { search: 'moneyFlow:till' } })).toBe('search_unknown_field')
  const {
    content: [txn],
  } = await bill.call(transactions.list, { query: { expand: 'order' } })
  expect(txn!['order']).not.toHaveProperty('moneyFlow')
  expect((await it.lin.call(orders.list, {})).content[0]).toHaveProperty('moneyFlow', 'till')
})
