import { defaultTaxes, stations, taxes, type Parsed } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { asSent } from '../../testing/access.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { noon, setClock, world } from '../../testing/world.ts'

// 2026-05-01, at noon in Shanghai.
beforeEach(() => setClock(noon))

type New = z.input<NonNullable<typeof taxes.create.body>>
const code = '1070101010100000000'
const rate = { kind: 'fuel', rate: 13, classificationCode: code, unit: '升', beginDate: '2026-01-01' } as const

async function desk() {
  const it = await world()
  const stands = forecourt(it)
  const product = await stands.product({ code: '92' })
  const goods = await stands.goods()
  const chen = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const boss = await it.staff()
  const add = (over: Partial<New> = {}) => chen.call(taxes.create, { body: { ...rate, stationId: it.station.id, ...over } })
  const refusedAdd = async (over: Record<string, unknown>) => {
    const reply = await chen.send(taxes.create, { body: { ...rate, stationId: it.station.id, ...over } })
    return reply.statusCode === 200 ? ['allowed'] : [reply.json().code, reply.json().field]
  }
  const edit = async (id: number, over: Partial<Parsed<typeof taxes.update>['body']> = {}) =>
    ({ id, body: { ...asSent(taxes.update, await chen.call(taxes.get, { id })), ...over } }) as never
  return { ...it, stands, product, goods, chen, boss, add, refusedAdd, edit }
}

// @req INV-002
test('a station keeps its rates: of a fuel, of the others, of a category of goods and of the rest', async () => {
  const { chen, add, product, goods, station, audits } = await desk()
  await add({ productId: product.id, specification: '92#(ⅥB)' })
  await add({ rate: 12.5 })
  await add({ kind: 'goods', categoryId: goods.categoryId, rate: 9, unit: '件', classificationCode: '1030307010000000000' })
  await add({ kind: 'goods', rate: 0, unit: '件', beginDate: '2026-06-01' })
  const { content } = await chen.call(taxes.list, { query: { sort: 'createdDate,asc', expand: ['product', 'category'] } })
  expect(content).toMatchObject([
    { ...rate, stationId: station.id, productId: product.id, product: { code: '92' }, categoryId: null, specification: '92#(ⅥB)' },
    { kind: 'fuel', productId: null, categoryId: null, rate: 12.5, specification: '' },
    { kind: 'goods', productId: null, categoryId: goods.categoryId, rate: 9, unit: '件', classificationCode: '1030307010000000000' },
    { kind: 'goods', productId: null, categoryId: null, rate: 0, beginDate: '2026-06-01' },
  ])
  expect((await chen.call(taxes.list, { query: { search: 'kind:goods,rate>=9' } })).totalElements).toBe(1)
  expect((await audits()).filter(({ action }) => action === 'taxes.create')).toHaveLength(4)
})

// @req INV-002
test('a rate that has begun is never changed: another one takes over on a later day', async () => {
  const { chen, add, refusedAdd, edit } = await desk()
  const { id } = await add()
  expect(await chen.refused(taxes.update, await edit(id, { rate: 9 }))).toBe('tax.begun')
  expect(await chen.refused(taxes.delete, { id })).toBe('tax.begun')
  expect(await refusedAdd({ rate: 9, beginDate: '2025-06-01' })).toEqual(['tax.beginPast', 'beginDate'])
  expect(await refusedAdd({ rate: 9, beginDate: '2026-05-01' })).toEqual(['tax.beginPast', 'beginDate'])
  const next = await add({ rate: 9, beginDate: '2026-05-02' })
  expect(await refusedAdd({ rate: 8, beginDate: '2026-05-02' })).toEqual(['tax.beginTaken', 'beginDate'])
  // Until it begins it may be changed, but not moved to where it would change what is in force.
  await chen.call(taxes.update, await edit(next.id, { rate: 10, beginDate: '2026-05-03' }))
  expect(await chen.refused(taxes.update, await edit(next.id, { beginDate: '2026-05-01' }))).toBe('tax.beginPast')
  expect(await chen.call(taxes.get, { id: next.id })).toMatchObject({ rate: 10, beginDate: '2026-05-03' })
  const spare = await add({ rate: 8, beginDate: '2026-07-01' })
  await chen.call(taxes.delete, { id: spare.id })
  expect(await chen.call(taxes.get, { id })).toMatchObject({ rate: 13, beginDate: '2026-01-01', version: 1 })
  // A quarter of an hour before and after midnight in Shanghai.
  setClock('2026-05-02T15:45:00.000Z')
  await chen.call(taxes.update, await edit(next.id, { rate: 11 }))
  setClock('2026-05-02T16:15:00.000Z')
  expect(await chen.refused(taxes.update, await edit(next.id, { rate: 12 }))).toBe('tax.begun')
})

test('rates of different things do not stand in each other’s way', async () => {
  const { add, refusedAdd, product, goods } = await desk()
  await add()
  expect(await refusedAdd({ productId: product.id })).toEqual(['allowed'])
  expect(await refusedAdd({ productId: product.id, beginDate: '2026-01-02' })).toEqual(['tax.beginPast', 'beginDate'])
  expect(await refusedAdd({ kind: 'goods' })).toEqual(['allowed'])
  expect(await refusedAdd({ kind: 'goods', categoryId: goods.categoryId })).toEqual(['allowed'])
})

