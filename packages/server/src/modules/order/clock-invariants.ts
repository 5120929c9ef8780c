import type { Invariant } from '../../platform/invariant.ts'

/** The dates of sales: in the order of their numbers, save for what was recorded of a clock fault. @source invariant I31, decision O4 */
export const clockInvariants: readonly Invariant[] = [
  {
    invariant: 'I31',
    says: 'between recorded clock faults a station receives sales in the order of their numbers, none before it was sold',
    bySlices: true,
    query: `
      select 'order ' || order_no as subject,
        coalesce(received_date >= lag(received_date) over (partition by station_id, steps order by turn), true)
          and created_date <= received_date as holds
      from (
        select *, count(*) filter (where order_no is null) over (partition by station_id order by turn, order_no nulls first) as steps
        from (
          select station_id, order_no, right(order_no, 8) collate "C" as turn, received_date, created_date
          from {sale_order} sale_order where clock_fault_id is null
          union all
          select station_id, null, lpad(order_number::text, 8, '0') collate "C", to_date, to_date from {clock_step} clock_step
        ) as received
      ) as runs where order_no is not null`,
  },
  {
    invariant: 'I31',
    says: 'a sale that is marked by a clock fault names one that is recorded',
    query: `
      select 'order ' || order_no as subject, fault.id is not null and created_date <= received_date as holds
      from {sale_order} sale_order left join clock_fault fault on fault.id = clock_fault_id where clock_fault_id is not null`,
  },
  {
    invariant: 'I31',
    says: 'a payment or a refund that is marked by a clock fault names one that is recorded',
    query: `
      select subject, fault.id is not null as holds from (
        select 'payment ' || serial as subject, clock_fault_id from {pay_transaction} pay_transaction where clock_fault_id is not null
        union all select 'refund ' || serial, clock_fault_id from {refund} refund where clock_fault_id is not null
      ) as marked left join clock_fault fault on fault.id = clock_fault_id`,
  },
  {
    invariant: 'I31',
    says: 'what had its date corrected bears the date that was noted, unless a settled shift counts it',
    query: `
      select corrected.kind || ' ' || row_id as subject,
        dated.created_date is not distinct from (case when settled then date_before else date_after end) as holds
      from {clock_corrected_row} corrected left join (
        select 'payment' as kind, id, created_date from {pay_transaction} pay_transaction where clock_fault_id is not null
        union all select 'refund', id, created_date from {refund} refund where clock_fault_id is not null
        union all select 'cardMovement', id, created_date from {user_card_detail} user_card_detail where clock_fault_id is not null
      ) as dated on dated.kind = corrected.kind and dated.id = row_id`,
  },
]
