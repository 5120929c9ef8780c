import { dealTasks } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { everybody, tryingOut } from '../../testing/dry-runs.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

// Friday, the first of May, 12:00 in Shanghai.
beforeEach(() => setClock(noon))

/** Sales of the buyer on three days, and a coupon of 10.00 that activities may give. */
async function giving() {
  const it = await tryingOut()
  await it.sell(1, { userCardId: it.buyer.id })
  await it.sell(25, { userCardId: it.buyer.id })
  await it.sell(49, { userCardId: it.buyer.id })
  const gift = await it.deal({ offCents: 10_00, minimumCents: 0, autoIssue: true, maxCount: 100, perUser: 5 })
  const given = (over: Parameters<typeof it.offer>[0]) => {
    const dealTask = dealTasks.body.parse({ ...it.offer(over), coupons: [{ dealId: gift.id }] })
    return it.tried({ untilDay: it.day(2), dealTask })
  }
  return { ...it, gift, given }
}

test('those who carry a tag have their coupons from the first day on; one is used on a sale', async () => {
  const it = await giving()
  const tagId = await it.tagged([it.buyer.userId!])
  const seen = await it.given({ kind: 'issue', tagId, giftCount: 2 })
  expect(seen).toMatchObject({ given: 1, coupons: 2 })
  expect(everybody(seen)).toMatchObject({ orders: 2, givesCents: 20_00 })
  expect(everybody(seen).days.map(({ orders }) => orders)).toEqual([1, 1, 0])
})

test('a birthday gives once in its month, and not to those who are born in another', async () => {
  const it = await giving()
  const other = await it.another()
  await it.bornIn(it.buyer.userId!, 5)
  await it.bornIn((await it.holderOf(other.id))!, 6)
  expect(await it.given({ kind: 'birthday' })).toMatchObject({ given: 1, coupons: 1 })
})

test('new members and top-ups of these days are given for, those of enough money', async () => {
  const it = await giving()
  await owned('update user_account set created_date = $2 where id = $1', [it.buyer.userId, noon])
  const before = (await it.given({ kind: 'topUp', fromCents: 300_00 })).given!
  await it.topUp(500_00)
  expect(await it.given({ kind: 'topUp', fromCents: 300_00 })).toMatchObject({ given: before + 1 })
  await it.topUp(299_00)
  expect(await it.given({ kind: 'topUp', fromCents: 300_00 })).toMatchObject({ given: before + 1 })
  const seen = await it.given({ kind: 'newMember' })
  expect(seen.given).toBeGreaterThanOrEqual(1)
  expect(everybody(seen)).toMatchObject({ orders: 1, givesCents: 10_00 })
})

test('who has bought nothing for days is given something on the day on which they have stayed away for so long', async () => {
  const it = await giving()
  await it.sell(11 * 24, { userCardId: it.buyer.id })
  const gift = (idleDays: number) => {
    const dealTask = dealTasks.body.parse({ ...it.offer({ kind: 'lapsed', idleDays }), coupons: [{ dealId: it.gift.id }] })
    return it.tried({ untilDay: it.day(11), dealTask })
  }
  const seen = await gift(7)
  expect(seen).toMatchObject({ given: 1, coupons: 1 })
  expect(everybody(seen).days.at(-1)).toMatchObject({ orders: 1, givesCents: 10_00 })
  expect(await gift(30)).toMatchObject({ given: 0 })
})

test('an offer that was on already is tried as if it had not been: what it gave is not counted as something else', async () => {
  const it = await tryingOut()
  const price = await it.start({ kind: 'price', centsPerL: 20 })
  await it.sell(1)
  const other = await it.bindDiscount(10)
  await it.sell(2, { userCardId: it.buyer.id })
  const seen = await it.tried({ dealTaskId: price.id })
  // 6.00 on the first; on the second 6.00, of which the card would have given 3.00.
  expect(everybody(seen)).toMatchObject({ orders: 2, givesCents: 12_00, costCents: 9_00 })
  expect(everybody(seen).clashes).toMatchObject([{ kind: 'card', sourceId: other, wonOrders: 1 }])
})
