import { fleets, issueUserCard, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { twoFleets } from '../../testing/fleet.ts'
import { unique } from '../../testing/world.ts'

/** A fleet with a master card that holds 500.00, and a counter that issues its sub cards. */
async function counter() {
  const it = await twoFleets()
  const master = await makeCard(it, { kind: 'master', groupId: it.jianghai, principalCents: 500_00 })
  const body = (over: object = {}) => ({
    number: `7700${unique()}`,
    kind: 'sub' as const,
    cardId: master.cardId,
    parentId: master.id,
    ...over,
  })
  return { ...it, card: master, body }
}

// @req FLT-002 MEM-018
test('a sub card is issued with name, password, the vehicles that it is for, and its first money from the master card', async () => {
  const it = await counter()
  const facts = {
    name: 'Night van',
    payPassword: '947153',
    paymentCentsMax: 80_00,
    plates: ['沪c·10234', '沪AD12345'],
    assignCents: 120_00,
  }
  const { id } = await it.master.call(issueUserCard, { body: it.body(facts) })
  expect(await it.master.call(userCards.get, { id })).toMatchObject({
    name: 'Night van',
    hasPayPassword: true,
    paymentCentsMax: 80_00,
    principalCents: 120_00,
    plates: '沪C10234 沪AD12345',
    rangeOfUse: { plates: ['沪C10234', '沪AD12345'] },
  })
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 380_00 })
  expect((await it.audits()).map(({ action }) => action)).toEqual(expect.arrayContaining(['card.issue', 'card.assign']))
})

test.each([
  ['more than the master card has', { assignCents: 500_01 }, 'card.insufficientBalance'],
  ['an unusual amount that is entered once', { assignCents: 450_00, unusual: true }, 'amount.unusual'],
  ['a plate that is none', { plates: ['沪AD1A234'] }, 'validation'],
  ['money without a master card', { assignCents: 1, parentId: null, kind: 'personal' }, 'validation'],
])(
  'a sub card with %s is not issued, and no money has moved',
  async (_, { unusual = false, ...over }: object & { unusual?: boolean }, code) => {
    const it = await counter()
    const confirm = JSON.stringify({ confirm: { amountCents: 400_00 } })
    if (unusual)
      await it.rows('update station set config = coalesce(config, $2::jsonb) || $2::jsonb where id = $1', [it.station.id, confirm])
    const body = it.body(over)
    expect(await it.master.refused(issueUserCard, { body })).toBe(code)
    expect((await it.master.call(userCards.list, { query: { search: `number:${body.number}` } })).content).toEqual([])
    expect(await pursesOf(it.card.id)).toMatchObject({ principal: 500_00 })
  },
)

test('who may not set limits, or may not allocate, issues a sub card without them', async () => {
  const it = await counter()
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over: { stationId: it.station.id } })
  expect(await clerk.refused(issueUserCard, { body: it.body({ plates: ['沪C10235'] }) })).toBe('auth.forbidden')
  expect(await clerk.refused(issueUserCard, { body: it.body({ assignCents: 1_00 }) })).toBe('auth.forbidden')
  expect(await clerk.refused(issueUserCard, { body: it.body() })).toBe('allowed')
})

// @req FLT-001
test('a fleet whose sub cards are for its vehicles gives none to an employee; those that employees hold stay as they are', async () => {
  const it = await counter()
  const { userId } = await it.add(it.jianghai)
  const held = await it.master.call(issueUserCard, { body: it.body({ userId }) })
  const { name, version } = await it.master.call(fleets.get, { id: it.jianghai })
  await it.master.call(fleets.update, { id: it.jianghai, body: { name, version, employeeCards: false } })

  expect(await it.master.refused(issueUserCard, { body: it.body({ userId }) })).toBe('fleet.cardsOfVehicles')
  const van = await it.master.call(issueUserCard, { body: it.body({ name: 'Van' }) })
  const given = { userId, version: van.version }
  expect(await it.master.refused(userCards.update, { id: van.id, body: given })).toBe('fleet.cardsOfVehicles')
  expect(await it.master.call(userCards.get, { id: van.id })).toMatchObject({ userId: null })

  const kept = await it.master.call(userCards.update, { id: held.id, body: { userId, name: 'Lin', version: held.version } })
  expect(kept).toMatchObject({ userId, name: 'Lin', status: 'normal' })
})
