import { baseFuels, products, statistics, tanks } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { shop } from '../../testing/order.ts'
import { world } from '../../testing/world.ts'

const base95 = { code: '95', name: '95# gasoline', type: 'gasoline', densityKgM3: 735 } as const

// @req SUP-005 SUP-024
test('base fuels are listed, added, edited and deleted within one company; one that a product is sold from stays', async () => {
  const { staff, audits } = await world()
  const lin = await staff('forecourt.baseFuel.read', 'forecourt.baseFuel.write', 'forecourt.product.read', 'forecourt.product.write')
  const { id, version } = await lin.call(baseFuels.create, { body: base95 })
  await lin.call(baseFuels.update, { id, body: { ...base95, color: 'gas', version } })
  expect(await lin.call(baseFuels.list, { query: { search: 'type:gasoline' } })).toMatchObject({
    content: [{ id, ...base95, color: 'gas', version: 2 }],
    totalElements: 1,
  })
  expect(await lin.refused(baseFuels.create, { body: base95 })).toBe('baseFuel.codeTaken')
  expect(await lin.refused(baseFuels.create, { body: { ...base95, code: '92', densityKgM3: 599 } })).toBe('validation')
  expect(await lin.refused(baseFuels.create, { body: { ...base95, code: '92', densityKgM3: 1001 } })).toBe('validation')
  for (const wrong of [{ code: '' }, { name: '' }, { type: 'lpg' }, { type: undefined }])
    expect((await lin.send(baseFuels.create, { body: { ...base95, code: '92', ...wrong } as never })).json().code).toBe('validation')
  const lightest = await lin.call(baseFuels.create, { body: { ...base95, code: '92', name: '92# gasoline', densityKgM3: 600 } })
  const { densityKgM3: _, ...unweighed } = base95
  const heaviest = await lin.call(baseFuels.create, { body: { ...base95, code: '0', type: 'diesel', densityKgM3: 1000 } })
  const any = await lin.call(baseFuels.create, { body: { ...unweighed, code: 'E85' } })
  expect(await lin.call(baseFuels.get, { id: any.id })).toMatchObject({ ...unweighed, code: 'E85', densityKgM3: null, color: null })
  expect((await lin.call(baseFuels.list, {})).content.map(({ code, densityKgM3 }) => [code, densityKgM3])).toEqual([
    ['0', 1000],
    ['92', 600],
    ['95', 735],
    ['E85', null],
  ])
  for (const other of [lightest, heaviest, any]) await lin.call(baseFuels.delete, { id: other.id })
  const product = { name: '95# E10', code: '95', classification: 'gasoline', taxRate: 13, baseFuelId: id } as const
  const sold = await lin.call(products.create, { body: product })
  expect(await lin.refused(baseFuels.delete, { id })).toBe('inUse')
  await lin.call(products.delete, { id: sold.id })
  await lin.call(baseFuels.delete, { id })
  expect((await audits()).map(({ action }) => action)).toContain('baseFuels.delete')
})

test('a fuel is drawn in the colour of its base fuel wherever it is read, unless it has one of its own', async () => {
  const it = await shop()
  await it.sell()
  const lin = await it.staff({ role: 'company_user' })
  const { id } = await lin.call(baseFuels.create, { body: { ...base95, color: 'diesel20' } })
  const [product] = (await lin.call(products.list, {})).content
  const { companyId: _company, baseColor: _color, createdDate: _date, id: productId, ...body } = product!
  const colors = async () => {
    const { content } = await lin.call(statistics.sales, { query: { from: '2026-05-01', to: '2026-05-31', group: 'product' } })
    const held = (await lin.call(tanks.list, { query: { expand: ['product'] } })).content
    const own = held.find(tank => tank.product?.id === productId)?.product
    return [content[0]!.color, own?.color ?? own?.baseColor]
  }
  await lin.call(products.update, { id: productId, body: { ...body, color: null, baseFuelId: id } })
  expect(await colors()).toEqual(['diesel20', 'diesel20'])
  const base = await lin.call(baseFuels.get, { id })
  await lin.call(baseFuels.update, { id, body: { ...base95, color: 'gas', version: base.version } })
  expect(await colors()).toEqual(['gas', 'gas'])
  const now = await lin.call(products.get, { id: productId })
  await lin.call(products.update, { id: productId, body: { ...body, color: 'gasoline98', baseFuelId: id, version: now.version } })
  expect(await colors()).toEqual(['gasoline98', 'gasoline98'])
})

test('a product is sold from a base fuel of its own company only', async () => {
  const [ours, theirs] = [await world(), await world()]
  const permissions = ['forecourt.baseFuel.read', 'forecourt.baseFuel.write', 'forecourt.product.read', 'forecourt.product.write'] as const
  const { id } = await (await theirs.staff(...permissions)).call(baseFuels.create, { body: base95 })
  const lin = await ours.staff(...permissions)
  const body = { name: '95#', code: '95', classification: 'gasoline', taxRate: 13, baseFuelId: id } as const
  expect(await lin.refused(products.create, { body })).not.toBe('')
  expect((await lin.call(products.list, { query: { search: 'code:95' } })).totalElements).toBe(0)
  expect((await lin.call(baseFuels.list, {})).totalElements).toBe(0)
})
