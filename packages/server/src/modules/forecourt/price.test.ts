import { seed } from '../../testing/sampling.ts'
import { items, productPrices, products, setPrice, setPriceBack, setStationConfig, tanks } from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forecourt } from '../../testing/forecourt.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { notePrices, priceAt } from './index.ts'

const at = (text: string) => new Date(`2026-05-01T${text}:00+08:00`)
const fuel92 = { name: '92#', code: '92', classification: 'gasoline', taxRate: 13, description: '国VI', color: 'gasoline92' } as const

// @req FOR-001 GDS-003
test('a fuel goes on sale with its first price, and every price is kept with the instant it began', async () => {
  setClock(noon)
  const { staff, station, audits, events } = await world()
  const lin = await staff({ role: 'admin' })
  const here = { station: String(station.id) }

  const { id } = await lin.call(products.create, { body: fuel92 })
  expect((await lin.call(products.list, { query: {} }, here)).content).toMatchObject([{ code: '92', priceCents: null }])
  expect(await lin.call(items.list, { query: {} })).toMatchObject({ totalElements: 0 })

  await lin.call(setPrice, { id, body: { stationId: station.id, priceCents: 812 } })
  const query = { search: `station.id:${station.id},category.type:fuel`, expand: 'category' }
  const [item] = (await lin.call(items.list, { query })).content
  expect(item).toMatchObject({ name: '92#', code: '92', productId: id, priceCents: 812, inventory: -1, category: { type: 'fuel' } })

  await lin.call(setPrice, { id, body: { stationId: station.id, priceCents: 799, fromAt: at('18:00').toISOString() } })
  expect((await lin.call(products.list, { query: {} }, here)).content).toMatchObject([
    { priceCents: 812, fromAt: noon.toISOString(), nextPriceCents: 799, nextFromAt: at('18:00').toISOString() },
  ])

  setClock(at('18:00'))
  expect(await lin.call(products.get, { id }, here)).toMatchObject({ priceCents: 799, nextPriceCents: null })
  const history = await lin.call(productPrices.list, { query: { search: `product.id:${id}` } })
  expect(history.content.map(price => price.priceCents)).toEqual([799, 812])
  expect((await audits()).filter(entry => entry.action === 'product.price').map(entry => entry.detail.before)).toEqual([null, 812])
  // Stations are told when it fires, not when it is ordered (price-change.test.ts).
  expect((await events()).filter(event => event.topic === 'price.set')).toHaveLength(1)
})

// @req FUE-011
test('a price begins now or later, never earlier, and never below nothing', async () => {
  setClock(noon)
  const { staff, station } = await world()
  const lin = await staff({ role: 'admin' })
  const { id } = await lin.call(products.create, { body: fuel92 })
  const refused = (body: object) => lin.refused(setPrice, { id, body: { stationId: station.id, priceCents: 800, ...body } })

  expect(await refused({ fromAt: noon.toISOString() })).toBe('price.notLater')
  expect(await refused({ fromAt: at('11:59').toISOString() })).toBe('price.notLater')
  expect(await refused({ fromAt: at('12:01').toISOString() })).toBe('allowed')
  expect(await refused({ priceCents: -1 })).toBe('validation')
  expect(await refused({ priceCents: 7.5 })).toBe('validation')
  expect(await refused({ priceCents: 0 })).toBe('allowed')
  const clerk = await staff('forecourt.product.read', 'forecourt.product.write', 'org.station.read')
  expect(await clerk.refused(setPrice, { id, body: { stationId: station.id, priceCents: 800 } })).toBe('auth.forbidden')
})

