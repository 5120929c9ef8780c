import { categories, items, tags } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { world } from '../../testing/world.ts'

async function shop() {
  const it = await world()
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const shelf = await lin.call(categories.create, { body: { stationId: it.station.id, name: '饮料 Drinks', weight: 5 } })
  let count = 0
  const water = () => ({
    stationId: it.station.id,
    categoryId: shelf.id,
    name: '矿泉水 550 ml',
    code: `W${++count}`,
    priceCents: 250,
    taxRate: 13,
  })
  const add = (over: object = {}) => lin.call(items.create, { body: { ...water(), ...over } })
  return { ...it, lin, shelf, water, add }
}

// @req GDS-002
test('goods have a description, a rank, a validity, a stock and a mark for low stock', async () => {
  const { lin, water } = await shop()
  const facts = {
    description: '整箱 24 瓶',
    weight: 30,
    startTime: '2026-01-01T00:00:00.000Z',
    endTime: '2026-12-31T00:00:00.000Z',
    lowStock: 6,
  } as const
  const { id, version } = await lin.call(items.create, { body: { ...water(), ...facts, inventory: 6 } })
  expect(await lin.call(items.get, { id })).toMatchObject({ ...facts, inventory: 6, oversold: 0, low: true })
  const edit = { ...water(), code: 'EDITED', weight: 31, lowStock: 5, version }
  expect(await lin.call(items.update, { id, body: edit })).toMatchObject({ weight: 31, inventory: 6, low: false })
})

// @req GDS-002
test('goods carry a tag that is given by hand: found by it, set for several at once, taken along to another station', async () => {
  const { lin, add, water, staff, addStation } = await shop()
  const boss = await staff({ role: 'admin' })
  const tag = async (rule: string | null = null) => (await boss.call(tags.create, { body: { name: `T${rule ?? ''}`, rule } })).id
  const [tagId, byRule] = [await tag(), await tag('fills90>=1')]
  const [one, two, bare] = [await add({ tagId }), await add(), await add()]
  await lin.call(items.batch, { body: { itemIds: [two.id], set: { tagId } } })
  const found = async (search: string) => (await lin.call(items.list, { query: { search, sort: 'code' } })).content.map(({ id }) => id)
  expect(await found(`tag.id:${tagId}`)).toEqual([one.id, two.id])
  expect(await found('tagId:null')).toContain(bare.id)
  expect((await lin.call(items.get, { id: one.id, query: { expand: ['tag'] } })).tag).toMatchObject({ id: tagId, name: 'T' })
  const west = await addStation('West')
  await boss.call(items.copy, { body: { itemIds: [one.id], stationIds: [west.id] } })
  expect((await boss.call(items.list, { query: { search: `station.id:${west.id}` } })).content).toMatchObject([{ code: one.code, tagId }])
  expect(await boss.refused(tags.delete, { id: tagId })).toBe('inUse')

  expect(await lin.refused(items.create, { body: { ...water(), tagId: byRule } })).toBe('item.tagByRule')
  expect(await lin.refused(items.batch, { body: { itemIds: [one.id], set: { tagId: byRule } } })).toBe('item.tagByRule')
  const other = await shop()
  const theirs = await (await other.staff({ role: 'admin' })).call(tags.create, { body: { name: 'Theirs' } })
  expect(await lin.refused(items.batch, { body: { itemIds: [one.id], set: { tagId: theirs.id } } })).toBe('notFound')
  await lin.call(items.batch, { body: { itemIds: [one.id, two.id], set: { tagId: null } } })
  expect(await found(`tag.id:${tagId}`)).toEqual([])
})

