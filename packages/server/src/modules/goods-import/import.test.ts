import { categories, itemImportLinesMost, itemImportRows, itemImports, items } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { form } from '../../testing/file.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { workbook } from '../../testing/workbook.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { applyTask, bringSome } from './apply.ts'
import { checkTask } from './check.ts'
import { forgetLines } from '../../platform/sheet/import-lines.ts'
import { imported } from './apply.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function shop() {
  setClock(noon)
  const it = await world()
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id] })
  const stationId = it.station.id
  const put = async (bytes: string | Buffer, name = 'goods.csv') => {
    const mime = name.endsWith('.xlsx') ? xlsx : 'text/csv'
    const { payload, headers } = form({ filename: name, mime, bytes: Buffer.from(bytes) })
    return (await lin.raw('POST', '/upload?type=goodsImport', payload, headers)).json<{ id: number }>().id
  }
  const usual = { code: 0, name: 1, category: 2, price: 3 }
  const check = async (bytes: string | Buffer, over: { mapping?: object; mode?: 'added' | 'changed' } = {}, name = 'goods.csv') => {
    const attachmentId = await put(bytes, name)
    const { id } = await lin.call(itemImports.check, { body: { stationId, attachmentId, mapping: usual, ...over } })
    await runDueJobs([checkTask])
    return { id, found: await lin.call(itemImports.get, { id }) }
  }
  const bring = async (id: number) => {
    await lin.call(itemImports.apply, { id })
    await runDueJobs([applyTask])
    return lin.call(itemImports.get, { id })
  }
  const rowsOf = async (id: number) =>
    (await lin.call(itemImportRows.list, { query: { search: `itemImport.id:${id}`, size: 100 } })).content.map(row => [
      row.line,
      row.outcome,
      row.field,
      row.reason,
    ])
  const goods = async () =>
    (await lin.call(items.list, { query: { search: `station.id:${stationId},category.type:normal`, expand: 'category', sort: 'code' } }))
      .content
  return { it, lin, stationId, put, check, bring, rowsOf, goods }
}
const head = 'code,name,category,price\n'

// @req GDS-021 GDS-026
test('a file is checked before anything is written, then brought in; the same file again changes nothing', async () => {
  const { check, bring, rowsOf, goods } = await shop()
  const file = `${head}C1,Cola,Drinks,4.50\nC2,Chips,Snacks,6\nC3,,Snacks,1\n`
  const { id, found } = await check(file)
  expect(found).toMatchObject({ status: 'checked', total: 3, added: 2, refused: 1, fileName: 'goods.csv' })
  expect(await goods()).toEqual([])
  expect(await rowsOf(id)).toEqual([
    [2, 'added', null, null],
    [3, 'added', null, null],
    [4, 'refused', 'name', 'nameMissing'],
  ])
  expect(await bring(id)).toMatchObject({ status: 'partial', added: 2, refused: 1 })
  expect(await goods()).toMatchObject([
    { code: 'C1', name: 'Cola', priceCents: 450, taxRate: 13, inventory: -1, category: { name: 'Drinks' } },
    { code: 'C2', priceCents: 600, category: { name: 'Snacks' } },
  ])
  const again = await check(`${head}C1,Cola,Drinks,4.50\nC2,Chips,Snacks,6\n`)
  expect(again.found).toMatchObject({ status: 'success', added: 0, changed: 0, unchanged: 2 })
})

test('only new goods are brought in, or also those that differ; the stock of goods that are there stays', async () => {
  const { it, lin, check, bring, goods, stationId } = await shop()
  const shelf = await lin.call(categories.create, { body: { stationId, name: 'Drinks' } })
  const body = { stationId, categoryId: shelf.id, name: 'Cola', code: 'C1', barcode: '111', priceCents: 450, taxRate: 9, inventory: 7 }
  await lin.call(items.create, { body })
  const file = 'code,name,category,price,stock,rank\nC1,Cola light,Snacks,5,99,3\nC2,Tea,Drinks,3,12,\n'
  const mapping = { code: 0, name: 1, category: 2, price: 3, inventory: 4, weight: 5 }
  expect((await check(file, { mapping })).found).toMatchObject({ added: 1, changed: 0, unchanged: 1 })
  const { id, found } = await check(file, { mapping, mode: 'changed' })
  expect(found).toMatchObject({ added: 1, changed: 1 })
  expect(await bring(id)).toMatchObject({ status: 'success' })
  expect(await goods()).toMatchObject([
    { name: 'Cola light', barcode: '111', priceCents: 500, taxRate: 9, inventory: 7, weight: 3, category: { name: 'Snacks' }, version: 2 },
    { code: 'C2', inventory: 12 },
  ])
  expect(it.station.id).toBe(stationId)
})

