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

// @req GDS-001 GDS-004 GDS-012 GDS-025
test('shelves stand with the heavier first, found by station, type and what is hidden, and each of their fields is edited', async () => {
  const { lin, station, staff, addStation } = await shop()
  const west = await addStation('Riverside West')
  const boss = await staff({ role: 'admin' })
  await boss.call(categories.create, { body: { stationId: west.id, name: 'West', weight: 7 } })
  const add = (name: string, over: object) => lin.call(categories.create, { body: { stationId: station.id, name, ...over } })
  const { id, version, ...made } = await add('零食 Snacks', { weight: 9, hidden: true })
  expect(made).toMatchObject({ stationId: station.id, name: '零食 Snacks', type: 'normal', weight: 9, hidden: true })
  expect(await add('Fuels', { type: 'fuel', weight: -3 })).toMatchObject({ type: 'fuel', weight: -3, hidden: false })
  await add('Later', {})
  await add('First', { weight: 100 })

  const found = async (search: string) => (await boss.call(categories.list, { query: { search } })).content.map(of => of.name)
  expect(await found(`station.id:${station.id}`)).toEqual(['First', '零食 Snacks', '饮料 Drinks', 'Later', 'Fuels'])
  expect(await found('type:normal')).toEqual(['First', '零食 Snacks', 'West', '饮料 Drinks', 'Later'])
  expect(await found(`station.id:${station.id},type:fuel`)).toEqual(['Fuels'])
  expect(await found('hidden:true')).toEqual(['零食 Snacks'])
  expect(await found(`station.id:${station.id},type:normal,hidden:false`)).toEqual(['First', '饮料 Drinks', 'Later'])
  expect(await lin.refused(categories.create, { body: { stationId: station.id, name: 'Oils', type: 'oil' as never } })).toBe('validation')

  const edit = { stationId: station.id, type: 'normal', name: 'Sweets', weight: 1, hidden: false } as const
  await lin.call(categories.update, { id, body: { ...edit, version } })
  expect(await lin.call(categories.get, { id })).toMatchObject(edit)
  expect(await found(`station.id:${station.id},type:normal`)).toEqual(['First', '饮料 Drinks', 'Sweets', 'Later'])
})

// @req GDS-003 GDS-023
test('goods are found by station, kind of category, kind of price and what is hidden, with their category, in pages of 100', async () => {
  const it = await shop()
  const { lin, staff, station, addStation, shelf, water, rows } = it
  const west = await addStation('Riverside West')
  const boss = await staff({ role: 'admin' })
  const westShelf = await boss.call(categories.create, { body: { stationId: west.id, name: 'West' } })
  const made = await lin.call(items.create, { body: water })
  expect(made).toMatchObject({ ...water, productId: null, priceType: 'currency', hidden: false })
  await boss.call(items.create, { body: { ...water, stationId: west.id, categoryId: westShelf.id, code: 'WEST' } })
  await lin.call(items.create, { body: { ...water, code: 'GONE', barcode: 'x', hidden: true } })
  await lin.call(items.create, { body: { ...water, code: 'MUG', barcode: 'y', inventory: 50, priceType: 'score' } })
  const { itemId: fuel } = await forecourt(it).nozzle({ code: '92', priceCents: 780 })

  const found = async (search: string) => (await boss.call(items.list, { query: { search, sort: 'id' } })).content.map(of => of.code)
  expect(await found(`station.id:${west.id}`)).toEqual(['WEST'])
  expect(await found(`station.id:${station.id},category.type:normal`)).toEqual(['W550', 'GONE', 'MUG'])
  expect((await boss.call(items.list, { query: { search: 'category.type:fuel' } })).content.map(of => of.id)).toEqual([fuel])
  expect(await found('priceType:score')).toEqual(['MUG'])
  expect(await found('hidden:true')).toEqual(['GONE'])
  expect(await found('barcode:690*,inventory<50')).toEqual(['W550', 'WEST'])

  const sold = `station.id:${station.id},category.type:normal,priceType:currency,hidden:[false|null]`
  expect(await lin.call(items.list, { query: { search: sold, size: 100, expand: 'category,station' } })).toMatchObject({
    totalElements: 1,
    content: [{ id: made.id, category: { id: shelf.id, name: '饮料 Drinks', type: 'normal' }, station: { id: station.id } }],
  })
  await rows(
    `insert into item (company_id, station_id, category_id, name, code, price_cents, tax_rate)
     select company_id, $1, $2, 'Goods', 'G' || lpad(n::text, 3, '0'), 100, 13 from station, generate_series(1, 204) n where id = $1`,
    [station.id, shelf.id],
  )
  const seen: string[] = []
  for (let page = 0; page < 3; page++) {
    const { content, totalElements } = await lin.call(items.list, { query: { search: sold, size: 100, page } })
    expect([content.length, totalElements]).toEqual([page < 2 ? 100 : 5, 205])
    seen.push(...content.map(of => of.code))
  }
  expect(new Set(seen).size).toBe(205)
})

