import { authorisations } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { discountingShop } from '../../testing/hold-discount.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { brokenPromises } from '../../testing/order.ts'
import { noon, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)

// @req CRD-001
test('a discount of the card lowers what a litre of its fill costs: the money buys more litres, and the price is named', async () => {
  const it = await discountingShop()
  const held = await it.ask({ wantedCents: 231_00 })
  const named = { priceCents: 8_00, fillPriceCents: 7_70, discountKind: 'card', discountName: 'Taxi drivers' }
  expect(held).toMatchObject({ ...named, approvedCents: 231_00, approvedCl: 30_00 })
  // By litres, and with all that the card has.
  expect(await it.ask({ wantedCents: undefined, wantedCl: 10_00 })).toMatchObject({ approvedCents: 77_00, approvedCl: 10_00 })
  expect(await it.ask({ wantedCents: 9_999_00 })).toMatchObject({ approvedCents: 222_00, approvedCl: 28_83 })
  const { content } = await it.lin.call(authorisations.list, { query: { search: 'fillPriceCents<800' } })
  expect(content).toHaveLength(3)
})

// @req CRD-001
test.each([
  ['its own', 'card', { centsPerL: 30 }, 7_70, 'card'],
  ['its product', 'product', { percent: 5 }, 7_60, 'card'],
  ['its fleet', 'fleet', { percent: 2.5 }, 7_80, 'fleet'],
] as const)(
  'the pump charges the price that the hold says, of %s: the order names the discount, and the card pays what the pump says',
  async (_, to, given, fillPriceCents, kind) => {
    const it = await discountingShop(given, to)
    const { id, ...held } = await it.ask({ wantedCents: 300_00 })
    expect(held).toMatchObject({ fillPriceCents, discountKind: kind })
    const order = await it.send(it.fill(id, 0, { lineItems: [{ volumeCl: 30_00, priceCents: fillPriceCents }] }))
    expect(order).toMatchObject({ totalCents: 30 * fillPriceCents, paidCents: 30 * fillPriceCents, priceDifference: false })
    expect(await it.linesOf(order.id)).toEqual([`${kind} Taxi drivers ${240_00 - 30 * fillPriceCents}`])
    expect(await it.purses()).toMatchObject({ principal: 500_00 - 30 * fillPriceCents, gift: 30_00, lock: 0, debt: 0 })
    expect(await it.shown(id)).toMatchObject({ status: 'captured', capturedCents: 30 * fillPriceCents })
    expect(await brokenPromises(it)).toEqual([])
    expect((await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)).toEqual([])
  },
)

test.each([
  ['its price', { volumeCl: 20_00, priceCents: 7_70 }, 154_00, ['card Taxi drivers 600'], false],
  ['its amount', { volumeCl: 20_00, amountCents: 154_00 }, 154_00, ['card Taxi drivers 600'], false],
  ['its amount, cut where we round', { volumeCl: 3_33, amountCents: 25_64 }, 25_64, ['card Taxi drivers 100'], false],
  ['the price of the list, and what it took off', { volumeCl: 20_00, discountCents: 6_00 }, 154_00, ['card Taxi drivers 600'], false],
  ['litres alone', { volumeCl: 20_00 }, 154_00, ['card Taxi drivers 600'], false],
  ['the price of the list', { volumeCl: 20_00, priceCents: 8_00 }, 160_00, [], false],
  ['another amount', { volumeCl: 20_00, amountCents: 150_00 }, 150_00, [], true],
  ['what it took off besides', { volumeCl: 20_00, discountCents: 10_00 }, 150_00, ['terminal  1000'], false],
] as const)('what the pump charged stays to the cent, where its record tells %s', async (_, line, totalCents, lines, differs) => {
  const it = await discountingShop()
  const { id } = await it.ask({ wantedCents: 200_00 })
  const order = await it.send(it.fill(id, 0, { lineItems: [line] }))
  expect([order.totalCents, order.paidCents, order.priceDifference]).toEqual([totalCents, totalCents, differs])
  expect(await it.linesOf(order.id)).toEqual(lines)
  expect(await it.purses()).toMatchObject({ principal: 500_00 - totalCents, lock: 0 })
})

test('a record of a day later is settled at the price that its hold said, also when the discount has ended since', async () => {
  const it = await discountingShop()
  const { id } = await it.ask()
  await it.gray(minutes(30))
  await it.rows(`update discount set valid_until = '2000-01-01' where id = $1`, [it.discountId])
  expect(await it.ask({ wantedCents: 80_00 })).toMatchObject({ fillPriceCents: 8_00, discountKind: null, discountName: null })
  setClock(minutes(24 * 60))
  const order = await it.send(it.fill(id, 10_00, { createdDate: minutes(8).toISOString() }))
  expect(order).toMatchObject({ totalCents: 77_00, paidCents: 77_00 })
  expect(await it.linesOf(order.id)).toEqual(['card Taxi drivers 300'])
  expect(await it.read(order.id)).toMatchObject({ totalCents: 77_00, discountCents: 3_00 })
  expect(await it.shown(id)).toMatchObject({ status: 'captured', capturedCents: 77_00, fillPriceCents: 7_70, discountName: 'Taxi drivers' })
})

test.each([
  ['is for another product', async () => ({ products: [{ productId: 1 }] })],
  ['is for another station', async (it: Shop) => ({ stations: [{ stationId: (await it.addStation('West')).id }] })],
  ['has not begun', async () => ({ validFrom: '2099-01-01' })],
])('a discount that %s lowers no hold', async (_, of) => {
  const it = await discountingShop()
  await it.rows('update discount set products = coalesce($2, products), stations = coalesce($3, stations), valid_from = $4 where id = $1', [
    it.discountId,
    ...asSql(await of(it)),
  ])
  expect(await it.ask()).toMatchObject({ fillPriceCents: 8_00, discountName: null, approvedCl: 25_00 })
})
type Shop = Awaited<ReturnType<typeof discountingShop>>
const asSql = ({ products, stations, validFrom = null }: { products?: object; stations?: object; validFrom?: string | null }) => [
  products ? JSON.stringify(products) : null,
  stations ? JSON.stringify(stations) : null,
  validFrom,
]
