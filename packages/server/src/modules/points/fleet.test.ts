import { seed } from '../../testing/sampling.ts'
import {
  addFleet,
  cardLife,
  chargeUserCard,
  debitItems,
  fleets,
  manualOrders,
  points,
  pointsDetails,
  services,
  setFleetLeader,
  shelving,
  topUpOffers,
  userCards,
} from '@forecourt/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { earningFleet } from '../../testing/fleet-points.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { books } from '../../testing/order.ts'
import { noon, owned, setClock, tamper, world } from '../../testing/world.ts'

const broken = async (it: Parameters<typeof invariantsOf>[0]) => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)

// @req FLT-001 FLT-002 FLT-004 FLT-005
test.each(['assign', 'share'] as const)(
  'fills of every card of a fleet earn for the fleet and not for its driver, and are taken back of it: %s',
  async mode => {
    const it = await earningFleet(mode)
    const own = await it.pays()
    const bySub = await it.pays({}, it.sub.id)
    await it.pays({}, it.master.id)
    expect(await it.both()).toEqual([480, 480, 240, 240])

    await it.giveBack(bySub, 100_01)
    expect(await it.both()).toEqual([380, 380, 240, 240])
    await it.giveBack(bySub, 139_99)
    await it.giveBack(own, 240_00)
    expect(await it.both()).toEqual([240, 240, 0, 0])
    expect(await it.ofFleet()).toMatchObject({ level: { name: 'Silver', next: { name: 'Gold', missing: 760 } } })

    const { userCardId } = (await it.ofFleet()).score!
    const { content } = await it.boss.call(pointsDetails.list, { query: { search: `userCard.id:${userCardId}`, sort: 'id,asc' } })
    expect(content.map(({ type, points: count, userId }) => [type, count, userId])).toEqual([
      ['earn', 240, null],
      ['earn', 240, null],
      ['earnBack', -100, null],
      ['earnBack', -140, null],
    ])
    expect(await broken(it)).toEqual([])
  },
)

test('what was sold while a fleet earned nothing stays nobody’s, also when it begins to earn and part of it is given back', async () => {
  const it = await earningFleet('assign', { earnsPoints: false, levelUpgrade: false })
  expect(await it.ofFleet()).toMatchObject({ score: { userCardId: null, points: 0 }, level: { userCardId: null, growth: 0 } })
  const before = await it.pays({}, it.sub.id)
  expect(await it.both()).toEqual([0, 0, 0, 0])

  setClock(new Date(noon.getTime() + 60_000))
  expect(await it.edit({ earnsPoints: true, levelUpgrade: false })).toBe('allowed')
  await it.giveBack(before, 40_00)
  expect(await it.both()).toEqual([0, 0, 0, 0])
  setClock(new Date(noon.getTime() + 120_000))
  const during = await it.pays({}, it.sub.id)
  expect(await it.both()).toEqual([240, 0, 0, 0])

  // What it has stays when it earns no more; what is given back is taken back, and what is sold then earns nothing.
  expect(await it.edit({ earnsPoints: false })).toBe('allowed')
  await it.pays({}, it.sub.id)
  await it.giveBack(during, 120_00)
  expect(await it.both()).toEqual([120, 0, 0, 0])
  const { userCardId } = (await it.ofFleet()).score!
  expect(await it.edit({ earnsPoints: true })).toBe('allowed')
  expect((await it.ofFleet()).score!.userCardId).toBe(userCardId)
  expect(await broken(it)).toEqual([])
})

// @req FLT-007
test('another leader leads the fleet: its points and its level stay with it, and no leader has them', async () => {
  const it = await earningFleet()
  const lead = (name: string, userId: number) => it.boss.refused(setFleetLeader, { id: it.groupId, body: { userId } }).then(() => name)
  await lead('first', it.driver)
  await it.pays({}, it.master.id)
  expect(await it.both()).toEqual([240, 240, 0, 0])
  const next = await makeCard(it, {})
  await lead('second', next.userId!)
  await it.pays({}, it.sub.id)
  expect(await it.both()).toEqual([480, 480, 0, 0])
  expect((await it.held(next.userId!)).score).toMatchObject({ userCardId: null, points: 0 })
  const leader = await it.staff({ role: 'group_master', over: { fleetId: it.groupId } })
  expect((await leader.call(points.ofFleet, { id: it.groupId })).score!.points).toBe(480)
  const { id: other } = await it.boss.call(addFleet, { body: { name: 'Oasis' } })
  expect(await leader.refused(points.ofFleet, { id: other })).toBe('notFound')
})

