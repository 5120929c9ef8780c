import {
  cardInfos,
  cardLife,
  cardMoney,
  cardStops,
  chargeUserCard,
  orderPayments,
  orderRefunds,
  resetPayPassword,
  settlement,
  startShift,
  transferUserCard,
  userCardDetails,
  userCards,
} from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { addChip } from '../../testing/chip.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { books, shop } from '../../testing/order.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { freeze, payByCard } from '../card/index.ts'

beforeEach(() => setClock(noon))
type Given = Parameters<typeof makeCard>[1]

/** A desk with a shift that runs, and a card with 100.00, a gift of 8.00 and a chip. */
async function desk(given: Given = {}) {
  const it = await shop({ shifts: true })
  const shift = await it.lin.call(startShift, { body: { stationId: it.station.id } })
  const boss = await it.staff({ role: 'superAdmin', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const card = await makeCard(it, { principalCents: 100_00, giftCents: 8_00, ...given })
  const chip = await addChip(it, { number: card.number, userCardId: card.id })
  const sent = async (amountCents = 100_00, over: object = {}, id = card.id) => ({
    id,
    body: {
      amountCents,
      chipPresent: true,
      uuid: chip.uuid,
      remark: 'Moves away',
      pinProof: await proofOf(it.lin.actor, { action: 'card.return', subject: `userCards:${id}`, amountCents }),
      ...over,
    },
  })
  const back = async (...of: Parameters<typeof sent>) => it.lin.refused(cardLife.cardReturn, await sent(...of))
  const pay = (amountCents: number, more: object = {}) =>
    it
      .within(ctx => payByCard(ctx, { userCardId: card.id, amountCents, stationId: it.station.id, ref: `sale:${amountCents}`, ...more }))
      .then(
        () => 'paid',
        ({ code }: { code: string }) => code,
      )
  const broken = async () => (await invariantsOf(it)).filter(({ invariant, breaches }) => invariant !== 'I7' && breaches > 0)
  const chipNow = () => it.lin.call(cardInfos.get, { id: chip.id })
  return { ...it, boss, shift, card, chip, sent, back, pay, broken, chipNow }
}

// @req CRD-017
test('a card is returned: its principal is paid out of the till to the cent, its gift taken back, its chip is in stock again', async () => {
  const { lin, card, chip, sent, pay, shift, chipNow, broken, ...it } = await desk()
  await pay(33_34)
  const done = await lin.call(cardLife.cardReturn, await sent(66_66))
  const closed = { chip: 'stock', payType: 'cash', closedTime: noon.toISOString(), masterId: null }
  expect(done).toEqual({ userCardId: card.id, paidOutCents: 66_66, giftCents: 8_00, ...closed })
  expect(await pursesOf(card.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  // The till has what was spent; what was given away has come back.
  expect(await books(it)).toEqual({ 'tender:cash': -33_34, sales: 33_34 })
  expect(await lin.call(userCards.get, { id: card.id })).toMatchObject({
    status: 'disable',
    closedTime: noon.toISOString(),
    physicalNumber: null,
  })
  expect(await chipNow()).toMatchObject({ issueType: 9, state: 'stock', status: 'normal', userCardId: null, issueTime: null })
  const { content } = await lin.call(cardInfos.life, { id: chip.id })
  expect(content.at(-1)).toMatchObject({ act: 'return' })

  const movements = await lin.call(userCardDetails.list, { query: { search: `userCard.id:${card.id}`, sort: 'id' } })
  expect(movements.content.slice(-2)).toMatchObject([
    { type: 'refundCharge', principalCents: -66_66, balanceAfterCents: 8_00, payType: 'cash', shiftId: shift.id, reversesId: null },
    { type: 'refundReward', giftCents: -8_00, balanceAfterCents: 0, payType: null, shiftId: null },
  ])
  expect((await it.audits()).find(({ action }) => action === 'card.return')).toMatchObject({
    subject: `userCards:${card.id}`,
    detail: { principalCents: 66_66, giftCents: 8_00, payType: 'cash', chip: 'stock', remark: 'Moves away' },
  })
  expect((await it.events()).filter(({ topic }) => topic === 'card.returned')).toHaveLength(1)
  expect(await broken()).toEqual([])
})

// @req CRD-017
test('the shift that pays bears it: its till holds as much less, and what it took for top-ups is as much less', async () => {
  const { lin, card, sent, shift, station, broken } = await desk({ principalCents: 0, giftCents: 0 })
  await lin.call(chargeUserCard, {
    id: card.id,
    body: { stationId: station.id, amountCents: 300_00, payType: 'cash', withoutReceipt: true },
  })
  await lin.call(cardLife.cardReturn, await sent(300_00))
  const settled = await lin.call(settlement.close, { body: { dailyStateId: shift.id, counted: [{ payType: 'cash', countedCents: 0 }] } })
  expect(settled).toMatchObject({ topUps: 1, topUpCents: 0 })
  expect(settled.payTypes.find(({ payType }) => payType === 'cash')).toMatchObject({ expectedCents: 0, differenceCents: 0 })
  expect(await broken()).toEqual([])
})

test('what a bank sends back has a slip; a card without money or without its chip is returned as well', async () => {
  const it = await desk()
  expect(await it.back(100_00, { payType: 'bankCard' })).toBe('validation')
  expect(await it.back(100_00, { slipNo: 'A-17' })).toBe('validation')
  await it.lin.call(
    cardLife.cardReturn,
    await it.sent(100_00, { payType: 'bankCard', slipNo: 'A-17', chipPresent: false, uuid: undefined }),
  )
  expect(await it.chipNow()).toMatchObject({ state: 'scrapped', status: 'disable', issueType: 9, userCardId: null })
  expect(await it.rows('select pay_type, slip_no, chip from card_return where user_card_id = $1', [it.card.id])).toEqual([
    { pay_type: 'bankCard', slip_no: 'A-17', chip: 'scrapped' },
  ])
  expect((await books(it))['tender:bankCard']).toBe(100_00)

  const empty = await makeCard(it)
  expect(await it.lin.call(cardLife.cardReturn, await it.sent(0, { uuid: undefined, chipPresent: false }, empty.id))).toMatchObject({
    paidOutCents: 0,
    payType: null,
    chip: 'none',
  })
  expect(await it.broken()).toEqual([])
})

// @req CRD-017
test('a sub card gives its principal back to its master; that is returned when its sub cards are', async () => {
  const it = await desk({ kind: 'master', principalCents: 500_00, giftCents: 0 })
  const { lin, card: master } = it
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id, cardId: master.cardId })
  await lin.call(transferUserCard, { id: master.id, body: { toId: sub.id, type: 'assign', amountCents: 120_00 } })
  expect(await it.back(380_00)).toBe('card.hasSubs')
  const cash = (await books(it))['tender:cash']
  const returned = await lin.call(cardLife.cardReturn, await it.sent(120_00, { uuid: undefined, chipPresent: true }, sub.id))
  expect(returned).toMatchObject({ masterId: master.id, payType: null, chip: 'none' })
  expect(await pursesOf(master.id)).toMatchObject({ principal: 500_00 })
  expect((await books(it))['tender:cash']).toBe(cash)
  const { content } = await lin.call(userCardDetails.list, { query: { search: `userCard.id:${sub.id}`, sort: 'id,desc' } })
  expect(content[0]).toMatchObject({ type: 'assign', principalCents: -120_00, balanceAfterCents: 0 })
  expect(await it.back(500_00)).toBe('allowed')
  const another = { number: '6201777', kind: 'sub', cardId: master.cardId, parentId: master.id } as const
  await expect(makeCard(it, another)).rejects.toMatchObject({ code: 'card.returned' })
  expect(await it.broken()).toEqual([])
})

test('nor does a sub card give money back to a master that is stopped', async () => {
  const it = await desk({ kind: 'master' })
  const sub = await makeCard(it, { kind: 'sub', parentId: it.card.id, cardId: it.card.cardId })
  await it.lin.call(transferUserCard, { id: it.card.id, body: { toId: sub.id, type: 'assign', amountCents: 1_00 } })
  await it.lin.call(cardStops.loss, { id: it.card.id, body: {} })
  expect(await it.back(1_00, { uuid: undefined }, sub.id)).toBe('card.lost')
})

describe('a return is refused, and nothing has changed:', () => {
  type Desk = Awaited<ReturnType<typeof desk>>
  const status = (to: string) => (it: Desk) => it.rows('update user_card set status = $2 where id = $1', [it.card.id, to])
  test.each<[string, (it: Desk) => unknown, Partial<Parameters<Desk['sent']>[1]>, string]>([
    ['it owes', it => it.pay(200_00, { delivered: true }), {}, 'card.owes'],
    ['money of it is frozen', it => it.within(ctx => freeze(ctx, { userCardId: it.card.id, amountCents: 1, ref: 'f' })), {}, 'card.frozen'],
    ['it is lost', status('lose'), {}, 'card.statusForbids'],
    ['it is locked', status('lock'), {}, 'card.statusForbids'],
    ['it is disabled', status('disable'), {}, 'card.statusForbids'],
    ['it has paid meanwhile', it => it.pay(1), {}, 'card.balanceChanged'],
    ['another card lies on the reader', () => 0, { uuid: '04FFFFFFFFFFFF' }, 'card.otherChip'],
    ['the reader was not asked', () => 0, { uuid: undefined }, 'card.otherChip'],
    ['of another maker', () => 0, { supplier: 7 }, 'card.otherChip'],
    ['less is paid out than it holds', () => 0, { amountCents: 50_00 }, 'card.balanceChanged'],
    ['there was no PIN', () => 0, { pinProof: 'guessed' }, 'pin.proof'],
    ['there is no reason', () => 0, { remark: '' }, 'validation'],
  ])('%s', async (_, before, over, code) => {
    const it = await desk()
    await before(it)
    const held = await pursesOf(it.card.id)
    expect(await it.back(100_00, over)).toBe(code)
    expect(await pursesOf(it.card.id)).toEqual(held)
    expect(await it.chipNow()).toMatchObject({ state: 'issued' })
    expect((await it.audits()).filter(({ action }) => action === 'card.return')).toEqual([])
  })

  test('it is a bearer card that is not handed in, or of another company', async () => {
    const it = await desk({ kind: 'anonymous' })
    expect(await it.back(100_00, { chipPresent: false, uuid: undefined })).toBe('card.chipAbsent')
    expect(await it.back(100_00, { uuid: undefined })).toBe('card.otherChip')
    expect(await it.back(0, {}, (await makeCard(await world())).id)).toBe('notFound')
    expect(await it.back()).toBe('allowed')
  })
})

// @req CRD-017 CRD-020
describe('a card that was returned is used for nothing:', () => {
  type Desk = Awaited<ReturnType<typeof desk>>
  const why = { remark: 'Again' }
  test.each<[string, (it: Desk, id: number) => Promise<string>]>([
    ['enable', (it, id) => it.boss.refused(cardStops.enable, { id, body: {} })],
    ['loss', (it, id) => it.boss.refused(cardStops.loss, { id, body: {} })],
    ['unhook', (it, id) => it.boss.refused(cardStops.unhook, { id, body: {} })],
    ['disable', (it, id) => it.boss.refused(cardStops.disable, { id, body: {} })],
    [
      'top-up',
      (it, id) =>
        it.boss.refused(chargeUserCard, { id, body: { amountCents: 1, payType: 'cash', withoutReceipt: true, stationId: it.station.id } }),
    ],
    ['adjustment', (it, id) => it.boss.refused(cardMoney.adjust, { id, body: { amountCents: 1, pinProof: 'x', ...why } })],
    ['freeze', (it, id) => it.boss.refused(cardMoney.freeze, { id, body: { amountCents: 1, pinProof: 'x', ...why } })],
    ['thaw', (it, id) => it.boss.refused(cardMoney.thaw, { id, body: { amountCents: 1, ...why } })],
    ['password', (it, id) => it.boss.refused(resetPayPassword, { id, body: { payPassword: '274913', pinProof: 'x' } })],
    ['extension', (it, id) => it.boss.refused(cardLife.extend, { id, body: { validUntil: null, ...why } })],
    ['registration', (it, id) => it.boss.refused(cardLife.register, { id, body: {} })],
    ['reissue', (it, id) => it.boss.refused(cardLife.reissue, { id, body: { number: '6201888', reason: 'lost', pinProof: 'x' } })],
    ['return', (it, id) => it.back(0, {}, id)],
    [
      'move',
      async (it, id) => {
        const body = { toId: (await makeCard(it)).id, type: 'move', amountCents: 1, pinProof: 'x' } as const
        return it.boss.refused(transferUserCard, { id, body })
      },
    ],
    ['payment', it => it.pay(1)],
    ['payment by its number', it => it.pay(1, { userCardId: undefined, cardNumber: it.card.number })],
  ])('%s', async (_, act) => {
    const it = await desk()
    expect(await it.back()).toBe('allowed')
    expect(await act(it, it.card.id)).toBe('card.returned')
  })
})

test('what was paid with a card that was returned since is refunded in cash, and not to the card', async () => {
  const it = await desk()
  const { id } = await it.sell({ lineItems: [{ volumeCl: 10_00 }] })
  const paid = await it.lin.call(orderPayments.card, { id, body: { userCardId: it.card.id } })
  expect(await it.back(20_00)).toBe('allowed')
  const refund = async (mode: 'original' | 'cash') => {
    const subject = `transactions:${paid.transaction.id}`
    const pinProof = await proofOf(it.lin.actor, { action: 'order.refund', subject, amountCents: 80_00 })
    return it.lin.refused(orderRefunds.refund, {
      id: paid.transaction.id,
      body: { amountCents: 80_00, reason: 'paidWrong', mode, pinProof } as never,
    })
  }
  expect(await refund('original')).toBe('card.returned')
  expect(await refund('cash')).toBe('allowed')
  expect(await pursesOf(it.card.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  expect(await it.broken()).toEqual([])
})

test('fuel that was delivered to a returned card is booked to it and raised; it holds nothing and is never enabled by that', async () => {
  const it = await desk()
  await it.back()
  expect(await it.pay(30_00, { delivered: true })).toBe('paid')
  expect(await pursesOf(it.card.id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: -30_00 })
  expect(await it.lin.call(userCards.get, { id: it.card.id })).toMatchObject({ status: 'disable' })
  expect((await it.events()).filter(({ topic }) => topic === 'card.overspent')).toHaveLength(1)
  expect(await it.broken()).toEqual([])
})

test('a return that is sent twice pays once, with the same answer', async () => {
  const { lin, sent, ...it } = await desk()
  const twice = await sent()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await lin.call(cardLife.cardReturn, twice, headers)
  expect(await lin.call(cardLife.cardReturn, twice, headers)).toEqual(first)
  expect(await books(it)).toEqual({})
})

test('money that came from another card of the holder is paid out when the card is returned', async () => {
  const it = await desk()
  const other = await makeCard(it, { cardId: it.card.cardId, userId: it.card.userId })
  const pinProof = await proofOf(it.lin.actor, { action: 'card.move', subject: `userCards:${it.card.id}`, amountCents: 100_00 })
  await it.lin.call(transferUserCard, { id: it.card.id, body: { toId: other.id, type: 'move', amountCents: 100_00, pinProof } })
  expect(await it.back(100_00, { uuid: undefined, chipPresent: false }, other.id)).toBe('allowed')
  expect(await it.back(0)).toBe('allowed')
  expect(await books(it)).toEqual({})
  expect(await it.broken()).toEqual([])
})

test.each([
  ['a returned card with money', `update ledger_account set balance_cents = 1 where kind = 'principal' and owner_id = $1`],
  ['a return of another amount than was paid', 'update card_return set principal_cents = 1 where user_card_id = $1'],
  ['an account closed without a return', 'delete from card_return where user_card_id = $1'],
] as const)('the proof names %s', async (_, statement) => {
  const it = await desk()
  await it.back()
  expect(await it.broken()).toEqual([])
  await owned(statement, [it.card.id])
  expect((await it.broken()).map(({ invariant }) => invariant)).toContain('CD17')
})
