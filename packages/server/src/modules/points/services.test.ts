import { cardLife, cardMoney, cards, chargeUserCard, issueUserCard, manualOrders, points, services, userCards } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { loyal, someLevels } from '../../testing/points.ts'
import { makeCard } from '../../testing/card.ts'
import { noon, setClock, world } from '../../testing/world.ts'

const rule = { points: 1 }
const levels = someLevels

// @req MEM-006 MEM-007
test('a company opens several products of stored value, one service of points and one of levels', async () => {
  const it = await world()
  const boss = await it.staff({ role: 'admin' })
  const open = (type: 'debit' | 'score' | 'level', name: string) =>
    boss.refused(services.open, {
      body: { type, name, ...(type === 'score' && rule), ...(type === 'level' && { levels }) },
    })
  expect([await open('debit', 'Fuel card'), await open('debit', 'Gift card'), await open('score', 'Points')]).toEqual(
    Array(3).fill('allowed'),
  )
  expect([await open('level', 'Levels'), await open('score', 'More points'), await open('level', 'More levels')]).toEqual([
    'allowed',
    'card.serviceExists',
    'card.serviceExists',
  ])
  const { content } = await boss.call(services.list, {})
  expect(content.map(({ type, name, state, points: own, levels: kept }) => [type, name, state, own, kept?.length])).toEqual([
    ['debit', 'Fuel card', 'indefinite', undefined, undefined],
    ['debit', 'Gift card', 'indefinite', undefined, undefined],
    ['score', 'Points', 'indefinite', 1, undefined],
    ['level', 'Levels', 'indefinite', undefined, 2],
  ])
})

test.each([
  ['points without a rule', { type: 'score', name: 'A' }, 'service.ruleMissing'],
  ['levels without a rule', { type: 'level', name: 'A' }, 'service.ruleMissing'],
  ['stored value with a rule of points', { type: 'debit', name: 'A', ...rule }, 'service.ruleForbidden'],
  ['points with levels', { type: 'score', name: 'A', ...rule, levels }, 'service.ruleForbidden'],
  [
    'two levels of one name',
    { type: 'level', name: 'A', levels: [someLevels[0], { ...someLevels[1], name: 'Silver' }] },
    'service.levelsUnordered',
  ],
  [
    'two levels of one growth',
    { type: 'level', name: 'A', levels: [someLevels[1], { ...someLevels[1], name: 'B' }] },
    'service.levelsUnordered',
  ],
  [
    'a level that is harder to keep than to reach',
    { type: 'level', name: 'A', levels: [{ name: 'B', fromGrowth: 1, keepGrowth: 2 }] },
    'service.levelsUnordered',
  ],
  ['a level with a discount that is not there', { type: 'level', name: 'A', levels: [{ ...someLevels[0], discountId: 7 }] }, 'notFound'],
  ['points for a product that is not there', { type: 'score', name: 'A', points: 1, products: [{ productId: 7, times: 2 }] }, 'notFound'],
  ['a third decimal', { type: 'score', name: 'A', points: 0.001 }, 'validation'],
] as const)('%s is refused, and opens nothing', async (_, body, code) => {
  const it = await world()
  const boss = await it.staff({ role: 'admin' })
  expect(await boss.refused(services.open, { body: body as never })).toBe(code)
  expect((await boss.call(services.list, {})).content).toEqual([])
})

// @req MEM-026
test('a member has one account of each service, and none of one that is not open', async () => {
  const it = await loyal()
  const { id, userId } = await makeCard(it, {})
  const join = (service: number, user = userId!) => it.boss.refused(services.join, { id: service, body: { userId: user } })
  expect(await Promise.all(Array.from({ length: 4 }, () => join(it.score.id)))).toEqual(
    expect.arrayContaining(['allowed', 'service.alreadyJoined', 'service.alreadyJoined', 'service.alreadyJoined']),
  )
  expect([await join(it.level.id), await join(it.level.id)]).toEqual(['allowed', 'service.alreadyJoined'])
  const stored = (await it.boss.call(cards.list, { query: { search: 'type:debit' } })).content[0]!
  expect([await join(stored.id), await join(it.score.id, 7)]).toEqual(['service.ruleForbidden', 'notFound'])

  const end = { version: it.score.version, name: 'Points', ...rule, endTime: '2026-05-02T00:00:00Z' }
  expect(await it.boss.call(services.edit, { id: it.score.id, body: end })).toMatchObject({ state: 'opened' })
  setClock('2026-05-03T00:00:00Z')
  const late = await makeCard(it, {})
  expect(await join(it.score.id, late.userId!)).toBe('points.notOpened')
  expect(await it.boss.refused(points.reward, { id: it.account.points, body: { points: 1, remark: 'a', pinProof: 'a' } })).toBe(
    'points.notOpened',
  )
  expect((await it.held()).score!.state).toBe('expired')
  expect((await it.boss.call(services.list, {})).content.find(({ type }) => type === 'score')!.state).toBe('expired')
  setClock(noon)
  expect(id).toBeGreaterThan(0)
})

