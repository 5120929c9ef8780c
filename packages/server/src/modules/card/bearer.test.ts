import { cardLife, cardStops, chargeUserCard, setCompanyConfig, userCards } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

async function counter() {
  const it = await world()
  const over = { stationId: it.station.id }
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over })
  const admin = await it.staff()
  const card = await makeCard(it, { kind: 'anonymous' })
  const top = async (id = card.id) =>
    (await clerk.call(chargeUserCard, { id, body: { amountCents: 50_00, payType: 'cash', withoutReceipt: true } })).id
  const lost = (body: object = {}, id = card.id) => clerk.refused(cardStops.loss, { id, body })
  const allow = () => admin.call(setCompanyConfig, { id: it.company.id, body: { version: 1, config: { bearerCards: { loss: true } } } })
  return { ...it, clerk, admin, card, top, lost, allow }
}

// @req CRD-018
test('a bearer card is not reported lost, unless the company says so: then by the receipt of its newest top-up', async () => {
  const { top, lost, allow, ...it } = await counter()
  const first = await top()
  expect(await lost()).toBe('card.bearerLoss')
  expect(await lost({ receiptId: first })).toBe('card.bearerLoss')
  await allow()
  const newest = await top()
  for (const body of [{}, { receiptId: first }, { receiptId: await top((await makeCard(it, { kind: 'anonymous' })).id) }])
    expect(await lost(body)).toBe('card.notNewestReceipt')
  expect(await lost({ receiptId: newest })).toBe('allowed')
  // Of a named card no receipt is asked for.
  expect(await lost({}, (await makeCard(it)).id)).toBe('allowed')
})

test('a bearer card is registered to a member who is found, or made, by name and mobile number; its money stays where it is', async () => {
  const { clerk, card, top, audits, events, ...it } = await counter()
  await top()
  const register = (body: object, id = card.id) => clerk.refused(cardLife.register, { id, body })
  expect(await register({})).toBe('card.holderMissing')
  expect(await register({ holderName: 'Wang Fang' })).toBe('validation')
  const named = await clerk.call(cardLife.register, { id: card.id, body: { holderName: 'Wang Fang', holderMobile: '13800138001' } })
  expect(named).toMatchObject({ kind: 'personal', status: 'normal', principalCents: 50_00 })
  expect(await clerk.call(userCards.get, { id: card.id, query: { expand: 'user' } })).toMatchObject({ user: { name: 'Wang Fang' } })
  expect(await register({ holderName: 'Li Na', holderMobile: '13800138002' })).toBe('card.alreadyNamed')
  expect((await audits()).find(({ action }) => action === 'card.register')).toMatchObject({ subject: `userCards:${card.id}` })
  expect((await events()).filter(({ topic }) => topic === 'card.registered')).toHaveLength(1)
  expect(await pursesOf(card.id)).toMatchObject({ principal: 50_00 })

  // What moved before is counted as a bearer card's, and what moves now as a member's.
  await top()
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('a member of another company is not found, and a card that is stopped is not registered', async () => {
  const { clerk, card } = await counter()
  const stranger = await makeCard(await world())
  expect(await clerk.refused(cardLife.register, { id: card.id, body: { userId: stranger.userId! } })).toBe('notFound')
  await owned(`update user_card set status = 'disable' where id = $1`, [card.id])
  expect(await clerk.refused(cardLife.register, { id: card.id, body: { holderName: 'Li Na', holderMobile: '13800138002' } })).toBe(
    'card.statusForbids',
  )
})
