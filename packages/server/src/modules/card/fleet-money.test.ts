import { addFleet, cardLimits, cardStatement, cardStops, fleetActs, orderPayments, transferUserCard, userCards } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { holdingShop } from '../../testing/hold.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { shop } from '../../testing/order.ts'
import { refunder } from '../../testing/refund.ts'
import { noon, owned, setClock } from '../../testing/world.ts'
import { payByCard, payDeliveredByCards } from './index.ts'

beforeEach(() => setClock(noon))

async function scene(valueMode: 'share' | 'assign' = 'share', money = { principalCents: 500_00, giftCents: 30_00 }) {
  const it = await shop()
  const lin = await it.staff({ over: { stationId: it.station.id } })
  const { id: groupId } = await lin.call(addFleet, { body: { name: 'Taxis', valueMode } })
  const master = await makeCard(it, { kind: 'master', groupId, name: 'Office', ...money })
  const sub = (given: object = {}) => makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId, ...given })
  let turn = 0
  const pay = (card: { id: number }, amountCents: number) => {
    const sale = {
      userCardId: card.id,
      amountCents,
      stationId: it.station.id,
      ref: `test:${card.id}:${++turn}`,
      target: `stock:${it.station.id}` as const,
    }
    return it.within(ctx => payByCard(ctx, sale)).catch((thrown: { code: string; detail: object }) => thrown)
  }
  const clean = async () => expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
  return { ...it, lin, groupId, master, sub, pay, clean }
}

