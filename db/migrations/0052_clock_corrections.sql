-- compatible
-- Dated corrections of sales that a clock fault has marked. The dates of a sale move; what was sold, what was paid and the book do not.

-- Who said that the clock of a server is right as it is, while it differed from the time that went on steadily.
alter table clock_fault add column accepted_by text, add column accepted_date timestamptz(3);

create table clock_correction (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  clock_fault_id bigint not null references clock_fault,
  -- By how much the dates were moved; 0 says that they were right.
  moved_seconds bigint not null,
  reason text not null check (reason <> ''),
  corrected_by text not null,
  created_date timestamptz(3) not null
);
select guard_tenant('clock_correction', 'select, insert');
select make_final('clock_correction');

create table clock_corrected_sale (
  order_id bigint primary key references sale_order,
  company_id bigint not null references company,
  station_id bigint not null references station,
  clock_correction_id bigint not null references clock_correction,
  received_before timestamptz(3) not null,
  received_after timestamptz(3) not null,
  created_before timestamptz(3) not null,
  created_after timestamptz(3) not null,
  -- It is counted in a settled shift, whose figures stay: its moment of sale stays with them.
  settled boolean not null
);
select guard_tenant('clock_corrected_sale', 'select, insert');
select make_final('clock_corrected_sale');
create index on clock_corrected_sale (clock_correction_id);

grant update (received_date, created_date, shift_id, belongs_shift_id, late) on sale_order to forecourt_app;
grant update (created_date) on pay_transaction, order_line, order_discount to forecourt_app;
-- Everything of a line and of a discount is final but the date of its sale.
create function final_but_dated(guarded regclass) returns void language plpgsql as $$
begin
  execute format('drop trigger final on %s', guarded);
  execute format('create trigger final before update of %s or delete or truncate on %s for each statement execute function final()', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = guarded and attnum > 0 and not attisdropped and attname <> 'created_date'), guarded);
end $$;
select final_but_dated('order_line'), final_but_dated('order_discount');
drop function final_but_dated;

-- As before, and a sale whose moment has moved goes from one hour and comes into another.
create or replace function note_order_changes() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, nozzle_control_id, employee_id, device_id, count,
    amount_cents, discount_cents, paid_cents, refunded_cents)
  select later.company_id, later.station_id, side.at, 'order', side.status, later.type, side.pay_type, later.nozzle_control_id,
    later.employee_id, later.device_id, sign, sign * later.total_cents, sign * later.discount_cents, sign * side.paid, sign * side.refunded
  from earlier join later on later.id = earlier.id
  cross join lateral (values
    (-1, earlier.created_date, earlier.status, earlier.pay_type, earlier.paid_cents, earlier.refunded_cents),
    (1, later.created_date, later.status, later.pay_type, later.paid_cents, later.refunded_cents))
    as side (sign, at, status, pay_type, paid, refunded)
  where (earlier.created_date, earlier.status, earlier.pay_type, earlier.paid_cents, earlier.refunded_cents)
    is distinct from (later.created_date, later.status, later.pay_type, later.paid_cents, later.refunded_cents);
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id,
    device_id, count, volume_cl, pieces, amount_cents, discount_cents)
  select later.company_id, later.station_id, side.at, 'line', side.status, later.type, side.pay_type, line.item_id,
    later.nozzle_control_id, later.employee_id, later.device_id, sign, sign * line.volume_cl, sign * line.pieces,
    sign * line.amount_cents, sign * line.discount_cents
  from earlier join later on later.id = earlier.id
  cross join lateral (
    select item_id, sum(volume_cl) as volume_cl, sum(pieces) as pieces, sum(amount_cents) as amount_cents,
      sum(discount_cents) as discount_cents
    from order_line where order_id = later.id group by item_id
  ) as line
  cross join lateral (values (-1, earlier.created_date, earlier.status, earlier.pay_type),
    (1, later.created_date, later.status, later.pay_type)) as side (sign, at, status, pay_type)
  where (earlier.created_date, earlier.status, earlier.pay_type) is distinct from (later.created_date, later.status, later.pay_type);
  return null;
end $$;
create or replace function note_payment_changes() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, pay_type, employee_id, device_id, count, amount_cents,
    refunded_cents)
  select later.company_id, later.station_id, side.at, 'payment', side.status, later.pay_type,
    coalesce(later.user_id, (select employee_id from sale_order where id = later.order_id)), later.device_id, sign,
    sign * later.amount_cents, sign * side.refunded
  from earlier join later on later.id = earlier.id
  cross join lateral (values (-1, earlier.created_date, earlier.status, earlier.refunded_cents),
    (1, later.created_date, later.status, later.refunded_cents)) as side (sign, at, status, refunded)
  where (earlier.created_date, earlier.status, earlier.refunded_cents)
    is distinct from (later.created_date, later.status, later.refunded_cents);
  return null;
end $$;

-- Sales that a fault has marked, with what became of them.
create view clock_sale with (security_invoker = true) as
select sale.id, sale.company_id, sale.station_id, sale.order_no, sale.total_cents, sale.received_date, sale.created_date,
  sale.clock_fault_id, fault.cause, fault.began_date, fault.ended_date,
  ((case fault.cause when 'database' then fault.database_offset_ms else fault.server_offset_ms end) / 1000)::bigint as offset_seconds,
  case when corrected.order_id is null then 'marked' when settled then 'settled' else 'corrected' end as state,
  corrected.received_before, corrected.received_after, corrected.created_before, corrected.created_after, moved_seconds,
  reason, corrected_by, correction.created_date as corrected_date
from sale_order sale join clock_fault fault on fault.id = sale.clock_fault_id
left join clock_corrected_sale corrected on corrected.order_id = sale.id
left join clock_correction correction on correction.id = corrected.clock_correction_id;
grant select on clock_sale to forecourt_app;
