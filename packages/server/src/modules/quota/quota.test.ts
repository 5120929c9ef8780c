import { allocationPlans, allocationRuns, cardStops, fleetActs, transferUserCard, userCardDetails } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { fleetWithQuotas, usualTerms } from '../../testing/quota.ts'
import { setClock, unique } from '../../testing/world.ts'
import { payByCard } from '../card/index.ts'
import { runDue } from './run.ts'

type Fleet = Awaited<ReturnType<typeof fleetWithQuotas>>
const clean = async (it: Fleet) => expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
/** Days of May 2026 at half past six in Shanghai; a plan runs at six. */
const day = (of: number) => `2026-05-${String(of).padStart(2, '0')}T22:30:00Z`
const spend = (it: Fleet, at: number, amountCents: number) =>
  it.within(ctx =>
    payByCard(ctx, {
      userCardId: it.cards[at]!.id,
      amountCents,
      stationId: it.station.id,
      ref: `quota:${unique()}`,
      target: `stock:${it.station.id}`,
    }),
  )
const give = (it: Fleet, at: number, amountCents: number) =>
  it.boss.call(transferUserCard, { id: it.master.id, body: { toId: it.cards[at]!.id, type: 'assign', amountCents } })

// @req FLT-005 FLT-002
test('a leader fills the cards of the drivers up each day: each period once, in one entry, seen on every statement', async () => {
  const it = await fleetWithQuotas()
  await give(it, 0, 50_00)
  const { id, nextRunDate } = await it.plan({ name: 'Daily', period: 'day' })
  expect(nextRunDate).toBe('2026-05-01T22:00:00.000Z')
  await it.at('2026-05-01T21:59:00Z')
  expect(await it.held()).toEqual([50_00, 0, 0, 950_00])

  await it.at('2026-05-01T22:00:00Z')
  expect(await it.held()).toEqual([200_00, 200_00, 200_00, 400_00])
  const [run] = await it.runsOf(id)
  expect(run).toMatchObject({ period: '2026-05-02', givenCents: 550_00, backCents: 0, served: 3, short: 0, passedOver: 0, reason: null })
  const [entry] = await it.rows(`select count(*)::int as moves from ledger_entry join ledger_move on entry_id = id where ref = $1`, [
    `plan:${id}:2026-05-02`,
  ])
  expect(entry).toEqual({ moves: 3 })
  const { content } = await it.leader.call(userCardDetails.list, {
    query: { search: `userCard.id:${it.master.id}`, sort: 'createdDate,desc' },
  })
  expect(content[0]).toMatchObject({ type: 'assign', amountCents: -550_00, balanceAfterCents: 400_00, remark: 'Daily 2026-05-02' })

  // Asked again on the same day nothing happens; on the next one only what was spent is filled up.
  await it.at(day(1))
  await spend(it, 1, 30_00)
  await it.at(day(2))
  expect(await it.held()).toEqual([200_00, 200_00, 200_00, 370_00])
  expect((await it.runsOf(id)).map(({ period, givenCents }) => [period, givenCents])).toEqual([
    ['2026-05-02', 550_00],
    ['2026-05-03', 30_00],
  ])
  await clean(it)
})

// @req FLT-005
test('a master card that is short serves the listed order, gives the rest to the next, and says who went without', async () => {
  const it = await fleetWithQuotas({ principalCents: 350_00 })
  const [one, two, three] = it.cards as [Fleet['master'], Fleet['master'], Fleet['master']]
  const lines = [three, one, two].map(({ id }) => ({ userCardId: id, amountCents: 200_00 }))
  const { id } = await it.plan({ mode: 'add', amountCents: null, lines, period: 'week', weekday: 'saturday' })
  const asked = { ...usualTerms, mode: 'add', amountCents: null, lines, name: 'Other', period: 'week' } as const
  const before = await it.leader.call(allocationPlans.preview, { id: it.groupId, body: asked })
  expect(before).toMatchObject({ availableCents: 350_00, givenCents: 350_00, served: 1, short: 2, nextRunDate: '2026-05-03T22:00:00.000Z' })
  expect(before.rows.map(({ userCardId, outcome, givenCents }) => [userCardId, outcome, givenCents])).toEqual([
    [one.id, 'partly', 150_00],
    [two.id, 'without', 0],
  ])

  await it.at(day(1))
  expect(await it.held()).toEqual([150_00, 0, 200_00, 0])
  const [run] = await it.runsOf(id)
  expect(run).toMatchObject({ period: '2026-W18', givenCents: 350_00, served: 1, short: 2 })
  expect((await it.linesOf(run!.id)).map(({ userCardId, outcome, reason }) => [userCardId, outcome, reason])).toEqual([
    [three.id, 'given', null],
    [one.id, 'partly', 'short'],
    [two.id, 'without', 'short'],
  ])
  await clean(it)
})