// @req GDS-016 GDS-017 GDS-018 GDS-019
test('a file of another format, a header that is there twice, and columns that are not chosen are refused in their words', async () => {
  const { lin, put, stationId } = await shop()
  const refusedAt = async (bytes: string | Buffer, name = 'goods.csv', mapping: object = { code: 0, name: 1, category: 2, price: 3 }) => {
    const attachmentId = await put(bytes, name)
    const reply = await lin.send(itemImports.check, { body: { stationId, attachmentId, mapping } })
    const { code, field, message } = reply.json() as { code: string; field: string; message: string }
    return [code, field, message]
  }
  const format = ['itemImport.fileFormat', 'attachmentId', 'File format error: only csv and xlsx files can be imported']
  expect(await refusedAt(`${head}C1,Cola,Drinks,4.50\n`, 'goods.txt')).toEqual(format)
  expect(await refusedAt('\n\n')).toEqual(format)
  const twice = 'Duplicate header names: “Name” stands there more than once'
  expect(await refusedAt('code,Name,category,name\n')).toEqual(['itemImport.headerTwice', 'attachmentId', twice.replace('Name', 'name')])
  expect(await refusedAt(await workbook([['code', '名称', 'x', ' 名称 ']]), 'goods.xlsx')).toContain('itemImport.headerTwice')
  expect(await refusedAt(head, 'goods.csv', { code: 0, name: 1, category: 2 })).toEqual([
    'itemImport.mustChoose',
    'mapping',
    'Must choose: the column of the price',
  ])
  expect(await refusedAt(head, 'goods.csv', { code: 0, name: 1, category: 2, price: 9 })).toContain('itemImport.mustChoose')
  const none = await lin.send(itemImports.check, { body: { stationId } })
  expect(none.json()).toMatchObject({ code: 'itemImport.mustChoose', message: 'Must choose: a file' })
  const chinese = await lin.send(itemImports.check, { body: { stationId } }, { language: 'zh' })
  expect(chinese.json()).toMatchObject({ message: '请选择文件' })
})

// @req GDS-020
test('what is wrong with a line is said of it by its column', async () => {
  const { it, lin, check, rowsOf, stationId } = await shop()
  const { itemId } = await forecourt(it).nozzle({ code: '92' })
  const shelf = await lin.call(categories.create, { body: { stationId, name: 'Drinks' } })
  const own = { stationId, categoryId: shelf.id, name: 'Own', code: 'OWN', barcode: '777', priceCents: 1, taxRate: 13 }
  await lin.call(items.create, { body: own })
  const mapping = { code: 0, name: 1, category: 2, price: 3, barcode: 4, taxRate: 5, inventory: 6 }
  const lines: [string, unknown[]][] = [
    ['A1,Cola,Drinks,4.50,100,13%,-1', ['added', null, null]],
    [',Cola,Drinks,4.50,,,', ['refused', 'code', 'codeMissing']],
    ['A1,Twice,Drinks,4.50,,,', ['refused', 'code', 'codeTwice']],
    ['A2,Cola,,4.50,,,', ['refused', 'category', 'categoryMissing']],
    ['A3,Cola,Drinks,,,,', ['refused', 'price', 'priceMissing']],
    ['A4,Cola,Drinks,4.505,,,', ['refused', 'price', 'price']],
    ['A5,Cola,Drinks,-1,,,', ['refused', 'price', 'price']],
    ['A6,Cola,Drinks,4,,100,', ['refused', 'taxRate', 'taxRate']],
    ['A7,Cola,Drinks,4,,,-2', ['refused', 'inventory', 'inventory']],
    ['A8,Cola,Drinks,4,100,,', ['refused', 'barcode', 'barcodeTwice']],
    ['A9,Cola,Drinks,4,777,,', ['refused', 'barcode', 'barcodeTaken']],
    ['92,Cola,Drinks,4,,,', ['refused', 'code', 'codeOfFuel']],
    ['B1,Cola,油品 Fuel,4,,,', ['refused', 'category', 'categoryOfFuel']],
    [`B2,${'x'.repeat(61)},Drinks,4,,,`, ['refused', 'name', 'name']],
  ]
  const { id, found } = await check(`code,name,category,price,ean,tax,stock\n${lines.map(([line]) => line).join('\n')}\n`, { mapping })
  expect(await rowsOf(id)).toEqual(lines.map(([, answer], turn) => [turn + 2, ...answer]))
  expect(found).toMatchObject({ added: 1, refused: lines.length - 1 })
  expect(itemId).toBeGreaterThan(0)
})

