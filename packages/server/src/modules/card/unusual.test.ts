import { cardMoney, chargeUserCard, setCompanyConfig, transferUserCard } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { freeze } from './index.ts'

beforeEach(() => setClock(noon))

/** A fleet's master card with 40,000.00, 15,000.00 of it frozen, its sub card, and a station manager. */
async function fleet() {
  const it = await world()
  const lin = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const master = await makeCard(it, { kind: 'master', principalCents: 40_000_00 })
  const sub = await makeCard(it, { kind: 'sub', parentId: master.id })
  await it.within(ctx => freeze(ctx, { userCardId: master.id, amountCents: 15_000_00, ref: 'freeze:1' }))
  return { it, lin, master, sub }
}
type Fleet = Awaited<ReturnType<typeof fleet>>

const proof = ({ lin, master }: Fleet, amountCents: number) =>
  proofOf(lin.actor, { action: 'card.adjust', subject: `userCards:${master.id}`, amountCents })

/** Each act that moves an amount typed by hand, with what else it is sent. */
const acts = {
  'a top-up': async ({ lin, master }: Fleet, amount: object) =>
    lin.refused(chargeUserCard, { id: master.id, body: { payType: 'cash', withoutReceipt: true, ...amount } as never }),
  'an adjustment': async (it: Fleet, amount: { amountCents: number }) =>
    it.lin.refused(cardMoney.adjust, {
      id: it.master.id,
      body: { purse: 'principal', remark: 'Count', ...amount, pinProof: await proof(it, amount.amountCents) },
    }),
  'a thaw': async ({ lin, master }: Fleet, amount: { amountCents: number }) =>
    lin.refused(cardMoney.thaw, { id: master.id, body: { remark: 'Found', ...amount } }),
  'an allocation': async ({ lin, master, sub }: Fleet, amount: { amountCents: number }) =>
    lin.refused(transferUserCard, { id: master.id, body: { toId: sub.id, type: 'assign', ...amount } }),
} as const

test.each(
  Object.keys(acts).flatMap(act =>
    (
      [
        [9_999_99, undefined, 'allowed'],
        [10_000_00, undefined, 'amount.unusual'],
        [10_000_00, 1_000_00, 'amount.unusual'],
        [10_000_00, 10_000_00, 'allowed'],
        [10_00, 100_00, 'amount.unusual'],
      ] as const
    ).map(row => [act as keyof typeof acts, ...row] as const),
  ),
)('%s of %d, confirmed as %s: %s', async (act, amountCents, confirmAmountCents, outcome) => {
  const it = await fleet()
  const before = await pursesOf(it.master.id)
  expect(await acts[act](it, { amountCents, ...(confirmAmountCents && { confirmAmountCents }) })).toBe(outcome)
  const isSame = JSON.stringify(await pursesOf(it.master.id)) === JSON.stringify(before)
  expect(isSame).toBe(outcome !== 'allowed')
})

test.each([
  [9_999_99, undefined, 'allowed'],
  [10_000_00, undefined, 'amount.unusual'],
  [10_000_00, 1_000_00, 'amount.unusual'],
  [10_000_00, 10_000_00, 'allowed'],
] as const)('a top-up of %d that is given back, confirmed as %s: %s', async (amountCents, confirmAmountCents, outcome) => {
  const { it, lin } = await fleet()
  const card = await makeCard(it)
  const topUp = {
    amountCents,
    payType: 'cash',
    withoutReceipt: true,
    ...(amountCents >= 10_000_00 && { confirmAmountCents: amountCents }),
  } as const
  const { id: detailId } = await lin.call(chargeUserCard, { id: card.id, body: topUp })
  const subject = `userCardDetails:${detailId}`
  const pinProof = await proofOf(lin.actor, { action: 'card.refundCharge', subject, amountCents })
  const body = { detailId, remark: 'Wrong card', pinProof, ...(confirmAmountCents && { confirmAmountCents }) }
  expect(await lin.refused(cardMoney.refundCharge, { id: card.id, body })).toBe(outcome)
  expect((await pursesOf(card.id)).principal).toBe(outcome === 'allowed' ? 0 : amountCents)
})

test('from how much on an amount is confirmed is the setting of the company', async () => {
  const it = await fleet()
  const boss = await it.it.staff({ role: 'admin' })
  const config = { confirm: { pricePercent: 10, amountCents: 500_00 } }
  await boss.call(setCompanyConfig, { id: it.it.company.id, body: { version: 1, config } })
  expect(await acts['a thaw'](it, { amountCents: 500_00 })).toBe('amount.unusual')
  expect(await acts['a thaw'](it, { amountCents: 499_99 })).toBe('allowed')
})

test('a top-up given back is looked at beforehand: what it takes, and why it cannot be given back', async () => {
  const it = await fleet()
  const { lin, it: place } = it
  const card = await makeCard(place)
  const { id: detailId } = await lin.call(chargeUserCard, {
    id: card.id,
    body: { amountCents: 100_00, giftCents: 8_00, payType: 'cash', withoutReceipt: true },
  })
  const look = () => lin.call(cardMoney.refundChargePreview, { id: card.id, body: { detailId } })
  const coupons = { unused: 0, used: 0, usedCents: 0 }
  expect(await look()).toEqual({ amountCents: 100_00, giftCents: 8_00, giftPoints: 0, lapsedPoints: 0, coupons, refusal: null })
  await place.within(ctx => freeze(ctx, { userCardId: card.id, amountCents: 1_00, ref: 'freeze:2' }))
  expect(await look()).toMatchObject({ refusal: { code: 'card.topUpSpent' } })
})