// @req FLT-005 FLT-013
test('cards that are stopped are passed over and keep what they have; others and new cards get the quota of the rest', async () => {
  const it = await fleetWithQuotas()
  const [one] = it.cards
  const { id } = await it.plan({ mode: 'add', amountCents: 10_00, lines: [{ userCardId: one!.id, amountCents: 80_00 }], period: 'day' })
  await it.boss.call(cardStops.loss, { id: one!.id, body: {} })
  await it.at(day(1))
  expect(await it.held()).toEqual([0, 10_00, 10_00, 980_00])
  const [run] = await it.runsOf(id)
  expect(run).toMatchObject({ served: 2, passedOver: 1 })
  expect((await it.linesOf(run!.id))[0]).toMatchObject({ userCardId: one!.id, outcome: 'passedOver', reason: 'lost', givenCents: 0 })
  await it.boss.call(cardStops.unhook, { id: one!.id, body: {} })
  await it.at(day(2))
  expect(await it.held()).toEqual([80_00, 20_00, 20_00, 880_00])
  await clean(it)
})

// @req FLT-005
test('by setting, what is left of a quota goes back before the next; what was spent came out of the quota first', async () => {
  const it = await fleetWithQuotas({ subs: 2 })
  await give(it, 0, 40_00)
  const { id } = await it.plan({ mode: 'add', amountCents: 100_00, leftover: 'goesBack', period: 'day' })
  await it.at(day(1))
  expect(await it.held()).toEqual([140_00, 100_00, 760_00])
  await spend(it, 0, 60_00)
  await spend(it, 1, 100_00)
  await it.at(day(2))
  // Of the first 40 of 100 are left and go back; the 40 that were there besides stay.
  expect(await it.held()).toEqual([140_00, 100_00, 600_00])
  expect((await it.runsOf(id)).at(-1)).toMatchObject({ givenCents: 200_00, backCents: 40_00 })
  await clean(it)

  // What goes back from one is given to the other, and the master card holds what it held, without a movement.
  await spend(it, 1, 100_00)
  await it.rows("update allocation_plan set mode = 'fillUpTo', amount_cents = 7000 where id = $1", [id])
  const movements = () => it.rows('select count(*)::int as rows from user_card_detail where user_card_id = $1', [it.master.id])
  const before = await movements()
  await it.at(day(3))
  expect(await it.held()).toEqual([70_00, 70_00, 600_00])
  expect(await movements()).toEqual(before)
  await clean(it)
})

// @req FLT-005 FLT-004
test('a fleet that shares, is stopped or has lost its master card gets nothing, and its runs say why; gifts are never given', async () => {
  const it = await fleetWithQuotas({ subs: 1, principalCents: 30_00, giftCents: 50_00 })
  const { id } = await it.plan({ period: 'day', amountCents: 20_00, mode: 'add' })
  await it.boss.call(cardStops.loss, { id: it.master.id, body: {} })
  await it.at(day(1))
  await it.boss.call(cardStops.unhook, { id: it.master.id, body: {} })
  const [{ name }] = (await it.rows<{ name: string }>('select name from fleet where id = $1', [it.groupId])) as [{ name: string }]
  await it.boss.call(fleetActs.stop, { id: it.groupId, body: { confirmName: name } })
  await it.at(day(2))
  await it.boss.call(fleetActs.start, { id: it.groupId, body: {} })
  await it.boss.call(fleetActs.mode, { id: it.groupId, body: { valueMode: 'share' } })
  await it.at(day(3))
  expect(await it.leader.refused(allocationPlans.add, { id: it.groupId, body: { ...usualTerms, name: 'More', amountCents: 1 } })).toBe(
    'fleet.shares',
  )
  await it.boss.call(fleetActs.mode, { id: it.groupId, body: { valueMode: 'assign' } })
  await it.at(day(4))
  expect((await it.runsOf(id)).map(({ reason, givenCents }) => [reason, givenCents])).toEqual([
    ['masterStopped', 0],
    ['fleetStopped', 0],
    ['shares', 0],
    [null, 20_00],
  ])
  await it.at(day(5))
  // Of the second 20 there are 10 left: the gift of the master card is not given.
  expect(await pursesOf(it.master.id)).toMatchObject({ principal: 0, gift: 50_00 })
  expect((await it.runsOf(id)).at(-1)).toMatchObject({ givenCents: 10_00, short: 1 })
  await clean(it)
})