// @req FOR-012
test('two stations have prices of their own, and a station master sets only those of the own station', async () => {
  setClock(noon)
  const { staff, company, station, addStation } = await world()
  const west = await addStation('Riverside West')
  const boss = await staff({ role: 'admin' })
  const master = await staff({ role: 'station_master', stationIds: [station.id] })
  const { id } = await boss.call(products.create, { body: fuel92 })
  await boss.call(setPrice, { id, body: { stationId: west.id, priceCents: 820 } })

  expect(await master.refused(setPrice, { id, body: { stationId: west.id, priceCents: 1 } })).toBe('notFound')
  await master.call(setPrice, { id, body: { stationId: station.id, priceCents: 800 } })

  expect((await master.call(productPrices.list, { query: {} })).content.map(price => price.priceCents)).toEqual([800])
  expect(
    (await boss.call(products.list, { query: { search: `items.station.id:${west.id}` } }, { station: String(west.id) })).content,
  ).toMatchObject([{ priceCents: 820 }])
  // Another fuel is sold here alone: a search by station and by company finds what is theirs.
  const { id: second } = await boss.call(products.create, { body: { ...fuel92, code: '98' } })
  await boss.call(setPrice, { id: second, body: { stationId: station.id, priceCents: 900 } })
  const found = async (search: string) => (await boss.call(products.list, { query: { search } })).content.map(fuel => fuel.id)
  expect(await found(`items.station.id:${west.id}`)).toEqual([id])
  expect(await found(`items.station.id:${station.id}`)).toEqual([id, second])
  expect(await found(`company.id:${company.id}`)).toEqual([id, second])
  expect(await found(`company.id:${(await world()).company.id}`)).toEqual([])
  expect((await master.call(products.list, { query: {} }, { station: String(station.id) })).content).toMatchObject([
    { code: '92', priceCents: 800 },
    { code: '98', priceCents: 900 },
  ])
})

test('a company knows neither the fuels nor the prices of another', async () => {
  setClock(noon)
  const theirs = await world()
  const fuel = await forecourt(theirs).product()
  await forecourt(theirs).price(fuel.id, 900)
  const { staff, station } = await world()
  const lin = await staff({ role: 'admin' })

  expect(await lin.refused(products.get, { id: fuel.id })).toBe('notFound')
  expect(await lin.refused(setPrice, { id: fuel.id, body: { stationId: station.id, priceCents: 800 } })).toBe('notFound')
  const tank = { stationId: station.id, number: 1, productId: fuel.id, maxVolumeCl: 100 }
  expect(await lin.refused(tanks.create, { body: tank })).toBe('notFound')
  expect(await lin.call(productPrices.list, { query: {} })).toEqual({ content: [], totalElements: 0 })
})

test('a price is never edited or taken back in the database either', async () => {
  const it = await world()
  const fuel = await forecourt(it).product()
  await forecourt(it).price(fuel.id, 900)
  await expect(
    it.within(({ tx }) =>
      tx
        .updateTable('productPrice' as never)
        .set({ priceCents: 1 } as never)
        .execute(),
    ),
  ).rejects.toThrow()
  await expect(it.rows('update product_price set price_cents = 1 where product_id = $1', [fuel.id])).rejects.toThrow(/final/)
  await expect(it.rows('delete from product_price where product_id = $1', [fuel.id])).rejects.toThrow(/final/)
})

// @req FOR-001
test('what a fuel is called and taxed changes at every station at once, and what is on sale cannot vanish', async () => {
  setClock(noon)
  const { staff, station } = await world()
  const lin = await staff({ role: 'admin' })
  const { id, version } = await lin.call(products.create, { body: fuel92 })
  await lin.call(setPrice, { id, body: { stationId: station.id, priceCents: 812 } })

  await lin.call(products.update, { id, body: { ...fuel92, name: '92# E10', taxRate: 9, version } })
  expect((await lin.call(items.list, { query: {} })).content).toMatchObject([{ name: '92# E10', taxRate: 9 }])
  expect(await lin.refused(products.update, { id, body: { ...fuel92, version } })).toBe('stale')
  expect(await lin.refused(products.create, { body: fuel92 })).toBe('product.codeTaken')
  expect(await lin.refused(products.delete, { id })).toBe('inUse')
  // What is shown of it is what was entered, and none of it may be left out.
  expect(await lin.call(products.get, { id, query: {} })).toMatchObject({ ...fuel92, name: '92# E10', taxRate: 9 })
  for (const missing of ['name', 'code', 'classification', 'taxRate'])
    expect(await lin.refused(products.create, { body: { ...fuel92, code: '97', [missing]: undefined } })).toBe('validation')
  expect(await lin.refused(products.create, { body: { ...fuel92, code: '97', classification: 'oil' as never } })).toBe('validation')
})

