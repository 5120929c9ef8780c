import { incomingTransports, transportCalls, transports } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { at } from '../../testing/settlement.ts'
import { supplied } from '../../testing/transport.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))
type It = Awaited<ReturnType<typeof supplied>>
const direct = (it: It) => ({ depotId: null, supplierId: it.supplierId })

const orders: [string, (it: It) => object | Promise<object>, string][] = [
  ['comes from nowhere', () => ({ depotId: null }), 'transport.noOrigin'],
  ['leaves a depot by the litre', () => ({ pricedBy: 'litre' }), 'transport.depotByTon'],
  ['leaves a depot for an amount of its own', () => ({ ownAmountCents: 1 }), 'transport.depotByTon'],
  ['has no quantity', () => ({ deliveredKg: null }), 'transport.noQuantity'],
  ['is a fuel that the station does not sell', it => ({ baseFuelId: it.otherFuelId }), 'transport.notSold'],
  ['goes to a station that sells nothing', async it => ({ stationId: (await it.addStation()).id }), 'transport.notSold'],
  ['is carried by a supplier of fuel', it => ({ carrierId: it.supplierId }), 'transport.notCarrier'],
  ['is bought from a carrier', it => ({ ...direct(it), supplierId: it.carrierId }), 'transport.notFuelSupplier'],
  ['leaves a depot that keeps another fuel', async it => ({ depotId: await it.depot(it.otherFuelId) }), 'transport.depotWithout'],
  [
    'goes with a truck of another carrier',
    async it => ({ truckId: it.truckId, carrierId: await it.supplier('Other', false, true) }),
    'transport.truckOfOther',
  ],
  ['lies in compartments that hold another sum', () => ({ compartments: [{ number: 1, volumeCl: 1_00 }] }), 'transport.compartmentsDiffer'],
  ['names a depot that is not there', () => ({ depotId: 1 }), 'notFound'],
  ['names a station that is not there', () => ({ stationId: 1 }), 'notFound'],
  ['has a density below 600', () => ({ density: 599.9 }), 'validation'],
  ['has a density of 600', () => ({ density: 600 }), 'allowed'],
  ['has a density of 1000', () => ({ density: 1000 }), 'allowed'],
  ['has a density above 1000', () => ({ density: 1000.1 }), 'validation'],
  ['has no tax', () => ({ taxRate: 0 }), 'allowed'],
  ['has a tax of 99.99 %', () => ({ taxRate: 99.99 }), 'allowed'],
  ['has a tax of 100 %', () => ({ taxRate: 100 }), 'validation'],
  ['has a tax below zero', () => ({ taxRate: -0.01 }), 'validation'],
  ['weighs nothing', () => ({ deliveredKg: 0 }), 'validation'],
  ['weighs half a kilogram more', () => ({ deliveredKg: 31_580.5 }), 'validation'],
]

// @req SUP-010 SUP-011
test('an order that may not be is refused, and changes nothing', async () => {
  const it = await supplied()
  for (const [says, over, code] of orders) {
    const body = it.terms(await over(it))
    expect(await it.boss.refused(transports.create, { body }), says).toBe(code)
  }
  expect((await it.boss.call(transports.list, { query: {} })).totalElements).toBe(orders.filter(([, , code]) => code === 'allowed').length)
})

test('what a load would come to is not said of a station, a depot or a supplier of others', async () => {
  const [it, other] = [await supplied(), await supplied()]
  const foreign = { stationId: other.station.id, depotId: other.depotId, carrierId: other.carrierId, baseFuelId: other.baseFuelId }
  for (const [field, id] of Object.entries(foreign)) {
    const told = await it.boss.send(transportCalls.preview, { body: it.terms({ [field]: id }) })
    expect([told.statusCode, told.json()], field).toMatchObject([404, { code: 'notFound', field }])
  }
  expect(await it.boss.refused(transportCalls.preview, { body: it.terms() })).toBe('allowed')
})

test('one that has ended is chosen no more, and stays where it was chosen', async () => {
  const it = await supplied()
  const { id, version } = await it.order({ truckId: it.truckId })
  for (const table of ['depot', 'supplier', 'truck'])
    await it.rows(`update ${table} set ended_date = now() where company_id = $1`, [it.companyId])
  const refused = (over: object) => it.boss.refused(transports.create, { body: it.terms(over) })
  expect(await refused({ carrierId: null })).toBe('transport.depotWithout')
  expect(await refused(direct(it))).toBe('transport.notCarrier')
  expect(await refused({ ...direct(it), carrierId: null })).toBe('transport.notFuelSupplier')
  const kept = it.terms({ truckId: it.truckId, priceCents: 1 })
  expect(await it.boss.call(transports.update, { id, body: { ...kept, version } })).toMatchObject({ priceCents: 1 })
})

