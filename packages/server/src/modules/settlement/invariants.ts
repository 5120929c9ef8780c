import { TenderType } from '@forecourt/contract'
import { oneCurrency, type Invariant } from '../../platform/invariant.ts'
import { settlementSources } from './sources.ts'

const tenders = TenderType.options.map(payType => `'${payType}'`).join(', ')

/** Shifts and days: what they are made of, and that they stay as they were settled. @source invariants I12–I14, decision O16 */
export const settlementInvariants: readonly Invariant[] = [
  {
    invariant: 'I12',
    says: 'every payment belongs to one shift or natural day of its station',
    query: `
      select 'payment ' || serial as subject, coalesce(state.station_id = txn.station_id, false) as holds
      from {audit.txn} txn left join {daily_state} state on state.id = shift_id`,
  },
  {
    invariant: 'I12',
    says: 'a settled shift says of each way of payment what its payments say',
    query: `
      select 'settlement of shift ' || shift || ', ' || pay_type as subject,
        coalesce(frozen.payments, 0) = coalesce(paid.payments, 0) and
          coalesce(frozen.amount_cents, 0) = coalesce(paid.amount_cents, 0) as holds
      from {audit.settlement_tender} frozen full join (
        select shift_id as shift, pay_type, count(*) as payments, sum(amount_cents) as amount_cents from {audit.txn} txn
        where status = 'success' and shift_id in (select shift from {audit.settlement} settlement) group by shift_id, pay_type
      ) as paid using (shift, pay_type)`,
  },
  {
    invariant: 'I12',
    says: 'a settled shift says of each item what its sales say',
    query: `
      select 'settlement of shift ' || shift || ', item ' || item_id as subject, coalesce(frozen.volume_cl = sold.volume_cl
        and frozen.pieces = sold.pieces and frozen.amount_cents = sold.amount_cents
        and frozen.discount_cents = sold.discount_cents, false) as holds
      from {audit.settlement_item} frozen full join (
        select shift_id as shift, item_id, sum(volume_cl) as volume_cl, sum(pieces) as pieces, sum(line.amount_cents) as amount_cents,
          sum(line.discount_cents) as discount_cents
        from {audit."order"} "order" join {audit.line} line on order_id = "order".id
        where shift_id in (select shift from {audit.settlement} settlement) group by shift_id, item_id
      ) as sold using (shift, item_id)`,
  },
  {
    invariant: 'I12',
    says: 'a settled shift says of each way of payment what was given back in it',
    query: `
      select 'settlement of shift ' || shift || ', ' || pay_type || ' back' as subject,
        coalesce(frozen.refunded_cents, 0) = coalesce(back.cents, 0) as holds
      from {audit.settlement_tender} frozen full join (
        select shift_id as shift, pay_type, sum(paid_out_cents) as cents from {audit.refund} refund
        where shift_id in (select shift from {audit.settlement} settlement) group by shift_id, pay_type
      ) as back using (shift, pay_type)`,
  },
  {
    invariant: 'I12',
    says: 'a settled shift expects of each tender what the book took for it: payments, refunds and top-ups, entry by entry',
    query: () => `
      select 'settlement of shift ' || shift || ', ' || pay_type || ' in the book' as subject,
        coalesce(frozen.expected_cents, 0) = coalesce(booked.cents, 0) as holds
      from (select * from {audit.settlement_tender} settlement_tender where pay_type in (${tenders})) as frozen full join (
        select shift, account.pay_type, -sum(amt) as cents from (
          select company_id, shift_id as shift, 'payment:' || serial as ref from {audit.txn} txn where status = 'success'
          union all ${settlementSources()
            .map(({ booked }) => booked)
            .join(' union all ')}
        ) as fact join {audit.entry} entry using (company_id, ref)
        join {audit.account} account on account.id = acct and account.kind = 'tender'
        where shift in (select shift from {audit.settlement} settlement) group by shift, account.pay_type
      ) as booked using (shift, pay_type)`,
  },
  {
    invariant: 'I14',
    says: 'a settled shift reads as it did when it was closed, and as the audit has it',
    query: `
      select 'settlement of ' || business_day || ' shift ' || number as subject, coalesce(hash = hash_now, false) and exists (
        select from {audit_entry} audit_entry where company_id = settlement.company_id and subject = 'classSettles:' || settlement.id
          and action = 'shift.settle' and detail ->> 'hash' = encode(hash, 'hex')) as holds
      from {audit.settlement} settlement`,
  },
  {
    invariant: 'I14',
    says: 'a shift that was closed has its settlement',
    query: `
      select 'shift ' || state.id as subject, settlement.id is not null as holds
      from {daily_state} state left join {audit.settlement} settlement on settlement.shift = state.id
      where state.status = 'closed' and not state.is_nature_day`,
  },
  {
    invariant: 'I13',
    says: 'a settled day is the sum of its shifts, and every settled shift of that day is in it',
    query: `
      select 'day ' || business_day || ' of station ' || station as subject, coalesce(shifts = many and day.orders = sums.orders
        and day.sales_cents = sales and day.paid_cents = paid and volume_cl = litres and top_up_cents = topped
        and unpaid_cents = unpaid and named, false) as holds
      from {audit.day_settlement} day left join lateral (
        select count(*) as many, sum(orders) as orders, sum(sales_cents) as sales, sum(paid_cents) as paid, sum(volume_cl) as litres,
          sum(top_up_cents) as topped, sum(unpaid_cents) as unpaid,
          bool_and(id in (select settlement from {audit.day_settlement_shift} day_settlement_shift
          where day_settlement_shift.day = day.id)) as named
        from {audit.settlement} settlement where settlement.station = day.station and settlement.business_day = day.business_day
      ) as sums on true`,
  },
  {
    invariant: 'I13',
    says: 'a settled day says of each way of payment what its shifts say, or what the statement of the platform says',
    query: `
      select 'day ' || business_day || ' of station ' || station || ', ' || tender.pay_type as subject, coalesce(
        tender.amount_cents = coalesce(sums.amount, 0) and tender.refunded_cents = coalesce(sums.refunded, 0)
        and tender.top_up_cents = coalesce(sums.topped, 0) and tender.counted_cents is not distinct from sums.counted
        and tender.difference_cents is not distinct from coalesce(statement_cents - tender.expected_cents, sums.difference), false) as holds
      from {audit.day_settlement_tender} tender join {audit.day_settlement} day on day.id = tender.day left join lateral (
        select sum(amount_cents) as amount, sum(refunded_cents) as refunded, sum(top_up_cents) as topped, sum(counted_cents) as counted,
          sum(counted_cents - expected_cents) as difference
        from {audit.settlement_tender} settlement_tender where pay_type = tender.pay_type and shift in (
          select settlement.shift from {audit.settlement} settlement
          join {audit.day_settlement_shift} chain on chain.settlement = settlement.id
          where chain.day = tender.day)
      ) as sums on true`,
  },
  {
    invariant: 'I14',
    says: 'a settled day and its shifts read as they did when it was settled, and as the audit has it',
    query: `
      select 'day ' || business_day || ' of station ' || station as subject, coalesce(hash = hash_now, false)
        and not exists (select from {audit.day_settlement_shift} chain where chain.day = day.id
          and chain.hash is distinct from chain.hash_of_shift)
        and exists (select from {audit_entry} audit_entry where company_id = day.company_id and subject = 'daySettles:' || day.id
          and action = 'day.settle' and detail ->> 'hash' = encode(hash, 'hex')) as holds
      from {audit.day_settlement} day`,
  },
  oneCurrency('settlements', [
    { subject: "'settlement of shift ' || shift", rows: '{audit.settlement}', parent: '{station}', on: 'parent.id = own.station' },
    { subject: "'settlement of ' || business_day", rows: '{audit.day_settlement}', parent: '{station}', on: 'parent.id = own.station' },
  ]),
]