// @req GDS-014
test.each([
  ['an end after its start', { startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-01-01T00:00:01.000Z' }, true],
  ['an end alone', { startTime: null, endTime: '2026-01-01T00:00:00.000Z' }, true],
  ['an end equal to its start', { startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-01-01T00:00:00.000Z' }, false],
  ['an end before its start', { startTime: '2026-01-02T00:00:00.000Z', endTime: '2026-01-01T00:00:00.000Z' }, false],
])('goods with %s, added, edited, and set for several at once', async (_, over, isTaken) => {
  const { lin, water, add } = await shop()
  const always = { startTime: null, endTime: null }
  const { id, version } = await add({ code: 'OLD' })
  const acts = [
    [items.create, { body: { ...water(), code: 'NEW', ...over } }],
    [items.update, { id, body: { ...water(), code: 'OLD', ...over, version } }],
    [items.batch, { body: { itemIds: [(await add({ code: 'SET' })).id], set: over } }],
  ] as const
  for (const [act, said] of acts) {
    const reply = await lin.send(act, said as never)
    if (isTaken) expect(reply.statusCode).toBe(200)
    else expect(reply.json()).toMatchObject({ code: 'item.endNotAfterStart', field: 'endTime' })
  }
  const { content } = await lin.call(items.list, { query: { sort: 'code' } })
  const kept = content.map(({ code, startTime, endTime }) => [code, { startTime, endTime }])
  expect(kept).toEqual(['NEW', 'OLD', 'SET'].filter(code => isTaken || code !== 'NEW').map(code => [code, isTaken ? over : always]))
})

test('a fuel has no counted stock', async () => {
  const it = await shop()
  const { itemId } = await forecourt(it).nozzle()
  const fuel = await it.lin.call(items.get, { id: itemId })
  const { stationId, categoryId, productId, name, code, taxRate, version } = fuel
  const body = { stationId, categoryId, productId, name, code, taxRate, version }
  expect(await it.lin.refused(items.update, { id: itemId, body: { ...body, inventory: 4 } })).toBe('item.stockOfFuel')
  expect(await it.lin.refused(items.update, { id: itemId, body })).toBe('allowed')
})

test('a barcode is unique in the station; those that were doubled before are listed until they are mended', async () => {
  const { lin, water, add, rows, station } = await shop()
  const one = await add({ barcode: '6901' })
  expect(await lin.refused(items.create, { body: { ...water(), barcode: '6901' } })).toBe('item.barcodeTaken')
  expect(await lin.refused(items.create, { body: { ...water(), barcode: '' } })).toBe('allowed')
  const [two, three] = [await add(), await add()]
  await rows(`update item set barcode = '6901', barcode_doubled = true where id = any($1)`, [[one.id, two.id, three.id]])

  const doubled = async () =>
    (await lin.call(items.list, { query: { search: `station.id:${station.id},barcodeDoubled:true` } })).content.map(({ id }) => id)
  expect((await doubled()).length).toBe(3)
  expect(await lin.refused(items.create, { body: { ...water(), barcode: '6901' } })).toBe('allowed')
  await lin.call(items.update, { id: one.id, body: { ...water(), barcode: '6902', version: one.version } })
  expect((await doubled()).toSorted((a, b) => a - b)).toEqual([two.id, three.id])
})

// @req GDS-012 GDS-027
test('goods stand by their rank, of one rank in the order in which they were added', async () => {
  const { lin, add, station } = await shop()
  const made = []
  for (const weight of [1, 9, 5, 9, 5]) made.push((await add({ weight })).id)
  const seen: number[] = []
  for (let page = 0; page < 3; page++)
    seen.push(...(await lin.call(items.list, { query: { search: `station.id:${station.id}`, size: 2, page } })).content.map(({ id }) => id))
  expect(seen).toEqual([made[1], made[3], made[2], made[4], made[0]])
})

// @req GDS-027
test('a client that reads all goods a hundred at a time has each once, while others are added', async () => {
  const { lin, add, station, shelf, rows } = await shop()
  await rows(
    `insert into item (company_id, station_id, category_id, name, code, price_cents, tax_rate)
     select company_id, $1, $2, 'Goods', 'G' || lpad(n::text, 3, '0'), 100, 13 from station, generate_series(1, 250) n where id = $1`,
    [station.id, shelf.id],
  )
  const seen: string[] = []
  for (let page = 0, total = Infinity; seen.length < total; page++) {
    const { content, totalElements } = await lin.call(items.list, { query: { search: `station.id:${station.id}`, size: 100, page } })
    seen.push(...content.map(({ code }) => code))
    total = totalElements
    if (page < 3) for (let turn = 0; turn < 5; turn++) await add()
  }
  expect([seen.length, new Set(seen).size]).toEqual([260, 260])
})

// @req GDS-027
test('read on from the last id, all goods come once, though others of a higher rank are added and some are taken away', async () => {
  const { lin, add, station, shelf, rows } = await shop()
  await rows(
    `insert into item (company_id, station_id, category_id, name, code, price_cents, tax_rate, weight)
     select company_id, $1, $2, 'Goods', 'G' || lpad(n::text, 3, '0'), 100, 13, n % 7
     from station, generate_series(1, 250) n where id = $1`,
    [station.id, shelf.id],
  )
  const seen: { id: number; code: string }[] = []
  for (let left = Infinity; left > 100; ) {
    const search = `station.id:${station.id},id>${seen.at(-1)?.id ?? 0}`
    const { content, totalElements } = await lin.call(items.list, { query: { search, sort: 'id', size: 100 } })
    seen.push(...content)
    left = totalElements
    await add({ weight: 100 })
    await lin.call(items.delete, { id: content[0]!.id })
  }
  const goods = seen.filter(({ code }) => code.startsWith('G')).map(({ id }) => id)
  expect([goods.length, new Set(goods).size, seen.length]).toEqual([250, 250, 252])
})

// @req GDS-013
test('a batch edit sets what it names for all of the goods or for none, and names one field at least', async () => {
  const { lin, add, audits, station, addStation, staff } = await shop()
  const [one, two] = [await add({ endTime: '2026-06-01T00:00:00Z' }), await add({ taxRate: 9 })]
  const itemIds = [one.id, two.id]
  expect(await lin.refused(items.batch, { body: { itemIds, set: {} } })).toBe('validation')
  expect(await lin.call(items.batch, { body: { itemIds, set: { taxRate: 9, hidden: true } } })).toEqual({ changed: 2 })
  expect(await lin.call(items.get, { id: one.id })).toMatchObject({ taxRate: 9, hidden: true, priceCents: 250, version: 2 })
  expect((await audits()).filter(({ action }) => action === 'items.update').map(({ detail }) => detail)).toEqual([
    { taxRate: { from: 13, to: 9 }, hidden: { from: false, to: true } },
    { hidden: { from: false, to: true } },
  ])
  expect(await lin.call(items.batch, { body: { itemIds, set: { taxRate: 9 } } })).toEqual({ changed: 0 })
  // The end of the first lies before the start that both would have.
  expect(await lin.refused(items.batch, { body: { itemIds, set: { startTime: '2026-07-01T00:00:00Z' } } })).toBe('item.endNotAfterStart')
  expect(await lin.call(items.get, { id: two.id })).toMatchObject({ startTime: null })

  const west = await addStation('Riverside West')
  const boss = await staff({ role: 'admin' })
  const there = await boss.call(categories.create, { body: { stationId: west.id, name: 'West' } })
  expect(await boss.refused(items.batch, { body: { itemIds, set: { categoryId: there.id } } })).toBe('category.elsewhere')
  const far = await boss.call(items.create, {
    body: { stationId: west.id, categoryId: there.id, name: 'Far', code: 'FAR', priceCents: 1, taxRate: 0 },
  })
  expect(await boss.refused(items.batch, { body: { itemIds: [one.id, far.id], set: { weight: 1 } } })).toBe('item.otherStation')
  expect(await lin.refused(items.batch, { body: { itemIds: [far.id], set: { weight: 1 } } })).toBe('notFound')
  expect(station.id).not.toBe(west.id)
})

// @req GDS-009 GDS-010
test('goods are moved into a category, and all of one into another, which can then be deleted', async () => {
  const { lin, add, shelf, station, staff, addStation, audits } = await shop()
  const cooler = await lin.call(categories.create, { body: { stationId: station.id, name: 'Cooler' } })
  const made = [await add(), await add({ hidden: true }), await add()]
  const itemIds = [made[0]!.id]
  expect(await lin.call(categories.takeItems, { id: cooler.id, body: { itemIds } })).toEqual({ id: cooler.id, moved: 1 })
  expect(await lin.call(categories.takeItems, { id: cooler.id, body: { itemIds } })).toEqual({ id: cooler.id, moved: 0 })
  expect(await lin.refused(categories.delete, { id: shelf.id })).toBe('category.hasItems')
  expect(await lin.refused(categories.moveItems, { id: shelf.id, body: { toCategoryId: shelf.id } })).toBe('category.sameCategory')

  expect(await lin.call(categories.moveItems, { id: shelf.id, body: { toCategoryId: cooler.id } })).toEqual({ id: shelf.id, moved: 2 })
  await lin.call(categories.delete, { id: shelf.id })
  const { content } = await lin.call(items.list, { query: { search: `category.id:${cooler.id}` } })
  expect(content.map(({ id, hidden }) => [id, hidden])).toEqual(made.map(({ id, hidden }) => [id, hidden]))
  expect((await audits()).map(({ action }) => action)).toContain('category.moveItems')

  const boss = await staff({ role: 'admin' })
  const west = await addStation('Riverside West')
  const there = await boss.call(categories.create, { body: { stationId: west.id, name: 'West' } })
  const oils = await lin.call(categories.create, { body: { stationId: station.id, name: 'Fuels', type: 'fuel' } })
  expect(await boss.refused(categories.moveItems, { id: cooler.id, body: { toCategoryId: there.id } })).toBe('category.elsewhere')
  expect(await lin.refused(categories.moveItems, { id: cooler.id, body: { toCategoryId: oils.id } })).toBe('item.typeDiffers')
  expect(await boss.refused(categories.takeItems, { id: there.id, body: { itemIds } })).toBe('category.elsewhere')
  expect(await lin.refused(categories.takeItems, { id: oils.id, body: { itemIds } })).toBe('item.typeDiffers')
})

test('goods are copied to other stations, found there by their code; what would change is said beforehand', async () => {
  const { lin, add, staff, addStation, shelf } = await shop()
  const [west, south] = [await addStation('West'), await addStation('South')]
  const boss = await staff({ role: 'admin' })
  const [water, tea] = [await add({ barcode: '111', inventory: 40 }), await add({ barcode: '222', name: 'Tea' })]
  const there = await boss.call(categories.create, { body: { stationId: west.id, name: 'Own' } })
  const at = { stationId: west.id, categoryId: there.id, priceCents: 1, taxRate: 13 }
  const known = await boss.call(items.create, { body: { ...at, name: 'Old water', code: water.code, inventory: 7 } })
  await boss.call(items.create, { body: { ...at, name: 'Other', code: 'OTHER', barcode: '222' } })

  const body = { itemIds: [water.id, tea.id], stationIds: [west.id, south.id] }
  const preview = await boss.call(items.copy, { body: { ...body, preview: true } })
  expect(preview.content).toMatchObject([
    {
      stationId: west.id,
      added: 0,
      changed: 1,
      changes: [{ code: water.code, fields: ['name', 'barcode', 'priceCents'] }],
      refused: [{ code: tea.code, reason: 'barcodeTaken' }],
    },
    { stationId: south.id, added: 2, changed: 0, refused: [] },
  ])
  expect(await boss.call(items.get, { id: known.id })).toMatchObject({ name: 'Old water' })

  expect(await boss.call(items.copy, { body })).toEqual(preview)
  expect(await boss.call(items.get, { id: known.id })).toMatchObject({
    name: water.name,
    priceCents: 250,
    inventory: 7,
    categoryId: there.id,
  })
  const { content } = await boss.call(items.list, { query: { search: `station.id:${south.id}`, expand: 'category' } })
  expect(content).toMatchObject([
    { code: water.code, inventory: -1, category: { name: shelf.name, weight: 5 } },
    { code: tea.code, name: 'Tea' },
  ])
  expect((await boss.call(items.copy, { body: { ...body, stationIds: [south.id] } })).content).toMatchObject([{ unchanged: 2 }])

  expect(await boss.refused(items.copy, { body: { ...body, stationIds: [water.stationId] } })).toBe('item.copyToItself')
  expect(await lin.refused(items.copy, { body })).toBe('notFound')
})
