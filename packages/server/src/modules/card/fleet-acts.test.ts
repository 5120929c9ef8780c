import {
  addFleet,
  cardBlackLists,
  cardMoney,
  cardShares,
  cardStops,
  fleetActs,
  fleets,
  issueUserCard,
  setFleetLeader,
  transferUserCard,
  userCardDetails,
} from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf, signedIn } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { shop } from '../../testing/order.ts'
import { giveCredential } from '../forecourt/index.ts'
import { noon, owned, setClock } from '../../testing/world.ts'
import { freeze, payByCard, payDeliveredByCards } from './index.ts'

beforeEach(() => setClock(noon))

async function scene({ subs = 2, endTime = null }: { subs?: number; endTime?: string | null } = {}) {
  const it = await shop()
  const lin = await it.staff({ over: { stationId: it.station.id } })
  const { id: groupId } = await lin.call(addFleet, { body: { name: 'Taxis', endTime } })
  const master = await makeCard(it, { kind: 'master', groupId, principalCents: 500_00, giftCents: 30_00 })
  const drivers = []
  for (let turn = 0; turn < subs; turn++)
    drivers.push(await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId, name: `A·100${turn}` }))
  const give = (toId: number, amountCents: number, type: 'assign' | 'withdraw' = 'assign') =>
    lin.refused(transferUserCard, { id: master.id, body: { toId, type, amountCents } })
  let turn = 0
  const pay = (card: { id: number }, amountCents = 1_00, ctxOf = it.within) =>
    ctxOf(ctx =>
      payByCard(ctx, {
        userCardId: card.id,
        amountCents,
        stationId: it.station.id,
        ref: `acts:${card.id}:${++turn}`,
        target: `stock:${it.station.id}`,
      }),
    ).then(
      () => 'allowed',
      ({ code }: { code: string }) => code,
    )
  const mode = (to: 'share' | 'assign', body: object = {}) => lin.refused(fleetActs.mode, { id: groupId, body: { valueMode: to, ...body } })
  const clean = async () => expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  return { ...it, lin, groupId, master, drivers, give, pay, mode, clean }
}
const nothing = { principal: 0, gift: 0, lock: 0, debt: 0 }

// @req FLT-005 FLT-015
test('a fleet that begins to share takes all back to its master in one entry; one that ends it moves nothing', async () => {
  const it = await scene()
  const [one, other] = it.drivers as [typeof it.master, typeof it.master]
  await it.give(one.id, 100_00)
  await it.give(other.id, 50_00)
  const gift = { amountCents: 5_00, purse: 'gift' as const, remark: 'Sorry' }
  const proof = await proofOf(it.lin.actor, { action: 'card.adjust', subject: `userCards:${other.id}`, amountCents: 5_00 })
  await it.lin.call(cardMoney.adjust, { id: other.id, body: { ...gift, pinProof: proof } })
  expect(await it.lin.call(fleetActs.modePreview, { id: it.groupId, body: { valueMode: 'share' } })).toEqual({
    valueMode: 'share',
    count: 2,
    principalCents: 150_00,
    giftCents: 5_00,
    refused: 0,
    rows: [],
  })
  expect(await it.lin.call(fleetActs.mode, { id: it.groupId, body: { valueMode: 'share', remark: 'New contract' } })).toMatchObject({
    valueMode: 'share',
  })
  expect(await pursesOf(it.master.id)).toEqual({ ...nothing, principal: 500_00, gift: 35_00 })
  for (const driver of it.drivers) expect(await pursesOf(driver.id)).toEqual(nothing)
  const { content } = await it.lin.call(userCardDetails.list, { query: { search: 'type:assign,remark:New contract', size: 10 } })
  expect(new Map(content.map(({ userCardId, principalCents, giftCents }) => [userCardId, [principalCents, giftCents]]))).toEqual(
    new Map([
      [it.master.id, [150_00, 5_00]],
      [one.id, [-100_00, 0]],
      [other.id, [-50_00, -5_00]],
    ]),
  )
  const entries = await owned('select distinct ledger_entry_id from user_card_detail where remark = $1', ['New contract'])
  expect(entries).toHaveLength(1)

  expect(await it.mode('share')).toBe('fleet.sameMode')
  expect(await it.give(one.id, 1)).toBe('fleet.shares')
  expect(await it.give(one.id, 1, 'withdraw')).toBe('fleet.shares')
  const again = await proofOf(it.lin.actor, { action: 'card.adjust', subject: `userCards:${other.id}`, amountCents: 5_00 })
  expect(await it.lin.refused(cardMoney.adjust, { id: other.id, body: { ...gift, pinProof: again } })).toBe('fleet.shares')
  expect(await it.pay(one, 10_00)).toBe('allowed')

  expect(await it.mode('assign')).toBe('allowed')
  expect(await pursesOf(it.master.id)).toEqual({ ...nothing, principal: 490_00, gift: 35_00 })
  expect(await it.pay(one)).toBe('card.insufficientBalance')
  await it.clean()
})

