import { items } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { world } from '../../testing/world.ts'

async function shop() {
  const it = await world()
  const boss = await it.staff({ role: 'admin' })
  const stands = forecourt(it)
  const { cardId } = await makeCard(it)
  const { cardId: scoreId } = await makeCard(it, { type: 'score' })
  const cola = await stands.goods()
  const bodyOf = async (id: number, over: object) => {
    const { stationId, productId, categoryId, name, code, priceCents, taxRate, version } = await boss.call(items.get, { id })
    return { id, body: { stationId, productId, categoryId, name, code, priceCents, taxRate, version, ...over } }
  }
  const edit = async (id: number, over: object) => boss.call(items.update, await bodyOf(id, over))
  const refused = async (id: number, over: object) => boss.refused(items.update, await bodyOf(id, over))
  return { ...it, boss, stands, cola, cardId, scoreId, edit, refused }
}
const gifts = { giftPoints: 5, giftCents: 1_50, giftPercent: null, frozenCents: null, frozenPercent: 2.5 }

// @req GDS-002 GDS-007
test('goods carry points, a gift and a frozen balance, each so much or a share, and the card product that receives them', async () => {
  const { boss, cola, cardId, edit, station } = await shop()
  expect(await edit(cola.id, { ...gifts, giftCardId: cardId })).toMatchObject({ ...gifts, giftCardId: cardId })
  const body = { stationId: station.id, categoryId: cola.categoryId, name: 'Chips', code: 'C1', priceCents: 6_00, taxRate: 13 }
  const made = await boss.call(items.create, { body: { ...body, giftPercent: 0.01, frozenCents: 2_00 } })
  expect(made).toMatchObject({ giftPercent: 0.01, giftCents: null, frozenCents: 2_00, giftPoints: null, giftCardId: null })
  const { content } = await boss.call(items.list, { query: { search: 'giftPercent>0' } })
  expect(content.map(({ id }) => id)).toEqual([made.id])
})

const wrong = [
  [{ giftCents: 1, giftPercent: 1 }, 'item.giftTwice'],
  [{ frozenCents: 1, frozenPercent: 1 }, 'item.frozenTwice'],
  [{ giftCents: 0 }, 'validation'],
  [{ giftCents: -1 }, 'validation'],
  [{ giftPercent: 0 }, 'validation'],
  [{ giftPercent: 100 }, 'validation'],
  [{ giftPercent: 1.001 }, 'validation'],
  [{ frozenPercent: 100 }, 'validation'],
  [{ giftPoints: 0 }, 'validation'],
  [{ giftPoints: 1.5 }, 'validation'],
  [{ giftCardId: 1 }, 'notFound'],
] as const
test.for(wrong)('goods that would give %j are refused: %s', async ([over, code]) => {
  const { cola, refused } = await shop()
  expect(await refused(cola.id, over)).toBe(code)
})

test('a fuel gives nothing, and what receives a gift keeps money and is of the company', async () => {
  const { boss, stands, cola, scoreId, cardId, refused } = await shop()
  const { itemId } = await stands.nozzle()
  expect(await refused(itemId, { giftPoints: 1 })).toBe('item.giftOfFuel')
  expect(await boss.refused(items.batch, { body: { itemIds: [itemId], set: { giftCents: 1 } } })).toBe('item.giftOfFuel')
  expect(await refused(cola.id, { giftCardId: scoreId })).toBe('item.giftCardUnfit')
  const other = await shop()
  expect(await other.refused(other.cola.id, { giftCardId: cardId })).toBe('notFound')
})

test('a batch edit sets gifts of many: so much ends a share, and the other way round', async () => {
  const { boss, stands, cola, cardId, edit } = await shop()
  const chips = await stands.goods()
  await edit(cola.id, gifts)
  const itemIds = [cola.id, chips.id]
  const set = { giftPercent: 5, frozenCents: 30, giftCardId: cardId }
  expect(await boss.call(items.batch, { body: { itemIds, set } })).toEqual({ changed: 2 })
  expect(await boss.call(items.get, { id: cola.id })).toMatchObject({ ...set, giftCents: null, frozenPercent: null, giftPoints: 5 })
  expect(await boss.call(items.get, { id: chips.id })).toMatchObject({ ...set, giftPoints: null })
  expect(await boss.refused(items.batch, { body: { itemIds, set: { giftPercent: 5, giftCents: 1 } } })).toBe('item.giftTwice')
  expect(await boss.call(items.batch, { body: { itemIds, set: { giftPercent: null, frozenCents: null } } })).toEqual({ changed: 2 })
  expect(await boss.call(items.get, { id: chips.id })).toMatchObject({ giftPercent: null, frozenCents: null })
})

test('goods take their gifts to other stations of the company', async () => {
  const { boss, cola, cardId, edit, addStation } = await shop()
  await edit(cola.id, { ...gifts, giftCardId: cardId })
  const west = await addStation('Riverside West')
  await boss.call(items.copy, { body: { itemIds: [cola.id], stationIds: [west.id] } })
  const copied = async () => (await boss.call(items.list, { query: { search: `station.id:${west.id}` } })).content
  expect(await copied()).toMatchObject([{ ...gifts, giftCardId: cardId }])
  await edit(cola.id, { giftPercent: 9 })
  const { content } = await boss.call(items.copy, { body: { itemIds: [cola.id], stationIds: [west.id], preview: true } })
  expect(content[0]!.changes[0]!.fields.toSorted()).toEqual(['frozenPercent', 'giftCardId', 'giftCents', 'giftPercent', 'giftPoints'])
  await boss.call(items.copy, { body: { itemIds: [cola.id], stationIds: [west.id] } })
  expect(await copied()).toMatchObject([{ giftPercent: 9, giftCents: null, giftPoints: null, giftCardId: null }])
})
