-- Limits of cards: profiles that many cards share, limits of a card's own, and how much of them is used, counted as cards pay.

create table card_limit_profile (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  range_of_use jsonb not null default '{}',
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "cardLimitProfile.nameTaken" unique (company_id, name)
);
select guard_tenant('card_limit_profile');

alter table user_card add column limit_profile_id bigint, add column range_of_use jsonb;
alter table user_card add foreign key (company_id, limit_profile_id) references card_limit_profile (company_id, id);
create index on user_card (company_id, limit_profile_id) where limit_profile_id is not null;

-- What a movement used of the limits: on which day of the station of sale, how much fuel, and whether a fill began with it. What is given
-- back is taken from the day on which it was paid.
alter table user_card_detail add column use_day date, add column use_cl bigint, add column use_fills smallint;
do $$
begin
  drop trigger final on user_card_detail;
  execute format('create trigger final before update of %s or delete or truncate on user_card_detail for each statement
    execute function final()', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = 'user_card_detail'::regclass and attnum > 0 and not attisdropped
      and attname not in ('created_date', 'clock_fault_id', 'clock_suspect', 'use_day', 'use_cl', 'use_fills')));
end $$;

grant update (use_day) on user_card_detail to forecourt_app;

-- How much a card has used of its limits, by day and by month of the stations of sale. It is the sum of its movements (invariant CD21).
create table card_use (
  company_id bigint not null references company,
  user_card_id bigint not null,
  period text not null check (period in ('day', 'month')),
  begins date not null check (period = 'day' or extract(day from begins) = 1),
  cents bigint not null,
  volume_cl bigint not null,
  fills int not null,
  primary key (company_id, user_card_id, period, begins),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
) with (fillfactor = 80);
select guard_tenant('card_use', 'select, insert, update');

-- How payments were judged, whether they were made or refused.
create table card_judgement (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_card_id bigint not null,
  station_id bigint,
  order_id bigint,
  outcome text not null check (outcome in ('paid', 'alerted', 'refused')),
  code text check ((code is null) = (outcome = 'paid')),
  amount_cents bigint not null,
  volume_cl bigint,
  plate text,
  lines jsonb not null,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id)
);
select guard_tenant('card_judgement', 'select, insert, delete');
create index on card_judgement (company_id, user_card_id, created_date desc, id desc);
create index on card_judgement (company_id, station_id);
create index on card_judgement (created_date);

-- The month that runs, of what was paid before this: from now on it is counted with each payment. The wall is as high for the owner.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
update user_card_detail moved set use_day = (moved.created_date at time zone place.time_zone)::date, use_cl = coalesce((
    select sum(line.volume_cl) * -moved.amount_cents / nullif(sale.total_cents, 0)
    from sale_order sale join order_line line on line.company_id = sale.company_id and line.order_id = sale.id
    where sale.company_id = moved.company_id and sale.id = moved.order_id group by sale.total_cents)::bigint, 0),
  use_fills = 0
from station place
where place.company_id = moved.company_id and place.id = moved.station_id and moved.type = 'consume'
  and moved.created_date >= date_trunc('month', now()) - interval '1 day';
update user_card_detail moved set use_fills = 1
where moved.use_cl > 0 and not exists (
  select from user_card_detail other where other.company_id = moved.company_id and other.order_id = moved.order_id
    and other.user_card_id = moved.user_card_id and other.use_cl > 0 and other.id < moved.id);
update user_card_detail moved set use_day = paid.use_day,
  use_cl = -paid.use_cl * moved.amount_cents / nullif(-paid.amount_cents, 0), use_fills = 0
from user_card_detail paid
where paid.company_id = moved.company_id and paid.id = moved.reverses_id and paid.use_day is not null and moved.type = 'refundConsume';
insert into card_use (company_id, user_card_id, period, begins, cents, volume_cl, fills)
select company_id, user_card_id, period, begins, -sum(amount_cents), sum(use_cl), sum(use_fills)
from user_card_detail cross join lateral (
  values ('day', use_day), ('month', use_day - extract(day from use_day)::int + 1)
) as span (period, begins)
where use_day is not null group by company_id, user_card_id, period, begins;

create or replace view user_card_state with (security_invoker = true) as
  select card.id, card.version, card.company_id, card.number, card.physical_number, card.name, card.kind, card.status, card.card_id,
    card.user_id, card.parent_id, card.payment_cents_max, card.day_cents_max, card.password_from_cents, card.has_pay_password,
    card.remark, card.issue_time, card.created_date,
    principal.balance_cents + gift.balance_cents as value, frozen.balance_cents as lock_value,
    principal.balance_cents as principal_cents, gift.balance_cents as gift_cents, debt.balance_cents as debt_cents,
    (select count(*) from user_card child
      where child.company_id = card.company_id and child.parent_id = card.id)::integer as child_card_num,
    card.group_id, card.closed_time, card.valid_until, card.limit_profile_id, card.range_of_use
  from user_card card
  left join ledger_account principal on principal.company_id = card.company_id and principal.id = card.principal_id
  left join ledger_account gift on gift.company_id = card.company_id and gift.id = card.gift_id
  left join ledger_account frozen on frozen.company_id = card.company_id and frozen.id = card.lock_id
  left join ledger_account debt on debt.company_id = card.company_id and debt.id = card.debt_id;

-- It is asked more, and answers more, than it did; db/routines brings it anew.
drop function if exists card_hold(bigint, jsonb);
