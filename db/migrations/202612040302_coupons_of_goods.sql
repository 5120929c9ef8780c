-- compatible
-- Coupons that come with goods: what an article brings for each piece; and what a line of an order brings, whether it was given once the
-- order was paid, and why not.
alter table item add column gift_coupons jsonb not null default '[]'
  check (case when jsonb_typeof(gift_coupons) = 'array' then jsonb_array_length(gift_coupons) <= 5 else false end);
alter table item drop constraint "item.giftOfFuel";
alter table item add constraint "item.giftOfFuel" check (product_id is null or gift_coupons = '[]'
  and num_nonnulls(gift_points, gift_cents, gift_percent, frozen_cents, frozen_percent, gift_card_id) = 0) not valid;
alter table item validate constraint "item.giftOfFuel";
create index on item (company_id) where gift_coupons <> '[]';

create table sale_coupon (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  order_id bigint not null,
  line_id bigint not null,
  station_id bigint not null,
  item_id bigint not null,
  -- The card product whose holder may receive them; any where it is empty.
  gift_card_id bigint,
  deal_id bigint not null,
  pieces bigint not null check (pieces > 0),
  -- For each piece so many, of which so many begin together, and the next ones so many days later.
  per_piece int not null check (per_piece > 0),
  per_count int not null check (per_count > 0),
  interval_days int not null check (interval_days >= 0),
  count bigint not null generated always as (pieces * per_piece) stored,
  outcome text not null default 'open' check (outcome in ('open', 'given', 'noCard', 'otherCard', 'ended', 'noHolder', 'disabled',
    'notStarted', 'over', 'startsAfterEnd', 'nonMembersOnly', 'soldOut', 'budgetSpent', 'limitReached', 'tooManyHeld')),
  given bigint not null default 0,
  back bigint not null default 0,
  user_id bigint,
  created_date timestamptz(3) not null,
  given_date timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, line_id) references order_line (company_id, id),
  foreign key (company_id, order_id) references sale_order (company_id, id),
  foreign key (company_id, station_id, item_id) references item (company_id, station_id, id),
  foreign key (company_id, gift_card_id) references card (company_id, id),
  foreign key (company_id, deal_id) references deal (company_id, id),
  foreign key (company_id, user_id) references user_account (company_id, id),
  check (given between 0 and pieces * per_piece and back between 0 and given),
  check ((given > 0) = (given_date is not null) and (given = 0 or user_id is not null))
);
select guard_tenant('sale_coupon', 'select, insert, update');
create index on sale_coupon (company_id, order_id);
create index on sale_coupon (company_id, line_id);
create index on sale_coupon (company_id, station_id, created_date desc);
create index on sale_coupon (company_id, item_id);
create index on sale_coupon (company_id, deal_id);
create index on sale_coupon (company_id, user_id) where user_id is not null;
create index on sale_coupon (company_id, gift_card_id) where gift_card_id is not null;

create or replace function keep_given_deals()
returns trigger
language plpgsql as $$
begin
  if exists (select from top_up_package where company_id = old.company_id
      and gift_coupons @> jsonb_build_array(jsonb_build_object('dealId', old.id)))
    or exists (select from item where company_id = old.company_id and gift_coupons <> '[]'
      and gift_coupons @> jsonb_build_array(jsonb_build_object('dealId', old.id))) then
    raise 'a coupon comes with a package or with goods: it violates check constraint "deal.isGiven"'
      using errcode = 'check_violation', constraint = 'deal.isGiven';
  end if;
  return old;
end $$;
