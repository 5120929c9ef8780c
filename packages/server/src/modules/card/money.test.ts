import { cardMoney, chargeUserCard, userCardDetails } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { books } from '../../testing/order.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { freeze, payByCard } from './index.ts'

beforeEach(() => setClock(noon))

/** A counter with its leader, and a card topped up with 100.00 and a gift of 8.00. */
async function counter() {
  const it = await world()
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const card = await makeCard(it)
  const top = async (amountCents: number, giftCents?: number) =>
    lin.call(chargeUserCard, { id: card.id, body: { amountCents, payType: 'cash', withoutReceipt: true, ...(giftCents && { giftCents }) } })
  const { id: detailId } = await top(100_00, 8_00)
  const refundBody = async (of = detailId, amountCents = 100_00) => ({
    detailId: of,
    remark: 'Wrong card',
    pinProof: await proofOf(lin.actor, { action: 'card.refundCharge', subject: `userCardDetails:${of}`, amountCents }),
  })
  const adjust = async (amountCents: number, purse: 'principal' | 'gift' = 'principal') => ({
    amountCents,
    purse,
    remark: 'Counted twice',
    pinProof: await proofOf(lin.actor, { action: 'card.adjust', subject: `userCards:${card.id}`, amountCents }),
  })
  const pay = (amountCents: number, ref: string) =>
    it.within(ctx =>
      payByCard(ctx, {
        userCardId: card.id,
        amountCents,
        stationId: it.station.id,
        ref: `payment:${ref}`,
        target: `stock:${it.station.id}`,
      }),
    )
  const broken = async () => {
    const results = await invariantsOf(it)
    return results.filter(invariant => invariant.breaches > 0)
  }
  return { it, lin, card, detailId, top, refundBody, adjust, pay, broken }
}

test('a top-up is given back whole with its gift, once, out of the till that took it', async () => {
  const { it, lin, card, detailId, refundBody, broken } = await counter()
  const back = await lin.call(cardMoney.refundCharge, { id: card.id, body: await refundBody() })
  expect(back).toMatchObject({ principalCents: 0, giftCents: 0, status: 'normal' })
  expect(await books(it)).toEqual({})
  const { content } = await lin.call(userCardDetails.list, { query: { search: `userCard.id:${card.id}`, sort: 'id' } })
  expect(content.map(row => [row.type, row.amountCents, row.balanceAfterCents])).toEqual([
    ['charge', 100_00, 100_00],
    ['chargeReward', 8_00, 108_00],
    ['refundCharge', -100_00, 8_00],
    ['refundChargeReward', -8_00, 0],
  ])
  expect(content[2]).toMatchObject({ reversesId: detailId, payType: 'cash', remark: 'Wrong card' })
  expect(content[2]!.shiftId).not.toBeNull()
  expect(await lin.refused(cardMoney.refundCharge, { id: card.id, body: await refundBody() })).toMatch(/topUpSpent|topUpRefunded/)
  expect(await broken()).toEqual([])
})

test('a top-up says whether it was given back and is found by that; its gift and its refund have no such state', async () => {
  const { lin, card, detailId, top, refundBody } = await counter()
  const { id: second } = await top(50_00)
  const listed = async (search: string) => {
    const { content } = await lin.call(userCardDetails.list, { query: { search: `userCard.id:${card.id},${search}`, sort: 'id' } })
    return content.map(({ id, type, refundStatus, invoiceStatus }) => [id, type, refundStatus, invoiceStatus])
  }
  expect((await listed('refundStatus:notRefunded')).map(([id]) => id)).toEqual([detailId, second])
  await lin.call(cardMoney.refundCharge, { id: card.id, body: await refundBody() })
  expect(await listed('refundStatus:refunded')).toEqual([[detailId, 'charge', 'refunded', 'uninvoiced']])
  expect(await listed('refundStatus:notRefunded')).toEqual([[second, 'charge', 'notRefunded', 'uninvoiced']])
  expect((await listed('refundStatus:null')).map(([, ...rest]) => rest)).toEqual([
    ['chargeReward', null, null],
    ['refundCharge', null, null],
    ['refundChargeReward', null, null],
  ])
  const query = { search: `userCard.id:${card.id},refundStatus:refunded` }
  expect(await lin.call(userCardDetails.totals, { query })).toMatchObject({ count: 1, amountCents: 100_00 })
  expect(await lin.call(userCardDetails.get, { id: detailId })).toMatchObject({ refundStatus: 'refunded' })
})

