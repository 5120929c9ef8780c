import { deals, manualOrders, userDeals } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { marketing } from '../../testing/coupons.ts'
import { noon, owned, setClock } from '../../testing/world.ts'

beforeEach(() => setClock(noon))
const settled = async (calls: readonly Promise<unknown>[]) => {
  const all = await Promise.allSettled(calls)
  const refused = all.flatMap(each => (each.status === 'rejected' ? String((each.reason as Error).message) : []))
  return { taken: all.length - refused.length, refused }
}

// @req MKT-001 MKT-022 MKT-023
test('asked for at once, of ten coupons ten are issued, of one for each holder one, and each of the others is told why', async () => {
  const it = await marketing()
  const planned = await it.deal({ maxCount: 10 })
  const claims = await settled(Array.from({ length: 40 }, () => it.issue(planned.id, { userIds: [], codes: 1 })))
  expect(claims.taken).toBe(10)
  expect(claims.refused.every(words => words.includes('coupon.soldOut'))).toBe(true)
  const single = await it.deal({ perUser: 1 })
  const own = await settled(Array.from({ length: 12 }, () => it.issue(single.id)))
  expect(own.taken).toBe(1)
  expect(own.refused.every(words => words.includes('coupon.limitReached'))).toBe(true)
  const budget = await it.deal({ budgetCents: 60_00 })
  const dear = await settled(Array.from({ length: 12 }, () => it.issue(budget.id, { userIds: [], codes: 1 })))
  expect(dear.taken).toBe(3)
  expect(dear.refused.every(words => words.includes('coupon.budgetSpent'))).toBe(true)
  expect((await it.clerk.call(deals.get, { id: planned.id })).claimCount).toBe(10)
  expect(await it.broken()).toEqual([])
})

// @req MKT-010 MKT-013
test('one coupon on many sales at once lowers one of them; while it is recalled it is either used or recalled', async () => {
  const it = await marketing()
  const made = await it.deal({})
  const [id] = (await it.issue(made.id)).userDealIds
  const sale = (userDealIds: number[]) => ({
    createdDate: noon.toISOString(),
    remark: '漏录 Missed',
    userCardId: it.buyer.id,
    payType: 'cash' as const,
    lineItems: [{ itemId: it.article.id, pieces: 12, discountCents: 0 }],
    userDealIds,
  })
  const enter = (own: number) => it.clerk.call(manualOrders.enter, { body: sale([own]) })
  const sales = await settled(Array.from({ length: 20 }, () => enter(id!)))
  expect(sales.taken).toBe(1)
  expect(sales.refused.every(words => /coupon\.(used|heldElsewhere)/.test(words))).toBe(true)
  const [row] = await owned<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::bigint as cents from order_discount where company_id = $1 and kind = 'coupon'`,
    [it.company.id],
  )
  expect(row!.cents).toBe(20_00)

  const [next] = (await it.issue(made.id)).userDealIds
  const both = await settled([enter(next!), it.clerk.call(userDeals.recall, { id: next!, body: { reason: 'x' } })])
  expect(both.taken).toBe(1)
  expect(['used', 'recovered']).toContain((await it.held(next!)).status)
  expect(await it.broken()).toEqual([])
})
