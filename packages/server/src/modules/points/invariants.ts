import type { Invariant } from '../../platform/invariant.ts'
import { ledgerSides } from '../ledger/index.ts'

/** @source the guarantees of the product, invariant I18; decisions ME4, ME5 */
export const pointsInvariants: readonly Invariant[] = [
  {
    invariant: 'I18',
    says: 'points of an account: earned and given, less spent, taken back and ended, are what it holds and owes, step by step',
    query: `
      select account.address as subject, coalesce(told.points, 0) = coalesce(account.held, 0) and coalesce(told.stepped, true) as holds
      from (
        select card, min(address) as address, sum(balance) as held from {audit.account} account where unit = 'points' and card is not null
        group by card
      ) as account left join (
        select user_card_id, sum(points) as points, bool_and(points_after = running) as stepped
        from (
          select detail.*, sum(points) over (partition by user_card_id order by entry.n, detail.id rows unbounded preceding) as running
          from {points_detail} detail join {ledger_entry} entry on entry.id = detail.ledger_entry_id
        ) as steps group by user_card_id
      ) as told on told.user_card_id = account.card`,
  },
  {
    invariant: 'I18',
    says: 'the lots of an account have left what it holds',
    query: `
      select account.address as subject, account.balance = coalesce(lots.points, 0) as holds
      from {audit.account} account left join (
        select user_card_id, sum(points_left) as points from {points_lot} lot group by user_card_id
      ) as lots on lots.user_card_id = account.card
      where account.kind = 'points'`,
  },
  {
    invariant: 'I18',
    says: 'movements of points are what their entry moved, by account',
    query: `
      select 'entry ' || entry.ref as subject, coalesce(told.points, 0) = moved.points as holds
      from (
        select entry_id, account.card, sum(amt) as points from ${ledgerSides} join {audit.account} account on account.id = acct
        where account.unit = 'points' and account.card is not null group by entry_id, account.card
      ) as moved
      join {ledger_entry} entry on entry.id = moved.entry_id
      left join (
        select ledger_entry_id, user_card_id, sum(points) as points from {points_detail} detail group by ledger_entry_id, user_card_id
      ) as told on told.ledger_entry_id = moved.entry_id and told.user_card_id = moved.card`,
  },
  {
    invariant: 'ME5',
    says: 'points come with a top-up once, and no more of them are taken back than came',
    query: `
      select 'top-up ' || detail.top_up_id as subject,
        sum(points) >= 0 and count(*) filter (where type = 'topUp') = 1 as holds
      from {points_detail} detail where top_up_id is not null group by top_up_id`,
  },
  {
    invariant: 'FL6',
    says: 'what a sale by a card of a fleet has brought is in accounts of that fleet, and of another card in those of a member',
    query: `
      select 'order ' || earning.order_id as subject,
        bool_and(own.group_id is not distinct from payer.group_id and (own.group_id is null or own.user_id is null)) as holds
      from {points_earning} earning
        join {sale_order} sale on sale.company_id = earning.company_id and sale.id = earning.order_id
        join {user_card} payer on payer.company_id = sale.company_id and payer.id = sale.user_card_id
        join {user_card} own on own.company_id = earning.company_id and own.id in (earning.user_card_id, earning.level_card_id)
      group by earning.order_id`,
  },
  {
    invariant: 'ME5',
    says: 'what a sale has brought and what was taken back of it is in the movements and the growth of its member',
    query: `
      select 'order ' || earning.order_id as subject, coalesce(told.points, 0) = full_points - back_points
        and coalesce(grown.growth, 0) = full_growth - back_growth as holds
      from {points_earning} earning left join (
        select order_id, sum(points) as points from {points_detail} detail where type in ('earn', 'earnBack') group by order_id
      ) as told on told.order_id = earning.order_id left join (
        select order_id, sum(growth) as growth from {growth_entry} entry group by order_id
      ) as grown on grown.order_id = earning.order_id`,
  },
]
