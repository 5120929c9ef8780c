import { cardMoney, userCardDetails } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { books } from '../../testing/order.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { payByCard } from './index.ts'

beforeEach(() => setClock(noon))

async function counter() {
  const it = await world()
  const lin = await it.staff({ role: 'station_leader', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const card = await makeCard(it, { principalCents: 100_00, giftCents: 8_00 })
  const frozen = async (amountCents: number, over: object = {}) => ({
    id: card.id,
    body: {
      amountCents,
      remark: 'Paid in by mistake',
      pinProof: await proofOf(lin.actor, { action: 'card.freeze', subject: `userCards:${card.id}`, amountCents }),
      ...over,
    },
  })
  const pay = (amountCents: number) =>
    it
      .within(ctx => payByCard(ctx, { userCardId: card.id, amountCents, stationId: it.station.id, ref: `sale:${amountCents}` }))
      .catch(({ code }: { code: string }) => code)
  return { ...it, lin, card, frozen, pay }
}

test('a leader freezes money with a reason and the PIN, the principal first: it shows, is not spent, and is no movement', async () => {
  const { lin, card, frozen, pay, ...it } = await counter()
  const before = await books(it)
  expect(await lin.call(cardMoney.freeze, await frozen(60_00))).toMatchObject({ principalCents: 40_00, giftCents: 8_00, lockCents: 60_00 })
  expect(await pay(48_01)).toBe('card.insufficientBalance')
  expect(await lin.call(cardMoney.freeze, await frozen(45_00))).toMatchObject({ principalCents: 0, giftCents: 3_00, lockCents: 105_00 })
  const { totalElements } = await lin.call(userCardDetails.list, { query: { search: `userCard.id:${card.id}` } })
  expect(totalElements).toBe(2)
  expect(await books(it)).toMatchObject({ 'tender:cash': before['tender:cash'], giftExpense: before['giftExpense'] })
  expect((await it.audits()).filter(({ action }) => action === 'card.freeze')).toMatchObject([
    { subject: `userCards:${card.id}`, detail: { amountCents: 60_00, remark: 'Paid in by mistake' } },
    { detail: { amountCents: 45_00 } },
  ])
  expect((await it.events()).filter(({ topic }) => topic === 'card.frozen')).toHaveLength(2)

  await lin.call(cardMoney.thaw, { id: card.id, body: { amountCents: 105_00, remark: 'Settled' } })
  expect(await pursesOf(card.id)).toEqual({ principal: 100_00, gift: 8_00, lock: 0, debt: 0 })
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})

test('a freeze that is sent twice freezes once', async () => {
  const { lin, card, frozen } = await counter()
  const sent = await frozen(10_00)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await lin.call(cardMoney.freeze, sent, headers)
  await lin.call(cardMoney.freeze, sent, headers)
  expect(await pursesOf(card.id)).toMatchObject({ principal: 90_00, lock: 10_00 })
})

test.each([
  ['more than there is', 108_01, {}, 'card.insufficientBalance'],
  ['nothing', 0, {}, 'validation'],
  ['without a reason', 1_00, { remark: ' ' }, 'validation'],
  ['with a PIN for another amount', 1_00, { amountCents: 2_00 }, 'pin.proof'],
  ['with no PIN', 1_00, { pinProof: 'guessed' }, 'pin.proof'],
  ['typed twice and not the same', 1_00, { confirmAmountCents: 2_00 }, 'amount.unusual'],
] as const)('a freeze of %s is refused, and nothing is frozen', async (_, amountCents, over, code) => {
  const { lin, card, frozen } = await counter()
  expect(await lin.refused(cardMoney.freeze, await frozen(amountCents, over))).toBe(code)
  expect(await pursesOf(card.id)).toMatchObject({ principal: 100_00, gift: 8_00, lock: 0 })
})
