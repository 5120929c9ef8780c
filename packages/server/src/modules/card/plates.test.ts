import { userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { shop } from '../../testing/order.ts'

async function fleet() {
  const it = await shop()
  const cardFor = async (...plates: string[]) => {
    const { id } = await makeCard(it, { kind: 'anonymous' })
    const { version } = await it.lin.call(userCards.get, { id })
    if (plates.length > 0) await it.lin.call(userCards.update, { id, body: { version, name: '', rangeOfUse: { plates } } })
    return id
  }
  const found = async (search: string) =>
    (await it.lin.call(userCards.list, { query: { search, sort: 'createdDate,asc' } })).content.map(({ id }) => id)
  return { ...it, cardFor, found }
}

// @req CRD-062
test('a card is found by a part of a plate that it is for, until it is for that vehicle no more', async () => {
  const it = await fleet()
  const [van, both] = [await it.cardFor('京A12345'), await it.cardFor('京A12346', '沪B0C889')]
  await it.cardFor()
  const { version, plates } = await it.lin.call(userCards.get, { id: both })
  expect(plates).toBe('京A12346 沪B0C889')
  expect(await it.found('plates:*京A1234*')).toEqual([van, both])
  expect(await it.found('plates:*b0c889')).toEqual([both])
  expect(await it.found('plates:*A12347*')).toEqual([])
  expect(await it.found('plates<>null')).toEqual([van, both])

  await it.lin.call(userCards.update, { id: both, body: { version, name: '', rangeOfUse: { plates: ['沪B0C889'] } } })
  expect(await it.found('plates:*京A1234*')).toEqual([van])
})
