import {
  addFleet,
  cardInfos,
  cardStatement,
  fleets,
  issueUserCard,
  resetPayPassword,
  userCardDetails,
  userCards,
} from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { asSent, proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { payByCard, topUp } from './index.ts'

afterEach(() => setClock(noon))

/** A card that takes 50.00 and pays 10.00, each time another minute. */
async function billed(given: Parameters<typeof makeCard>[1] = {}) {
  const it = await world()
  const boss = await it.staff({ role: 'admin' })
  const card = await makeCard(it, given)
  let minute = 0
  const move = async () => {
    setClock(new Date(noon.getTime() + ++minute * 60_000))
    await it.within(ctx => topUp(ctx, { userCardId: card.id, amountCents: 50_00, from: { stationId: it.station.id, payType: 'cash' } }))
    setClock(new Date(noon.getTime() + ++minute * 60_000))
    await it.within(ctx => payByCard(ctx, { userCardId: card.id, amountCents: 10_00, stationId: it.station.id, ref: `sale:${minute}` }))
  }
  const edit = async (more: object) => {
    const { version, name, userId } = await boss.call(userCards.get, { id: card.id })
    return boss.call(userCards.update, { id: card.id, body: { version, name, userId, ...more } })
  }
  const movements = async () =>
    (await boss.call(userCardDetails.list, { query: { search: `userCard.id:${card.id}`, sort: 'createdDate,asc' } })).content.map(
      ({ type, billingType, invoiceStatus }) => [type, billingType, invoiceStatus],
    )
  return { ...it, boss, card, move, edit, movements }
}

// @req CRD-004
test('a card is billed on top-up, on consumption or not at all; a change counts from the next movement', async () => {
  const { boss, card, move, edit, movements } = await billed()
  await move()
  await edit({ billingType: 'consume' })
  await move()
  await edit({ billingType: 'forbidden' })
  await move()
  expect((await boss.call(userCards.get, { id: card.id })).billingType).toBe('forbidden')
  expect(await movements()).toEqual([
    ['charge', 'charge', 'uninvoiced'],
    ['consume', 'charge', null],
    ['charge', 'consume', null],
    ['consume', 'consume', null],
    ['charge', 'forbidden', null],
    ['consume', 'forbidden', null],
  ])
  expect(await boss.refused(userCards.update, { id: card.id, body: { version: 3, billingType: 'later' } as never })).toBe('validation')
  const { movements: stated } = await boss.call(cardStatement, { id: card.id, query: {} })
  expect(stated).toHaveLength(6)
})

// @req CRD-004
test('what a fleet is billed by stands for all of its cards, from their next movement on', async () => {
  const { boss, card, rows, move, edit, movements } = await billed({ kind: 'master', userId: null })
  const fleet = await boss.call(addFleet, { body: { name: 'Riverside Taxi', invoiceType: 'consume' } as never })
  await move()
  await rows('update user_card set group_id = $1 where id = $2', [fleet.id, card.id])
  await move()
  expect((await boss.call(userCards.get, { id: card.id })).billingType).toBe('consume')
  await boss.call(fleets.update, { id: fleet.id, body: { ...asSent(fleets.update, fleet), invoiceType: 'charge' } })
  await move()
  expect((await movements()).map(([, billingType]) => billingType)).toEqual(['charge', 'charge', 'consume', 'consume', 'charge', 'charge'])
  const found = await boss.call(userCards.list, { query: { search: `id:${card.id},billingType:charge` } })
  expect(found.totalElements).toBe(1)
  await expect(edit({ billingType: 'forbidden' })).rejects.toThrow('card.billingOfFleet')
})

// @req CRD-001
test('a card tells its name, numbers, password, billing, status, maker, times and discount', async () => {
  const { boss, card, edit, company, rows, within } = await billed({ number: '6200000000004321', name: 'Van 7' })
  const [discount] = await rows<{ id: number }>(
    `insert into discount (company_id, name, percent) values ($1, 'Regulars', 5) returning id`,
    [company.id],
  )
  await edit({ discountId: Number(discount!.id), name: 'Van 7' })
  const chip = await addChip({ company, within }, { number: card.number, userCardId: card.id })
  const pinProof = await proofOf(boss.actor, { action: 'card.payPassword', subject: `userCards:${card.id}` })
  const password = (payPassword: string) => boss.refused(resetPayPassword, { id: card.id, body: { payPassword, pinProof } })
  expect((await boss.call(userCards.get, { id: card.id })).hasPayPassword).toBe(false)
  expect([await password('27491'), await password('2749133'), await password('274913')]).toEqual(['validation', 'validation', 'allowed'])
  const shown = await boss.call(userCards.get, { id: card.id, query: { expand: ['discount', 'cardInfos'] } })
  expect(shown).toMatchObject({
    name: 'Van 7',
    number: '6200000000004321',
    physicalNumber: chip.uuid,
    hasPayPassword: true,
    billingType: 'charge',
    status: 'normal',
    issueTime: noon.toISOString(),
    discountId: Number(discount!.id),
    discount: { name: 'Regulars' },
    cardInfos: [{ uuid: chip.uuid, supplier: 1, productionTime: '2026-04-01T00:00:00.000Z' }],
  })
  expect(JSON.stringify(shown)).not.toContain('payPasswordHash')
})

// @req CRD-001
test('maker, chip number and the day it left the maker stand with the chip that the card has', async () => {
  const it = await billed()
  const chip = await addChip(it, { number: it.card.number, userCardId: it.card.id })
  const { content } = await it.boss.call(cardInfos.list, { query: { search: `userCard.id:${it.card.id}` } })
  expect(content).toMatchObject([{ id: chip.id, uuid: chip.uuid, supplier: 1, productionTime: '2026-04-01T00:00:00.000Z' }])
})

test('a product says for how many months its cards pay; a last day that is named goes before', async () => {
  const { boss, card, rows } = await billed()
  setClock('2026-01-31T12:00:00.000Z')
  await rows('update card set valid_months = 1 where id = $1', [card.cardId])
  const issue = async (number: string, more: object = {}) =>
    (await boss.call(issueUserCard, { body: { number, kind: 'anonymous', cardId: card.cardId, ...more } as never })).validUntil
  expect(await issue('6250000000000001')).toBe('2026-02-27')
  expect(await issue('6250000000000002', { validUntil: '2027-01-01' })).toBe('2027-01-01')
  await rows('update card set valid_months = null where id = $1', [card.cardId])
  expect(await issue('6250000000000003')).toBeNull()
})
