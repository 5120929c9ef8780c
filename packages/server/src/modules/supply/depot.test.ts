import {
  baseFuels,
  depotCalls,
  depots,
  purchaseContracts,
  suppliers,
  supplierCalls,
  transferDepot,
  truckCalls,
  trucks,
} from '@forecourt/contract'
import { expect, test } from 'vitest'
import { supplyWorld } from '../../testing/supply.ts'
import { divisionOf } from './divisions.ts'

// @req SUP-001 SUP-018 SUP-022
test('a depot holds several fuels, and its code says province, city and area as the official table calls them', async () => {
  const { lin, diesel, petrol, audits } = await supplyWorld()
  const body = {
    name: 'River depot',
    baseFuels: [{ baseFuelId: petrol }, { baseFuelId: diesel }],
    divisionCode: '320505',
    address: '1 Quay Road',
  }
  const { id } = await lin.call(depots.create, { body })
  const made = await lin.call(depots.get, { id })
  expect(made).toMatchObject({ ...body, province: '江苏省', city: '苏州市', area: '虎丘区', divisionYear: 2024 })
  expect(made.fuelNames).toBe('92# petrol, 0# diesel')
  const moved = await lin.call(depots.update, { id, body: { ...body, divisionCode: '110000', version: made.version } })
  expect(moved).toMatchObject({ province: '北京市', city: '', area: '' })
  const found = await lin.call(depots.list, { query: { search: 'province:北京市' } })
  expect(found.content.map(({ name }) => name)).toEqual(['River depot'])
  expect(await lin.refused(depots.create, { body: { ...body, name: 'Nowhere', divisionCode: '999999' } })).toBe('depot.unknownDivision')
  expect(await lin.refused(depots.create, { body })).toBe('depot.nameTaken')
  expect(await lin.refused(depots.create, { body: { ...body, name: 'Empty', baseFuels: [] } })).toBe('validation')
  const twice = [{ baseFuelId: petrol }, { baseFuelId: petrol }]
  expect(await lin.refused(depots.create, { body: { ...body, name: 'Twice', baseFuels: twice } })).toBe('depot.fuelTwice')
  await lin.call(depots.delete, { id })
  expect((await audits()).map(({ action }) => action)).toContain('depots.delete')
})

// @req SUP-018
test('a code that has left the table stays with the depot that has it, under the names of its year', async () => {
  const { lin, rows, harbour } = await supplyWorld()
  await rows(
    `update depot set division_code = '330103', province = '浙江省', city = '杭州市', area = '下城区', division_year = 2020 where id = $1`,
    [harbour],
  )
  const { baseFuels: fuels, name, address, version } = await lin.call(depots.get, { id: harbour })
  expect(divisionOf('330103')).toBeUndefined()
  const body = { name: `${name} 2`, address, baseFuels: fuels, divisionCode: '330103', version }
  expect(await lin.call(depots.update, { id: harbour, body })).toMatchObject({ area: '下城区', divisionYear: 2020 })
})

test('a fuel of another company, and one that a depot still holds, are refused', async () => {
  const it = await supplyWorld()
  const other = await supplyWorld()
  const foreign = { name: 'Foreign', baseFuels: [{ baseFuelId: other.diesel }] }
  expect(await it.lin.refused(depots.create, { body: foreign })).toBe('notFound')
  await it.buy()
  const { version, name } = await it.lin.call(depots.get, { id: it.harbour })
  const without = { name, baseFuels: [{ baseFuelId: it.petrol }], version }
  expect(await it.lin.refused(depots.update, { id: it.harbour, body: without })).toBe('depot.fuelHeld')
  const still = { name, baseFuels: [{ baseFuelId: it.diesel }], version }
  await it.lin.call(depots.update, { id: it.harbour, body: still })
})

// @req SUP-002 SUP-025
test('what is used is ended and taken back, not deleted; what is ended takes nothing new', async () => {
  const it = await supplyWorld()
  const { lin, harbour, hill, refinery, diesel } = it
  const truck = await it.truck()
  await it.buy({ weightKg: 1000 })
  for (const [of, id] of [
    [depots, harbour],
    [suppliers, refinery],
    [suppliers, it.carrier],
    [baseFuels, diesel],
  ] as const)
    expect([of.name, await lin.refused(of.delete, { id })]).toEqual([of.name, 'inUse'])

  expect((await lin.call(supplierCalls.end, { id: refinery })).endedDate).not.toBeNull()
  expect(await lin.refused(supplierCalls.end, { id: refinery })).toBe('supplier.isEnded')
  const { create } = purchaseContracts
  expect(await lin.refused(create, { body: it.contract() })).toBe('supplier.ended')
  await lin.call(supplierCalls.resume, { id: refinery })
  expect(await lin.refused(supplierCalls.resume, { id: refinery })).toBe('supplier.isActive')

  expect(await lin.refused(depotCalls.end, { id: harbour })).toBe('depot.holdsFuel')
  const all = { depotId: harbour, toDepotId: hill, baseFuelId: diesel, weightKg: 1000, day: '2026-04-11' }
  await lin.call(transferDepot, { body: all })
  await lin.call(depotCalls.end, { id: harbour })
  expect(await lin.refused(depotCalls.end, { id: harbour })).toBe('depot.isEnded')
  expect(await lin.refused(create, { body: it.contract() })).toBe('depot.ended')
  const back = { ...all, depotId: hill, toDepotId: harbour }
  expect(await lin.refused(transferDepot, { body: back })).toBe('depot.endedThere')
  await lin.call(depotCalls.resume, { id: harbour })
  expect(await lin.refused(depotCalls.resume, { id: harbour })).toBe('depot.isActive')
  await lin.call(transferDepot, { body: back })

  await lin.call(truckCalls.end, { id: truck.id })
  expect(await lin.refused(truckCalls.end, { id: truck.id })).toBe('truck.isEnded')
  await lin.call(truckCalls.resume, { id: truck.id })
  expect(await lin.refused(truckCalls.resume, { id: truck.id })).toBe('truck.isActive')
  await lin.call(trucks.delete, { id: truck.id })
  const actions = (await it.audits()).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['supplier.end', 'supplier.resume', 'depot.end', 'depot.resume', 'truck.end']))
})

test('a truck is of a carrier, its compartments add up, and a plate is there once', async () => {
  const it = await supplyWorld()
  const compartments = [{ volumeCl: 6000_00 }, { volumeCl: 8000_00 }]
  const truck = await it.truck({ plate: '沪A12345', compartments, calibratedUntil: '2027-01-31' })
  expect(truck).toMatchObject({ plate: '沪A12345', volumeCl: 14_000_00, compartments, calibratedUntil: '2027-01-31' })
  const edited = { carrierId: it.carrier, plate: '沪A12345', compartments: [compartments[0]!], version: truck.version }
  expect((await it.lin.call(trucks.update, { id: truck.id, body: edited })).volumeCl).toBe(6000_00)
  const again = { carrierId: it.carrier, plate: '沪A12345', compartments }
  expect(await it.lin.refused(trucks.create, { body: again })).toBe('truck.plateTaken')
  expect(await it.lin.refused(trucks.create, { body: { ...again, plate: 'ODD', carrierId: it.refinery } })).toBe('supplier.carriesNothing')
  expect(await it.lin.refused(trucks.create, { body: { ...again, plate: 'ODD', compartments: [] } })).toBe('validation')
})
