import { categories, items, lineItems, manualOrders, orderIntake, orderPayments, orderRefunds, transactions } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { shop } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

async function counted(inventory: number) {
  const it = await shop()
  const boss = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const cola = await forecourt(it).goods({ inventory })
  const shelf = async () => {
    const { inventory: left, oversold } = await boss.call(items.get, { id: cola.id })
    return [left, oversold]
  }
  const bought = (pieces: number) => ({ lineItems: [{ itemId: cola.id, pieces }] })
  return { ...it, boss, cola, shelf, bought }
}

test('a sale takes pieces from a counted shelf, a till also what the book does not have; goods without limit stay so', async () => {
  const { sell, shelf, bought, boss, goods, rows } = await counted(3)
  await sell({ nozzleControlId: undefined, ...bought(2), payType: 'cash' })
  expect(await shelf()).toEqual([1, 0])
  await sell({ nozzleControlId: undefined, ...bought(4), payType: 'cash' })
  expect(await shelf()).toEqual([0, 3])
  await sell({ nozzleControlId: undefined, lineItems: [{ itemId: goods.id, pieces: 5 }], payType: 'cash' })
  expect(await boss.call(items.get, { id: goods.id })).toMatchObject({ inventory: -1, oversold: 0 })
  const lines = await rows<{ pieces: number; took_stock: boolean }>(
    `select pieces, took_stock from order_line where item_id = any($1) order by id`,
    [[goods.id, (await boss.call(items.list, { query: { search: 'oversold:3' } })).content[0]!.id]],
  )
  expect(lines.map(({ pieces, took_stock }) => [pieces, took_stock])).toEqual([
    [2, true],
    [4, true],
    [5, false],
  ])
})

test('a person is refused what is not on the shelf, off it, or outside its validity; a till’s sale is booked and marked', async () => {
  const { lin, boss, device, cola, shelf, bought, station } = await counted(2)
  expect(await lin.refused(orderIntake.take, { body: bought(3) })).toBe('item.stockShort')
  expect(await lin.refused(orderIntake.take, { body: { lineItems: [...bought(1).lineItems, ...bought(2).lineItems] } })).toBe(
    'item.stockShort',
  )
  expect(await lin.refused(orderIntake.take, { body: bought(1) })).toBe('allowed')
  expect(await lin.refused(manualOrders.preview, { body: bought(2) })).toBe('item.stockShort')
  const twice = { lineItems: [...bought(1).lineItems, ...bought(1).lineItems] }
  expect(await lin.refused(manualOrders.preview, { body: twice })).toBe('item.stockShort')
  const missed = { ...bought(2), createdDate: noon.toISOString(), remark: 'Till was down' }
  expect(await lin.refused(manualOrders.enter, { body: missed })).toBe('item.stockShort')

  let sequence = 0
  const reasons: [object, object, string][] = [
    [{ hidden: true }, {}, 'item.offShelf'],
    [{}, { hidden: true }, 'item.categoryOffShelf'],
    [{ endTime: '2020-01-01T00:00:00Z' }, {}, 'item.notOnSaleNow'],
    [{ startTime: '2099-01-01T00:00:00Z' }, {}, 'item.notOnSaleNow'],
  ]
  const marks = ['item', 'category', 'time', 'time']
  for (const [turn, [item, category, refusal]] of reasons.entries()) {
    await setItem(item)
    await setCategory(category)
    expect(await lin.refused(orderIntake.take, { body: bought(1) })).toBe(refusal)
    const taken = await device.call(orderIntake.take, { body: { ...bought(1), sequence: ++sequence, payType: 'cash' } })
    const { content } = await boss.call(lineItems.list, { query: { search: `order.id:${taken.id}` } })
    expect(content).toMatchObject([{ offSale: marks[turn], tookStock: true }])
  }
  expect(await shelf()).toEqual([0, 3])

  async function setItem(over: object) {
    const { version, categoryId, name, code, priceCents, taxRate } = await boss.call(items.get, { id: cola.id })
    const facts = { stationId: station.id, categoryId, name, code, priceCents, taxRate, version }
    await boss.call(items.update, { id: cola.id, body: { ...facts, ...over } })
  }
  async function setCategory(over: object) {
    const { version, name } = await boss.call(categories.get, { id: cola.categoryId })
    await boss.call(categories.update, { id: cola.categoryId, body: { stationId: station.id, name, version, ...over } })
  }
})

test('pieces come back with a refund as it says: all with a whole one, none with a part, never more than were sold', async () => {
  const { boss, shelf, bought, sell, rows } = await counted(10)
  const { refund, refused } = refunder(boss)
  const paid = async (pieces: number) => {
    const { id, paidCents } = await sell({ nozzleControlId: undefined, ...bought(pieces), payType: 'cash' })
    const [payment] = (await boss.call(transactions.list, { query: { search: `order.id:${id}` } })).content
    const [line] = (await boss.call(lineItems.list, { query: { search: `order.id:${id}` } })).content
    return { id, txn: payment!.id, lineItemId: line!.id, paidCents }
  }
  const whole = await paid(2)
  expect(await shelf()).toEqual([8, 0])
  expect(await boss.call(orderRefunds.preview, { id: whole.txn, body: {} })).toMatchObject({
    goods: [{ lineItemId: whole.lineItemId, pieces: 2 }],
  })
  await refund(whole.txn, { amountCents: whole.paidCents, reason: 'paidWrong' })
  expect(await shelf()).toEqual([10, 0])

  const kept = await paid(2)
  await refund(kept.txn, { amountCents: kept.paidCents, reason: 'paidWrong', returned: [{ lineItemId: kept.lineItemId, pieces: 0 }] })
  expect(await shelf()).toEqual([8, 0])

  const part = await paid(3)
  await refund(part.txn, { amountCents: 5_00, reason: 'paidWrong' })
  expect(await shelf()).toEqual([5, 0])
  const named = (pieces: number, lineItemId = part.lineItemId) => ({ amountCents: 1_00, returned: [{ lineItemId, pieces }] })
  await refund(part.txn, { ...named(2), reason: 'paidWrong' })
  expect(await shelf()).toEqual([7, 0])
  expect(await refused(part.txn, named(2))).toBe('refund.tooManyPieces')
  expect(await refused(part.txn, named(1, kept.lineItemId))).toBe('notFound')
  expect(await shelf()).toEqual([7, 0])
  // The rest of the money, and with it the piece that had not come back.
  await refund(part.txn, { amountCents: part.paidCents - 6_00, reason: 'paidWrong' })
  expect(await shelf()).toEqual([8, 0])
  const returns = await rows<{ pieces: number; refunded: boolean }>(
    'select pieces, refund_id is not null as refunded from item_return where order_id = any($1) order by id',
    [[whole.id, kept.id, part.id]],
  )
  expect(returns.map(({ pieces, refunded }) => [pieces, refunded])).toEqual([
    [2, true],
    [2, true],
    [1, true],
  ])
})

test('an order that nobody pays gives its pieces back when it is closed', async () => {
  const { boss, lin, shelf, bought } = await counted(5)
  const { id } = await lin.call(orderIntake.take, { body: bought(2) })
  expect(await shelf()).toEqual([3, 0])
  await boss.call(orderPayments.close, { id, body: { reason: 'Left without buying' } })
  expect(await shelf()).toEqual([5, 0])
})
