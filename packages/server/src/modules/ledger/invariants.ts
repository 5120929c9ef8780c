import { clockInvariants } from './clock-invariants.ts'
import { currencyInvariants } from './currency-invariants.ts'
import { settlementInvariants } from './settlement-invariants.ts'
import { statisticInvariants } from './statistic-invariants.ts'

/**
 * An invariant of the books. Its query lists everything it is checked on, as `subject` (how a person would name it) and `kept`.
 * It reads the audit views, as an auditor would; and every table in one pass, as sets, for ten million orders are proven in minutes.
 */
export interface Invariant {
  readonly law: string
  readonly says: string
  readonly query: string
  /** Too much is set against each other to be held in memory at once: some companies at a time, for what every one of them has. */
  readonly bySlices?: boolean
}

/** Both sides of every move, where they lie: a set to be joined, not a function of each row. */
const sides = `(
        select entry_id, line, source_id as acct, target_id as other, -amount_cents as amt from ledger_move
        union all select entry_id, line, target_id, source_id, amount_cents from ledger_move
      ) as side`

/** @source the guarantees of the product, invariants I1–I8, I12–I15, I20, I21 */
export const invariants: readonly Invariant[] = [
  {
    law: 'I1',
    says: 'what leaves one account enters another, within one company and one currency',
    query: `
      select 'entry ' || coalesce(ref, move.entry_id::text) as subject,
        move.company_id = entry.company_id and source.currency = target.currency as kept
      from ledger_move move left join ledger_entry entry on entry.id = move.entry_id
      left join audit.account source on source.id = source_id and source.company_id = entry.company_id
      left join audit.account target on target.id = target_id and target.company_id = entry.company_id`,
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
      from audit.account left join (select acct, sum(amt) from ${sides} group by acct) as moves on acct = account.id`,
  },
  {
    law: 'I3',
    says: 'a card shows what its purses hold',
    query: `
      select 'card ' || number as subject, value + lock_value = coalesce(sum, 0) and shown_balance * 100 = value + lock_value as kept
      from audit.card left join (
        select account.card, sum(amt) from ${sides} join audit.account on account.id = acct
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
          sum(amt) over (partition by acct order by entry.n, line rows unbounded preceding) as running,
          lead(entry.n) over (partition by acct order by entry.n, line) is distinct from entry.n as settled
        from ${sides} join ledger_entry entry on entry.id = entry_id join audit.account on account.id = acct where account.card is not null
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
      from ${sides}
      join audit.account owner on owner.id = acct and owner.card is not null
      join audit.account other on other.id = side.other
      group by owner.card`,
  },
  {
    law: 'I7',
    says: 'an order is paid by its payments, and stands where they put it',
    query: `
      select 'order ' || order_no as subject, paid_cents = coalesce(paid, 0) and refunded_cents = coalesce(refunded, 0) and case status
        when 'success' then paid_cents = total_cents when 'partiallyPaid' then paid_cents > 0 and paid_cents < total_cents
        when 'close' then refunded_cents = paid_cents when 'lock' then paid_cents < total_cents else paid_cents = 0 end as kept
      from audit."order" left join (
        select order_id, sum(amount_cents) as paid, sum(refunded_cents) as refunded
        from audit.txn where status = 'success' group by order_id
      ) as payments on order_id = "order".id`,
  },
  {
    law: 'I7',
    says: 'every payment is in the book, to the cent, and the book has no payment of its own',
    query: `
      select 'payment ' || coalesce(serial, ref) as subject, coalesce(amount_cents = booked, false) as kept
      from (select * from audit.txn where status = 'success') as txn full join (
        select entry.company_id, ref, sum(amount_cents) as booked from ledger_move join audit.account on account.id = target_id
        join ledger_entry entry on entry.id = entry_id
        where account.kind = 'sales' group by entry.id, entry.company_id, ref
      ) as entry on entry.company_id = txn.company_id and entry.ref = 'payment:' || serial`,
  },
  {
    law: 'I6',
    says: 'an order comes to its lines less their discounts, each of which has a name',
    query: `
      select 'order ' || order_no as subject, total_cents = coalesce(lines.amount, 0) - discount_cents
        and discount_cents = coalesce(lines.discount, 0) and discount_cents = coalesce(named.discount, 0) as kept
      from audit."order" left join (
        select order_id, sum(amount_cents) as amount, sum(discount_cents) as discount from audit.line group by order_id
      ) as lines on lines.order_id = "order".id left join (
        select order_id, sum(amount_cents) as discount from audit.discount group by order_id
      ) as named on named.order_id = "order".id`,
  },
  {
    law: 'I8',
    says: 'no payment gives back more than it took, and what it gave back its refunds tell',
    query: `
      select 'payment ' || serial as subject, refunded_cents between 0 and amount_cents and refunded_cents = coalesce(told, 0) as kept
      from audit.txn left join (
        select transaction_id, sum(amount_cents) as told from audit.refund group by transaction_id
      ) as refunds on transaction_id = txn.id`,
  },
  {
    law: 'I8',
    says: 'every refund is in the book, to the cent, and the book has no refund of its own',
    query: `
      select 'refund ' || coalesce(serial, ref) as subject, coalesce(amount_cents = booked, false) as kept
      from audit.refund full join (
        select entry.company_id, ref, sum(amount_cents) as booked from ledger_move join audit.account on account.id = source_id
        join ledger_entry entry on entry.id = entry_id
        where account.kind = 'sales' and ref like 'refund:%' group by entry.id, entry.company_id, ref
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
  ...currencyInvariants,
  ...settlementInvariants,
  ...statisticInvariants,
  ...clockInvariants,
  {
    law: 'I15',
    says: 'the months of the statistics are the sums of their days, and days that have hours of these',
    query: `
      select 'statistic of ' || coalesce(months.place, days.place) as subject, coalesce(months.count = days.count
        and months.amount = days.amount and months.volume = days.volume and months.refunded = days.refunded, false) as kept
      from (
        select concat_ws(' ', fact, dimension, grain, station, key, at) as place, count, amount_cents as amount, volume_cl as volume,
          refunded_cents as refunded from audit.statistic where grain = 'm' or dimension = 'all' and grain = 'd'
      ) as months full join (
        select concat_ws(' ', fact, dimension, coarse.grain, station, key, date_trunc(unit, at, time_zone)::timestamptz(3)) as place,
          sum(count) as count, sum(amount_cents) as amount, sum(volume_cl) as volume, sum(refunded_cents) as refunded
        from audit.statistic cell join statistic_site site on site.station_id = station and site.company_id = cell.company_id
        join statistic_grain coarse using (dimension) where (cell.grain, coarse.grain) in (('h', 'd'), ('d', 'm')) group by 1
      ) as days using (place)`,
  },
  {
    law: 'I15',
    says: 'a company is counted as its stations are, all together',
    query: `
      select concat_ws(' ', 'statistic of all stations,', fact, grain, key, at, 'of company', company_id) as subject, sum(count) = 0
        and sum(amount_cents) = 0 and sum(discount_cents) = 0 and sum(paid_cents) = 0 and sum(refunded_cents) = 0
        and sum(volume_cl) = 0 and sum(pieces) = 0 as kept
      from (
        select company_id, fact, grain, key, at, count, amount_cents, discount_cents, paid_cents, refunded_cents, volume_cl, pieces
        from audit.statistic_whole
        union all
        select company_id, fact, grain, key, at, -count, -amount_cents, -discount_cents, -paid_cents, -refunded_cents, -volume_cl, -pieces
        from audit.statistic where dimension = 'standing'
      ) as both_sides group by company_id, fact, grain, key, at`,
  },
]
