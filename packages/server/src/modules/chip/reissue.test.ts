import {
  cardInfos,
  cardKeys,
  cardLife,
  cardStops,
  chargeUserCard,
  commandSearch,
  issueUserCard,
  orderIntake,
  userCardDetails,
  userCards,
  type CardPayload,
  type CardRecord,
} from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { shop } from '../../testing/order.ts'
import { noon, owned, setClock, unique, world } from '../../testing/world.ts'
import { payByCard } from '../card/index.ts'
import { chip as chipModule } from './index.ts'
import { reservedMs } from './set.ts'

beforeEach(() => setClock(noon))
const later = (ms: number) => setClock(new Date(noon.getTime() + ms))

/** A counter with a key, its leader and a clerk, a card with 100.00 and a chip, and another chip in the box. */
async function counter(given: Parameters<typeof makeCard>[1] = {}) {
  const it = await shop()
  const over = { stationId: it.station.id }
  const admin = await it.staff()
  await admin.call(cardKeys.set, { id: it.company.id, body: { key: '0123456789ABCDEFFEDCBA9876543210' } })
  const clerk = await it.staff({ role: 'station_employee', stationIds: [it.station.id], over })
  const card = await makeCard(it, { principalCents: 100_00, ...given })
  const old = await addChip(it, { number: card.number, userCardId: card.id })
  const fresh = await addChip(it)
  const sent = async (more: object = {}, id = card.id) => ({
    id,
    body: {
      number: fresh.number,
      reason: 'lost' as const,
      remark: 'In the river',
      pinProof: await proofOf(it.lin.actor, { action: 'card.reissue', subject: `userCards:${id}` }),
      ...more,
    },
  })
  const reissue = async (...of: Parameters<typeof sent>) => it.lin.refused(cardLife.reissue, await sent(...of))
  const reserve = async (chip = fresh) =>
    (
      (await clerk.call(cardInfos.set, { id: chip.id, body: { issueType: 10, userCardId: card.id } })) as unknown as {
        payload: CardPayload
      }
    ).payload
  const confirm = ({ uuid, supplier }: typeof fresh, readBack: CardRecord) =>
    clerk.refused(cardInfos.save, { body: { uuid, supplier, readBack } })
  const pay = (cardNumber: string, more: object = {}) =>
    it
      .within(ctx => payByCard(ctx, { cardNumber, amountCents: 1_00, stationId: it.station.id, ref: `sale:${unique()}`, ...more }))
      .then(
        paid => (paid as { number: string }).number,
        thrown => thrown as { code: string; message: string; detail: object },
      )
  const shownCard = () => clerk.call(userCards.get, { id: card.id })
  const stateOf = async ({ id }: { id: number }) => (await clerk.call(cardInfos.get, { id })).state
  const broken = async () => (await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)
  return { ...it, admin, clerk, card, old, fresh, sent, reissue, reserve, confirm, pay, shownCard, stateOf, broken }
}

// @req CRD-016
test('a lost card is replaced by its number alone: the account keeps its money, the old number finds it and pays nothing', async () => {
  const it = await counter({ giftCents: 8_00 })
  const { lin, card, fresh, sent, pay, clerk } = it
  await clerk.call(cardStops.loss, { id: card.id, body: {} })
  const movements = async () => (await lin.call(userCardDetails.list, { query: { search: `userCard.id:${card.id}` } })).totalElements
  const before = await movements()
  const replaced = await lin.call(cardLife.reissue, await sent({ number: '6201900001' }))
  expect(replaced).toMatchObject({ id: card.id, number: '6201900001', status: 'normal', physicalNumber: null })
  expect(await pursesOf(card.id)).toEqual({ principal: 100_00, gift: 8_00, lock: 0, debt: 0 })
  expect(await movements()).toBe(before)

  expect(await pay(card.number)).toMatchObject({ code: 'card.replaced', detail: { number: card.number, date: '2026-05-01', last: '0001' } })
  expect(await pay('6201900001')).toBe('6201900001')
  expect(await clerk.call(cardLife.find, { query: { number: card.number } })).toMatchObject({
    id: card.id,
    number: '6201900001',
    replacedDate: noon.toISOString(),
  })
  expect(await clerk.call(cardLife.find, { query: { number: '6201900001' } })).toMatchObject({ id: card.id, replacedDate: null })
  expect(await clerk.refused(cardLife.find, { query: { number: '6201900002' } })).toBe('notFound')
  const found = await it.lin.call(commandSearch, { query: { text: card.number } })
  expect(found.userCards).toMatchObject([{ id: card.id, number: '6201900001' }])
  // The old chip is of no use to anybody; the box is as it was.
  expect([await it.stateOf(it.old), await it.stateOf(fresh)]).toEqual(['scrapped', 'stock'])
  expect(await clerk.refused(cardStops.unhook, { id: card.id, body: {} })).toBe('card.notLost')
  expect((await it.audits()).find(({ action }) => action === 'card.reissue')).toMatchObject({
    subject: `userCards:${card.id}`,
    detail: { number: '6201900001', before: card.number, reason: 'lost', remark: 'In the river' },
  })
  expect((await it.events()).filter(({ topic }) => topic === 'card.replaced')).toHaveLength(1)
  // The loss is over: the new card may be lost as well.
  expect(await clerk.refused(cardStops.loss, { id: card.id, body: {} })).toBe('allowed')
  expect(await it.broken()).toEqual([])
})

