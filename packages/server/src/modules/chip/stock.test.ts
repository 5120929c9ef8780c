import { cardInfos, userCards } from '@forecourt/contract'
import { describe, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { noon, unique, world } from '../../testing/world.ts'

const blank = { companyId: 0, issueType: 8 } as const

// @req CRD-013 CRD-014 CRD-028 CRD-029 CRD-066
test('a blank chip is prepared, and undone; then prepared for a company at once', async () => {
  const place = await world()
  const lin = await place.staff({ role: 'admin' })
  const chip = await addChip(place, blank)
  const prepared = await lin.call(cardInfos.set, { id: chip.id, body: { issueType: 9, supplier: 1, cardType: 2 } })
  expect(prepared).toMatchObject({ issueType: 9, state: 'prepared', productionTime: noon.toISOString(), companyId: null })
  expect(await lin.call(cardInfos.set, { id: chip.id, body: { issueType: 9 } })).toMatchObject({ state: 'prepared' })
  expect(await lin.call(cardInfos.set, { id: chip.id, body: { issueType: 8 } })).toMatchObject({ state: 'imported', productionTime: null })
  const companyId = place.company.id
  expect(await lin.call(cardInfos.set, { id: chip.id, body: { issueType: 9, companyId } })).toMatchObject({ state: 'stock', companyId })
  expect(await lin.call(cardInfos.set, { id: chip.id, body: { issueType: 8 } })).toMatchObject({ state: 'imported', companyId: null })
  const { content } = await lin.call(cardInfos.life, { id: chip.id })
  expect(content.map(({ act }) => act)).toEqual(['import', 'prepare', 'unprepare', 'prepare', 'unprepare'])
})

// @req CRD-030 CRD-031 CRD-040 CRD-041 CRD-042 CRD-043
describe('preparation refuses', () => {
  test.each([
    ['another type', blank, { cardType: 1 }, 'cardInfo.otherType'],
    ['another maker', blank, { supplier: 0 }, 'cardInfo.otherMaker'],
    ['a PSAM card', { companyId: 0, issueType: 7, cardType: 3 }, {}, 'cardInfo.notUserCard'],
    ['a chip that a company was given', {}, {}, 'cardInfo.given'],
    ['a company that is not the caller’s', blank, { companyId: 'theirs' }, 'notFound'],
  ] as const)('%s', async (_, chip, body: object, code) => {
    const place = await world()
    const lin = await place.staff({ role: 'admin' })
    const made = await addChip(place, chip)
    const theirs = (await world()).company.id
    const sent = { issueType: 9, ...body, ...('companyId' in body && { companyId: theirs }) } as never
    expect(await lin.refused(cardInfos.set, { id: made.id, body: sent })).toBe(code)
  })

  test('a chip that is issued, and to undo what went on since', async () => {
    const place = await world()
    const lin = await place.staff({ role: 'admin' })
    const card = await makeCard(place, { number: `6201${unique()}` })
    const issued = await addChip(place, { number: card.number, userCardId: card.id })
    expect(await lin.refused(cardInfos.set, { id: issued.id, body: { issueType: 9 } })).toBe('cardInfo.issued')
    expect(await lin.refused(cardInfos.set, { id: issued.id, body: { issueType: 8 } })).toBe('cardInfo.issued')
    const stocked = await addChip(place)
    expect(await lin.refused(cardInfos.set, { id: stocked.id, body: { issueType: 8 } })).toBe('cardInfo.given')
  })
})

// @req CRD-064 CRD-046 CRD-037
test('a company takes prepared chips of nobody into its stock, once', async () => {
  const place = await world()
  const leader = await place.staff({ role: 'station_leader', stationIds: [place.station.id] })
  const chip = await addChip(place, { companyId: 0 })
  const body = { issueType: 9, companyId: place.company.id } as const
  expect(await leader.call(cardInfos.set, { id: chip.id, body })).toMatchObject({ state: 'stock', companyId: place.company.id })
  expect(await leader.call(cardInfos.set, { id: chip.id, body })).toMatchObject({ state: 'stock' })
  expect((await leader.call(cardInfos.list, { query: { search: 'state:stock' } })).content).toMatchObject([{ id: chip.id }])
  const raw = await addChip(place, blank)
  expect(await leader.refused(cardInfos.set, { id: raw.id, body })).toBe('auth.forbidden')
  const theirs = await addChip(await world())
  expect(await leader.refused(cardInfos.set, { id: theirs.id, body })).toBe('notFound')
  const employee = await place.staff({ role: 'station_employee' })
  const other = await addChip(place, { companyId: 0 })
  expect(await employee.refused(cardInfos.set, { id: other.id, body })).toBe('auth.forbidden')
})

test('chips of nobody are listed to administrators alone; a chip of a company to nobody of another', async () => {
  const place = await world()
  const number = `6203${String(1e6 + unique()).slice(1)}`
  const free = await addChip(place, { companyId: 0, number: `${number}1` })
  const own = await addChip(place, { number: `${number}2` })
  const theirs = await addChip(await world(), { number: `${number}3` })
  const found = async (role: 'admin' | 'station_leader' | 'company_group', over = {}) => {
    const who = await place.staff({ role, over })
    return (await who.call(cardInfos.list, { query: { search: `number:${number}*`, sort: 'number' } })).content.map(({ id }) => id)
  }
  expect(await found('admin')).toEqual([free.id, own.id])
  expect(await found('admin', { chosenCompanyId: place.company.id })).toEqual([free.id, own.id])
  expect(await found('station_leader')).toEqual([own.id])
  expect(await found('company_group')).toEqual([own.id])
  const leader = await place.staff({ role: 'station_leader' })
  for (const hidden of [free, theirs]) expect(await leader.refused(cardInfos.get, { id: hidden.id })).toBe('notFound')
  expect(await leader.refused(cardInfos.life, { id: free.id })).toBe('notFound')
})

test('who runs the system finds a chip of any company, and a member, by a part of their numbers and names', async () => {
  const place = await world()
  const card = await makeCard(place, { number: `6204${String(1e6 + unique()).slice(1)}` })
  const chip = await addChip(place, { number: card.number, userCardId: card.id })
  const root = await place.staff({ role: 'superAdmin', over: { companyIds: [place.company.id] } })
  for (const search of [`number:*${chip.number.slice(3)}*`, `uuid:*${chip.uuid.slice(-6)}*`])
    expect((await root.call(cardInfos.list, { query: { search } })).content).toMatchObject([{ id: chip.id }])
  expect((await root.call(userCards.list, { query: { search: `number:*${card.number.slice(3)}*` } })).content).toMatchObject([
    { id: card.id },
  ])
})

test('a mother card is handed over and comes back; a customer’s card is not', async () => {
  const place = await world()
  const lin = await place.staff({ role: 'admin' })
  const mother = await addChip(place, { companyId: 0, issueType: 5, cardType: 4 })
  const to = { to: '周明', remark: '河东站' }
  expect(await lin.call(cardInfos.handOver, { id: mother.id, body: to })).toMatchObject({ handedTo: '周明', state: 'special' })
  expect(await lin.refused(cardInfos.handOver, { id: mother.id, body: to })).toBe('cardInfo.handedOver')
  expect(await lin.call(cardInfos.handBack, { id: mother.id, body: {} })).toMatchObject({ handedTo: '' })
  expect(await lin.refused(cardInfos.handBack, { id: mother.id, body: {} })).toBe('cardInfo.notHandedOver')
  expect((await lin.call(cardInfos.life, { id: mother.id })).content.at(-2)).toMatchObject({ act: 'handOver', detail: '周明 · 河东站' })
  const chip = await addChip(place, { companyId: 0 })
  expect(await lin.refused(cardInfos.handOver, { id: chip.id, body: to })).toBe('cardInfo.notSpecial')
})
