-- compatible
-- Payments, refunds and movements of cards that were recorded during a clock fault are marked as the sales are. The transaction says which
-- fault runs, and the rows take it from there: outside a fault nothing is asked and nothing is written.
do $$
declare marked regclass;
begin
  foreach marked in array array['pay_transaction', 'refund', 'user_card_detail']::regclass[] loop
    execute format('alter table %s
      add column clock_fault_id bigint default nullif(current_setting(''app.clock_fault'', true), '''')::bigint,
      add column clock_suspect boolean not null default (coalesce(current_setting(''app.clock_fault'', true), '''') <> '''')', marked);
    execute format('create index on %s (station_id, clock_fault_id) where clock_fault_id is not null', marked);
    execute format('grant update (clock_fault_id, clock_suspect, created_date) on %s to forecourt_app', marked);
  end loop;
  -- Of what is final, the date and its mark alone can be corrected.
  foreach marked in array array['refund', 'user_card_detail']::regclass[] loop
    execute format('drop trigger final on %s', marked);
    execute format('create trigger final before update of %s or delete or truncate on %s for each statement execute function final()', (
      select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = marked and attnum > 0 and not attisdropped
        and attname not in ('created_date', 'clock_fault_id', 'clock_suspect')), marked);
  end loop;
end $$;

-- What was corrected besides sales, with both dates. Of a settled shift it keeps its date there.
create table clock_corrected_row (
  kind text not null check (kind in ('payment', 'refund', 'cardMovement')),
  row_id bigint not null,
  company_id bigint not null references company,
  station_id bigint references station,
  clock_correction_id bigint not null references clock_correction,
  date_before timestamptz(3) not null,
  date_after timestamptz(3) not null,
  settled boolean not null,
  primary key (kind, row_id)
);
select guard_tenant('clock_corrected_row', 'select, insert');
select make_final('clock_corrected_row');
create index on clock_corrected_row (clock_correction_id);

-- An entry of the book keeps its date. Where that was corrected, the right one stands here, and statements go by it.
create table ledger_dated (
  entry_id bigint primary key references ledger_entry,
  company_id bigint not null references company,
  at timestamptz(3) not null
);
select guard_tenant('ledger_dated', 'select, insert');
select make_final('ledger_dated');

-- A movement whose date has moved goes from one hour of the statistics and comes into another.
create function note_movement_changes() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, count, amount_cents, principal_cents, gift_cents)
  select later.company_id, coalesce(later.station_id, later.company_id), side.at, 'card', later.type, card_kind_no(card.kind),
    later.pay_type, sign, sign * later.amount_cents, sign * later.principal_cents, sign * later.gift_cents
  from earlier join later on later.id = earlier.id join user_card card on card.id = later.user_card_id
  cross join lateral (values (-1, earlier.created_date), (1, later.created_date)) as side (sign, at)
  where earlier.created_date <> later.created_date;
  return null;
end $$;
create trigger note_movement_changes after update on user_card_detail referencing old table as earlier new table as later
  for each statement execute function note_movement_changes();

-- As before, with the marks. A view keeps the columns that its table had when it was made.
drop view user_card_detail_report;
create view user_card_detail_report with (security_invoker) as
  select movement.*,
    case when type = 'charge' and pay_type is not null then
      case when exists (select from user_card_detail back where back.reverses_id = movement.id and back.type = 'refundCharge')
        then 'refunded' else 'notRefunded' end
    end as refund_status,
    case when type = 'charge' and pay_type is not null then 'uninvoiced' end as invoice_status
  from user_card_detail movement;
grant select on user_card_detail_report to forecourt_app;

-- What came with sales that are marked and not yet corrected. The wall is as high for the owner of the tables as for everyone.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
update pay_transaction paid set clock_fault_id = sale.clock_fault_id, clock_suspect = true
from sale_order sale
where sale.clock_fault_id is not null and paid.order_id = sale.id and paid.created_date = sale.received_date
  and not exists (select from clock_corrected_sale where order_id = sale.id);
update user_card_detail moved set clock_fault_id = paid.clock_fault_id, clock_suspect = true
from pay_transaction paid
where paid.clock_fault_id is not null and moved.order_id = paid.order_id and moved.type = 'consume'
  and moved.created_date between paid.created_date and paid.created_date + interval '1 second';

-- What is marked besides sales and waits for somebody to check its date.
create view clock_marked_row with (security_invoker) as
select marked.*, exists (
  select from daily_state state where state.id = shift_id
    and (status = 'closed' and not is_nature_day or exists (select from class_settle where daily_state_id = state.id))) as settled
from (
  select 'payment' as kind, id, company_id, station_id, shift_id, clock_fault_id, created_date from pay_transaction
  where clock_fault_id is not null and clock_suspect
  union all
  select 'refund', id, company_id, station_id, shift_id, clock_fault_id, created_date from refund
  where clock_fault_id is not null and clock_suspect
  union all
  select 'cardMovement', id, company_id, station_id, shift_id, clock_fault_id, created_date from user_card_detail
  where clock_fault_id is not null and clock_suspect
) as marked;
grant select on clock_marked_row to forecourt_app;