// @req MEM-015 ACC-086
test('a top-up of which part was spent is not given back: the card is returned instead', async () => {
  const { lin, card, detailId, top, pay, refundBody, broken } = await counter()
  await pay(1, 'a cent')
  const ask = async () => lin.refused(cardMoney.refundCharge, { id: card.id, body: await refundBody() })
  expect(await ask()).toBe('card.topUpSpent')
  const { refusal } = await lin.call(cardMoney.refundChargePreview, { id: card.id, body: { detailId } })
  expect(refusal).toMatchObject({ code: 'card.topUpSpent', message: expect.stringContaining('Return the card instead') })
  const second = await top(50_00)
  await lin.call(cardMoney.refundCharge, { id: card.id, body: await refundBody() })
  expect(await pursesOf(card.id)).toMatchObject({ principal: 49_99, gift: 0 })
  await top(200_00, 8_00)
  expect(await ask()).toBe('card.topUpRefunded')
  expect(
    await lin.refused(cardMoney.refundCharge, { id: card.id, body: { ...(await refundBody(second.id, 50_00)), pinProof: 'guessed' } }),
  ).toBe('pin.proof')
  expect(await lin.refused(cardMoney.refundCharge, { id: (await counter()).card.id, body: await refundBody() })).toBe('notFound')
  setClock(new Date(noon.getTime() + 366 * 24 * 60 * 60_000))
  expect(await lin.refused(cardMoney.refundCharge, { id: card.id, body: await refundBody(second.id, 50_00) })).toBe('card.topUpTooOld')
  expect(detailId).not.toBe(second.id)
  expect(await broken()).toEqual([])
})

// @req MEM-015
test('nor is a top-up given back of whose gift part was spent', async () => {
  const { it, lin } = await counter()
  const { id } = await makeCard(it, { giftFirst: true })
  const charged = await lin.call(chargeUserCard, {
    id,
    body: { amountCents: 100_00, payType: 'cash', withoutReceipt: true, giftCents: 8_00 },
  })
  const refusal = async () => (await lin.call(cardMoney.refundChargePreview, { id, body: { detailId: charged.id } })).refusal
  expect(await refusal()).toBeNull()
  await it.within(ctx => payByCard(ctx, { userCardId: id, amountCents: 1, stationId: it.station.id, ref: 'payment:of the gift' }))
  expect(await refusal()).toMatchObject({ code: 'card.topUpSpent' })
})

// @req MEM-017 ACC-086
test('a balance is corrected up and down with PIN and reason, never below nothing', async () => {
  const { it, lin, card, adjust, broken } = await counter()
  await lin.call(cardMoney.adjust, { id: card.id, body: await adjust(20_50) })
  expect(await lin.call(cardMoney.adjust, { id: card.id, body: await adjust(-8_00, 'gift') })).toMatchObject({
    principalCents: 120_50,
    giftCents: 0,
  })
  expect(await books(it)).toMatchObject({ adjustment: -12_50 })
  for (const [cents, code] of [
    [0, 'card.adjustNothing'],
    [-120_51, 'card.adjustTooLarge'],
  ] as const)
    expect(await lin.refused(cardMoney.adjust, { id: card.id, body: await adjust(cents) })).toBe(code)
  expect(await lin.refused(cardMoney.adjust, { id: card.id, body: { ...(await adjust(5_00)), amountCents: 6_00 } })).toBe('pin.proof')
  expect(await lin.refused(cardMoney.adjust, { id: card.id, body: { ...(await adjust(5_00)), amountCents: 0.5 } })).toBe('validation')
  expect((await it.audits()).filter(({ action }) => action === 'card.adjust')).toMatchObject([
    { detail: { beforeCents: 100_00, afterCents: 120_50, remark: 'Counted twice' } },
    { detail: { purse: 'gift' } },
  ])
  expect(await lin.call(cardMoney.adjust, { id: card.id, body: await adjust(-120_50) })).toMatchObject({ principalCents: 0 })
  expect(await broken()).toEqual([])
})

// @req MEM-020
test('frozen money is thawed in part and whole: each cent to the purse it came from', async () => {
  const { it, lin, card, broken } = await counter()
  await it.within(ctx => freeze(ctx, { userCardId: card.id, amountCents: 104_00, ref: 'freeze:1' }))
  expect(await pursesOf(card.id)).toMatchObject({ principal: 0, gift: 4_00, lock: 104_00 })
  const thaw = (amountCents: number) => ({ id: card.id, body: { amountCents, remark: 'Paper in order' } })
  expect(await lin.refused(cardMoney.thaw, thaw(104_01))).toBe('card.thawTooLarge')
  expect(await lin.call(cardMoney.thaw, thaw(99_00))).toMatchObject({ principalCents: 99_00, giftCents: 4_00, lockCents: 5_00 })
  expect(await lin.call(cardMoney.thaw, thaw(5_00))).toMatchObject({ principalCents: 100_00, giftCents: 8_00, lockCents: 0 })
  expect((await it.audits()).filter(({ action }) => action === 'card.thaw')).toHaveLength(2)
  expect(await broken()).toEqual([])
})
