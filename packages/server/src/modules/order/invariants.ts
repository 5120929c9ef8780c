import { oneCurrency, type Invariant } from '../../platform/invariant.ts'

/** The order that it names, at its station: no reference of the database's says so. */
const ofItsOrder = 'parent.id = own.order_id and parent.station_id = own.station_id'

/** Orders, payments and refunds. @source the guarantees of the product, invariants I6–I8, decision O16 */
export const orderInvariants: readonly Invariant[] = [
  {
    invariant: 'I7',
    says: 'an order is paid by its payments, and stands where they put it',
    query: `
      select 'order ' || order_no as subject, paid_cents = coalesce(paid, 0) and refunded_cents = coalesce(refunded, 0) and case status
        when 'success' then paid_cents = total_cents when 'partiallyPaid' then paid_cents > 0 and paid_cents < total_cents
        when 'close' then refunded_cents = paid_cents when 'lock' then paid_cents < total_cents else paid_cents = 0 end as holds
      from {audit."order"} "order" left join (
        select order_id, sum(amount_cents) as paid, sum(refunded_cents) as refunded
        from {audit.txn} txn where status = 'success' group by order_id
      ) as payments on order_id = "order".id`,
  },
  {
    invariant: 'I7',
    says: 'every payment is in the book, to the cent, and the book has no payment of its own',
    query: `
      select 'payment ' || coalesce(serial, ref) as subject, coalesce(amount_cents = booked, false) as holds
      from (select * from {audit.txn} txn where status = 'success') as txn full join (
        select entry.company_id, ref, sum(amount_cents) as booked from {ledger_move} ledger_move
        join {audit.account} account on account.id = target_id
        join {ledger_entry} entry on entry.id = entry_id
        where account.kind = 'sales' group by entry.id, entry.company_id, ref
      ) as entry on entry.company_id = txn.company_id and entry.ref = 'payment:' || serial`,
  },
  {
    invariant: 'I6',
    says: 'an order comes to its lines less their discounts, each of which has a name',
    query: `
      select 'order ' || order_no as subject, total_cents = coalesce(lines.amount, 0) - discount_cents
        and discount_cents = coalesce(lines.discount, 0) and discount_cents = coalesce(named.discount, 0) as holds
      from {audit."order"} "order" left join (
        select order_id, sum(amount_cents) as amount, sum(discount_cents) as discount from {audit.line} line group by order_id
      ) as lines on lines.order_id = "order".id left join (
        select order_id, sum(amount_cents) as discount from {audit.discount} discount group by order_id
      ) as named on named.order_id = "order".id`,
  },
  {
    invariant: 'I8',
    says: 'no payment gives back more than it took, and what it gave back its refunds tell',
    query: `
      select 'payment ' || serial as subject, refunded_cents between 0 and amount_cents and refunded_cents = coalesce(refunds, 0) as holds
      from {audit.txn} txn left join (
        select transaction_id, sum(amount_cents) as refunds from {audit.refund} refund group by transaction_id
      ) as refunds on transaction_id = txn.id`,
  },
  {
    invariant: 'I8',
    says: 'every refund is in the book, to the cent, and the book has no refund of its own',
    query: `
      select 'refund ' || coalesce(serial, ref) as subject, coalesce(amount_cents = booked, false) as holds
      from {audit.refund} refund full join (
        select entry.company_id, ref, sum(amount_cents) as booked from {ledger_move} ledger_move
        join {audit.account} account on account.id = source_id
        join {ledger_entry} entry on entry.id = entry_id
        where account.kind = 'sales' and ref like 'refund:%' group by entry.id, entry.company_id, ref
      ) as entry on entry.company_id = refund.company_id and entry.ref = 'refund:' || serial`,
  },
  oneCurrency('orders, payments and refunds', [
    { subject: "'order ' || order_no", rows: '{audit."order"}', parent: '{station}', on: 'parent.id = own.station_id' },
    { subject: "'line ' || own.id", rows: '{audit.line}', parent: '{audit."order"}', on: ofItsOrder },
    { subject: "'payment ' || serial", rows: '{audit.txn}', parent: '{audit."order"}', on: ofItsOrder },
    { subject: "'refund ' || own.serial", rows: '{audit.refund}', parent: '{audit.txn}', on: 'parent.id = own.transaction_id' },
  ]),
]
