-- compatible
-- What a view puts beside a row is of the row's company: said in the join, and not by the tenant wall alone.
create or replace view clock_marked_row with (security_invoker = true) as
  select marked.*, coalesce(state.settled or state.status = 'closed' and not state.is_nature_day, false) as settled
  from (
    select 'payment' as kind, id, company_id, station_id, shift_id, clock_fault_id, created_date
    from pay_transaction where clock_fault_id is not null and clock_suspect
    union all
    select 'refund', id, company_id, station_id, shift_id, clock_fault_id, created_date
    from refund where clock_fault_id is not null and clock_suspect
    union all
    select 'cardMovement', id, company_id, station_id, shift_id, clock_fault_id, created_date
    from user_card_detail where clock_fault_id is not null and clock_suspect
  ) as marked
  left join daily_state state on state.company_id = marked.company_id and state.id = marked.shift_id;

create or replace view clock_sale with (security_invoker = true) as
  select sale.id, sale.company_id, sale.station_id, sale.order_no, sale.total_cents, sale.received_date, sale.created_date,
    sale.clock_fault_id, fault.cause, fault.began_date, fault.ended_date,
    case fault.cause when 'database' then fault.database_offset_ms else fault.server_offset_ms end / 1000 as offset_seconds,
    case when corrected.order_id is null then 'marked' when corrected.settled then 'settled' else 'corrected' end as state,
    corrected.received_before, corrected.received_after, corrected.created_before, corrected.created_after,
    correction.moved_seconds, correction.reason, correction.corrected_by, correction.created_date as corrected_date
  from sale_order sale
  join clock_fault fault on fault.id = sale.clock_fault_id
  left join clock_corrected_sale corrected on corrected.company_id = sale.company_id and corrected.order_id = sale.id
  left join clock_correction correction on correction.company_id = corrected.company_id
    and correction.id = corrected.clock_correction_id;

create or replace view ledger_balance with (security_invoker = true) as
  select id, company_id, kind, owner_id, pay_type, address, is_purse,
    balance_cents + coalesce((
      select sum(amount_cents) from ledger_delta delta
      where delta.company_id = account.company_id and delta.account_id = account.id), 0)::bigint as balance_cents
  from ledger_account account;

create or replace view station_service with (security_invoker = true) as
  select id, company_id, id as station_id, code, name, address, contact, phone, end_time, expire_time, notify_days, created_date,
    case when end_time is null then 'indefinite' when end_time <= now() then 'expired' else 'notExpired' end as expiry,
    expire_time is null or expire_time > now() as opened,
    exists (
      select from device join device_credential credential on credential.company_id = device.company_id and credential.device_id = device.id
      where device.company_id = station.company_id and device.station_id = station.id and device.enabled) as authorized,
    config <> '{}'::jsonb or exists (
      select from company where company.id = station.company_id and company.config <> '{}'::jsonb) as configured,
    (select max(renewal.created_date) from renewal
      where renewal.company_id = station.company_id and renewal.station_id = station.id) as renewed_date
  from station;

create or replace view user_card_detail_report with (security_invoker = true) as
  select id, company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents, debt_cents,
    balance_after_cents, in_cents, out_cents, pay_type, order_id, reverses_id, operator_id, ledger_entry_id, remark, created_date,
    shift_id, with_password, clock_fault_id, clock_suspect,
    case when type = 'charge' and pay_type is not null then case when exists (
      select from user_card_detail back
      where back.company_id = movement.company_id and back.reverses_id = movement.id and back.type = 'refundCharge')
      then 'refunded' else 'notRefunded' end end as refund_status,
    case when type = 'charge' and pay_type is not null then 'uninvoiced' end as invoice_status
  from user_card_detail movement;

-- A card has all of its purses from its first day: each is one row of the ledger, found by its key.
create or replace view user_card_state with (security_invoker = true) as
  select card.id, card.version, card.company_id, card.number, card.physical_number, card.name, card.kind, card.status, card.card_id,
    card.user_id, card.parent_id, card.payment_cents_max, card.day_cents_max, card.password_from_cents, card.has_pay_password,
    card.remark, card.issue_time, card.created_date,
    principal.balance_cents + gift.balance_cents as value, frozen.balance_cents as lock_value,
    principal.balance_cents as principal_cents, gift.balance_cents as gift_cents, debt.balance_cents as debt_cents,
    (select count(*) from user_card child
      where child.company_id = card.company_id and child.parent_id = card.id)::integer as child_card_num,
    card.group_id
  from user_card card
  left join ledger_account principal on principal.company_id = card.company_id and principal.id = card.principal_id
  left join ledger_account gift on gift.company_id = card.company_id and gift.id = card.gift_id
  left join ledger_account frozen on frozen.company_id = card.company_id and frozen.id = card.lock_id
  left join ledger_account debt on debt.company_id = card.company_id and debt.id = card.debt_id;
