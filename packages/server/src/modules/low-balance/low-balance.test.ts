import {
  addFleet,
  cardHolds,
  cardLife,
  fleetActs,
  lowBalances,
  memberMerge,
  setCompanyConfig,
  setFleetLeader,
  transferUserCard,
} from '@forecourt/contract'
import { describe, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, returnCard } from '../../testing/card.ts'
import { noticeWorld } from '../../testing/low-balance.ts'
import { owned, statementsOf } from '../../testing/world.ts'

type World = Awaited<ReturnType<typeof noticeWorld>>

/** A fleet, its master card, a sub card, and who leads it. */
async function fleetOf(it: World, valueMode: 'share' | 'assign', over: object = {}) {
  const fleet = await it.chen.call(addFleet, { body: { name: 'Jianghai Taxi', valueMode, ...over } })
  const master = await makeCard(it, { kind: 'master', userId: null, groupId: fleet.id, principalCents: 500_00 })
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })
  const { userId: leader } = await makeCard(it)
  const { userId: heir } = await makeCard(it)
  await owned(`update user_account set email = 'leader@example.com' where id = $1`, [leader])
  const lead = (userId: number) => it.chen.call(setFleetLeader, { id: fleet.id, body: { userId } })
  await lead(leader!)
  return { fleet, master, sub, leader: leader!, heir: heir!, lead }
}

test('a holder is told once when the balance falls below the level, and again after a top-up', async () => {
  const it = await noticeWorld()
  const card = await makeCard(it, { principalCents: 120_00, giftCents: 30_00 })
  expect(await it.set(card.id, 100_00)).toMatchObject({ levelCents: 100_00, balanceCents: 150_00, lowSince: null, notices: [] })
  await it.pay(card.id, 50_00)
  await it.tell()
  expect(await it.written()).toEqual([])

  await it.pay(card.id, 1)
  await it.pay(card.id, 10_00)
  await it.tell()
  await it.tell()
  const [first, ...more] = await it.written()
  expect([first, more]).toMatchObject([
    { channel: 'sms', template: 'lowBalance', language: 'en', userId: card.userId, state: 'queued' },
    [],
  ])
  const tail = card.number.slice(-4)
  expect(await it.textOf(first!.id)).toBe(
    `${it.company.name}: the balance of your card ending in ${tail} is CN¥99.99, below CN¥100.00 (2026-05-01 12:00). ` +
      'Please top it up in time.',
  )
  expect(await it.textOf(first!.id)).not.toContain(card.number)
  expect(await it.level(card.id)).toMatchObject({
    balanceCents: 89_99,
    lowSince: expect.stringMatching(/^2026-05-01T04:00:00/),
    notices: [
      { balanceCents: 99_99, levelCents: 100_00, outcome: 'told', channel: 'sms', recipient: expect.stringMatching(/^138\*\*\*\*/) },
    ],
  })

  // Too little, and then enough: only what reaches the level arms it again.
  await it.charge(card.id, 10_00)
  await it.pay(card.id, 5_00)
  await it.tell()
  expect(await it.written()).toHaveLength(1)
  await it.charge(card.id, 5_00, 1)
  expect(await it.level(card.id)).toMatchObject({ balanceCents: 100_00, lowSince: null })
  await it.pay(card.id, 1)
  await it.tell()
  expect(await it.written()).toHaveLength(2)
  const told = (await it.audits()).filter(({ action }) => action.startsWith('card.lowBalance'))
  expect(told.map(({ action }) => action)).toEqual(['card.lowBalance.set', 'card.lowBalance.tell', 'card.lowBalance.tell'])
})

