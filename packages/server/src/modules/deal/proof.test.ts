import { manualOrders } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { marketing } from '../../testing/coupons.ts'
import { noon, setClock, tamper } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

/** A coupon of which one is planned, issued and used. */
async function spent() {
  const it = await marketing()
  const made = await it.deal({ maxCount: 1, minimumCents: 0, offCents: 5_00 })
  const [id] = (await it.issue(made.id)).userDealIds
  const sale = await it.clerk.call(manualOrders.enter, {
    body: {
      createdDate: noon.toISOString(),
      remark: '漏录 Missed',
      userCardId: it.buyer.id,
      payType: 'cash',
      lineItems: [{ itemId: it.article.id, pieces: 1, discountCents: 0 }],
      userDealIds: [id!],
    },
  })
  const other = await it.sell({ nozzleControlId: undefined, lineItems: [{ itemId: it.article.id, pieces: 1 }], payType: 'cash' })
  await it.addUp()
  expect(await it.broken()).toEqual([])
  return { ...it, made, id: id!, orderId: sale.id, otherId: other.id }
}

// What the database refuses is planted beneath it.
test.each([
  [
    'one coupon more than was planned',
    'I16',
    `insert into user_deal (company_id, deal_id, terms, code, source, issued_date, start_time, end_time)
     select company_id, deal_id, terms, 'PLANTED23456', source, issued_date, start_time, end_time from user_deal where id = $1`,
  ],
  ['a count that hides an oversell', 'I16', 'update deal set claim_count = 0 where id = (select deal_id from user_deal where id = $1)'],
  [
    'one coupon on a second sale',
    'I17',
    `insert into order_discount (company_id, order_id, station_id, item_id, kind, name, source_id, source_version, amount_cents,
       created_date)
     select given.company_id, $2, given.station_id, given.item_id, kind, name, source_id, source_version, amount_cents, given.created_date
     from order_discount given where given.kind = 'coupon' and given.source_id = $1`,
  ],
  [
    'a used coupon that says it is unused',
    'I17',
    'update user_deal set used_date = null, order_id = null, discount_cents = 0 where id = $1',
  ],
])('%s is named by the proof (%s)', async (_, invariant, statement) => {
  const it = await spent()
  await tamper(statement, statement.includes('$2') ? [it.id, it.otherId] : [it.id])
  expect((await it.broken()).map(each => each.invariant)).toContain(invariant)
})