// @req FOR-010
test.each([
  [0, 'allowed'],
  [13, 'allowed'],
  [99.99, 'allowed'],
  [100, 'validation'],
  [-0.01, 'validation'],
  [13.005, 'validation'],
])('a tax rate of %d percent: %s', async (taxRate, outcome) => {
  const { staff } = await world()
  const lin = await staff({ role: 'admin' })
  expect(await lin.refused(products.create, { body: { ...fuel92, taxRate } })).toBe(outcome)
  const { id, version } = await lin.call(products.create, { body: { ...fuel92, code: '98' } })
  expect(await lin.refused(products.update, { id, body: { ...fuel92, code: '98', taxRate, version } })).toBe(outcome)
})

test('the price in force at any instant is the last one that had begun, whatever order they were written in', async () => {
  const it = await world()
  const minute = fc.integer({ min: 0, max: 50 })
  const prices = fc.array(fc.tuple(minute, fc.integer({ min: 0, max: 9999 })), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(prices, minute, async (written, asked) => {
      const fuel = await forecourt(it).product()
      const time = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
      const found = await it.within(async ctx => {
        for (const [minutes, priceCents] of written) {
          await notePrices(ctx, it.company.id, [{ stationId: it.station.id, productId: fuel.id, priceCents, fromAt: time(minutes) }])
        }
        return priceAt(ctx, { companyId: it.company.id, stationId: it.station.id, productId: fuel.id }, time(asked))
      })
      const begun = written.filter(([minutes]) => minutes <= asked)
      const last = Math.max(...begun.map(([minutes]) => minutes))
      expect(found).toBe(begun.findLast(([minutes]) => minutes === last)?.[1])
    }),
    { numRuns: 40, seed, endOnFailure: true },
  )
})

/** A fuel that has cost 7.78 since this morning. */
async function fuelAt778() {
  setClock(noon)
  const it = await world()
  const lin = await it.staff({ role: 'admin' })
  const { id } = await lin.call(products.create, { body: fuel92 })
  const body = (priceCents: number, more = {}) => ({ id, body: { stationId: it.station.id, priceCents, ...more } })
  await lin.call(setPrice, body(778))
  const prices = async () => (await lin.call(productPrices.list, { query: { sort: 'id,desc' } })).content.map(price => price.priceCents)
  return { ...it, lin, id, body, prices }
}

test.each([
  ['7.78 becomes 8.55, a tenth more at most', 855, {}, 'allowed'],
  ['7.78 becomes 7.01, a tenth less at most', 701, {}, 'allowed'],
  ['77.80 is typed for 7.78', 7780, {}, 'price.unusual'],
  ['8.56 is more than a tenth above', 856, {}, 'price.unusual'],
  ['nothing is typed for the price', 0, {}, 'price.unusual'],
  ['77.80 is typed, and 7.78 the second time', 7780, { confirmPriceCents: 778 }, 'price.unusual'],
  ['77.80 is typed twice', 7780, { confirmPriceCents: 7780 }, 'allowed'],
  ['the unusual price is to begin later', 7780, { fromAt: at('18:00').toISOString() }, 'price.unusual'],
])('%s', async (_, priceCents, more, outcome) => {
  const { lin, body, prices } = await fuelAt778()
  setClock(at('12:01'))
  expect(await lin.refused(setPrice, body(priceCents, more))).toBe(outcome)
  expect(await prices()).toEqual(outcome === 'allowed' ? [priceCents, 778] : [778])
})