test('a change of mode names the cards that stand against it, and then moves nothing at all', async () => {
  const it = await scene({ subs: 3 })
  const [free, frozen, owing] = it.drivers as [typeof it.master, typeof it.master, typeof it.master]
  for (const driver of it.drivers) await it.give(driver.id, 50_00)
  await it.within(ctx => freeze(ctx, { userCardId: frozen.id, amountCents: 10_00, ref: 'freeze:1' }))
  await it.within(async ctx => {
    const sale = {
      userCardId: owing.id,
      amountCents: 60_00,
      stationId: it.station.id,
      ref: 'owed:1',
      target: `stock:${it.station.id}` as const,
    }
    await payDeliveredByCards([{ ctx, sale: { ...sale, delivered: true } }])
  })
  const said = await it.lin.call(fleetActs.modePreview, { id: it.groupId, body: { valueMode: 'share' } })
  expect(said.refused).toBe(2)
  expect(said.rows.map(({ id, code }) => [id, code])).toEqual([
    [frozen.id, 'card.frozen'],
    [owing.id, 'card.owes'],
  ])
  expect(await it.mode('share')).toBe('card.frozen')
  expect(await pursesOf(free.id)).toMatchObject({ principal: 50_00 })
  expect(await it.lin.call(fleets.get, { id: it.groupId })).toMatchObject({ valueMode: 'assign' })
  await it.clean()
})

test('a master that is lost takes nothing back; without money on the sub cards the mode changes', async () => {
  const it = await scene()
  await it.give(it.drivers[0]!.id, 20_00)
  await it.lin.call(cardStops.loss, { id: it.master.id, body: {} })
  expect(await it.mode('share')).toBe('card.lost')
  // They go on with what they hold, and get nothing new.
  expect(await it.pay(it.drivers[0]!, 20_00)).toBe('allowed')
  expect(await it.give(it.drivers[0]!.id, 1)).toBe('card.lost')
  expect(await it.mode('share')).toBe('allowed')
  expect(await it.pay(it.drivers[0]!)).toBe('card.lost')
  await it.clean()
})

// @req FLT-013
test('a fleet is stopped by its typed name: no card of it pays from then on, all are on the black list, and it can go on', async () => {
  const it = await scene()
  await it.within(ctx => giveCredential(ctx, it.company.id, it.till.id, 'x'.repeat(43)))
  await it.give(it.drivers[0]!.id, 100_00)
  await it.lin.call(cardStops.loss, { id: it.drivers[1]!.id, body: {} })
  const stop = (confirmName: string) => it.lin.refused(fleetActs.stop, { id: it.groupId, body: { confirmName } })
  const listed = async () => {
    const { added } = await it.device.call(cardBlackLists.changes, { query: { since: 0 } })
    return Object.fromEntries(added.map(({ number, reason }) => [number, reason]))
  }
  expect(await stop('taxis')).toBe('fleet.nameMistyped')
  expect(await it.pay(it.drivers[0]!)).toBe('allowed')
  expect(await stop('Taxis')).toBe('allowed')
  expect(await stop('Taxis')).toBe('fleet.stopped')
  expect(await it.pay(it.drivers[0]!)).toBe('fleet.stopped')
  expect(await it.pay(it.master)).toBe('fleet.stopped')
  // A card that joins a stopped fleet is stopped with it.
  const late = await makeCard(it, { kind: 'sub', parentId: it.master.id, cardId: it.master.cardId })
  expect(await listed()).toEqual({
    [it.master.number]: 'stopped',
    [it.drivers[0]!.number]: 'stopped',
    [it.drivers[1]!.number]: 'lose',
    [late.number]: 'stopped',
  })
  expect((await it.lin.call(fleets.get, { id: it.groupId })).stoppedAt).not.toBeNull()
  await it.clean()
  const start = () => it.lin.refused(fleetActs.start, { id: it.groupId, body: {} })
  expect(await start()).toBe('allowed')
  expect(await start()).toBe('fleet.notStopped')
  expect(await listed()).toEqual({ [it.drivers[1]!.number]: 'lose' })
  expect(await it.pay(it.drivers[0]!)).toBe('allowed')
  expect(await it.pay(it.drivers[1]!)).toBe('card.lost')
  await it.clean()
})

