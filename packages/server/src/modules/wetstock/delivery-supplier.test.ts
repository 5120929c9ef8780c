import { oilInfos, supplierCalls, suppliers } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { filledShop } from '../../testing/delivery.ts'
import { noon, setClock } from '../../testing/world.ts'

afterEach(() => setClock(noon))

// @req SUP-002 SUP-017
test('a delivery names the supplier of its record as it was called then; one that has ended stays where it was chosen', async () => {
  const it = await filledShop()
  const boss = await it.staff({ role: 'company_user' })
  const leader = await it.staff({ role: 'station_leader', stationIds: [it.station.id] })
  await it.begin('08:00')
  const refinery = await boss.call(suppliers.create, { body: { name: 'Donghai refinery' } })
  const { id } = await it.record({ fuelSupplierId: refinery.id, supplier: 'What somebody typed' })
  expect(await it.shown(id)).toMatchObject({ fuelSupplierId: refinery.id, supplier: 'Donghai refinery' })
  // The station may choose it, and reads it by its name.
  expect(await leader.call(oilInfos.list, { query: { search: 'supplier:*refinery*', expand: 'fuelSupplier' } })).toMatchObject({
    content: [{ id, fuelSupplier: { name: 'Donghai refinery' } }],
  })

  const { version } = await boss.call(suppliers.update, {
    id: refinery.id,
    body: { name: 'Donghai petrochemical', version: refinery.version },
  })
  expect(version).toBe(2)
  await boss.call(supplierCalls.end, { id: refinery.id })
  await it.edit(id, { fuelSupplierId: refinery.id, plate: '沪D20881' })
  expect(await it.shown(id)).toMatchObject({ supplier: 'Donghai refinery', plate: '沪D20881' })
  await it.edit(id, { fuelSupplierId: null, supplier: 'Donghai refinery' })
  expect(await it.shown(id)).toMatchObject({ fuelSupplierId: null, supplier: '' })
})

test('what was typed before there were records stays until one is chosen', async () => {
  const it = await filledShop()
  await it.begin('08:00')
  const { id } = await it.record({ supplier: '东海石化' })
  await it.edit(id, { supplier: '东海石化', plate: '沪D20881' })
  expect(await it.shown(id)).toMatchObject({ fuelSupplierId: null, supplier: '东海石化' })
})

test.each([
  ['that has ended', { name: 'Gone' }, true, 'supplier.ended'],
  ['that sells no fuel', { name: 'Haulier', sellsFuel: false, carries: true }, false, 'supplier.sellsNoFuel'],
])('a supplier %s is not chosen: the refusal stands on its field', async (_, body, ends, code) => {
  const it = await filledShop()
  const boss = await it.staff({ role: 'company_user' })
  await it.begin('08:00')
  const { id } = await boss.call(suppliers.create, { body })
  if (ends) await boss.call(supplierCalls.end, { id })
  expect(await it.refused({ fuelSupplierId: id })).toBe(code)
  const told = await it.lin.send(oilInfos.create, { body: it.facts({ fuelSupplierId: id }) })
  expect(told.json()).toMatchObject({ code, field: 'fuelSupplierId' })
  const other = await filledShop()
  await other.begin('08:00')
  expect(await other.refused({ fuelSupplierId: id })).toBe('notFound')
})
