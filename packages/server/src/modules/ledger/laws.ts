import { settlementLaws } from './settlement-laws.ts'

/**
 * A law of the books. Its query lists everything it is held against, as `subject` (how a person would name it) and `kept`.
 * It reads the audit views, as an auditor would.
 */
export interface Law {
  readonly law: string
  readonly says: string
  readonly query: string
}

/** Sums of a statistic by fact, dimension, station, key and time; the order of the sums is the same for both sides. */
const statisticBy = (view: string) => `
  select concat_ws(' ', fact, dimension, station, key, at) as place, array[sum(count), sum(volume_cl), sum(pieces), sum(amount_cents),
    sum(discount_cents), sum(paid_cents), sum(refunded_cents), sum(principal_cents), sum(gift_cents)] as sums
  from ${view} group by fact, dimension, station, key, at`

/** @source the guarantees of the product, invariants I1–I8, I12–I15, I20, I21 */
export const laws: readonly Law[] = [
  {
    law: 'I1',
    says: 'what leaves one account enters another, within one company and one currency',
    query: `
      select 'entry ' || ref as subject, sum(amt) = 0 and count(*) = count(account.id) and
        count(distinct coalesce(account.currency, '?')) = 1 as kept
      from audit.entry left join audit.account on account.id = acct and account.company_id = entry.company_id group by txn, ref`,
  },
  {
    law: 'I1',
    says: 'all accounts of a company together hold nothing',
    query: `select 'company ' || company_id as subject, sum(balance) = 0 as kept from audit.account group by company_id`,
  },
  {
    law: 'I2',
    says: 'every balance is the sum of its moves',
    query: `
      select address as subject, balance = coalesce(sum, 0) as kept
      from audit.account left join (select acct, sum(amt) from audit.entry group by acct) as moves on acct = account.id`,
  },
  {
    law: 'I3',
    says: 'a card shows what its purses hold',
    query: `
      select 'card ' || number as subject, value + lock_value = coalesce(sum, 0) and shown_balance * 100 = value + lock_value as kept
      from audit.card left join (
        select account.card, sum(amt) from audit.entry join audit.account on account.id = acct
        where account.kind in ('principal', 'gift', 'lock') group by account.card
      ) as moves on moves.card = card.id`,
  },
  {
    law: 'I4',
    says: 'no purse was ever below zero, no debt ever above it',
    query: `
      select address || ' after ' || ref as subject, case kind when 'debt' then running <= 0 else running >= 0 end as kept
      from (
        select account.address, account.kind, entry.ref,
          sum(amt) over (partition by acct order by entry.n, entry.line rows unbounded preceding) as running,
          lead(entry.n) over (partition by acct order by entry.n, entry.line) is distinct from entry.n as settled
        from audit.entry join audit.account on account.id = acct where account.card is not null
      ) as history where settled`,
  },
  {
    law: 'I4',
    says: 'the movements of a card tell all that its purses hold and owe, step by step',
    query: `
      select 'card ' || number as subject,
        coalesce(moved, 0) = value + lock_value + debt and coalesce(owed, 0) = debt and coalesce(stepped, true) as kept
      from audit.card left join (
        select card, sum(amt) as moved, sum(debt) as owed, bool_and(balance_after = running) as stepped
        from (
          select movement.*, sum(amt) over (partition by card order by entry.n, movement.id rows unbounded preceding) as running
          from audit.card_movement movement join ledger_entry entry on entry.id = movement.txn
        ) as steps group by card
      ) as movements on movements.card = card.id`,
  },
  {
    law: 'I5',
    says: 'gifts are never paid out as money',
    query: `
      select 'card ' || owner.card as subject,
        coalesce(sum(-amt) filter (where owner.kind = 'gift' and other.kind = 'tender' and amt < 0), 0) = 0
        and coalesce(sum(-amt) filter (where owner.kind = 'principal' and other.kind = 'tender' and amt < 0), 0)
          <= coalesce(sum(amt) filter (
            where owner.kind in ('principal', 'debt') and other.kind in ('tender', 'opening') and amt > 0), 0)
          + coalesce(sum(amt) filter (where owner.kind = 'principal' and other.kind = 'adjustment'), 0) as kept
      from (
        select entry.acct, amt, first_value(acct) over side as source, last_value(acct) over side as target
        from audit.entry window side as (partition by txn, line order by amt rows between unbounded preceding and unbounded following)
      ) as move
      join audit.account owner on owner.id = acct and owner.card is not null
      join audit.account other on other.id = case acct when source then target else source end
      group by owner.card`,
  },
  {
    law: 'I7',
    says: 'an order is paid by its payments, and stands where they put it',
    query: `
      select 'order ' || order_no as subject, paid_cents = paid and refunded_cents = refunded and case status
        when 'success' then paid = total_cents when 'partiallyPaid' then paid > 0 and paid < total_cents
        when 'close' then refunded = paid when 'lock' then paid < total_cents else paid = 0 end as kept
      from audit."order" left join lateral (
        select coalesce(sum(amount_cents), 0) as paid, coalesce(sum(refunded_cents), 0) as refunded
        from audit.txn where order_id = "order".id and txn.status = 'success'
      ) as payments on true`,
  },
  {
    law: 'I7',
    says: 'every payment is in the book, to the cent, and the book has no payment of its own',
    query: `
      select 'payment ' || coalesce(serial, ref) as subject, coalesce(amount_cents = booked, false) as kept
      from (select * from audit.txn where status = 'success') as txn full join (
        select entry.company_id, ref, sum(amt) as booked from audit.entry join audit.account on account.id = acct
        where account.kind = 'sales' and amt > 0 group by entry.company_id, txn, ref
      ) as entry on entry.company_id = txn.company_id and entry.ref = 'payment:' || serial`,
  },
  {
    law: 'I6',
    says: 'an order comes to its lines less their discounts, each of which has a name',
    query: `
      select 'order ' || order_no as subject, total_cents = lines.amount - lines.discount
        and discount_cents = lines.discount and discount_cents = named.discount as kept
      from audit."order" cross join lateral (
        select coalesce(sum(amount_cents), 0) as amount, coalesce(sum(discount_cents), 0) as discount
        from audit.line where order_id = "order".id
      ) as lines cross join lateral (
        select coalesce(sum(amount_cents), 0) as discount from audit.discount where order_id = "order".id
      ) as named`,
  },
  {
    law: 'I8',
    says: 'no payment gives back more than it took, and what it gave back its refunds tell',
    query: `
      select 'payment ' || serial as subject, refunded_cents between 0 and amount_cents and refunded_cents = told as kept
      from audit.txn cross join lateral (
        select coalesce(sum(amount_cents), 0) as told from audit.refund where transaction_id = txn.id
      ) as refunds`,
  },
  {
    law: 'I8',
    says: 'every refund is in the book, to the cent, and the book has no refund of its own',
    query: `
      select 'refund ' || coalesce(serial, ref) as subject, coalesce(amount_cents = booked, false) as kept
      from audit.refund full join (
        select entry.company_id, ref, -sum(amt) as booked from audit.entry join audit.account on account.id = acct
        where account.kind = 'sales' and amt < 0 and ref like 'refund:%' group by entry.company_id, txn, ref
      ) as entry on entry.company_id = refund.company_id and entry.ref = 'refund:' || serial`,
  },
  {
    law: 'I8',
    says: 'a card gets back at most what it paid, purse by purse and in all',
    query: `
      select 'movement ' || paid.id as subject, coalesce(sum(back.amt), 0) between 0 and -paid.amt
        and coalesce(sum(back.gift), 0) between 0 and -paid.gift as kept
      from audit.card_movement paid left join audit.card_movement back on back.reverses = paid.id
      where paid.type = 'consume' group by paid.id, paid.amt, paid.gift`,
  },
  {
    law: 'I20',
    says: 'a top-up is given back once at most, and by exactly what was paid in',
    query: `
      select 'movement ' || paid.id as subject, count(back.id) <= 1 and coalesce(sum(back.amt), -paid.amt) = -paid.amt as kept
      from audit.card_movement paid left join audit.card_movement back on back.reverses = paid.id
      where paid.type = 'charge' group by paid.id, paid.amt`,
  },
  {
    law: 'I21',
    says: 'every correction of a balance has somebody who answers for it, a reason, and an audit entry',
    query: `
      select 'movement ' || movement.id as subject, operator_id is not null and remark <> '' and exists (
        select from audit_entry where company_id = movement.company_id and action = 'card.adjust'
          and subject = 'userCards:' || user_card_id and (detail ->> 'amountCents')::bigint = amount_cents) as kept
      from user_card_detail movement where type = 'adjust'`,
  },
  ...settlementLaws,
  {
    law: 'I15',
    says: 'statistics say of each hour and day what its orders, lines, payments and card movements say',
    query: `
      select 'statistic of ' || coalesce(counted.place, told.place) as subject,
        coalesce(counted.sums, $nothing) = coalesce(told.sums, $nothing) as kept
      from ($counted) as counted full join ($told) as told using (place)`
      .replaceAll('$nothing', `array[${'0, '.repeat(8)}0]::numeric[]`)
      .replace('$counted', statisticBy('audit.statistic_counted'))
      .replace('$told', statisticBy('audit.statistic_told')),
  },
  {
    law: 'I15',
    says: 'the months of the statistics are the sums of their days',
    query: `
      select 'statistic of ' || coalesce(months.place, days.place) as subject, coalesce(months.count = days.count
        and months.amount = days.amount and months.volume = days.volume and months.refunded = days.refunded, false) as kept
      from (
        select concat_ws(' ', fact, dimension, station, key, at) as place, count, amount_cents as amount, volume_cl as volume,
          refunded_cents as refunded from audit.statistic where grain = 'm'
      ) as months full join (
        select concat_ws(' ', fact, dimension, station, key, date_trunc('month', at, time_zone)::timestamptz(3)) as place,
          sum(count) as count, sum(amount_cents) as amount, sum(volume_cl) as volume, sum(refunded_cents) as refunded
        from audit.statistic cell join statistic_site site on site.station_id = station and site.company_id = cell.company_id
        where cell.grain = 'd' group by 1
      ) as days using (place)`,
  },
  {
    law: 'I15',
    says: 'a company is counted as its stations are, all together',
    query: `
      select 'statistic of all stations, ' || place as subject, bool_and(sum = 0) as kept
      from (
        select place, sum(sign * side.sum) from (
          select concat_ws(' ', fact, grain, key, at) as place, 1 as sign, count, amount_cents, discount_cents, paid_cents, refunded_cents
          from audit.statistic_whole
          union all
          select concat_ws(' ', fact, grain, key, at), -1, count, amount_cents, discount_cents, paid_cents, refunded_cents
          from audit.statistic where dimension = 'standing'
        ) as told, unnest(array[count, amount_cents, discount_cents, paid_cents, refunded_cents]) with ordinality as side (sum, nth)
        group by place, nth
      ) as held group by place`,
  },
]