// @req FLT-002 FLT-004 FLT-005
test('sub cards of a fleet that shares spend the money of its master, each within its own limits, and both statements say so', async () => {
  const it = await scene()
  const [one, other] = [await it.sub({ name: 'A·1001', dayCentsMax: 100_00 }), await it.sub({ name: 'A·1002' })]
  expect(await it.pay(one, 60_00)).toMatchObject({ userCardId: one.id, principalCents: 60_00, balanceAfterCents: 470_00 })
  expect(await it.pay(other, 90_00)).toMatchObject({ userCardId: other.id, balanceAfterCents: 380_00 })
  // The day of the one is not the day of the other.
  expect(await it.pay(one, 50_00)).toMatchObject({ code: 'card.dayLimit' })
  expect(await pursesOf(it.master.id)).toEqual({ principal: 350_00, gift: 30_00, lock: 0, debt: 0 })
  expect(await pursesOf(one.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  // The gift goes last, and what nobody has nobody spends.
  expect(await it.pay(other, 370_00)).toMatchObject({ principalCents: 350_00, giftCents: 20_00, balanceAfterCents: 10_00 })
  const short = { code: 'card.insufficientBalance', detail: { number: it.master.number, limitCents: 10_00 } }
  expect(await it.pay(other, 10_01)).toMatchObject(short)

  const ofSub = await it.lin.call(cardStatement, { id: other.id, query: {} })
  expect(ofSub).toMatchObject({ master: { id: it.master.id, number: it.master.number, name: 'Office' }, spentOfMasterCents: 460_00 })
  expect(ofSub).toMatchObject({ inCents: 0, outCents: 0, totalElements: 2, closing: { balanceCents: 0 } })
  expect(ofSub.movements[0]).toMatchObject({
    userCardId: it.master.id,
    spentById: other.id,
    amountCents: -370_00,
    balanceAfterCents: 10_00,
  })
  const ofMaster = await it.lin.call(cardStatement, { id: it.master.id, query: {} })
  expect(ofMaster.movements.filter(({ type }) => type === 'consume').map(({ spentById }) => spentById)).toEqual([
    other.id,
    other.id,
    one.id,
  ])
  expect(ofMaster).toMatchObject({ master: null, spentOfMasterCents: 0 })
  await it.clean()
})

test('who is refused is told whose balance, whose loss and whose fleet it was', async () => {
  const it = await scene()
  const sub = await it.sub()
  const told = async () => {
    const { lines, deciding, code, message } = await it.lin.call(cardLimits.explain, { id: sub.id, query: { amountCents: 600_00 } })
    return { source: lines[deciding!]!.source, code, message }
  }
  expect(await told()).toMatchObject({ source: 'master', code: 'card.insufficientBalance' })
  expect((await told()).message).toContain(it.master.number)
  await it.lin.call(cardStops.loss, { id: it.master.id, body: {} })
  expect(await told()).toMatchObject({ source: 'master', code: 'card.lost' })
  expect(await it.pay(sub, 1_00)).toMatchObject({ code: 'card.lost', detail: { number: it.master.number } })
  await it.lin.call(cardStops.unhook, { id: it.master.id, body: {} })
  expect(await it.pay(sub, 1_00)).toMatchObject({ principalCents: 1_00 })
  await it.lin.call(fleetActs.stop, { id: it.groupId, body: { confirmName: 'Taxis' } })
  expect(await told()).toMatchObject({ source: 'fleet', code: 'fleet.stopped' })
})

test('an order that a sub card paid goes back to the master, and never into a hand', async () => {
  const it = await scene()
  const sub = await it.sub()
  const { id } = await it.sell()
  const { transaction } = await it.lin.call(orderPayments.card, { id, body: { userCardId: sub.id } })
  const { refund, refused } = refunder(it.lin)
  const amountCents = transaction.amountCents
  expect(await it.rows('select user_card_id as card from pay_transaction where id = $1', [transaction.id])).toEqual([{ card: sub.id }])
  expect(await pursesOf(it.master.id)).toMatchObject({ principal: 500_00 - amountCents })
  expect(await refused(transaction.id, { amountCents, mode: 'cash' })).toBe('refund.cashOfFleet')
  await refund(transaction.id, { amountCents: 1_00 })
  expect(await pursesOf(it.master.id)).toMatchObject({ principal: 500_00 - amountCents + 1_00 })
  // The rest after the fleet has changed to allocation: it was the master's money, and is so again.
  await it.lin.call(fleetActs.mode, { id: it.groupId, body: { valueMode: 'assign' } })
  await refund(transaction.id, { amountCents: amountCents - 1_00 })
  expect(await pursesOf(it.master.id)).toMatchObject({ principal: 500_00 })
  expect(await pursesOf(sub.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  const { movements } = await it.lin.call(cardStatement, { id: sub.id, query: {} })
  expect(movements.map(({ type, userCardId }) => [type, userCardId])).toEqual([
    ['refundConsume', it.master.id],
    ['refundConsume', it.master.id],
    ['consume', it.master.id],
  ])
  await it.clean()
})

test('what a sub card paid of its own goes to the master once the fleet shares', async () => {
  const it = await scene('assign')
  const sub = await it.sub()
  await it.lin.call(transferUserCard, { id: it.master.id, body: { toId: sub.id, type: 'assign', amountCents: 300_00 } })
  const { id } = await it.sell()
  const { transaction } = await it.lin.call(orderPayments.card, { id, body: { userCardId: sub.id } })
  const amountCents = transaction.amountCents
  expect(await pursesOf(sub.id)).toMatchObject({ principal: 300_00 - amountCents })
  await it.lin.call(fleetActs.mode, { id: it.groupId, body: { valueMode: 'share' } })
  await refunder(it.lin).refund(transaction.id, { amountCents })
  expect(await pursesOf(sub.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  expect(await pursesOf(it.master.id)).toMatchObject({ principal: 500_00 })
  await it.clean()
})

test('fuel that is delivered beyond what the master holds is owed by the master, and stops all that spend from it', async () => {
  const it = await scene()
  const [one, other] = [await it.sub(), await it.sub()]
  const sale = { userCardId: one.id, amountCents: 600_00, stationId: it.station.id, ref: 'late:1', delivered: true as const }
  await it.within(ctx => payDeliveredByCards([{ ctx, sale: { ...sale, target: `stock:${it.station.id}` } }]))
  expect(await pursesOf(it.master.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: -70_00 })
  expect(await pursesOf(one.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  expect(await it.lin.call(userCards.get, { id: it.master.id })).toMatchObject({ status: 'overspend' })
  expect(await it.lin.call(userCards.get, { id: one.id })).toMatchObject({ status: 'normal' })
  expect(await it.pay(other, 1)).toMatchObject({ code: 'card.overspent', detail: { number: it.master.number } })
  await it.clean()
})

test('a fill of a sub card holds the money of its master until its record comes', async () => {
  const it = await holdingShop()
  const { id: groupId } = await (await it.staff()).call(addFleet, { body: { name: 'Vans', valueMode: 'share' } })
  const master = await makeCard(it, { kind: 'master', groupId, principalCents: 300_00 })
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })
  const held = await it.ask({ cardNumber: sub.number, wantedCents: 200_00 })
  expect(held).toMatchObject({ userCardId: sub.id, masterId: master.id, approvedCents: 200_00 })
  expect(await pursesOf(master.id)).toEqual({ principal: 100_00, gift: 0, lock: 200_00, debt: 0 })
  expect(await it.lin.call(userCards.get, { id: master.id })).toMatchObject({ heldCents: 200_00 })
  expect(await it.lin.call(userCards.get, { id: sub.id })).toMatchObject({ heldCents: 0 })
  // What is held was held of the master: while it is, the fleet goes on sharing.
  expect(await (await it.staff()).refused(fleetActs.mode, { id: groupId, body: { valueMode: 'assign' } })).toBe('card.held')
  await it.send(it.fill(held.id, 10_00))
  expect(await pursesOf(master.id)).toEqual({ principal: 220_00, gift: 0, lock: 0, debt: 0 })
  expect(await (await it.staff()).refused(fleetActs.mode, { id: groupId, body: { valueMode: 'assign' } })).toBe('allowed')
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('the proof of the books notices a sub card that holds money while its fleet shares', async () => {
  const it = await scene('assign')
  const sub = await it.sub()
  await it.lin.call(transferUserCard, { id: it.master.id, body: { toId: sub.id, type: 'assign', amountCents: 1_00 } })
  await it.clean()
  await owned(`update fleet set value_mode = 'share' where id = $1`, [it.groupId])
  const wrong = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0).map(({ invariant }) => invariant)
  expect(await wrong()).toEqual(['I19'])
  await owned(`update fleet set value_mode = 'assign' where id = $1`, [it.groupId])
  expect(await wrong()).toEqual([])
})
