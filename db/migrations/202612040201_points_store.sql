-- compatible
-- The points store: categories and goods of the company, and what was redeemed. A redemption takes points, stock and coupons in one act.
create table reward_category (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  hidden boolean not null default false,
  weight int not null default 0,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "rewardCategory.nameTaken" unique (company_id, name)
);
select guard_tenant('reward_category');

-- What was ever supplied, less what was redeemed and not cancelled, is the stock: a check keeps it, so that none is redeemed too often.
create table reward (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  category_id bigint not null,
  name text not null,
  description text not null default '',
  code text not null default '',
  barcode text not null default '',
  points bigint not null check (points > 0),
  tax_rate numeric(5, 2) not null check (tax_rate >= 0 and tax_rate < 100),
  weight int not null default 0,
  hidden boolean not null default false,
  coupons jsonb not null default '[]',
  picture_id bigint,
  stock int not null default -1,
  supplied bigint,
  redeemed int not null default 0 check (redeemed >= 0),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, category_id) references reward_category (company_id, id),
  foreign key (company_id, picture_id) references attachment (company_id, id),
  constraint "reward.soldOut" check (stock >= -1),
  check (case when stock = -1 then supplied is null else supplied is not null and stock = supplied - redeemed end)
);
select guard_tenant('reward');
create index on reward (company_id, category_id);
create index on reward (company_id, picture_id) where picture_id is not null;
create unique index "reward.codeTaken" on reward (company_id, code) where code <> '';
create unique index "reward.barcodeTaken" on reward (company_id, barcode) where barcode <> '';

create table redemption (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  reward_id bigint not null,
  reward_name text not null,
  user_card_id bigint not null,
  user_id bigint,
  pieces int not null check (pieces > 0),
  points bigint not null check (points > 0),
  -- The lots that the points came from, and the movements that took them and gave them back.
  lots jsonb not null,
  spent_id bigint not null,
  back_id bigint,
  coupon_count int not null default 0 check (coupon_count >= 0),
  station_id bigint,
  redeemed_by_id bigint,
  created_date timestamptz(3) not null,
  received_date timestamptz(3),
  received_by_id bigint,
  cancelled_date timestamptz(3),
  cancelled_by_id bigint,
  cancel_reason text not null default '',
  remark text not null default '',
  status text not null generated always as (case when cancelled_date is not null then 'cancelled'
    when received_date is not null then 'received' else 'notReceived' end) stored,
  primary key (company_id, id),
  foreign key (company_id, reward_id) references reward (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  check (cancelled_date is null or received_date is null),
  check ((cancelled_date is null) = (back_id is null))
);
select guard_tenant('redemption', 'select, insert, update');
create index on redemption (company_id, reward_id);
create index on redemption (company_id, user_card_id, created_date);
create index on redemption (company_id, user_id) where user_id is not null;
create index on redemption (company_id, created_date desc, id desc);
create index on redemption (company_id, station_id) where station_id is not null;
create index on redemption (company_id, created_date) where received_date is null and cancelled_date is null;

alter table points_detail drop constraint points_detail_type_check;
alter table points_detail add constraint points_detail_type_check check (type in ('earn', 'earnBack', 'reward', 'deduct', 'spend',
  'spendBack', 'end', 'merge', 'topUp', 'topUpBack', 'saleGift', 'saleGiftBack')) not valid;
alter table points_detail validate constraint points_detail_type_check;
