-- Shifts as they stood when they were closed: written once, in one transaction, and final.

-- Money topped up over the counter belongs to the shift that took it, as payments do.
alter table user_card_detail add column shift_id bigint references daily_state;
create index on user_card_detail (shift_id) where shift_id is not null;

create table class_settle (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  station_name text not null,
  daily_state_id bigint not null references daily_state,
  business_day date not null,
  number int not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null check (end_time >= start_time),
  employee_id bigint,
  employee_name text not null,
  forced boolean not null,
  orders bigint not null,
  sales_cents bigint not null,
  discount_cents bigint not null,
  volume_cl bigint not null,
  pieces bigint not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  earlier_cents bigint not null,
  top_ups bigint not null,
  top_up_cents bigint not null,
  unpaid_orders bigint not null,
  unpaid_cents bigint not null,
  closed_orders bigint not null,
  closed_cents bigint not null,
  late_orders bigint not null,
  late_cents bigint not null,
  expected_cents bigint not null,
  counted_cents bigint not null,
  difference_cents bigint not null check (difference_cents = counted_cents - expected_cents),
  note text not null,
  created_date timestamptz(3) not null,
  -- What was delivered was paid in this shift, is unpaid, or was written off.
  check (sales_cents = paid_cents - earlier_cents + unpaid_cents + closed_cents),
  check (forced or unpaid_orders = 0),
  constraint "shift.settled" unique (daily_state_id)
);
select guard_tenant('class_settle', 'select, insert');
select make_final('class_settle');
create index on class_settle (station_id, created_date desc, id desc);
create index on class_settle (company_id, created_date desc, id desc);

create table class_settle_pay_type (
  class_settle_id bigint not null references class_settle,
  company_id bigint not null references company,
  pay_type text not null,
  payments bigint not null,
  amount_cents bigint not null,
  refunded_cents bigint not null,
  top_ups bigint not null,
  top_up_cents bigint not null,
  expected_cents bigint not null generated always as (amount_cents - refunded_cents + top_up_cents) stored,
  counted_cents bigint,
  difference_cents bigint generated always as (counted_cents - (amount_cents - refunded_cents + top_up_cents)) stored,
  primary key (class_settle_id, pay_type)
);
create table class_settle_item (
  class_settle_id bigint not null references class_settle,
  company_id bigint not null references company,
  item_id bigint not null,
  name text not null,
  category_type text not null,
  orders bigint not null,
  volume_cl bigint not null,
  pieces bigint not null,
  amount_cents bigint not null,
  discount_cents bigint not null,
  primary key (class_settle_id, item_id)
);
create table class_settle_nozzle (
  class_settle_id bigint not null references class_settle,
  company_id bigint not null references company,
  nozzle_control_id bigint not null,
  logic_no int not null,
  item_name text,
  orders bigint not null,
  begin_cl bigint,
  end_cl bigint,
  entered boolean not null,
  -- A meter that fell back was changed or rolled over: what ran through it is unknown then.
  metered_cl bigint generated always as (case when end_cl >= begin_cl then end_cl - begin_cl end) stored,
  sold_cl bigint not null,
  late_cl bigint not null,
  difference_cl bigint generated always as (case when end_cl >= begin_cl then end_cl - begin_cl - sold_cl end) stored,
  primary key (class_settle_id, nozzle_control_id)
);
create index on class_settle_nozzle (nozzle_control_id, class_settle_id desc);
create table class_settle_employee (
  class_settle_id bigint not null references class_settle,
  company_id bigint not null references company,
  employee_id bigint,
  name text,
  orders bigint not null,
  volume_cl bigint not null,
  sales_cents bigint not null,
  taken_cents bigint not null,
  unique nulls not distinct (class_settle_id, employee_id)
);
create table class_settle_unpaid (
  class_settle_id bigint not null references class_settle,
  company_id bigint not null references company,
  order_id bigint not null references sale_order,
  order_no text not null,
  status text not null,
  created_date timestamptz(3) not null,
  total_cents bigint not null,
  paid_cents bigint not null,
  due_cents bigint not null generated always as (total_cents - paid_cents) stored,
  primary key (class_settle_id, order_id)
);
create table class_settle_correction (
  class_settle_id bigint not null references class_settle,
  company_id bigint not null references company,
  order_id bigint not null references sale_order,
  order_no text not null,
  belongs_shift_id bigint not null references daily_state,
  business_day date not null,
  number int not null,
  created_date timestamptz(3) not null,
  volume_cl bigint not null,
  total_cents bigint not null,
  primary key (class_settle_id, order_id)
);
create index on class_settle_correction (belongs_shift_id);
-- The fingerprint of all of it. The sealed audit keeps the same, so that a hand that reaches past every guard is found.
create table class_settle_seal (
  class_settle_id bigint primary key references class_settle,
  company_id bigint not null references company,
  hash bytea not null
);
select guard_tenant(part, 'select, insert'), make_final(part)
from unnest(array['class_settle_pay_type', 'class_settle_item', 'class_settle_nozzle', 'class_settle_employee', 'class_settle_unpaid',
  'class_settle_correction', 'class_settle_seal']) as part;

-- All that a settlement says, in one order and one spelling. A column that is added later is null in what was frozen before, and unsaid.
create function class_settle_content(settle bigint) returns text language sql stable
  set timezone = 'UTC' set datestyle = 'ISO, YMD' set extra_float_digits = 1 as $$
  select string_agg(part || jsonb_strip_nulls(said)::text, e'\n' order by part, said::text collate "C")
  from (
    select 1 as part, to_jsonb(kept) as said from class_settle kept where id = settle
    union all select 2, to_jsonb(kept) from class_settle_pay_type kept where class_settle_id = settle
    union all select 3, to_jsonb(kept) from class_settle_item kept where class_settle_id = settle
    union all select 4, to_jsonb(kept) from class_settle_nozzle kept where class_settle_id = settle
    union all select 5, to_jsonb(kept) from class_settle_employee kept where class_settle_id = settle
    union all select 6, to_jsonb(kept) from class_settle_unpaid kept where class_settle_id = settle
    union all select 7, to_jsonb(kept) from class_settle_correction kept where class_settle_id = settle
  ) as parts
$$;
create function class_settle_hash(settle bigint) returns bytea language sql stable as
  $$ select sha256(convert_to(class_settle_content(settle), 'UTF8')) $$;
grant execute on function class_settle_content, class_settle_hash to forecourt_app;

create view audit.settlement with (security_invoker) as
  select settle.id, settle.company_id, station_id as station, daily_state_id as shift, business_day, settle.number, orders,
    sales_cents, paid_cents, volume_cl, unpaid_cents, top_up_cents, expected_cents, counted_cents, difference_cents, hash,
    class_settle_hash(settle.id) as hash_now
  from class_settle settle left join class_settle_seal on class_settle_id = settle.id;
create view audit.settlement_tender with (security_invoker) as
  select settle.company_id, settle.daily_state_id as shift, tender.pay_type, tender.payments, tender.amount_cents, tender.refunded_cents,
    tender.top_up_cents, tender.expected_cents, tender.counted_cents
  from class_settle_pay_type tender join class_settle settle on settle.id = class_settle_id;
create view audit.settlement_item with (security_invoker) as
  select settle.company_id, settle.daily_state_id as shift, item.item_id, item.volume_cl, item.pieces, item.amount_cents,
    item.discount_cents
  from class_settle_item item join class_settle settle on settle.id = class_settle_id;
grant select on audit.settlement, audit.settlement_tender, audit.settlement_item to forecourt_app;