test('its points are given, deducted and spent as those of a member, with a PIN; they end with the account', async () => {
  const it = await earningFleet()
  const account = (await it.ofFleet()).score!.userCardId!
  expect(await it.give(150, account)).toMatchObject({ points: 150 })
  expect(await it.deduct(30, account)).toMatchObject({ points: 120 })
  const refused = { points: 121, remark: 'a', pinProof: await it.proof('deduct', account, 121) }
  expect(await it.boss.refused(points.deduct, { id: account, body: refused })).toBe('points.insufficient')

  const pinProof = await proofOf(it.boss.actor, { action: 'card.return', subject: `userCards:${account}`, amountCents: 0 })
  await it.boss.call(cardLife.cardReturn, {
    id: account,
    body: { amountCents: 0, stationId: it.station.id, chipPresent: false, remark: 'Asked for', pinProof },
  })
  expect(await books(it)).toMatchObject({ pointsExpired: 120 })
  await it.pays({}, it.sub.id)
  expect((await it.both())[0]).toBe(0)
  // A fleet that begins anew has another account.
  await it.edit({})
  await it.edit({ earnsPoints: true })
  expect((await it.ofFleet()).score!.userCardId).not.toBe(account)
  expect(await broken(it)).toEqual([])
})

test('the level that a fleet has reached brings its price to all of the fleet’s cards, and to none of its driver', async () => {
  const it = await earningFleet()
  const [discount] = await it.rows<{ id: number }>(
    `insert into discount (company_id, name, cents_per_l) values ($1, 'Gold price', 50)
    returning id`,
    [it.company.id],
  )
  const [silver, gold] = it.level.levels!
  const levels = [silver!, { ...gold!, fromGrowth: 200, keepGrowth: 0, discountId: discount!.id }]
  await it.boss.call(services.edit, { id: it.level.id, body: { version: it.level.version, name: 'Levels', levels } })
  await it.pays({}, it.sub.id)
  await it.both()
  const totalOf = async ({ number }: { number: string }) => {
    const body = { nozzleControlId: it.nozzle.id, cardNumber: number, lineItems: [{ volumeCl: 30_00 }] }
    return (await it.lin.call(manualOrders.preview, { body })).totalCents
  }
  expect([await totalOf(it.sub), await totalOf(it.master), await totalOf(it.card)]).toEqual([225_00, 225_00, 240_00])
})

// @req MEM-005
test('points of a package go to the fleet, where it earns any, and never to the holder of its master card', async () => {
  const it = await earningFleet()
  const master = await it.boss.call(userCards.get, { id: it.master.id })
  await it.joined(master.userId!)
  const body = { name: '1000', classification: ['master' as const], priceCents: 1000_00, giftCents: 10_00, giftPoints: 100 }
  await it.boss.call(shelving.shelve, { id: (await it.boss.call(debitItems.create, { body })).id })
  const topUp = () =>
    it.boss.call(chargeUserCard, {
      id: it.master.id,
      body: { amountCents: 1000_00, payType: 'wx', stationId: it.station.id },
    })
  expect(await topUp()).toMatchObject({ giftPoints: 100, pointsNotBooked: 0 })
  expect((await it.ofFleet()).score!.points).toBe(100)
  await it.edit({ earnsPoints: false })
  const offers = { userCardId: it.master.id, amountCents: 1000_00 }
  expect(await it.boss.call(topUpOffers, { query: offers })).toMatchObject({ hasPoints: false })
  expect(await topUp()).toMatchObject({ giftPoints: 0, pointsNotBooked: 100 })
  expect((await it.held(master.userId!)).score!.points).toBe(0)
})