test('after the end of a fleet none of its cards pays; its money stays, and its leader still reads', async () => {
  const it = await scene({ endTime: new Date(noon.getTime() + 60_000).toISOString() })
  await it.give(it.drivers[0]!.id, 100_00)
  const leader = await signedIn(it.company, { roles: ['admin'] })
  await it.lin.call(setFleetLeader, { id: it.groupId, body: { userId: leader.id } })
  expect(await it.pay(it.drivers[0]!)).toBe('allowed')
  setClock(new Date(noon.getTime() + 60_000))
  expect(await it.pay(it.drivers[0]!)).toBe('fleet.expired')
  expect(await it.pay(it.master)).toBe('fleet.expired')
  expect(await pursesOf(it.drivers[0]!.id)).toMatchObject({ principal: 99_00 })
  await it.clean()
})

test('a fleet has one open master card', async () => {
  const it = await scene()
  const second = (number: string) =>
    it.lin.refused(issueUserCard, {
      body: { number, kind: 'master', cardId: it.master.cardId, userId: it.master.userId, groupId: it.groupId },
    })
  expect(await second('88880001')).toBe('fleet.hasMaster')
  await owned('update user_card set closed_time = now(), status = $2 where id = $1', [it.master.id, 'disable'])
  const both = await Promise.all([second('88880002'), second('88880003')])
  expect(both.toSorted()).toEqual(['allowed', 'fleet.hasMaster'])
})

// @req MEM-018 MEM-034
test('money goes to many sub cards in one act, to all that are named or to none', async () => {
  const it = await scene({ subs: 3 })
  const [one, other, lost] = it.drivers as [typeof it.master, typeof it.master, typeof it.master]
  const rows = (...of: [number, number][]) => ({ rows: of.map(([toId, amountCents]) => ({ toId, amountCents })) })
  const assign = (body: object) => it.lin.refused(cardShares.assign, { id: it.master.id, body })
  expect(await assign({})).toBe('validation')
  expect(await assign(rows([one.id, 1], [one.id, 2]))).toBe('validation')
  await it.lin.call(cardStops.loss, { id: lost.id, body: {} })
  const stranger = await makeCard(it)

  const asked = await it.lin.call(cardShares.preview, {
    id: it.master.id,
    body: rows([one.id, 10_00], [lost.id, 10_00], [stranger.id, 1_00]),
  })
  expect(asked).toMatchObject({ amountCents: 10_00, count: 1, availableCents: 500_00, refused: 2, refusal: null })
  expect(asked.rows.map(({ number, code }) => [number, code])).toEqual([
    [one.number, null],
    [lost.number, 'card.lost'],
    [stranger.number, 'card.notOfMaster'],
  ])
  expect(await assign(rows([one.id, 10_00], [lost.id, 10_00]))).toBe('card.lost')
  expect(await assign(rows([one.id, 400_00], [other.id, 100_01]))).toBe('card.insufficientBalance')
  expect(await pursesOf(one.id)).toEqual(nothing)

  expect(
    await it.lin.call(cardShares.assign, { id: it.master.id, body: { ...rows([one.id, 40_00], [other.id, 60_00]), remark: 'May' } }),
  ).toEqual({ id: it.master.id, count: 2, amountCents: 100_00, passedOver: 0, valueCents: 430_00 })
  // To each that is in use: who is lost is passed over, and said so.
  expect(await it.lin.call(cardShares.assign, { id: it.master.id, body: { eachCents: 5_00 } })).toMatchObject({
    count: 2,
    passedOver: 1,
    amountCents: 10_00,
  })
  expect(await pursesOf(it.master.id)).toMatchObject({ principal: 390_00, gift: 30_00 })
  expect([await pursesOf(one.id), await pursesOf(other.id), await pursesOf(lost.id)].map(({ principal }) => principal)).toEqual([
    45_00, 65_00, 0,
  ])
  expect(await it.mode('share')).toBe('allowed')
  expect(await assign({ eachCents: 1 })).toBe('fleet.shares')
  await it.clean()
})