test('a file without goods, with too many, or that breaks off is refused as a whole, and none of its lines is kept', async () => {
  const { check, rowsOf } = await shop()
  const wholly = async (bytes: string | Buffer, name?: string) => {
    const { id, found } = await check(bytes, {}, name)
    return [found.status, found.total, found.added, await rowsOf(id)]
  }
  const refused = (reason: string) => ['fail', 1, 0, [[1, 'refused', null, reason]]]
  expect(await wholly(head)).toEqual(refused('empty'))
  const line = (turn: number) => `C${turn},Cola,Drinks,4.50`
  const lines = (count: number) => Array.from({ length: count }, (_, turn) => line(turn))
  expect(await wholly(`${head}${lines(itemImportLinesMost + 1).join('\n')}\n`)).toEqual(refused('tooMany'))
  const book = await workbook([head.trim().split(','), ...lines(25_000).map(each => each.split(','))])
  // Its first lines can be read, and what follows cannot.
  const from = Math.floor(book.length * 0.6)
  expect(await wholly(book.fill(0xff, from, from + 2_000), 'goods.xlsx')).toEqual(refused('unreadable'))
}, 60_000)

test('columns are recognised by their titles, and the next file of these titles is read as the last one was', async () => {
  const { lin, put, check } = await shop()
  const bytes = await workbook([
    ['商品编码', '条码', '品名', '分类', '零售价', '其他'],
    ['C1', '111', '可乐', '饮料', '4.50', 'x'],
  ])
  const read = async () => lin.call(itemImports.columns, { body: { attachmentId: await put(bytes, 'goods.xlsx') } })
  expect(await read()).toMatchObject({
    columns: [{ place: 0, title: '商品编码', samples: ['C1'] }, {}, {}, {}, {}, { title: '其他' }],
    mapping: { code: 0, barcode: 1, name: 2, category: 3, price: 4 },
  })
  const mapping = { code: 0, name: 2, category: 3, price: 4, description: 5 }
  expect((await check(bytes, { mapping }, 'goods.xlsx')).found).toMatchObject({ added: 1 })
  expect((await read()).mapping).toEqual(mapping)
})

test('an import that was killed goes on where it was, and brings no line in twice', async () => {
  const { it, lin, check, goods } = await shop()
  const many = Array.from({ length: 10_500 }, (_, turn) => `K${String(turn).padStart(5, '0')},Goods ${turn},Shelf,1`)
  const { id } = await check(`${head}${many.join('\n')}\n`)
  await lin.call(itemImports.apply, { id })
  expect(await it.within(ctx => bringSome(ctx, id))).toBe(true)
  // Killed within the next portion: what it wrote is gone with it.
  await it
    .within(async ctx => {
      await bringSome(ctx, id)
      throw new Error('killed')
    })
    .catch(() => undefined)
  expect(await lin.call(itemImports.get, { id })).toMatchObject({ status: 'importing', doneLine: 10_001 })
  await runDueJobs([applyTask])
  expect(await lin.call(itemImports.get, { id })).toMatchObject({ status: 'success', added: 10_500 })
  const { totalElements } = await lin.call(items.list, { query: { search: 'category.name:Shelf', size: 1 } })
  expect([totalElements, (await goods()).length > 0]).toEqual([10_500, true])
  expect(await lin.refused(itemImports.apply, { id })).toBe('itemImport.notChecked')
})

test('goods that came by hand since the check are found when the file is brought in', async () => {
  const { lin, check, bring, rowsOf, stationId } = await shop()
  const { id } = await check(`${head}C1,Cola,Drinks,4.50\nC2,Tea,Drinks,3\n`)
  const shelf = await lin.call(categories.create, { body: { stationId, name: 'Drinks' } })
  await lin.call(items.create, { body: { stationId, categoryId: shelf.id, name: 'Mine', code: 'C1', priceCents: 1, taxRate: 13 } })
  expect(await bring(id)).toMatchObject({ status: 'success', added: 1, unchanged: 1 })
  expect(await rowsOf(id)).toEqual([
    [2, 'unchanged', null, null],
    [3, 'added', null, null],
  ])
})

