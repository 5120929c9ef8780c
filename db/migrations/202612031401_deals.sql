-- compatible
-- Coupons: what they give and where, in versions; who holds one, and what became of it. Counts of what is used and given are added up from
-- deltas, so that sales that use the same coupon do not wait for each other; issuing one locks it, since none may be issued too many.
create table deal (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  description text not null default '',
  kind text not null check (kind in ('amount', 'percent', 'litre', 'goods')),
  off_cents bigint check (off_cents > 0),
  percent numeric(5, 2) check (percent > 0 and percent < 100),
  cap_cents bigint check (cap_cents > 0),
  cents_per_l bigint check (cents_per_l > 0),
  up_to_cl bigint check (up_to_cl > 0),
  item_id bigint,
  pieces int check (pieces > 0),
  max_count int not null default 0 check (max_count >= 0),
  per_user int not null default 0 check (per_user >= 0),
  unused_most int not null default 0 check (unused_most >= 0),
  budget_cents bigint check (budget_cents > 0),
  minimum_cents bigint not null default 0 check (minimum_cents >= 0),
  valid_days int not null default 0 check (valid_days >= 0),
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  members text not null default 'none' check (members in ('none', 'members', 'nonMembers')),
  tags jsonb not null default '[]',
  stations jsonb not null default '[]',
  products jsonb not null default '[]',
  items jsonb not null default '[]',
  device_types jsonb not null default '[]',
  pay_types jsonb not null default '[]',
  weekdays jsonb not null default '[]',
  hours jsonb not null default '[]',
  hidden boolean not null default false,
  manual_receive boolean not null default false,
  promotion_allowed boolean not null default false,
  auto_issue boolean not null default false,
  stackable boolean not null default false,
  joins_reduced boolean not null default true,
  picture_id bigint,
  terms int not null default 1,
  disabled boolean not null default false,
  claim_count int not null default 0 check (claim_count >= 0),
  used_count int not null default 0,
  promoted_count int not null default 0,
  discount_cents bigint not null default 0,
  committed_cents bigint not null default 0,
  -- What a piece of its goods cost when that was last looked at.
  piece_cents bigint check (piece_cents >= 0),
  worst_cents bigint generated always as (case kind when 'amount' then off_cents when 'percent' then cap_cents
    when 'litre' then round(cents_per_l * up_to_cl / 100.0)::bigint else piece_cents * pieces end) stored,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, item_id) references item (company_id, id),
  foreign key (company_id, picture_id) references attachment (company_id, id),
  constraint "deal.nameTaken" unique (company_id, name),
  constraint "deal.endsBeforeStart" check (start_time < end_time),
  constraint "deal.unusedBeyondLimit" check (per_user = 0 or unused_most <= per_user),
  constraint "deal.autoNeedsCount" check (not auto_issue or max_count > 0),
  constraint "coupon.soldOut" check (max_count = 0 or claim_count <= max_count),
  constraint "deal.givesIncomplete" check (case kind
    when 'amount' then off_cents is not null and num_nonnulls(percent, cap_cents, cents_per_l, up_to_cl, item_id, pieces) = 0
    when 'percent' then percent is not null and num_nonnulls(off_cents, cents_per_l, up_to_cl, item_id, pieces) = 0
    when 'litre' then cents_per_l is not null and num_nonnulls(off_cents, percent, cap_cents, item_id, pieces) = 0
    else num_nonnulls(item_id, pieces) = 2 and num_nonnulls(off_cents, percent, cap_cents, cents_per_l, up_to_cl) = 0 end),
  constraint "deal.budgetNeedsCap" check (budget_cents is null or kind = 'goods' or worst_cents is not null)
);
select guard_tenant('deal');
create index on deal (company_id, item_id) where item_id is not null;
create index on deal (company_id, picture_id) where picture_id is not null;

-- What a coupon gives and where it may be used, as those that were issued with it have it: never changed.
create table deal_terms (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  deal_id bigint not null,
  terms int not null,
  document jsonb not null,
  created_by_id bigint,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, deal_id) references deal (company_id, id) on delete cascade,
  unique (company_id, deal_id, terms)
);
select guard_tenant('deal_terms');