// @req CRD-016
test('with a chip it is replaced in two steps: until the new one is confirmed, the account has its old card', async () => {
  const it = await counter({ validUntil: '2027-05-01' })
  const { card, old, fresh, reissue, reserve, confirm, pay } = it
  expect(await it.clerk.refused(cardInfos.set, { id: fresh.id, body: { issueType: 10, userCardId: card.id } })).toBe('card.alreadyIssued')
  expect(await reissue({ awaitsChip: true })).toBe('allowed')
  expect(await it.shownCard()).toMatchObject({ number: card.number, physicalNumber: old.uuid, issueTime: noon.toISOString() })
  const payload = await reserve()
  expect(payload).toMatchObject({ number: fresh.number, uuid: fresh.uuid, kind: 'personal', validUntil: '2027-05-01', keyVersion: 1 })
  expect([await pay(card.number), await it.stateOf(old), await it.stateOf(fresh)]).toEqual([card.number, 'issued', 'reserved'])
  expect(await it.broken()).toEqual([])

  expect(await confirm(fresh, payload)).toBe('allowed')
  expect(await it.shownCard()).toMatchObject({ number: fresh.number, physicalNumber: fresh.uuid, status: 'normal', principalCents: 99_00 })
  expect([await it.stateOf(old), await it.stateOf(fresh)]).toEqual(['scrapped', 'issued'])
  expect(await pay(card.number)).toMatchObject({ code: 'card.replaced' })
  expect(await pay(fresh.number)).toBe(fresh.number)
  // The confirmation may be sent again.
  expect(await confirm(fresh, payload)).toBe('allowed')
  const acts = (await it.audits()).map(({ action }) => action).filter(action => /^(chip|card\.reissue)/.test(action))
  expect(acts).toEqual(['card.reissue.ask', 'chip.reserve', 'chip.scrap', 'chip.issue', 'card.reissue'])
  expect(await it.broken()).toEqual([])
})

test('what nobody confirms in two minutes is given up, and the old card goes on; it is begun anew for a quarter of an hour', async () => {
  const it = await counter()
  await it.reissue({ awaitsChip: true })
  const payload = await it.reserve()
  later(reservedMs)
  expect(await it.confirm(it.fresh, payload)).toBe('cardInfo.notReserved')
  await runDueJobs(chipModule.tasks, new Date(noon.getTime() + reservedMs))
  expect([await it.stateOf(it.old), await it.stateOf(it.fresh), (await it.shownCard()).number]).toEqual(['issued', 'stock', it.card.number])
  expect(await it.confirm(it.fresh, await it.reserve())).toBe('allowed')

  const other = await counter()
  await other.reissue({ awaitsChip: true })
  later(reservedMs + 15 * 60_000 + 1)
  const begin = () => other.clerk.refused(cardInfos.set, { id: other.fresh.id, body: { issueType: 10, userCardId: other.card.id } })
  expect(await begin()).toBe('card.alreadyIssued')
})

test('asking for another number instead gives up the chip that was reserved', async () => {
  const it = await counter()
  await it.reissue({ awaitsChip: true })
  await it.reserve()
  expect(await it.reissue({ number: '6201900010' })).toBe('allowed')
  expect([await it.stateOf(it.old), await it.stateOf(it.fresh)]).toEqual(['scrapped', 'stock'])
  expect(await it.broken()).toEqual([])
})

