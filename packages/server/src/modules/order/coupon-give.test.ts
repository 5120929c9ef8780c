import { deals, items, orders, saleCoupons, userDeals } from '@forecourt/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeCard } from '../../testing/card.ts'
import { marketing } from '../../testing/coupons.ts'
import { db, noon, owned, setClock } from '../../testing/world.ts'
import { giveOwedCoupons } from './coupon-give.ts'

beforeEach(() => setClock(noon))

/** A shop whose article at 10.00 brings two coupons for each piece, and sales of it by card. */
async function owing(over: Parameters<Awaited<ReturnType<typeof marketing>>['deal']>[0] = {}) {
  const it = await marketing()
  const made = await it.deal(over)
  const { stationId, categoryId, name, code, priceCents, taxRate, version } = await it.clerk.call(items.get, { id: it.article.id })
  const article = { stationId, categoryId, name, code, priceCents, taxRate, version, giftCoupons: [{ dealId: made.id, count: 2 }] }
  await it.clerk.call(items.update, { id: it.article.id, body: article })
  const buys = (pieces = 1, userCardId = it.buyer.id) =>
    it.sell({ nozzleControlId: undefined, lineItems: [{ itemId: it.article.id, pieces }], payType: 'card', userCardId })
  const give = () => giveOwedCoupons(db, [it.company.id], noon)
  const brought = async (orderId: number) =>
    (await it.clerk.call(saleCoupons.list, { query: { search: `order.id:${orderId}`, sort: 'id,asc' } })).content
  const held = async () =>
    (await it.clerk.call(userDeals.list, { query: { search: `deal.id:${made.id}`, sort: 'id,asc', size: 200 } })).content
  const unused = async () => (await held()).filter(({ status }) => status === 'unused').length
  return { ...it, made, buys, give, brought, held, unused }
}

describe('what goods owe after a sale', () => {
  // @req GDS-022 MKT-018
  test('is not given for an order that was given back before; of one that was given back in part the rest is', async () => {
    const it = await owing()
    const [whole, part] = [await it.buys(1), await it.buys(3)]
    await it.giveBack(whole.id, 10_00)
    await it.giveBack(part.id, 15_00)
    await it.give()
    expect(await it.brought(whole.id)).toMatchObject([{ outcome: 'refunded', count: 2, given: 0, forgone: 2, back: 0, userId: null }])
    expect(await it.brought(part.id)).toMatchObject([{ outcome: 'given', count: 6, given: 3, forgone: 3, back: 0 }])
    expect(await it.unused()).toBe(3)
    // Of two thirds that are given back go four of six; three of those were never given.
    await it.giveBack(part.id, 5_00)
    expect(await it.brought(part.id)).toMatchObject([{ given: 3, forgone: 3, back: 1 }])
    await it.giveBack(part.id, 10_00)
    expect(await it.brought(part.id)).toMatchObject([{ given: 3, forgone: 3, back: 3 }])
    expect(await it.unused()).toBe(0)
    expect(await it.broken()).toEqual([])
  })

  test('is given once, however often and by however many it is given at once', async () => {
    const it = await owing()
    const sales = await Promise.all(Array.from({ length: 12 }, () => it.buys()))
    await Promise.all([it.give(), it.give(), it.give()])
    await it.give()
    expect(await it.unused()).toBe(24)
    for (const { id } of sales) expect(await it.brought(id)).toMatchObject([{ outcome: 'given', given: 2 }])
    expect(await it.clerk.call(deals.get, { id: it.made.id })).toMatchObject({ claimCount: 24 })
  })

  test('a sale of goods whose coupon somebody is issuing does not wait for it', async () => {
    const it = await owing()
    await db.transaction().execute(async tx => {
      await tx.selectFrom('deal').where('companyId', '=', it.company.id).where('id', '=', it.made.id).select('id').forUpdate().execute()
      expect(await it.buys()).toMatchObject({ status: 'success' })
    })
    await it.give()
    expect(await it.unused()).toBe(2)
  })
})

describe('sales, refunds and the giving at once', () => {
  test('leave no coupon with an order that was given back, none is given twice, and the books hold', async () => {
    const it = await owing()
    const cards = await Promise.all(Array.from({ length: 8 }, () => makeCard(it, { principalCents: 100_00 })))
    const run = async (userCardId: number, turn: number) => {
      const { id } = await it.buys(2, userCardId)
      if (turn % 4 === 3) return { id, backCents: 0 }
      const backCents = turn % 4 === 0 ? 10_00 : 20_00
      if (turn % 4 === 1) await it.giveBack(id, 10_00)
      await it.giveBack(id, turn % 4 === 1 ? 10_00 : backCents)
      return { id, backCents }
    }
    let selling = true
    const giving = async () => {
      while (selling) await it.give()
    }
    const givers = [giving(), giving()]
    const sold = await Promise.all(cards.flatMap(({ id }, at) => [run(id, at), run(id, at + 1)])).finally(() => (selling = false))
    await Promise.all(givers)
    await it.give()
    for (const { id, backCents } of sold) {
      const [row] = await it.brought(id)
      expect(row).toMatchObject({ count: 4, outcome: expect.stringMatching(/^(given|refunded)$/) as string })
      expect(row!.given - row!.back).toBe(4 - backCents / 5_00)
      expect(await it.clerk.call(orders.get, { id })).toMatchObject({ refundedCents: backCents })
    }
    const expected = sold.reduce((sum, { backCents }) => sum + 4 - backCents / 5_00, 0)
    expect(await it.unused()).toBe(expected)
    await it.addUp()
    expect(await it.broken()).toEqual([])
  })

  test('the proof names a coupon that was given twice for a line, and one that is left with an order that was given back', async () => {
    const it = await owing()
    const { id } = await it.buys()
    await it.give()
    const [row] = await it.brought(id)
    await owned(
      `insert into user_deal (company_id, deal_id, terms, user_id, source, source_id, turn, issued_date, start_time, end_time)
       select company_id, deal_id, terms, user_id, source, source_id, turn + 2, issued_date, start_time, end_time
       from user_deal where company_id = $1 and source = 'goods' and source_id = $2`,
      [it.company.id, row!.id],
    )
    expect((await it.broken()).map(({ says }) => says)).toContain(
      'of the coupons that the goods of an order brought as many were issued as it says, to the member it names, and taken back',
    )
    await owned(`delete from user_deal where company_id = $1 and source_id = $2 and turn > 2`, [it.company.id, row!.id])
    await it.giveBack(id, 10_00)
    await owned(`update user_deal set recalled_date = null where company_id = $1 and source_id = $2`, [it.company.id, row!.id])
    expect((await it.broken()).map(({ says }) => says)).toContain(
      'of an order that was given back to the last cent no coupon that its goods brought can be used any more',
    )
  })
})
