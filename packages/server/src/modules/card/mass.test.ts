import { cardLife, massCards, userCards, type MassAct } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { makeCard, returnCard } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { shop } from '../../testing/order.ts'
import { noon, setClock, world } from '../../testing/world.ts'

async function counter() {
  setClock(noon)
  const it = await shop()
  const over = { stationId: it.station.id }
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over })
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over })
  const many = (act: MassAct, ids: number[], more: object = {}) => master.call(massCards, { body: { act, ids, ...more } })
  const statusOf = async (id: number) => (await master.call(userCards.get, { id })).status
  return { ...it, master, clerk, many, statusOf }
}

// @req CRD-017
test('of many cards each is answered for itself: what is refused of one leaves the others done', async () => {
  const it = await counter()
  const [one, other, lost, bearer, closed] = await Promise.all([
    makeCard(it, {}),
    makeCard(it, {}),
    makeCard(it, {}),
    makeCard(it, { kind: 'anonymous' }),
    makeCard(it, {}),
  ])
  await it.within(ctx => returnCard(ctx, closed.id, it.station.id))
  await it.many('loss', [lost.id])
  const foreign = await makeCard(await world(), {})
  const ids = [other.id, closed.id, lost.id, foreign.id, one.id, bearer.id]
  const answer = await it.many('loss', ids, { reason: 'stolen', remark: 'Bag stolen' })
  expect(answer).toMatchObject({ done: 2, refused: 4 })
  expect(answer.rows.map(({ id, code }) => [id, code])).toEqual([
    [other.id, null],
    [closed.id, 'card.returned'],
    [lost.id, 'card.alreadyLost'],
    [foreign.id, 'notFound'],
    [one.id, null],
    [bearer.id, 'card.bearerLoss'],
  ])
  expect(answer.rows[2]).toMatchObject({ number: lost.number, message: expect.stringContaining(lost.number) })
  expect(answer.rows[3]!.number).toBeNull()
  expect(await Promise.all([one, other, bearer].map(({ id }) => it.statusOf(id)))).toEqual(['lose', 'lose', 'normal'])
  expect((await it.audits()).filter(({ action, detail }) => action === 'card.loss' && detail.remark === 'Bag stolen')).toHaveLength(2)

  expect(await it.many('unhook', [one.id, other.id, lost.id])).toMatchObject({ done: 3, refused: 0 })
  expect(await it.many('disable', [one.id, other.id])).toMatchObject({ done: 2, refused: 0 })
  expect(await it.many('enable', [one.id, other.id, lost.id])).toMatchObject({ done: 2, refused: 1 })
  expect(await Promise.all([one, other].map(({ id }) => it.statusOf(id)))).toEqual(['normal', 'normal'])
})

test('many cards are extended, marked as to be written, and given one limit profile', async () => {
  const it = await counter()
  const card = await makeCard(it, { validUntil: '2026-12-31' })
  await addChip(it, { number: card.number, userCardId: card.id })
  const forever = await makeCard(it, {})
  const ids = [card.id, forever.id]
  const codes = async (...of: Parameters<typeof it.many>) => (await it.many(...of)).rows.map(({ code }) => code)
  expect(await codes('extend', ids, { validUntil: '2027-12-31', remark: 'Renewed' })).toEqual([null, 'card.withoutEnd'])
  expect(await codes('sync', ids)).toEqual([null, 'card.noChip'])
  const [profile] = await it.rows<{ id: number }>(
    `insert into card_limit_profile (company_id, name) values ($1, 'Night shift') returning id`,
    [it.company.id],
  )
  expect(await codes('limits', ids, { limitProfileId: profile!.id })).toEqual([null, null])
  expect(await it.master.call(userCards.get, { id: card.id })).toMatchObject({
    validUntil: '2027-12-31',
    toWrite: true,
    limitProfileId: profile!.id,
  })
  expect(await codes('limits', ids, { limitProfileId: null })).toEqual([null, null])
  expect((await it.master.call(userCards.get, { id: forever.id })).limitProfileId).toBeNull()
})

test('a thousand cards are one call, and said twice under one key it is done once', async () => {
  const it = await counter()
  const { cardId } = await makeCard(it, {})
  const ids = await it.within(async ctx => {
    const { issueCards } = await import('./issue.ts')
    const kind = 'anonymous' as const
    return issueCards(
      ctx,
      it.company.id,
      Array.from({ length: 1_000 }, (_, at) => ({ kind, cardId, number: `7900${10_000 + at}` })),
    )
  })
  const send = () =>
    it.master.raw('POST', '/userCards/acts', JSON.stringify({ act: 'disable', ids, remark: 'Audit' }), {
      'content-type': 'application/json',
      'idempotency-key': 'a-thousand-cards',
    })
  const first = (await send()).json<{ done: number; refused: number }>()
  expect(first).toMatchObject({ done: 1_000, refused: 0 })
  expect((await send()).json<{ done: number }>().done).toBe(1_000)
  expect((await it.audits()).filter(({ action }) => action === 'card.disable')).toHaveLength(1_000)
})

const id = 1
test.each([
  ['validation', { act: 'disable', ids: [] }],
  ['validation', { act: 'disable', ids: [id, id] }],
  ['validation', { act: 'disable', ids: Array.from({ length: 1_001 }, (_, at) => at + 1) }],
  ['validation', { act: 'extend', ids: [id], remark: 'x' }],
  ['validation', { act: 'extend', ids: [id], validUntil: '2027-01-01' }],
  ['validation', { act: 'limits', ids: [id] }],
  ['notFound', { act: 'limits', ids: [id], limitProfileId: 999_999_999 }],
])('is refused: %s', async (code, body) => {
  const it = await counter()
  expect(await it.master.refused(massCards, { body: body as never })).toBe(code)
})

test('who may not do it to one card may not do it to many', async () => {
  const it = await counter()
  const card = await makeCard(it, { validUntil: '2026-12-31' })
  const as = (body: object) => it.clerk.refused(massCards, { body: { ids: [card.id], ...body } as never })
  expect(await as({ act: 'disable' })).toBe('auth.forbidden')
  expect(await as({ act: 'extend', validUntil: '2027-12-31', remark: 'x' })).toBe('auth.forbidden')
  expect(await as({ act: 'loss' })).toBe('allowed')
  expect(await it.clerk.refused(cardLife.extend, { id: card.id, body: { validUntil: '2027-12-31', remark: 'x' } })).toBe('auth.forbidden')
})