test('a level above the balance tells at once; another tells nothing while it stays low, and none ends it', async () => {
  const it = await noticeWorld()
  const { id } = await makeCard(it, { principalCents: 80_00 })
  await it.set(id, 100_00, 'zh')
  await it.tell()
  const [message] = await it.written()
  const said = await it.textOf(message!.id)
  const text = '您的卡（尾号 0000）余额 ¥80.00，已低于 ¥100.00（2026-05-01 12:00）。请及时充值。'
  expect(said.replace(/\d{4}）余/, '0000）余')).toBe(`【${it.company.name}】${text}`)
  await it.set(id, 200_00)
  await it.tell()
  expect(await it.written()).toHaveLength(1)
  expect(await it.set(id, 80_00)).toMatchObject({ lowSince: null })
  expect(await it.set(id, null)).toMatchObject({ levelCents: null, version: 4 })
  await it.pay(id, 70_00)
  await it.tell()
  expect(await it.written()).toHaveLength(1)
  expect(await it.chen.refused(lowBalances.set, { id, body: { version: 3, levelCents: 1 } })).toBe('stale')
})

test('what is held for a fill is not counted, and does not tell by itself: the payment does', async () => {
  const it = await noticeWorld()
  const card = await makeCard(it, { principalCents: 300_00 })
  await it.set(card.id, 100_00)
  const body = { cardNumber: card.number, nozzleControlId: it.nozzle.id, wantedCents: 250_00 }
  const held = await it.device.call(cardHolds.ask, { body })
  await it.tell()
  expect(await it.level(card.id)).toMatchObject({ balanceCents: 50_00, lowSince: null })
  await it.device.call(cardHolds.void, { id: held.id })
  await it.pay(card.id, 200_01)
  await it.tell()
  expect(await it.outcomes(card.id)).toEqual(['told'])
})

test('in a fleet that shares, payments of sub cards tell its leader of the master card, and after a change the new leader', async () => {
  const it = await noticeWorld()
  const { fleet, master, sub, leader, heir, lead } = await fleetOf(it, 'share')
  await it.set(master.id, 400_00)
  await it.pay(sub.id, 150_00)
  await it.tell()
  const [first] = await it.written()
  expect(first).toMatchObject({ channel: 'mail', userId: leader, recipient: 'l***@example.com' })
  expect(await it.textOf(first!.id)).toContain(`the master card of ${fleet.name} ending in ${master.number.slice(-4)} is CN¥350.00`)
  await lead(heir)
  expect(await it.level(master.id)).toMatchObject({ person: { channel: 'sms' } })
  await it.charge(master.id, 200_00)
  await it.pay(sub.id, 200_00)
  await it.tell()
  expect((await it.written()).map(({ userId }) => userId)).toEqual([leader, heir])
})

test('in a fleet that allocates, the holder of a sub card is told of that card, and the leader what an allocation leaves', async () => {
  const it = await noticeWorld()
  const { fleet, master, sub, leader } = await fleetOf(it, 'assign')
  await it.chen.call(transferUserCard, { id: master.id, body: { toId: sub.id, type: 'assign', amountCents: 100_00 } })
  await it.set(master.id, 400_00)
  await it.set(sub.id, 50_00)
  await it.pay(sub.id, 60_00)
  await it.chen.call(transferUserCard, { id: master.id, body: { toId: sub.id, type: 'assign', amountCents: 1_00 } })
  await it.tell()
  expect((await it.written()).map(({ userId }) => userId)).toEqual([sub.userId, leader])
  // What goes back to the master as the fleet begins to share is nobody's low balance.
  await it.charge(master.id, 100_00)
  await it.chen.call(transferUserCard, { id: master.id, body: { toId: sub.id, type: 'assign', amountCents: 60_00 } })
  await it.chen.call(fleetActs.mode, { id: fleet.id, body: { valueMode: 'share' } })
  await it.tell()
  expect((await it.outcomes(sub.id))[0]).toBe('shares')
})

