-- compatible
-- What goods give to the card of the buyer: points, gift balance and frozen balance, each balance so much or a share of what is
-- paid for the line; and the card product that may receive it, any where it is empty.
alter table item
  add column gift_points int check (gift_points between 1 and 1000000),
  add column gift_cents bigint check (gift_cents between 1 and 100000000),
  add column gift_percent numeric(5, 2) check (gift_percent > 0 and gift_percent < 100),
  add column frozen_cents bigint check (frozen_cents between 1 and 100000000),
  add column frozen_percent numeric(5, 2) check (frozen_percent > 0 and frozen_percent < 100),
  add column gift_card_id bigint,
  add foreign key (company_id, gift_card_id) references card (company_id, id),
  add constraint "item.giftTwice" check (gift_cents is null or gift_percent is null),
  add constraint "item.frozenTwice" check (frozen_cents is null or frozen_percent is null),
  add constraint "item.giftOfFuel" check (product_id is null
    or num_nonnulls(gift_points, gift_cents, gift_percent, frozen_cents, frozen_percent, gift_card_id) = 0);
create index on item (company_id, gift_card_id) where gift_card_id is not null;

-- An order that sold goods with a gift says so itself: a payment or a refund of any other asks no further.
alter table sale_order add column has_gifts boolean not null default false;

-- What a line of an order gives, reckoned as it is sold; whether it was given once the order was paid, and why not; and what of it was
-- taken back. It has the number of its line.
create table sale_gift (
  company_id bigint not null references company,
  id bigint not null,
  order_id bigint not null,
  station_id bigint not null,
  item_id bigint not null,
  -- The card product that may receive it; any where it is empty.
  gift_card_id bigint,
  pieces bigint not null check (pieces > 0),
  points bigint not null check (points >= 0),
  gift_cents bigint not null check (gift_cents >= 0),
  frozen_cents bigint not null check (frozen_cents >= 0),
  outcome text not null default 'open'
    check (outcome in ('open', 'given', 'noCard', 'otherCard', 'ended', 'noMoney', 'ceiling', 'noPoints')),
  -- The card that got it: of a sub card whose fleet shares its money, the master.
  user_card_id bigint,
  -- Points that an account was found for.
  given_points bigint not null default 0,
  back_points bigint not null default 0,
  back_gift_cents bigint not null default 0,
  back_frozen_cents bigint not null default 0,
  created_date timestamptz(3) not null,
  given_date timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, id) references order_line (company_id, id),
  foreign key (company_id, order_id) references sale_order (company_id, id),
  foreign key (company_id, station_id, item_id) references item (company_id, station_id, id),
  foreign key (company_id, gift_card_id) references card (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  check (points + gift_cents + frozen_cents > 0),
  check (given_points in (0, points) and back_points between 0 and given_points),
  check (back_gift_cents between 0 and gift_cents and back_frozen_cents between 0 and frozen_cents),
  check ((outcome = 'given') = (given_date is not null) and (outcome <> 'given' or user_card_id is not null))
);
select guard_tenant('sale_gift', 'select, insert, update');
create index on sale_gift (company_id, order_id);
create index on sale_gift (company_id, station_id, created_date desc);
create index on sale_gift (company_id, item_id);
create index on sale_gift (company_id, user_card_id) where user_card_id is not null;
create index on sale_gift (company_id, gift_card_id) where gift_card_id is not null;

alter table points_detail drop constraint points_detail_type_check;
alter table points_detail add constraint points_detail_type_check check (type in ('earn', 'earnBack', 'reward', 'deduct', 'spend', 'end',
  'merge', 'topUp', 'topUpBack', 'saleGift', 'saleGiftBack')) not valid;
alter table points_detail validate constraint points_detail_type_check;

-- What a file of goods says of gifts. The card product is known by its name.
alter table item_import_row
  add column gift_points int,
  add column gift_cents bigint,
  add column gift_percent numeric(5, 2),
  add column frozen_cents bigint,
  add column frozen_percent numeric(5, 2),
  add column gift_card text not null default '';