// @req MEM-027
test('an account of points or of levels holds no money: none is paid in, corrected, frozen, released, moved or given back', async () => {
  const it = await loyal()
  const proofs = { pinProof: 'made-up', remark: 'By mistake' }
  const amountCents = 100_00
  for (const id of [it.account.points, it.account.level])
    expect([
      await it.boss.refused(chargeUserCard, { id, body: { amountCents, payType: 'cash', stationId: it.station.id } }),
      await it.boss.refused(cardMoney.adjust, { id, body: { amountCents, ...proofs } }),
      await it.boss.refused(cardMoney.freeze, { id, body: { amountCents, ...proofs } }),
      await it.boss.refused(cardMoney.thaw, { id, body: { amountCents, remark: 'By mistake' } }),
      await it.boss.refused(cardMoney.refundCharge, { id, body: { detailId: 7, ...proofs } }),
      await it.boss.refused(cardMoney.refundChargePreview, { id, body: { detailId: 7 } }),
    ]).toEqual(Array(6).fill('card.notStoredValue'))
})

// @req MEM-026
test('nor does a card that is issued, or gets another holder, make a second account of a service for its member', async () => {
  const it = await loyal()
  const userId = it.card.userId!
  const issue = (cardId: number, number: string, over: object = { userId }) =>
    it.boss.refused(issueUserCard, { body: { number, cardId, ...over } })
  expect([await issue(it.score.id, '6001'), await issue(it.level.id, '6002')]).toEqual(['service.alreadyJoined', 'service.alreadyJoined'])
  expect(await issue(it.card.cardId, '6003')).toBe('allowed')
  // Of several counters one opens it.
  const other = await makeCard(it, {})
  const asked = ['6004', '6005', '6006'].map(number => issue(it.score.id, number, { userId: other.userId }))
  expect((await Promise.all(asked)).toSorted()).toEqual(['allowed', 'service.alreadyJoined', 'service.alreadyJoined'])
  const { id, version } = (await it.boss.call(userCards.list, { query: { search: `user.id:${other.userId},card.type:score` } })).content[0]!
  expect(await it.boss.refused(userCards.update, { id, body: { version, userId } })).toBe('service.alreadyJoined')
  expect(await issue(it.score.id, '6007', { kind: 'anonymous' })).toBe('service.ofMember')
  // What is on an account does not become something else.
  const { id: product, version: seen, name } = await it.boss.call(cards.get, { id: it.card.cardId })
  const asPoints = { version: seen, name, type: 'score' as const }
  expect(await it.boss.refused(cards.update, { id: product, body: asPoints })).toBe('card.typeFixed')
  // One that is closed makes room for another.
  const closed = it.account.points
  const pinProof = await proofOf(it.boss.actor, { action: 'card.return', subject: `userCards:${closed}`, amountCents: 0 })
  const back = { amountCents: 0, stationId: it.station.id, chipPresent: false, remark: 'Asked for', pinProof }
  await it.give(120)
  await it.boss.call(cardLife.cardReturn, { id: closed, body: back })
  expect(await it.boss.call(points.owed, {})).toMatchObject({ points: 0, ends: [] })
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  expect(await issue(it.score.id, '6008')).toBe('allowed')
})

// @req MEM-025 MEM-035
test('products of stored value that have not ended are listed; a card of one that has ended is neither topped up nor pays', async () => {
  const it = await loyal()
  const ended = await makeCard(it, { endTime: '2026-04-30T00:00:00Z' })
  const found = await it.boss.call(cards.list, {
    query: { search: `type:debit,(endTime>${noon.toISOString()}|endTime:null),companyId:${it.company.id}` },
  })
  expect(found.content.map(({ id }) => id)).toEqual([it.card.cardId])
  const body = { amountCents: 100_00, payType: 'cash', stationId: it.station.id } as const
  expect(await it.boss.refused(chargeUserCard, { id: ended.id, body })).toBe('card.serviceExpired')
})

test('the price of a level stands as a named discount on what the till is told, for every card of its member', async () => {
  const it = await loyal()
  const [discount] = await it.rows<{ id: number }>(
    `insert into discount (company_id, name, cents_per_l) values ($1, 'Gold price', 50) returning id`,
    [it.company.id],
  )
  const [silver, gold] = it.level.levels!
  await it.boss.call(services.edit, {
    id: it.level.id,
    body: {
      version: it.level.version,
      name: 'Levels',
      levels: [silver!, { ...gold!, fromGrowth: 200, keepGrowth: 0, discountId: discount!.id }],
    },
  })
  const seen = () =>
    it.lin.call(manualOrders.preview, {
      body: { nozzleControlId: it.nozzle.id, cardNumber: it.card.number, lineItems: [{ volumeCl: 30_00 }] },
    })
  expect(await seen()).toMatchObject({ totalCents: 240_00, discounts: [] })
  await it.pays()
  await it.earn()
  expect((await it.held()).level).toMatchObject({ name: 'Gold' })
  expect(await seen()).toMatchObject({ totalCents: 225_00, discounts: [{ kind: 'level', name: 'Gold price', amountCents: 15_00 }] })
})