test('the leader sets the levels of the own fleet’s cards, and of no others', async () => {
  const it = await noticeWorld()
  const { fleet, master, sub } = await fleetOf(it, 'assign')
  const leader = await it.staff({ role: 'group_master', over: { fleetId: fleet.id } })
  const body = { version: 0, levelCents: 100_00 }
  for (const { id } of [master, sub]) expect(await leader.call(lowBalances.set, { id, body })).toMatchObject({ levelCents: 100_00 })
  const other = await makeCard(it, { principalCents: 1_00 })
  expect(await leader.refused(lowBalances.set, { id: other.id, body })).toBe('notFound')
  expect(await leader.refused(lowBalances.get, { id: other.id })).toBe('notFound')
})

const user = (set: string) => (it: World, userId: number) => it.rows(`update user_account set ${set} where id = $1`, [userId])
const ofCard = (set: string) => (it: World, _: number, id: number) => it.rows(`update user_card set ${set} where id = $1`, [id])
const ofFleet =
  (set: string, kind = 'personal') =>
  async (it: World, _: number, id: number) => {
    const [fleet] = await it.rows<{ id: number }>(`insert into fleet (company_id, name) values ($1, 'Oasis') returning id`, [it.company.id])
    await it.rows(`update fleet set ${set} where id = $1`, [fleet!.id])
    await it.rows(`update user_card set group_id = $2, kind = $3 where id = $1`, [id, fleet!.id, kind])
  }
const off = (it: World) =>
  it.chen.call(setCompanyConfig, {
    id: it.company.id,
    body: { version: 1, config: { lowBalance: { on: false, levelCents: 0 } } },
  })

describe('nobody is told', () => {
  test.each([
    ['switched off by the company', off, 'off'],
    ['the card is lost', ofCard(`status = 'lose'`), 'cardStopped'],
    ['the card is disabled', ofCard(`status = 'disable'`), 'cardStopped'],
    ['the card is locked', ofCard(`status = 'lock'`), 'cardStopped'],
    ['the last day of the card is over', ofCard(`valid_until = '2026-04-30'`), 'cardExpired'],
    ['the fleet is stopped', ofFleet('stopped_at = now()'), 'fleetStopped'],
    ['the fleet is past its end', ofFleet(`end_time = '2026-05-01T03:59:59Z'`), 'fleetExpired'],
    ['the fleet has no leader', ofFleet('user_id = null', 'master'), 'nobody'],
    ['the member is disabled', user('disabled = true'), 'personGone'],
    ['the member has left', user(`former_date = now(), mobile = null, email = null`), 'personGone'],
    ['there is no address', user('mobile = null'), 'noAddress'],
  ] as const)('%s', async (_, change, outcome) => {
    const it = await noticeWorld()
    const card = await makeCard(it, { principalCents: 100_00 })
    await it.set(card.id, 100_00)
    await it.pay(card.id, 1_00)
    await change(it, card.userId!, card.id)
    await it.tell()
    expect([await it.outcomes(card.id), await it.written()]).toEqual([[outcome], []])
  })

  test('the card was returned', async () => {
    const it = await noticeWorld()
    const card = await makeCard(it, { principalCents: 100_00 })
    await it.set(card.id, 100_00)
    await it.within(ctx => returnCard(ctx, card.id, it.station.id))
    await it.tell()
    expect([await it.outcomes(card.id), await it.written()]).toEqual([['cardReturned'], []])
    expect(await it.chen.refused(lowBalances.set, { id: card.id, body: { version: 1, levelCents: 1 } })).toBe('card.returned')
  })
})

test('who owes is told, on the last day of the card and in the last second of the fleet as well', async () => {
  const it = await noticeWorld()
  const card = await makeCard(it, { principalCents: 100_00 })
  await it.set(card.id, 100_00)
  await it.pay(card.id, 1_00)
  await ofCard(`status = 'overspend', valid_until = '2026-05-01'`)(it, 0, card.id)
  await ofFleet(`end_time = '2026-05-01T04:00:01Z'`)(it, 0, card.id)
  await it.tell()
  expect(await it.outcomes(card.id)).toEqual(['told'])
})