test('how much of a change is unusual is the setting of the station', async () => {
  const { lin, body, station } = await fuelAt778()
  await lin.call(setStationConfig, { id: station.id, body: { version: 1, config: { confirm: { pricePercent: 2, amountCents: 100_00 } } } })
  setClock(at('12:01'))
  expect(await lin.refused(setPrice, body(800))).toBe('price.unusual')
  expect(await lin.refused(setPrice, body(790))).toBe('allowed')
})

test('a price set by mistake is set back within a minute by a further row that names it, and sales in between keep theirs', async () => {
  const { lin, body, id, company, station, within, audits } = await fuelAt778()
  setClock(at('12:01'))
  const wrong = await lin.call(setPrice, body(7780, { confirmPriceCents: 7780 }))
  setClock(new Date(at('12:02').getTime()))
  const back = await lin.call(setPriceBack, { id: wrong.id, body: {} })

  expect(back).toMatchObject({ priceCents: 778, productId: id, fromAt: at('12:02').toISOString() })
  const history = await lin.call(productPrices.list, { query: { sort: 'id,desc', expand: ['corrections'] } })
  expect(history.content.map(({ priceCents, correctsId, corrections }) => [priceCents, correctsId, corrections?.length])).toEqual([
    [778, wrong.id, 0],
    [7780, null, 1],
    [778, null, 0],
  ])
  const then = (minutes: string) =>
    within(ctx => priceAt(ctx, { companyId: company.id, stationId: station.id, productId: id }, at(minutes)))
  expect([await then('12:00'), await then('12:01'), await then('12:02')]).toEqual([778, 7780, 778])
  expect((await audits()).at(-1)).toMatchObject({ action: 'product.price.back', detail: { priceCents: 778, before: 7780 } })
})

test('a price that was to begin later is set back to what would have been in force then', async () => {
  const { lin, body, within, company, station, id } = await fuelAt778()
  const { id: wrong } = await lin.call(setPrice, body(7780, { fromAt: at('18:00').toISOString(), confirmPriceCents: 7780 }))
  await lin.call(setPriceBack, { id: wrong, body: {} })
  expect(await within(ctx => priceAt(ctx, { companyId: company.id, stationId: station.id, productId: id }, at('19:00')))).toBe(778)
})

type Priced = Awaited<ReturnType<typeof fuelAt778>>
const later = (milliseconds: number) => setClock(new Date(at('12:01').getTime() + milliseconds))
test.each([
  ['sixty seconds later', 'allowed', async () => later(60_000)],
  ['a moment after sixty seconds', 'price.setBackLate', async () => later(60_001)],
  ['after another price', 'price.replaced', async ({ lin, body }: Priced) => lin.call(setPrice, body(800))],
  ['a second time', 'price.setBackAlready', async ({ lin }: Priced, wrong: number) => lin.call(setPriceBack, { id: wrong, body: {} })],
])('a price is set back %s: %s', async (_, outcome, meanwhile) => {
  const it = await fuelAt778()
  setClock(at('12:01'))
  const { id } = await it.lin.call(setPrice, it.body(790))
  await meanwhile(it, id)
  const before = await it.prices()
  expect(await it.lin.refused(setPriceBack, { id, body: {} })).toBe(outcome)
  expect((await it.prices()).length).toBe(before.length + (outcome === 'allowed' ? 1 : 0))
})

test('neither the first price of a fuel nor a correction is set back, and a station master sets back only their own', async () => {
  const { lin, body, addStation, staff, prices } = await fuelAt778()
  const first = (await lin.call(productPrices.list, { query: {} })).content[0]!
  expect(await lin.refused(setPriceBack, { id: first.id, body: {} })).toBe('price.firstPrice')
  const { id } = await lin.call(setPrice, body(790))
  const west = await addStation('Riverside West')
  const master = await staff({ role: 'station_master', stationIds: [west.id] })
  expect(await master.refused(setPriceBack, { id, body: {} })).toBe('notFound')
  const { id: correction } = await lin.call(setPriceBack, { id, body: {} })
  expect(await lin.refused(setPriceBack, { id: correction, body: {} })).toBe('price.isCorrection')
  expect(await prices()).toEqual([778, 790, 778])
})
