-- Days as they stood when they were settled, chained to their shifts; and what helps a settlement to explain itself: the tanks, the
-- notes and coins, and the words of whoever looked into a difference.

-- A natural day is settled with its day, as a shift is by hand. A null keeps the fingerprints of what was frozen before.
alter table class_settle add column is_nature_day boolean;
-- What a natural day sold may have been paid, or told, after it was over and before it was settled.
alter table class_settle add column later_cents bigint;
alter table class_settle drop constraint class_settle_check2;
alter table class_settle add check (sales_cents = paid_cents - earlier_cents + coalesce(later_cents, 0) + unpaid_cents + closed_cents);
-- What came before a shift, and what a day is made of.
create index on class_settle (station_id, end_time desc);
create index on class_settle (station_id, business_day);
alter table class_settle_nozzle add column tank_id bigint;

-- A tank: where it stood when the shift before was closed, what was delivered into it, and where it stood at the end. What nobody
-- measured is null.
create table class_settle_tank (
  class_settle_id bigint not null references class_settle,
  company_id bigint not null references company,
  tank_id bigint not null,
  number int not null,
  product_name text not null,
  begin_cl bigint,
  received_cl bigint not null check (received_cl >= 0),
  document text not null,
  end_cl bigint,
  entered boolean not null,
  sold_cl bigint not null,
  metered_cl bigint,
  drawn_cl bigint generated always as (begin_cl + received_cl - end_cl) stored,
  difference_cl bigint generated always as (begin_cl + received_cl - end_cl - metered_cl) stored,
  primary key (class_settle_id, tank_id)
);
create index on class_settle_tank (tank_id, class_settle_id desc);
-- How many of each note and coin lay in the till.
create table class_settle_cash (
  class_settle_id bigint not null references class_settle,
  company_id bigint not null references company,
  value_cents bigint not null check (value_cents > 0),
  pieces bigint not null check (pieces > 0),
  primary key (class_settle_id, value_cents)
);

create or replace function class_settle_content(settle bigint) returns text language sql stable
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
    union all select 8, to_jsonb(kept) from class_settle_tank kept where class_settle_id = settle
    union all select 9, to_jsonb(kept) from class_settle_cash kept where class_settle_id = settle
  ) as parts
$$;

-- A station's day: the sum of its shifts and natural days, which it names with their fingerprints.
create table day_settle (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  station_name text not null,
  business_day date not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null check (end_time >= start_time),
  employee_id bigint,
  employee_name text not null,
  shifts bigint not null,
  orders bigint not null,
  sales_cents bigint not null,
  discount_cents bigint not null,
  volume_cl bigint not null,
  pieces bigint not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  earlier_cents bigint not null,
  later_cents bigint not null,
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
  check (sales_cents = paid_cents - earlier_cents + later_cents + unpaid_cents + closed_cents),
  constraint "day.settled" unique (station_id, business_day)
);
create index on day_settle (station_id, created_date desc, id desc);
create index on day_settle (company_id, created_date desc, id desc);

-- One shift of the day, and the fingerprint that its settlement bears.
create table day_settle_shift (
  day_settle_id bigint not null references day_settle,
  company_id bigint not null references company,
  class_settle_id bigint not null references class_settle,
  hash bytea not null,
  primary key (day_settle_id, class_settle_id),
  constraint "day.shiftTaken" unique (class_settle_id)
);
-- One way of payment over the day: what its shifts expected of what they counted, and the total on the statement of the platform,
-- which stands before the counts.
create table day_settle_pay_type (
  day_settle_id bigint not null references day_settle,
  company_id bigint not null references company,
  pay_type text not null,
  payments bigint not null,
  amount_cents bigint not null,
  refunded_cents bigint not null,
  top_ups bigint not null,
  top_up_cents bigint not null,
  expected_cents bigint not null generated always as (amount_cents - refunded_cents + top_up_cents) stored,
  counted_cents bigint,
  statement_cents bigint,
  difference_cents bigint,
  primary key (day_settle_id, pay_type),
  check (statement_cents is null or difference_cents = statement_cents - (amount_cents - refunded_cents + top_up_cents))
);
create table day_settle_seal (
  day_settle_id bigint primary key references day_settle,
  company_id bigint not null references company,
  hash bytea not null
);

