import { deviceGaps, lineItems, orderIntake, orders, saleCentsMax, transactions } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { asDevice, books, brokenPromises, shop, type Told } from '../../testing/order.ts'

type Shop = Awaited<ReturnType<typeof shop>>
const worth = ({ goods }: Shop, ...amounts: number[]): Told['lineItems'] =>
  amounts.map(amountCents => ({ itemId: goods.id, pieces: 1, amountCents }))

test('a sale may be worth 100,000,000.00, however its lines share it, and every page can show it', async () => {
  const it = await shop()
  const half = saleCentsMax / 2
  await it.sell({ payType: 'cash', lineItems: worth(it, half, half) })
  await it.sell({ payType: 'cash', lineItems: [{ volumeCl: 1, amountCents: saleCentsMax }] })
  const listed = await it.lin.call(orders.list, { query: { sort: 'id' } })
  expect(listed).toMatchObject({ content: [{ totalCents: saleCentsMax }, { totalCents: saleCentsMax }] })
  expect(await it.lin.call(lineItems.list, { query: {} })).toMatchObject({ totalElements: 3 })
  expect(await it.lin.call(lineItems.totals, { query: {} })).toMatchObject({ amountCents: 2 * saleCentsMax })
  expect(await it.lin.call(transactions.totals, { query: {} })).toMatchObject({ amountCents: 2 * saleCentsMax })
  expect(await books(it)).toEqual({ 'tender:cash': -2 * saleCentsMax, sales: 2 * saleCentsMax })
  expect(await brokenPromises(it)).toEqual([])
})

test.each([
  ['two lines', (it: Shop) => worth(it, saleCentsMax, 1)],
  ['a price', (it: Shop) => [{ itemId: it.goods.id, pieces: 1_000_000, priceCents: 10_001 }]],
  ['a fuel price', () => [{ volumeCl: 100_000_000, priceCents: 10_000_000 }]],
  ['what a discount takes off again', (it: Shop) => [{ ...worth(it, saleCentsMax)[0]!, discountCents: saleCentsMax }, ...worth(it, 1)]],
] as const)('a sale that is worth more is refused on its lines, by %s; the others of its batch are taken', async (_, lines) => {
  const it = await shop()
  const tooLarge = { lineItems: [...lines(it)] }
  expect(await it.device.refused(orderIntake.take, { body: it.fuelSale({ sequence: 1, ...tooLarge }) })).toBe('order.totalTooLarge')
  const sent = [it.fuelSale({ sequence: 1 }), it.fuelSale({ sequence: 2, ...tooLarge }), it.fuelSale({ sequence: 3 })]
  const { content } = await it.device.call(orderIntake.takeBatch, { body: { orders: sent } })
  expect(content.map(({ order, refusal }) => order?.status ?? `${refusal!.code} ${refusal!.field}`)).toEqual([
    'open',
    'order.totalTooLarge lineItems',
    'open',
  ])
})

test('the highest numbers that devices may give leave gaps that can be counted', async () => {
  const it = await shop()
  const sequence = 999_999_999_999
  for (const { id } of [it.till, await it.addDevice(it.station.id), await it.addDevice(it.station.id)])
    await asDevice(it, id).call(orderIntake.take, { body: it.fuelSale({ sequence }) })
  const body = it.fuelSale({ sequence: sequence + 1 })
  expect(await it.device.refused(orderIntake.take, { body })).toBe('validation')
  const { content } = await it.device.call(orderIntake.takeBatch, { body: { orders: [body, it.fuelSale({ sequence: 5 })] } })
  expect(content.map(({ order, refusal }) => order?.sequence ?? refusal!.field)).toEqual(['sequence', 5])
  expect(await it.lin.call(deviceGaps.totals, { query: {} })).toMatchObject({ missing: 3 * (sequence - 1) - 1 })
})

test('a sale under the longest request key is taken once; one letter more is refused, and nothing is taken', async () => {
  const it = await shop()
  const take = (sequence: number, length: number) =>
    [orderIntake.take, { body: it.fuelSale({ sequence }) }, { 'idempotency-key': 'k'.repeat(length) }] as const
  expect(await it.device.call(...take(1, 255))).toEqual(await it.device.call(...take(1, 255)))
  expect(await it.device.refused(...take(2, 256))).toBe('idempotency.tooLong')
  expect(await it.rows('select 1 from sale_order where company_id = $1', [it.company.id])).toHaveLength(1)
})
