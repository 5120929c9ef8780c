-- compatible
-- Points are a book of their own unit beside money, in the same ledger: what leaves one account enters another of the same unit. An
-- account of points is a card account of the product `score`; what it holds is never below zero, and what it owes never above. The kinds
-- of accounts of points, and those alone, begin with `points`.

alter table ledger_account add constraint "points.insufficient" check (balance_cents >= 0 or kind <> 'points') not valid;
alter table ledger_account add constraint "points.debtOverpaid" check (balance_cents <= 0 or kind <> 'pointsDebt') not valid;
alter table ledger_account validate constraint "points.insufficient";
alter table ledger_account validate constraint "points.debtOverpaid";

create or replace view audit.account with (security_invoker) as
select balance.id, balance.company_id, balance.kind, balance.address,
  case when is_purse or kind in ('points', 'pointsDebt') then owner_id end as card,
  case when not is_purse and kind not in ('points', 'pointsDebt') and owner_id <> balance.company_id then owner_id end as station,
  pay_type, balance_cents as balance, currency,
  case when kind like 'points%' then 'points' else 'money' end as unit
from ledger_balance balance join company on company.id = balance.company_id;

-- A move stays in one unit. Its body stands in db/routines/ledger.sql.
create function keep_units() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger keep_units after insert on ledger_move referencing new table as added for each statement execute function keep_units();

-- A company has one service of points, and one of levels.
create unique index "card.serviceExists" on card (company_id, type) where type in ('score', 'level');

create table points_rule (
  company_id bigint not null references company,
  card_id bigint not null,
  per text not null check (per in ('yuan', 'litre')),
  points numeric(6, 2) not null check (points between 0 and 1000),
  months int check (months between 1 and 120),
  products jsonb not null default '[]',
  primary key (company_id, card_id),
  foreign key (company_id, card_id) references card (company_id, id) on delete cascade
);
select guard_tenant('points_rule');

create table growth_rule (
  company_id bigint not null references company,
  card_id bigint not null,
  growth_per_yuan numeric(6, 2) not null check (growth_per_yuan between 0 and 1000),
  span text not null check (span in ('year', 'ever')),
  primary key (company_id, card_id),
  foreign key (company_id, card_id) references card (company_id, id) on delete cascade
);
select guard_tenant('growth_rule');

create table member_level (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  card_id bigint not null,
  name text not null,
  from_growth bigint not null check (from_growth >= 0),
  keep_growth bigint not null check (keep_growth >= 0),
  times numeric(6, 2) not null check (times between 0 and 1000),
  discount_id bigint,
  primary key (company_id, id),
  foreign key (company_id, card_id) references card (company_id, id) on delete cascade,
  foreign key (company_id, discount_id) references discount (company_id, id),
  constraint "service.levelsUnordered" check (keep_growth <= from_growth)
);
create index on member_level (company_id, card_id);
create index on member_level (company_id, discount_id) where discount_id is not null;
select guard_tenant('member_level');

-- Of an account of levels: the one its member has.
alter table user_card add column level_id bigint;
alter table user_card add foreign key (company_id, level_id) references member_level (company_id, id) on delete set null (level_id);
create index on user_card (company_id, level_id) where level_id is not null;

-- Orders that were paid or given back and whose points are still to be reckoned: by cards, where the company has such a service.
create table points_pending (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  order_id bigint not null,
  primary key (company_id, id)
);
select guard_tenant('points_pending');

-- Its body stands in db/routines/points.sql.
create function note_points() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function points_wait(of_company bigint, orders bigint[]) returns void language plpgsql as $$
begin
end $$;
create trigger note_points after insert on sale_order referencing new table as later for each statement execute function note_points();
create trigger note_points_changed after update on sale_order referencing old table as earlier new table as later
  for each statement execute function note_points();

-- What an order has brought, and what of it was taken back since.
create table points_earning (
  company_id bigint not null references company,
  order_id bigint not null,
  -- The accounts of its member; null where there was none.
  user_card_id bigint,
  level_card_id bigint,
  full_points bigint not null check (full_points >= 0),
  full_growth bigint not null check (full_growth >= 0),
  back_points bigint not null default 0,
  back_growth bigint not null default 0,
  ends_on date,
  primary key (company_id, order_id),
  check (back_points between 0 and full_points),
  check (back_growth between 0 and full_growth)
);
select guard_tenant('points_earning');
create index on points_earning (company_id, user_card_id) where user_card_id is not null;
create index on points_earning (company_id, level_card_id) where level_card_id is not null;

-- Points of an account that end on the same day.
create table points_lot (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_card_id bigint not null,
  ends_on date,
  amount bigint not null check (amount >= 0),
  points_left bigint not null,
  primary key (company_id, id),
  unique nulls not distinct (company_id, user_card_id, ends_on),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  check (points_left between 0 and amount)
);
select guard_tenant('points_lot');
create index on points_lot (company_id, ends_on) where points_left > 0;

create table points_detail (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_card_id bigint not null,
  user_id bigint,
  type text not null check (type in ('earn', 'earnBack', 'reward', 'deduct', 'spend', 'end')),
  points bigint not null check (points <> 0),
  points_after bigint not null,
  order_id bigint,
  operator_id bigint,
  ledger_entry_id bigint not null,
  remark text not null default '',
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('points_detail', 'select, insert');
select make_final('points_detail');
create index on points_detail (company_id, user_card_id, created_date);
create index on points_detail (company_id, created_date);
create index on points_detail (company_id, user_id) where user_id is not null;
create index on points_detail (company_id, order_id) where order_id is not null;

-- 成长值: appended, never edited.
create table growth_entry (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_card_id bigint not null,
  order_id bigint not null,
  growth bigint not null check (growth <> 0),
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('growth_entry', 'select, insert');
select make_final('growth_entry');
create index on growth_entry (company_id, user_card_id, created_date) include (growth);

-- The month for which the level of an account was last judged.
create table level_judged (
  company_id bigint not null references company,
  user_card_id bigint not null,
  month date not null,
  primary key (company_id, user_card_id),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('level_judged');
create index on level_judged (company_id, month);

alter table card_authorisation drop constraint card_authorisation_discount_kind_check;
alter table card_authorisation add constraint card_authorisation_discount_kind_check
  check (discount_kind in ('card', 'fleet', 'level')) not valid;
alter table card_authorisation validate constraint card_authorisation_discount_kind_check;