-- Without a reference to the member, as tags have none: many are issued at once. Who leaves, or is merged, is seen to in the same
-- transaction.
create table user_deal (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  deal_id bigint not null,
  terms int not null,
  user_id bigint,
  code text,
  source text not null check (source in ('hand', 'receive', 'activity', 'topUp', 'goods', 'points')),
  source_id bigint,
  turn int not null default 1,
  issued_date timestamptz(3) not null,
  issued_by_id bigint,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  worst_cents bigint,
  used_date timestamptz(3),
  order_id bigint,
  station_id bigint,
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  held_order_id bigint,
  held_until timestamptz(3),
  recalled_date timestamptz(3),
  recalled_by_id bigint,
  recall_reason text not null default '',
  primary key (company_id, id),
  foreign key (company_id, deal_id, terms) references deal_terms (company_id, deal_id, terms),
  check ((user_id is null) = (code is not null)),
  check (start_time < end_time),
  check ((used_date is null) = (order_id is null)),
  check (used_date is null or recalled_date is null),
  check ((held_order_id is null) = (held_until is null)),
  check (discount_cents = 0 or used_date is not null),
  unique (company_id, code)
);
select guard_tenant('user_deal');
create index on user_deal (company_id, deal_id, terms);
create index on user_deal (company_id, issued_date desc, id desc);
create index on user_deal (company_id, user_id, deal_id) where user_id is not null;
create index on user_deal (company_id, order_id) where order_id is not null;
create index on user_deal (company_id, held_order_id) where held_order_id is not null;
create index on user_deal (company_id, deal_id, end_time) where used_date is null and recalled_date is null;
-- Once for each thing that it was issued for, and each holder.
create unique index on user_deal (company_id, source, source_id, deal_id, coalesce(user_id, 0), turn) where source_id is not null;

create table deal_delta (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  deal_id bigint not null,
  day date not null,
  issued int not null default 0,
  used int not null default 0,
  discount_cents bigint not null default 0,
  committed_cents bigint not null default 0,
  primary key (company_id, id)
);
select guard_tenant('deal_delta');

create table deal_day (
  company_id bigint not null references company,
  deal_id bigint not null,
  day date not null,
  issued int not null default 0,
  used int not null default 0,
  discount_cents bigint not null default 0,
  primary key (company_id, deal_id, day),
  foreign key (company_id, deal_id) references deal (company_id, id) on delete cascade
);
select guard_tenant('deal_day');
create index on deal_day (company_id, day);

-- How many a holder may get, and have unused, is said by the coupon; those that were taken back do not count.
create or replace function keep_deal_limits()
returns trigger
language plpgsql as $$
declare
  broken text;
begin
  select case when counted.issued > counted.per_user and counted.per_user > 0 then 'coupon.limitReached' else 'coupon.tooManyHeld' end
  into broken from (
    select deal.per_user, deal.unused_most, count(*) as issued,
      count(*) filter (where held.used_date is null and held.end_time > latest.at) as unused
    from (select company_id, deal_id, user_id, max(issued_date) as at from added where user_id is not null group by 1, 2, 3) as latest
    join deal on deal.company_id = latest.company_id and deal.id = latest.deal_id and (deal.per_user > 0 or deal.unused_most > 0)
    join user_deal held on held.company_id = latest.company_id and held.user_id = latest.user_id and held.deal_id = latest.deal_id
      and held.recalled_date is null
    group by latest.company_id, latest.deal_id, latest.user_id, deal.per_user, deal.unused_most
  ) as counted
  where (counted.per_user > 0 and counted.issued > counted.per_user) or (counted.unused_most > 0 and counted.unused > counted.unused_most)
  limit 1;
  if broken = 'coupon.limitReached' then
    raise 'a holder gets no more of a coupon: it violates check constraint "coupon.limitReached"'
      using errcode = 'check_violation', constraint = 'coupon.limitReached';
  elsif broken is not null then
    raise 'a holder has too many of a coupon unused: it violates check constraint "coupon.tooManyHeld"'
      using errcode = 'check_violation', constraint = 'coupon.tooManyHeld';
  end if;
  return null;
end $$;
create trigger limits after insert on user_deal referencing new table as added for each statement execute function keep_deal_limits();