// @req FLT-005
test('what is due while no server runs is made up for, a period at a time; what passes while a plan is paused is not', async () => {
  const it = await fleetWithQuotas({ subs: 1 })
  const { id } = await it.plan({ period: 'day', mode: 'add', amountCents: 10_00 })
  await it.at(day(3))
  expect((await it.runsOf(id)).map(({ period }) => period)).toEqual(['2026-05-02', '2026-05-03', '2026-05-04'])
  expect(await it.held()).toEqual([30_00, 970_00])

  expect(await it.leader.call(allocationPlans.pause, { id })).toMatchObject({ active: false, nextRunDate: null })
  await it.at(day(6))
  expect(await it.leader.call(allocationPlans.resume, { id })).toMatchObject({ active: true, nextRunDate: '2026-05-07T22:00:00.000Z' })
  await it.at(day(7))
  expect((await it.runsOf(id)).map(({ period }) => period)).toEqual(['2026-05-02', '2026-05-03', '2026-05-04', '2026-05-08'])

  // Changed to another hour of the day that has had its run, it waits for the next one.
  const now = await it.leader.call(allocationPlans.get, { id, query: {} })
  const { name, version } = now
  const body = { ...usualTerms, name, version, period: 'day', mode: 'add', amountCents: 5_00, hour: 20 } as const
  expect(await it.leader.call(allocationPlans.update, { id, body })).toMatchObject({ nextRunDate: '2026-05-09T12:00:00.000Z' })
  expect(await it.leader.refused(allocationPlans.update, { id, body })).toBe('stale')
  expect((await it.audits()).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['allocationPlans.create', 'quota.run', 'quota.pause', 'quota.resume', 'allocationPlans.update']),
  )
  await clean(it)
})

test('two workers that have the same plan in their hands give once', async () => {
  const it = await fleetWithQuotas({ subs: 2 })
  const { id } = await it.plan({ period: 'month', monthDay: 2, amountCents: 100_00 })
  setClock(day(1))
  await Promise.all(Array.from({ length: 4 }, () => it.within(ctx => runDue(ctx, id))))
  expect((await it.runsOf(id)).map(({ period }) => period)).toEqual(['2026-05'])
  expect(await it.held()).toEqual([100_00, 100_00, 800_00])
})

// @req FLT-018
test('refusals: what does not fit stands on its field; another fleet is not there; who allocates by hand keeps no plans', async () => {
  const it = await fleetWithQuotas({ subs: 1 })
  const other = await fleetWithQuotas({ subs: 1 })
  const { id, name } = await it.plan()
  const [card, foreign] = [it.cards[0]!.id, other.cards[0]!.id]
  const body = { ...usualTerms, name: 'One', amountCents: 10_00 }
  const line = { userCardId: card, amountCents: 1 }
  for (const [sent, code] of [
    [{ ...body, name }, 'quota.nameTaken'],
    [{ ...body, amountCents: null }, 'quota.nobody'],
    [{ ...body, lines: [line, line] }, 'quota.cardTwice'],
    [{ ...body, lines: [{ ...line, userCardId: foreign }] }, 'quota.cardOtherFleet'],
    [{ ...body, lines: [{ ...line, userCardId: it.master.id }] }, 'quota.cardOtherFleet'],
    [{ ...body, hour: 24 }, 'validation'],
    [{ ...body, monthDay: 32 }, 'validation'],
    [{ ...body, amountCents: 0 }, 'validation'],
  ] as const) {
    expect([code, await it.leader.refused(allocationPlans.add, { id: it.groupId, body: sent as never })]).toEqual([code, code])
    const previewed = code === 'quota.nameTaken' ? 'allowed' : code
    expect(await it.leader.refused(allocationPlans.preview, { id: it.groupId, body: sent as never })).toBe(previewed)
  }
  expect(await it.leader.refused(allocationPlans.resume, { id })).toBe('quota.running')
  await it.leader.call(allocationPlans.pause, { id })
  expect(await it.leader.refused(allocationPlans.pause, { id })).toBe('quota.paused')

  for (const [call, sent] of [
    [allocationPlans.add, { id: it.groupId, body }],
    [allocationPlans.pause, { id }],
    [allocationPlans.get, { id, query: {} }],
  ] as const)
    expect(await other.leader.refused(call as never, sent as never)).toBe('notFound')
  expect((await other.leader.call(allocationRuns.list, { query: {} })).content).toEqual([])
  const shiftLeader = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id } })
  expect(await shiftLeader.refused(allocationPlans.list, { query: {} })).toBe('allowed')
  expect(await shiftLeader.refused(allocationPlans.add, { id: it.groupId, body })).toBe('auth.forbidden')
})