test.each([
  ['nothing', {}, 0, 'validation'],
  ['less than nothing', {}, -1, 'validation'],
  ['more than ten million', {}, 10_000_000_01, 'validation'],
  ['an account of points', { type: 'score' }, 1, 'card.holdsNoMoney'],
  ['an account of levels', { type: 'level' }, 1, 'card.holdsNoMoney'],
  ['an employee card', { kind: 'employee' }, 1, 'card.holdsNoMoney'],
  ['a bearer card', { kind: 'anonymous' }, 1, 'card.nobodyToTell'],
] as const)('a level is refused on its field: %s', async (_, given, levelCents, code) => {
  const it = await noticeWorld()
  const { id } = await makeCard(it, given)
  const reply = await it.chen.send(lowBalances.set, { id, body: { version: 0, levelCents } })
  expect(reply.json()).toMatchObject({ code, field: 'levelCents' })
})

test('the company offers an amount where no level was set yet, or none', async () => {
  const it = await noticeWorld()
  const { id } = await makeCard(it)
  expect(await it.level(id)).toMatchObject({ version: 0, levelCents: null, offeredCents: 100_00, on: true, person: { name: 'Wang Fang' } })
  await off(it)
  expect(await it.level(id)).toMatchObject({ offeredCents: null, on: false })
})

test('the level stays with the account when its card is replaced and when its holder is merged into another', async () => {
  const it = await noticeWorld()
  const card = await makeCard(it, { principalCents: 100_00 })
  const elder = await makeCard(it)
  await owned(`update user_account set created_date = '2026-03-02' where id = $1`, [elder.userId])
  await it.set(card.id, 100_00)
  const reissue = await proofOf(it.chen.actor, { action: 'card.reissue', subject: `userCards:${card.id}` })
  const number = `88${card.number}`
  await it.chen.call(cardLife.reissue, { id: card.id, body: { number, reason: 'damaged', pinProof: reissue } })
  const pinProof = await proofOf(it.chen.actor, { action: 'member.merge', subject: `members:${card.userId}` })
  const [{ mobile }] = (await owned<{ mobile: string }>('select mobile from user_account where id = $1', [elder.userId])) as [
    { mobile: string },
  ]
  await it.chen.call(memberMerge.merge, { id: card.userId!, body: { otherId: elder.userId!, reason: 'Twice', mobile, pinProof } })
  await it.pay(card.id, 1_00)
  await it.tell()
  const [message] = await it.written()
  expect(message).toMatchObject({ userId: elder.userId })
  expect(await it.textOf(message!.id)).toContain(`ending in ${number.slice(-4)}`)
})

test('notices are written together with what became of them, or not at all; two that look at once write each once', async () => {
  const it = await noticeWorld()
  const cards = []
  for (let nth = 0; nth < 6; nth++) cards.push(await makeCard(it, { principalCents: 100_00 }))
  for (const { id } of cards) {
    await it.set(id, 100_00)
    await it.pay(id, 1_00)
  }
  await owned(`alter table low_balance_notice add constraint fault check (outcome is null or user_card_id <> ${cards[3]!.id})`)
  await expect(it.tell()).rejects.toThrow()
  expect(await it.written()).toEqual([])
  await owned('alter table low_balance_notice drop constraint fault')
  await Promise.all([it.tell(), it.tell(), it.tell()])
  expect((await it.written()).map(({ userId }) => userId)).toEqual(cards.map(({ userId }) => userId))
})

test('however often a card falls within an hour it is told, and a payment sends the database nothing more for a level', async () => {
  const it = await noticeWorld()
  const card = await makeCard(it, { principalCents: 900_00 })
  const without = (await statementsOf(() => it.pay(card.id, 1_00))).length
  await it.set(card.id, 500_00)
  expect((await statementsOf(() => it.pay(card.id, 1_00))).length).toBe(without)
  for (let nth = 0; nth < 7; nth++) {
    await it.pay(card.id, 400_00)
    await it.charge(card.id, 400_00)
  }
  await it.tell()
  expect(await it.written()).toHaveLength(7)
})