test('a barcode that goods share from before stays theirs, and nobody else gets it, whenever they came to share it', async () => {
  const { it, lin, check, bring, rowsOf, stationId } = await shop()
  const shelf = await lin.call(categories.create, { body: { stationId, name: 'Drinks' } })
  const add = (code: string) =>
    lin.call(items.create, { body: { stationId, categoryId: shelf.id, name: code, code, priceCents: 100, taxRate: 13 } })
  const shared = [(await add('A')).id, (await add('B')).id]
  const mapping = { code: 0, name: 1, category: 2, price: 3, barcode: 4 }
  const title = 'code,name,category,price,barcode\n'
  const waits = await check(`${title}N,N,Drinks,1,6901\nM,M,Drinks,1,6902\n`, { mapping })
  expect(waits.found).toMatchObject({ added: 2 })
  await it.rows(`update item set barcode = '6901', barcode_doubled = true where id = any($1)`, [shared])
  const again = await check(`${title}A,A,Drinks,1,6901\nB,B,Drinks,1,6901\nC,C,Drinks,1,6901\n`, { mapping, mode: 'changed' })
  expect(await rowsOf(again.id)).toEqual([
    [2, 'unchanged', null, null],
    [3, 'refused', 'barcode', 'barcodeTwice'],
    [4, 'refused', 'barcode', 'barcodeTwice'],
  ])
  expect(await bring(waits.id)).toMatchObject({ status: 'partial', added: 1, refused: 1 })
  expect(await rowsOf(waits.id)).toEqual([
    [2, 'refused', 'barcode', 'barcodeTaken'],
    [3, 'added', null, null],
  ])
})

test('what became of each line is kept for thirty days; what nobody has brought in by then is given up', async () => {
  const { it, lin, check, bring, rowsOf } = await shop()
  const done = await check(`${head}C1,Cola,Drinks,4.50\n`)
  await bring(done.id)
  const waits = await check(`${head}C2,Tea,Drinks,3\n`)
  const day = 24 * 60 * 60_000
  await it.within(({ tx }) => forgetLines(tx, imported, new Date(noon.getTime() + 30 * day)))
  expect((await rowsOf(done.id)).length).toBe(1)
  await it.within(({ tx }) => forgetLines(tx, imported, new Date(noon.getTime() + 31 * day)))
  expect([await rowsOf(done.id), (await rowsOf(waits.id)).length]).toEqual([[], 1])
  expect(await lin.call(itemImports.get, { id: waits.id })).toMatchObject({ status: 'fail' })
})

test('a file says gifts as amounts or percentages and the card product by its name; what is wrong is said for each line', async () => {
  const { it, check, bring, rowsOf, goods } = await shop()
  const [product] = await it.rows<{ id: number }>(`insert into card (company_id, name, type) values ($1, '加油卡', 'debit') returning id`, [
    it.company.id,
  ])
  const mapping = { code: 0, name: 1, category: 2, price: 3, giftPoints: 4, gift: 5, frozen: 6, giftCard: 7 }
  const head = 'code,name,category,price,points,gift,frozen,card\n'
  const lines = ['C1,Cola,Drinks,4.50,5,1.50,2.5%,加油卡', 'C2,Chips,Snacks,6,,10%,,', 'C3,Ice,Snacks,6,0,,,', 'C4,Ice,Snacks,6,,100%,,']
  const more = ['C5,Ice,Snacks,6,,,-1,', 'C6,Ice,Snacks,6,,,,别的卡', 'C7,Ice,Snacks,6,,,,']
  const { id, found } = await check(`${head}${[...lines, ...more].join('\n')}\n`, { mapping })
  expect(found).toMatchObject({ added: 3, refused: 4 })
  expect((await rowsOf(id)).filter(([, outcome]) => outcome === 'refused')).toEqual([
    [4, 'refused', 'giftPoints', 'giftPoints'],
    [5, 'refused', 'gift', 'gift'],
    [6, 'refused', 'frozen', 'frozen'],
    [7, 'refused', 'giftCard', 'giftCard'],
  ])
  await bring(id)
  const none = { giftPoints: null, giftCents: null, giftPercent: null, frozenCents: null, frozenPercent: null, giftCardId: null }
  const cola = { giftPoints: 5, giftCents: 150, giftPercent: null, frozenCents: null, frozenPercent: 2.5, giftCardId: product!.id }
  expect(await goods()).toMatchObject([cola, { ...none, giftPercent: 10 }, none])
  // What a file does not say stays; so much ends a share.
  const next = await check(`${head}C1,Cola,Drinks,4.50,,20%,,\nC2,Chips,Snacks,6,,10.00%,,\n`, { mapping, mode: 'changed' })
  expect(next.found).toMatchObject({ changed: 1, unchanged: 1 })
  await bring(next.id)
  expect((await goods())[0]).toMatchObject({ ...cola, giftCents: null, giftPercent: 20 })
})