create function day_settle_content(settle bigint) returns text language sql stable
  set timezone = 'UTC' set datestyle = 'ISO, YMD' set extra_float_digits = 1 as $$
  select string_agg(part || jsonb_strip_nulls(said)::text, e'\n' order by part, said::text collate "C")
  from (
    select 1 as part, to_jsonb(kept) as said from day_settle kept where id = settle
    union all select 2, to_jsonb(kept) from day_settle_shift kept where day_settle_id = settle
    union all select 3, to_jsonb(kept) from day_settle_pay_type kept where day_settle_id = settle
  ) as parts
$$;
create function day_settle_hash(settle bigint) returns bytea language sql stable as
  $$ select sha256(convert_to(day_settle_content(settle), 'UTF8')) $$;
grant execute on function day_settle_content, day_settle_hash to forecourt_app;

-- What somebody found out about a difference. It changes no figure.
create table settle_explanation (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  class_settle_id bigint not null references class_settle,
  -- What it is about: `meter:<nozzle>`, `tank:<tank>`, `tender:<pay type>`; empty for the shift as a whole.
  about text not null,
  said text not null check (said <> ''),
  user_id bigint,
  user_name text not null,
  created_date timestamptz(3) not null
);
create index on settle_explanation (class_settle_id);

select guard_tenant(part, 'select, insert'), make_final(part)
from unnest(array['class_settle_tank', 'class_settle_cash', 'day_settle', 'day_settle_shift', 'day_settle_pay_type', 'day_settle_seal',
  'settle_explanation']) as part;

-- A month is the sum of its settled days; it is nowhere written.
create view month_report with (security_invoker) as
  select min(id) as id, company_id, station_id, min(station_name) as station_name,
    date_trunc('month', business_day)::date as month, count(*) as days, sum(shifts)::bigint as shifts, sum(orders)::bigint as orders,
    sum(sales_cents)::bigint as sales_cents, sum(discount_cents)::bigint as discount_cents, sum(volume_cl)::bigint as volume_cl,
    sum(pieces)::bigint as pieces, sum(paid_cents)::bigint as paid_cents, sum(refunded_cents)::bigint as refunded_cents,
    sum(top_up_cents)::bigint as top_up_cents, sum(unpaid_cents)::bigint as unpaid_cents, sum(expected_cents)::bigint as expected_cents,
    sum(counted_cents)::bigint as counted_cents, sum(difference_cents)::bigint as difference_cents,
    max(created_date)::timestamptz(3) as created_date
  from day_settle group by company_id, station_id, date_trunc('month', business_day)::date;
grant select on month_report to forecourt_app;

create view audit.day_settlement with (security_invoker) as
  select day.id, day.company_id, station_id as station, business_day, shifts, orders, sales_cents, discount_cents, paid_cents,
    refunded_cents, volume_cl, pieces, top_up_cents, unpaid_cents, late_cents, expected_cents, counted_cents, difference_cents, hash,
    day_settle_hash(day.id) as hash_now
  from day_settle day left join day_settle_seal on day_settle_id = day.id;
create view audit.day_settlement_shift with (security_invoker) as
  select chain.company_id, day_settle_id as day, class_settle_id as settlement, chain.hash, seal.hash as hash_of_shift
  from day_settle_shift chain left join class_settle_seal seal using (class_settle_id);
create view audit.day_settlement_tender with (security_invoker) as
  select company_id, day_settle_id as day, pay_type, payments, amount_cents, refunded_cents, top_up_cents, expected_cents, counted_cents,
    statement_cents, difference_cents
  from day_settle_pay_type;
grant select on audit.day_settlement, audit.day_settlement_shift, audit.day_settlement_tender to forecourt_app;
