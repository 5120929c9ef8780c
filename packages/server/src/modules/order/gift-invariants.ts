import type { Invariant } from '../../platform/invariant.ts'

/** What goods gave, and what was taken back of it; their points are proven where points are. @source decisions GD5, GD6, O14 */
export const giftInvariants: readonly Invariant[] = [
  {
    invariant: 'GD5',
    says: 'what the goods of an order gave, less what was taken back, is on the statement of the card that got it',
    query: `
      select 'order ' || coalesce(given.order_id, moved.order_id) as subject, coalesce(given.cents, 0) = coalesce(moved.cents, 0) as holds
      from (
        select company_id, order_id, sum(gift_cents + frozen_cents - back_gift_cents - back_frozen_cents) as cents
        from {sale_gift} gift where outcome = 'given' group by company_id, order_id
      ) as given full join (
        select movement.company_id, movement.order_id, sum(movement.amount_cents) as cents
        from {ledger_entry} entry join {user_card_detail} movement
          on movement.company_id = entry.company_id and movement.ledger_entry_id = entry.id
        where entry.kind in ('card.saleGift', 'card.saleGiftBack') group by movement.company_id, movement.order_id
      ) as moved on moved.company_id = given.company_id and moved.order_id = given.order_id`,
  },
  {
    invariant: 'GD5',
    says: 'a gift is given with the order that is paid in full, never taken back beyond itself, and wholly with the last cent',
    query: `
      select 'line ' || gift.id as subject, gift.outcome in ('open', 'noCard', 'otherCard', 'ended', 'noMoney', 'ceiling', 'noPoints')
        or sale.status = 'success' and gift.back_points <= gift.given_points and gift.back_gift_cents <= gift.gift_cents
          and gift.back_frozen_cents <= gift.frozen_cents and (sale.refunded_cents < sale.paid_cents or card.closed_time is not null
            or gift.back_gift_cents = gift.gift_cents and gift.back_frozen_cents = gift.frozen_cents) as holds
      from {sale_gift} gift join {sale_order} sale on sale.company_id = gift.company_id and sale.id = gift.order_id
      left join {user_card} card on card.company_id = gift.company_id and card.id = gift.user_card_id`,
  },
  {
    invariant: 'GD5',
    says: 'an order knows of the gifts of its lines, and waits with them until it is paid in full',
    query: `
      select 'order ' || sale.id as subject, sale.has_gifts = (gift.order_id is not null)
        and coalesce(gift.waiting = (sale.status <> 'success'), true) as holds
      from {sale_order} sale left join (
        select company_id, order_id, bool_or(outcome = 'open') as waiting from (
          select company_id, order_id, outcome from {sale_gift} gift
          union all select company_id, order_id, outcome from {sale_coupon} coupon
        ) as every group by company_id, order_id
      ) as gift on gift.company_id = sale.company_id and gift.order_id = sale.id
      where sale.has_gifts or gift.order_id is not null`,
  },
  {
    invariant: 'GD5',
    says: 'of the coupons that the goods of an order brought as many were issued as it says, to the member it names, and taken back',
    query: `
      select 'coupons ' || coalesce(brought.id, issued.source_id) as subject,
        coalesce(brought.given, 0) = coalesce(issued.count, 0) and coalesce(brought.back <= issued.back, true) as holds
      from (select * from {sale_coupon} every where given > 0) as brought
      full join (
        select company_id, source_id, count(*) as count, count(*) filter (where recalled_date is not null) as back
        from {user_deal} held where source = 'goods' group by company_id, source_id
      ) as issued on issued.company_id = brought.company_id and issued.source_id = brought.id`,
  },
  {
    invariant: 'GD5',
    says: 'of an order that was given back to the last cent no coupon that its goods brought can be used any more',
    query: `
      select 'issued coupon ' || held.id as subject, held.recalled_date is not null or held.used_date is not null
        or held.end_time <= given.last_date as holds
      from {user_deal} held
      join {sale_coupon} brought on brought.company_id = held.company_id and brought.id = held.source_id
      join {sale_order} sale on sale.company_id = brought.company_id and sale.id = brought.order_id
        and sale.paid_cents > 0 and sale.refunded_cents = sale.paid_cents
      join (
        select company_id, order_id, max(created_date) as last_date from {refund} back group by company_id, order_id
      ) as given on given.company_id = sale.company_id and given.order_id = sale.id
      where held.source = 'goods'`,
  },
]