test.each([
  ['points', { earnsPoints: true }, 'points.notOpened'],
  ['growth', { levelUpgrade: true }, 'level.notOpened'],
])('a fleet begins to earn %s only where the company offers them', async (_, flags, code) => {
  const it = await world()
  const boss = await it.staff({ role: 'admin' })
  expect(await boss.refused(addFleet, { body: { name: 'Taxis', ...flags } })).toBe(code)
  const { id, version } = await boss.call(addFleet, { body: { name: 'Taxis' } })
  const response = await boss.send(fleets.update, { id, body: { name: 'Taxis', version, ...flags } })
  expect(response.json()).toMatchObject({ code, field: Object.keys(flags)[0] })
  expect(await boss.call(fleets.get, { id })).toMatchObject({ earnsPoints: false, levelUpgrade: false, version })
})

test('its accounts are no cards: no master, on no bill, without a holder, one of each', async () => {
  const it = await earningFleet()
  const { score } = await it.ofFleet()
  expect(await it.boss.call(fleets.get, { id: it.groupId })).toMatchObject({ masterId: it.master.id, subCount: 1 })
  const { version } = await it.boss.call(userCards.get, { id: score!.userCardId! })
  expect(await it.boss.refused(userCards.update, { id: score!.userCardId!, body: { version, userId: it.driver } })).toBe('service.ofFleet')
  const second = owned(
    `insert into user_card (company_id, number, kind, card_id, group_id, principal_id, gift_id, lock_id, debt_id,
    issue_time, created_date) select company_id, 'P1', kind, card_id, group_id, principal_id, gift_id, lock_id, debt_id, issue_time,
    created_date from user_card where id = $1`,
    [score!.userCardId],
  )
  await expect(second).rejects.toMatchObject({ constraint: 'service.fleetJoined' })
})

test('points of a fleet’s fill that a driver has are found by the proof', async () => {
  const it = await earningFleet()
  await it.pays({}, it.sub.id)
  await it.both()
  await tamper('update points_earning set user_card_id = $1, level_card_id = null where full_points > 0', [it.account.points])
  expect((await broken(it)).map(({ invariant }) => invariant)).toContain('FL6')
})

const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('fill' as const), by: fc.constantFrom('sub' as const, 'master' as const) }) },
  fc.record({ act: fc.constant('back' as const), cents: fc.integer({ min: 1, max: 240_00 }) }),
  fc.record({ act: fc.constant('flag' as const), on: fc.boolean() }),
  fc.record({ act: fc.constant('lead' as const) }),
)

test('fills, refunds, flags and leaders in any order: a fleet holds what was sold while it earned, its driver nothing', async () => {
  const run = async (mode: 'assign' | 'share', deeds: readonly (typeof deed extends fc.Arbitrary<infer D> ? D : never)[]) => {
    setClock(noon)
    const it = await earningFleet(mode)
    let [on, minute] = [true, 0]
    const sold: { id: number; earns: boolean; back: number }[] = []
    for (const each of deeds) {
      setClock(new Date(noon.getTime() + ++minute * 60_000))
      const last = sold.at(-1)
      if (each.act === 'fill' && sold.length < 8) sold.push({ id: await it.pays({}, it[each.by].id), earns: on, back: 0 })
      if (each.act === 'back' && last && last.back + each.cents <= 240_00) {
        await it.giveBack(last.id, each.cents)
        last.back += each.cents
      }
      if (each.act === 'flag') {
        await it.edit({ earnsPoints: each.on, levelUpgrade: each.on })
        on = each.on
      }
      if (each.act === 'lead') await it.boss.call(setFleetLeader, { id: it.groupId, body: { userId: (await makeCard(it, {})).userId! } })
      await it.earn()
    }
    const left = sold.map(({ earns, back }) => (earns ? 240 - Math.floor((240 * back) / 240_00) : 0)).reduce((sum, count) => sum + count, 0)
    expect(await it.both()).toEqual([left, left, 0, 0])
    expect(await broken(it)).toEqual([])
  }
  const deeds = fc.array(deed, { minLength: 6, maxLength: 10 })
  await fc.assert(fc.asyncProperty(fc.constantFrom('assign' as const, 'share' as const), deeds, run), {
    numRuns: 4,
    seed,
    endOnFailure: true,
  })
  setClock(noon)
}, 120_000)
