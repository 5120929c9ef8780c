import type { Invariant } from '../../platform/invariant.ts'

/** Coupons that were used against the orders that they were used on. */
export const usedCouponInvariants: readonly Invariant[] = [
  {
    invariant: 'I17',
    says: 'a coupon that was used is on one order, which names it with what it gave; one that was recalled is on none',
    query: `
      select 'issued coupon ' || held.id as subject,
        held.recalled_date is null and held.discount_cents = coalesce((
          select sum(given.amount_cents) from {order_discount} given
          where given.company_id = held.company_id and given.order_id = held.order_id and given.kind = 'coupon'
            and given.source_id = held.id
        ), 0) as holds
      from {user_deal} held where held.used_date is not null`,
  },
  {
    invariant: 'I17',
    says: 'what an order that was paid and not given back says a coupon gave, was used on that order',
    query: `
      select 'coupon ' || given.source_id || ' on order ' || given.order_id as subject,
        bool_and(held.order_id is not null and held.order_id = given.order_id) as holds
      from {order_discount} given
      join {sale_order} sale on sale.company_id = given.company_id and sale.id = given.order_id and sale.paid_cents > sale.refunded_cents
      left join {user_deal} held on held.company_id = given.company_id and held.id = given.source_id
      where given.kind = 'coupon' group by given.company_id, given.source_id, given.order_id`,
  },
]
