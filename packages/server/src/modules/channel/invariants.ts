import type { Invariant } from '../../platform/invariant.ts'

/** @source decisions PY7, PY13 */
export const channelInvariants: readonly Invariant[] = [
  {
    invariant: 'I7',
    says: 'a platform payment is in the book once it is paid, once and with its amount, and a refund once it went back',
    query: `
      select coalesce('payment ' || paid.payment_no, entry.ref) as subject,
        paid.state is not distinct from 'paid' and entry.cents is not distinct from paid.amount_cents as holds
      from (select * from {channel_payment} own where state = 'paid') as paid
      full join (
        select one.company_id, one.ref, sum(move.amount_cents) as cents from {ledger_entry} one
        join {ledger_move} move on move.company_id = one.company_id and move.entry_id = one.id
        where one.kind = 'channel.test' group by one.company_id, one.ref
      ) as entry on entry.company_id = paid.company_id and entry.ref = 'channelPayment:' || paid.id
      union all
      select coalesce('refund ' || back.refund_no, entry.ref),
        back.state is not distinct from 'refunded' and entry.cents is not distinct from back.amount_cents
      from (select * from {channel_refund} own where state = 'refunded') as back
      full join (
        select one.company_id, one.ref, sum(move.amount_cents) as cents from {ledger_entry} one
        join {ledger_move} move on move.company_id = one.company_id and move.entry_id = one.id
        where one.kind = 'channel.testBack' group by one.company_id, one.ref
      ) as entry on entry.company_id = back.company_id and entry.ref = 'channelRefund:' || back.id`,
  },
  {
    invariant: 'I8',
    says: 'of a platform payment no more goes back than was paid',
    query: `
      select 'payment ' || paid.payment_no as subject, paid.state = 'paid' and back.cents <= paid.amount_cents as holds
      from {channel_payment} paid join (
        select company_id, payment_id, sum(amount_cents) as cents from {channel_refund} own where state <> 'failed'
        group by company_id, payment_id
      ) as back on back.company_id = paid.company_id and back.payment_id = paid.id`,
  },
]
