import { resetPayPassword } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { proofOf } from '../../testing/access.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { payByCard, topUp } from './index.ts'

const minute = 60_000,
  day = 24 * 60 * minute
beforeEach(() => setClock(noon))
const later = (ms: number) => setClock(new Date(noon.getTime() + ms))

/** A card that a clock 400 days ahead has dated: topped up and paid from, and then the clock is right again. */
async function aheadOnce(over: Parameters<typeof makeCard>[1] = {}) {
  const it = await world()
  const { id } = await makeCard(it, { principalCents: 1_000_00, ...over })
  let facts = 0
  const from = { stationId: it.station.id, payType: 'cash' as const }
  const charge = () => it.within(ctx => topUp(ctx, { userCardId: id, amountCents: 5_00, from, ref: `charge:${++facts}` }))
  const pay = (amountCents: number, payPassword?: string) => {
    const sale = { userCardId: id, amountCents, stationId: it.station.id, ref: `sale:${++facts}`, payPassword }
    return it
      .within(ctx => payByCard(ctx, sale))
      .then(
        outcome => (outcome instanceof Refusal ? outcome.code : 'paid'),
        (thrown: Refusal) => thrown.code,
      )
  }
  const dates = async () =>
    (await it.rows<{ at: Date }>('select created_date as at from user_card_detail where user_card_id = $1 order by id', [id])).map(
      row => new Date(row.at).getTime() - noon.getTime(),
    )
  later(400 * day)
  return { ...it, id, charge, pay, dates }
}

test('a card that a wrong clock dated a year ahead is dated by the clock again once that is right, in its order', async () => {
  const { charge, pay, dates } = await aheadOnce()
  await charge()
  await pay(1_00)
  later(5 * minute)
  for (const act of [charge, () => pay(1_00), charge, () => pay(1_00)]) await act()
  const [first, ...others] = await dates()
  expect(first).toBe(0)
  expect(others.map(ms => Math.floor(ms / day))).toEqual([400, 400, 0, 0, 0, 0])
  const after = others.slice(2)
  expect(after.toSorted((one, other) => one - other)).toEqual(after)
  expect(new Set(after).size).toBe(4)
})

test('seconds that two servers differ by are evened out: a card is never dated back by less than two minutes', async () => {
  const { pay, dates } = await aheadOnce()
  later(100_000)
  await pay(1_00)
  later(30_000)
  await pay(1_00)
  expect((await dates()).slice(1)).toEqual([100_000, 100_001])
})

test('what a wrong clock dated a year ahead counts on no day before: neither to the limit of a day nor without the password', async () => {
  const { pay } = await aheadOnce({ dayCentsMax: 100_00, passwordFromCents: 80_00 })
  expect(await pay(79_99)).toBe('paid')
  expect(await pay(1)).toBe('card.passwordRequired')
  later(5 * minute)
  expect(await pay(79_99)).toBe('paid')
  expect(await pay(1)).toBe('card.passwordRequired')
})

test('a payment password that was locked while the clock was ahead is not locked for a year', async () => {
  const it = await aheadOnce({ passwordFromCents: 1 })
  const master = await it.staff('card.payPassword', 'card.userCard.read')
  const pinProof = await proofOf(master.actor, { action: 'card.payPassword', subject: `userCards:${it.id}` })
  await master.call(resetPayPassword, { id: it.id, body: { payPassword: '274913', pinProof } })
  for (let tries = 0; tries < 5; tries++) await it.pay(1_00, '000001')
  expect(await it.pay(1_00, '274913')).toBe('card.passwordLocked')
  later(5 * minute)
  expect(await it.pay(1_00, '274913')).toBe('paid')
})