const loads: [string, object, object, string][] = [
  ['in the future', {}, { deliveryTime: at('11:01').toISOString() }, 'transport.inFuture'],
  ['without a bill of lading', {}, { billNo: ' ' }, 'validation'],
  ['without a quantity', {}, { deliveredKg: null }, 'transport.noQuantity'],
  ['with litres that nobody knows', {}, { density: null }, 'transport.volumeUnknown'],
  ['with a density below the tables', {}, { density: 652.9 }, 'transport.volumeUnknown'],
  ['with tons that nobody knows', {}, { density: null, deliveredKg: null, typedCl: 1_000_00 }, 'transport.weightUnknown'],
  ['with more than the depot holds', {}, { deliveredKg: 100_001 }, 'depot.stockShort'],
  ['before the depot had it', {}, { deliveryTime: '2026-03-31T00:00:00.000Z' }, 'depot.stockShort'],
]
test.each(loads)('a truck is not loaded %s', async (_, order, load, code) => {
  const it = await supplied()
  const { id } = await it.order(order)
  setClock(at('11:00'))
  const body = { billNo: 'T1', deliveryTime: at('07:00').toISOString(), density: 838, deliveredKg: 31_580, ...load }
  expect(await it.boss.refused(transportCalls.load, { id, body })).toBe(code)
  expect(await it.stock()).toBe(100_000)
  expect(await it.shown(id)).toMatchObject({ status: 'ordered' })
})

const signatures: [string, (it: It) => object | Promise<object>, string][] = [
  ['in the future', () => ({ offloadTime: at('11:01').toISOString() }), 'transport.inFuture'],
  ['before it was loaded', () => ({ offloadTime: at('06:59').toISOString() }), 'transport.beforeLoading'],
  ['with nothing', () => ({ signedKg: null }), 'transport.nothingSigned'],
  ['with more, without a reason', () => ({ signedKg: 31_581 }), 'transport.reasonMissing'],
  ['as a fuel of another kind', async it => ({ productId: (await forecourt(it).product()).id }), 'transport.otherProduct'],
  ['as a product that is not there', () => ({ productId: 1 }), 'notFound'],
  ['by a delivery that is not there', () => ({ oilInfoIds: [1] }), 'notFound'],
]
test.each(signatures)('nobody signs %s', async (_, over, code) => {
  const it = await supplied()
  const { id } = await it.order()
  await it.load(id)
  expect(await it.leader.refused(transportCalls.sign, { id, body: it.signature(await over(it)) })).toBe(code)
  expect(await it.moves(id)).toHaveLength(1)
})

test('where two products are of one fuel the person says which; a delivery says it as well', async () => {
  const it = await supplied()
  const second = await forecourt(it).product()
  await it.rows('update product set base_fuel_id = $2 where id = $1', [second.id, it.baseFuelId])
  await forecourt(it).price(second.id, 700)
  const { id } = await it.order()
  await it.load(id)
  expect(await it.leader.refused(transportCalls.sign, { id, body: it.signature() })).toBe('transport.productUnclear')
  await it.sign(id, { productId: second.id })
  expect(await it.seen(id)).toMatchObject({ productId: second.id })
})

test('another station neither sees nor signs for it', async () => {
  const it = await supplied()
  const { id } = await it.order()
  await it.load(id)
  const stranger = await it.staff({ role: 'station_leader', stationIds: [(await it.addStation()).id] })
  expect((await stranger.call(incomingTransports.list, { query: {} })).totalElements).toBe(0)
  expect(await stranger.refused(transportCalls.sign, { id, body: it.signature() })).toBe('notFound')
  expect(await stranger.refused(transportCalls.proposal, { id })).toBe('notFound')
})

test('what was signed for in a settled month stays, and so does what left in one', async () => {
  const it = await supplied()
  const { id } = await it.order()
  const open = await it.order()
  await it.load(open.id)
  await it.load(id)
  await it.sign(id)
  await it.rows(
    `insert into settled_month (company_id, month) values ($1, '2026-05-01') on conflict (company_id) do update set month = excluded.month`,
    [it.companyId],
  )
  expect(await it.seen(id)).toMatchObject({ status: 'settled' })
  expect(await it.master.refused(transportCalls.takeBack, { id, body: { reason: 'Late' } })).toBe('transport.settled')
  const { version } = await it.shown(id)
  expect(await it.boss.refused(transports.update, { id, body: { ...it.terms(), version } })).toBe('transport.settled')
  await expect(it.rows('update transport set price_cents = 1 where id = $1', [id])).rejects.toThrow('transport.settled')
  // What is on the road is signed for in the month that runs.
  expect(await it.boss.refused(transportCalls.takeBackLoading, { id: open.id, body: { reason: 'Late' } })).toBe('stock.monthSettled')
  expect(await it.leader.refused(transportCalls.sign, { id: open.id, body: it.signature() })).toBe('stock.monthSettled')
  setClock('2026-06-02T04:00:00.000Z')
  await it.sign(open.id, { offloadTime: '2026-06-01T02:00:00.000Z' })
  expect(await it.seen(open.id)).toMatchObject({ status: 'signed' })
})