// @req INV-023
test.each([
  ['nothing', { rate: 0 }, ['allowed']],
  ['99.99 percent', { rate: 99.99 }, ['allowed']],
  ['100 percent', { rate: 100 }, ['validation', 'rate']],
  ['less than nothing', { rate: -0.01 }, ['validation', 'rate']],
  ['a thousandth of a percent', { rate: 13.005 }, ['validation', 'rate']],
  ['no rate', { rate: null }, ['validation', 'rate']],
  ['a code of 18 digits', { classificationCode: code.slice(1) }, ['validation', 'classificationCode']],
  ['a code of 20 digits', { classificationCode: `${code}0` }, ['validation', 'classificationCode']],
  ['no unit', { unit: ' ' }, ['validation', 'unit']],
  ['no day', { beginDate: '2026-02-30' }, ['validation', 'beginDate']],
  ['another kind', { kind: 'service' }, ['validation', 'kind']],
])('a rate of %s', async (_, over, outcome) => {
  const { refusedAdd, chen } = await desk()
  expect(await refusedAdd(over)).toEqual(outcome)
  expect((await chen.call(taxes.list, {})).totalElements).toBe(outcome[0] === 'allowed' ? 1 : 0)
})

test('a rate names a fuel of the company or goods of its station, as its kind says', async () => {
  const it = await desk()
  const { refusedAdd, product, goods, stands, chen } = it
  const other = await desk()
  const west = await it.addStation('West')
  const far = await stands.goods({ stationId: west.id })
  expect(await refusedAdd({ categoryId: goods.categoryId })).toEqual(['tax.targetUnfit', 'kind'])
  expect(await refusedAdd({ kind: 'goods', productId: product.id })).toEqual(['tax.targetUnfit', 'kind'])
  expect(await refusedAdd({ productId: other.product.id })).toEqual(['notFound', 'productId'])
  expect(await refusedAdd({ kind: 'goods', categoryId: far.categoryId })).toEqual(['notFound', 'categoryId'])
  expect(await refusedAdd({ kind: 'goods', categoryId: other.goods.categoryId })).toEqual(['notFound', 'categoryId'])
  expect(await refusedAdd({ stationId: west.id })).toEqual(['notFound', 'stationId'])
  const { id } = await it.add({ beginDate: '2026-06-01' })
  expect(await it.boss.refused(taxes.update, await it.edit(id, { stationId: west.id }))).toBe('notFound')
  const sent = await it.edit(id, { unit: 'L' })
  await chen.call(taxes.update, sent)
  expect(await chen.refused(taxes.update, sent)).toBe('stale')
})

/** What a station has, as fuel or goods and rate. */
const ratesAt = async ({ boss }: Awaited<ReturnType<typeof desk>>, stationId: number) => {
  const { content } = await boss.call(taxes.list, { query: { search: `station.id:${stationId}`, sort: 'rate,asc' } })
  return content.map(({ kind, productId, rate: percent }) => [kind, productId, percent])
}

// @req INV-003
test('a new station begins with the default rates of its company, and others are given those of a kind that they lack', async () => {
  const it = await desk()
  const { boss, product, station, add, chen } = it
  const other = await desk()
  await other.boss.call(defaultTaxes.create, { body: { ...rate, rate: 5 } })
  const fuel = await boss.call(defaultTaxes.create, { body: rate })
  await boss.call(defaultTaxes.create, { body: { ...rate, productId: product.id, rate: 12, specification: '92#' } })
  await boss.call(defaultTaxes.create, { body: { ...rate, kind: 'goods', unit: '件', rate: 14 } })
  expect(await boss.refused(defaultTaxes.create, { body: { ...rate, beginDate: '2026-09-01' } })).toBe('defaultTax.taken')
  const wrong = { ...rate, kind: 'goods' as const, productId: product.id }
  expect(await boss.refused(defaultTaxes.create, { body: wrong })).toBe('tax.targetUnfit')
  expect(await boss.refused(defaultTaxes.create, { body: { ...rate, productId: other.product.id } })).toBe('notFound')

  const fresh = await boss.call(stations.create, { body: { code: 'fresh1', name: 'Riverside New', timeZone: 'Asia/Shanghai' } })
  const all = [
    ['fuel', product.id, 12],
    ['fuel', null, 13],
    ['goods', null, 14],
  ]
  expect(await ratesAt(it, fresh.id)).toEqual(all)
  const [copied] = (await boss.call(taxes.list, { query: { search: `station.id:${fresh.id},rate:12` } })).content
  expect(copied).toMatchObject({ classificationCode: code, unit: '升', specification: '92#', beginDate: '2026-01-01' })

  // The first station has a rate of its own for fuel: it keeps that, and lacks two.
  await add({ rate: 9 })
  const preview = await boss.call(defaultTaxes.copy, { body: { preview: true } })
  expect(preview).toEqual({ added: 2, content: [{ stationId: station.id, station: station.name, added: 2 }] })
  expect(await ratesAt(it, station.id)).toEqual([['fuel', null, 9]])
  expect(await boss.call(defaultTaxes.copy, { body: {} })).toEqual(preview)
  expect(await ratesAt(it, station.id)).toEqual([['fuel', null, 9], ...all.filter(([, , percent]) => percent !== 13)])
  expect(await boss.call(defaultTaxes.copy, { body: {} })).toEqual({ added: 0, content: [] })

  // What is copied stands by itself: another default changes nothing at a station.
  await boss.call(defaultTaxes.update, { id: fuel.id, body: { ...asSent(defaultTaxes.update, fuel), rate: 10 } })
  await boss.call(defaultTaxes.delete, { id: fuel.id })
  expect(await ratesAt(it, fresh.id)).toEqual(all)
  expect((await it.audits()).filter(({ action }) => action === 'defaultTaxes.copy').map(({ detail }) => detail.added)).toEqual([3, 2])
  expect(await ratesAt(other, other.station.id)).toEqual([])
  expect(await chen.refused(defaultTaxes.list, {})).toBe('auth.forbidden')
  expect(await chen.refused(defaultTaxes.copy, { body: {} })).toBe('auth.forbidden')
})