test('a number belongs to one account for ever: neither a new card nor another reissue takes it', async () => {
  const it = await counter()
  await it.reissue({ number: '6201900020' })
  const issue = (number: string) => it.clerk.refused(issueUserCard, { body: { number, kind: 'anonymous', cardId: it.card.cardId } })
  expect([await issue(it.card.number), await issue('6201900020')]).toEqual(['card.numberTaken', 'card.numberTaken'])
  expect(await it.reissue({ number: it.card.number })).toBe('card.numberTaken')
  expect(await it.reissue({ number: '6201900020' })).toBe('card.numberTaken')
  // A second one: both old numbers are told the card in use.
  expect(await it.reissue({ number: '6201900021' })).toBe('allowed')
  for (const number of [it.card.number, '6201900020']) expect(await it.pay(number)).toMatchObject({ detail: { number, last: '0021' } })
})

test('a number that is given up and asked for at the same moment is nobody’s but its account’s', async () => {
  const it = await counter()
  let number = it.card.number
  for (let turn = 0; turn < 12; turn++) {
    const next = `62019100${String(turn).padStart(2, '0')}`
    const issue = () => it.clerk.refused(issueUserCard, { body: { number, kind: 'anonymous', cardId: it.card.cardId } })
    const sent = await it.sent({ number: next })
    const acts = [() => it.lin.refused(cardLife.reissue, sent), issue, issue]
    expect(await Promise.all(acts.map(act => act()))).toEqual(['allowed', 'card.numberTaken', 'card.numberTaken'])
    number = next
  }
})

test('what was delivered to the old number is booked to its account', async () => {
  const it = await counter()
  await it.reissue({ number: '6201900030' })
  expect(await it.pay(it.card.number, { delivered: true })).toBe('6201900030')
  const sale = it.fuelSale({ sequence: 901, payType: 'card', cardNumber: it.card.number, lineItems: [{ volumeCl: 5_00 }] })
  await it.device.call(orderIntake.take, { body: sale })
  expect(await pursesOf(it.card.id)).toMatchObject({ principal: 59_00 })
})

test('a card that owes is replaced, and still owes', async () => {
  const it = await counter()
  await it.pay(it.card.number, { delivered: true, amountCents: 130_00 })
  expect(await it.reissue({ number: '6201900040' })).toBe('allowed')
  expect(await it.shownCard()).toMatchObject({ status: 'overspend', debtCents: -30_00 })
  await it.clerk.call(chargeUserCard, { id: it.card.id, body: { amountCents: 30_00, payType: 'cash', withoutReceipt: true } })
  expect(await it.shownCard()).toMatchObject({ status: 'normal', debtCents: 0 })
})

describe('a reissue is refused, and nothing has changed:', () => {
  type Counter = Awaited<ReturnType<typeof counter>>
  const status = (to: string) => (it: Counter) => owned('update user_card set status = $2 where id = $1', [it.card.id, to])
  test.each<[string, (it: Counter) => unknown, object, string]>([
    ['it is disabled', status('disable'), {}, 'card.statusForbids'],
    ['it is locked', status('lock'), {}, 'card.statusForbids'],
    ['the number is another card’s', async it => makeCard(it, { number: '6201900050' }), { number: '6201900050' }, 'card.numberTaken'],
    ['there was no PIN', () => 0, { pinProof: 'guessed' }, 'pin.proof'],
    ['no reason is given', () => 0, { reason: undefined }, 'validation'],
  ])('%s', async (_, before, over, code) => {
    const it = await counter()
    await before(it)
    expect(await it.reissue(over)).toBe(code)
    expect([await it.stateOf(it.old), (await it.shownCard()).number]).toEqual(['issued', it.card.number])
  })

  test('it is of another company, or waits for its first chip', async () => {
    const it = await counter()
    expect(await it.reissue({}, (await makeCard(await world())).id)).toBe('notFound')
    const body = { number: '6201900060', kind: 'anonymous', cardId: it.card.cardId, awaitsChip: true } as const
    const waiting = await it.clerk.call(issueUserCard, { body })
    expect(await it.reissue({}, waiting.id)).toBe('card.notIssued')
  })

  test.each([
    ['was disabled', `update user_card set status = 'disable' where id = $1`, 'card.statusForbids'],
    ['was returned', `update user_card set status = 'disable', closed_time = now() where id = $1`, 'card.returned'],
  ] as const)('its card %s while the chip was written', async (_, statement, code) => {
    const it = await counter()
    await it.reissue({ awaitsChip: true })
    const payload = await it.reserve()
    await owned(statement, [it.card.id])
    expect(await it.confirm(it.fresh, payload)).toBe(code)
    expect([await it.stateOf(it.old), await it.stateOf(it.fresh)]).toEqual(['issued', 'reserved'])
  })
})
