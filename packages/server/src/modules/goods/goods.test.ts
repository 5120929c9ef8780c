import { categories, items, nozzleControls } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { noon, setClock, world } from '../../testing/world.ts'

async function shop() {
  setClock(noon)
  const it = await world()
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const shelf = await lin.call(categories.create, { body: { stationId: it.station.id, name: '饮料 Drinks', weight: 5 } })
  const water = {
    stationId: it.station.id,
    categoryId: shelf.id,
    name: '矿泉水 550 ml',
    code: 'W550',
    barcode: '6901234567892',
    priceCents: 250,
    inventory: 48,
    taxRate: 13,
  }
  return { ...it, lin, shelf, water }
}

// @req GDS-001 GDS-003 GDS-004 GDS-023 GDS-025 GDS-012
test('goods stand on shelves, the heavier shelf first, and are found by station, kind and what is hidden', async () => {
  const { lin, station, water, shelf } = await shop()
  await lin.call(categories.create, { body: { stationId: station.id, name: '零食 Snacks', weight: 9, hidden: true } })
  const made = await lin.call(items.create, { body: water })
  expect(made).toMatchObject({ ...water, productId: null, priceType: 'currency', hidden: false })

  expect(
    (await lin.call(categories.list, { query: { search: `station.id:${station.id},type:normal` } })).content.map(of => of.name),
  ).toEqual(['零食 Snacks', '饮料 Drinks'])
  expect((await lin.call(categories.list, { query: { search: `station.id:${station.id},hidden:false` } })).totalElements).toBe(1)
  const sold = `station.id:${station.id},category.type:normal,priceType:currency,hidden:[false|null]`
  expect(await lin.call(items.list, { query: { search: sold, size: 100, expand: 'category' } })).toMatchObject({
    totalElements: 1,
    content: [{ id: made.id, category: { id: shelf.id, name: '饮料 Drinks' } }],
  })
  expect((await lin.call(items.list, { query: { search: 'barcode:690*,inventory<50' } })).totalElements).toBe(1)
})

// @req GDS-009 GDS-010
test('a shelf that holds goods cannot be taken away until they are moved out', async () => {
  const { lin, station, water, shelf } = await shop()
  const { id, version } = await lin.call(items.create, { body: water })
  const reply = await lin.send(categories.delete, { id: shelf.id })
  expect(reply.json()).toMatchObject({ code: 'category.hasItems', detail: { name: '饮料 Drinks', items: 1 } })

  const other = await lin.call(categories.create, { body: { stationId: station.id, name: 'Cooler' } })
  await lin.call(items.update, { id, body: { ...water, categoryId: other.id, version } })
  expect(await lin.refused(categories.delete, { id: shelf.id })).toBe('allowed')
})

// @req GDS-011 GDS-015 GDS-005
test.each([
  ['stock -1, which is unlimited', { inventory: -1 }, 'allowed'],
  ['stock -2', { inventory: -2 }, 'validation'],
  ['a tax rate of 100', { taxRate: 100 }, 'validation'],
  ['a negative price', { priceCents: -1 }, 'validation'],
  ['no price', { priceCents: null }, 'item.priceMissing'],
  ['a price in points', { priceType: 'score' as const }, 'allowed'],
  ['a field nobody knows', { colour: 'red' }, 'validation'],
])('goods with %s: %s', async (_, over, outcome) => {
  const { lin, water } = await shop()
  expect(await lin.refused(items.create, { body: { ...water, ...over } })).toBe(outcome)
})

// @req GDS-024
test('a fuel keeps its price history: its item can be hidden or moved, not repriced', async () => {
  const it = await shop()
  const { itemId } = await forecourt(it).nozzle({ code: '92', priceCents: 780 })
  const { id, version, createdDate: _, ...shown } = await it.lin.call(items.get, { id: itemId })
  expect(shown).toMatchObject({ priceCents: 780 })
  const edit = { ...shown, hidden: true } as any

  expect(await it.lin.call(items.update, { id, body: { ...edit, version } })).toMatchObject({ hidden: true, priceCents: 780 })
  const again = { ...edit, version: version + 1 }
  expect(await it.lin.refused(items.update, { id, body: { ...again, priceCents: 700 } })).toBe('item.priceOfFuel')
  expect(await it.lin.refused(items.update, { id, body: { ...again, categoryId: it.shelf.id } })).toBe('item.typeDiffers')
})

test('goods stay in their station and their company', async () => {
  const { lin, staff, water, addStation, shelf } = await shop()
  const theirs = await shop()
  const boss = await staff({ role: 'admin' })
  const west = await addStation('Riverside West')
  const westShelf = await boss.call(categories.create, { body: { stationId: west.id, name: 'West' } })

  expect(await boss.refused(items.create, { body: { ...water, categoryId: westShelf.id } })).toBe('category.elsewhere')
  expect(await lin.refused(items.create, { body: { ...water, categoryId: theirs.shelf.id } })).toBe('notFound')
  expect(await lin.refused(categories.get, { id: westShelf.id })).toBe('notFound')
  const { id, version } = await boss.call(items.create, { body: water })
  const moved = { ...water, stationId: west.id, categoryId: westShelf.id, version }
  expect(await boss.refused(items.update, { id, body: moved })).toBe('forecourt.stationFixed')
  const turned = { stationId: shelf.stationId, type: 'fuel', name: 'x', version: 1 } as const
  expect(await boss.refused(categories.update, { id: shelf.id, body: turned })).toBe('category.typeFixed')
  expect(await lin.refused(items.create, { body: { ...water, name: 'Another' } })).toBe('item.codeTaken')
})

test('fuels are searched and sorted by the price in force, as goods are by their own', async () => {
  const { lin, water, ...it } = await shop()
  const stands = forecourt(it)
  const { itemId: fuel, productId } = await stands.nozzle({ priceCents: 778 })
  const { id: goods } = await lin.call(items.create, { body: water })
  const found = async (search: string) => (await lin.call(items.list, { query: { search, sort: 'id' } })).content.map(item => item.id)
  expect(await found('priceCents:778')).toEqual([fuel])
  expect(await found('priceCents<778')).toEqual([goods])
  const sorted = await lin.call(items.list, { query: { sort: ['priceCents,desc', 'id'] } })
  expect(sorted.content.map(item => [item.id, item.priceCents])).toEqual([
    [fuel, 778],
    [goods, 250],
  ])
  const drawn = await lin.call(nozzleControls.list, { query: { search: 'item.priceCents:778', expand: 'item' } })
  expect(drawn.content).toMatchObject([{ itemId: fuel, item: { priceCents: 778 } }])

  const evening = new Date(noon.getTime() + 6 * 3_600_000)
  await stands.price(productId, 100, { fromAt: evening })
  expect(await found('priceCents:100')).toEqual([])
  setClock(evening)
  expect([await found('priceCents:778'), await found('priceCents:100')]).toEqual([[], [fuel]])
  setClock(noon)
})