// @req GDS-009 GDS-010
test.each([false, true])(
  'a shelf that holds goods cannot be taken away until they are moved out (goods off the shelf: %s)',
  async hidden => {
    const { lin, station, water, shelf } = await shop()
    const { id, version } = await lin.call(items.create, { body: { ...water, hidden } })
    const reply = await lin.send(categories.delete, { id: shelf.id })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      409,
      { code: 'category.hasItems', detail: { name: '饮料 Drinks', items: 1 }, message: expect.stringContaining('Move them first') },
    ])
    expect((await lin.call(categories.get, { id: shelf.id })).name).toBe('饮料 Drinks')

    const other = await lin.call(categories.create, { body: { stationId: station.id, name: 'Cooler' } })
    await lin.call(items.update, { id, body: { ...water, categoryId: other.id, version } })
    expect(await lin.refused(categories.delete, { id: shelf.id })).toBe('allowed')
    expect(await lin.refused(categories.get, { id: shelf.id })).toBe('notFound')
    expect(await lin.refused(categories.delete, { id: other.id })).toBe('category.hasItems')
  },
)

// @req GDS-011 GDS-015 GDS-005
test.each([
  ['stock -1, which is unlimited', { inventory: -1 }, 'allowed'],
  ['no piece in stock', { inventory: 0 }, 'allowed'],
  ['stock -2', { inventory: -2 }, 'validation'],
  ['a tax rate of 100', { taxRate: 100 }, 'validation'],
  ['a tax rate of 99.99', { taxRate: 99.99 }, 'allowed'],
  ['no tax', { taxRate: 0 }, 'allowed'],
  ['a tax rate below nothing', { taxRate: -0.01 }, 'validation'],
  ['a negative price', { priceCents: -1 }, 'validation'],
  ['no price', { priceCents: null }, 'item.priceMissing'],
  ['a price in points', { priceType: 'score' as const }, 'allowed'],
  ['a price in gold', { priceType: 'gold' as never }, 'validation'],
  ['a field nobody knows', { colour: 'red' }, 'validation'],
])('goods with %s: %s', async (_, over, outcome) => {
  const { lin, water } = await shop()
  expect(await lin.refused(items.create, { body: { ...water, ...over } })).toBe(outcome)
  const edited = { ...water, code: 'EDITED', barcode: '' }
  const { id, version } = await lin.call(items.create, { body: edited })
  expect(await lin.refused(items.update, { id, body: { ...edited, ...over, version } })).toBe(outcome)
})

// @req GDS-005 GDS-011
test('goods of which nothing else is said are sold for money, from a stock without limit, which is kept and found as -1', async () => {
  const { lin, water } = await shop()
  const { inventory: _, ...plain } = water
  const { id } = await lin.call(items.create, { body: plain })
  expect(await lin.call(items.get, { id })).toMatchObject({ inventory: -1, priceType: 'currency' })
  await lin.call(items.create, { body: { ...water, code: 'NONE', barcode: '', inventory: 0 } })
  const { content } = await lin.call(items.list, { query: { search: 'inventory:-1' } })
  expect(content.map(of => of.id)).toEqual([id])
})

// @req GDS-024
test('each field of goods is edited and read again; a stale edit changes nothing', async () => {
  const { lin, station, water } = await shop()
  const cooler = await lin.call(categories.create, { body: { stationId: station.id, name: 'Cooler' } })
  const { id, version } = await lin.call(items.create, { body: water })
  const edit = {
    stationId: station.id,
    productId: null,
    categoryId: cooler.id,
    name: '矿泉水 1 l',
    code: 'W1000',
    barcode: '6901234567908',
    priceCents: 400,
    priceType: 'score',
    inventory: 12,
    taxRate: 9.5,
    hidden: true,
  } as const
  expect(await lin.call(items.update, { id, body: { ...edit, version } })).toMatchObject({ ...edit, version: version + 1 })
  expect(await lin.refused(items.update, { id, body: { ...water, version } })).toBe('stale')
  expect(await lin.call(items.get, { id })).toMatchObject(edit)
})

// @req GDS-003 GDS-024
test('a fuel keeps its price history: its item can be hidden or moved, not repriced', async () => {
  const it = await shop()
  const { itemId } = await forecourt(it).nozzle({ code: '92', priceCents: 780 })
  const {
    id,
    version,
    createdDate: _,
    inventory: _i,
    oversold: _o,
    low: _l,
    barcodeDoubled: _b,
    ...shown
  } = await it.lin.call(items.get, {
    id: itemId,
  })
  expect(shown).toMatchObject({ priceCents: 780 })
  const edit = { ...shown, hidden: true }

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
