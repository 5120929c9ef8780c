-- Top-up packages, the lots in which their gifts lie on cards, and what a discount bought with one is good for.

create table top_up_package (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  description text not null default '',
  classification jsonb not null default '[]',
  price_cents bigint not null check (price_cents between 1 and 10000000000),
  gift_cents bigint check (gift_cents between 1 and 10000000000),
  gift_percent numeric(5, 2) check (gift_percent > 0 and gift_percent < 100),
  -- Empty: anything.
  products jsonb not null default '[]',
  gift_days int check (gift_days between 1 and 3650),
  gift_months int check (gift_months between 1 and 120),
  discount_id bigint,
  weight int not null default 0 check (weight between 0 and 9999),
  start_time timestamptz(3),
  end_time timestamptz(3),
  tax_rate numeric(5, 2) check (tax_rate >= 0 and tax_rate < 100),
  shelf_status text not null default 'offShelf' check (shelf_status in ('onShelf', 'offShelf')),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, discount_id) references discount (company_id, id),
  constraint "topUpPackage.nameTaken" unique (company_id, name),
  constraint "topUpPackage.giftTwice" check (gift_cents is null or gift_percent is null),
  constraint "topUpPackage.giftEndsTwice" check (gift_days is null or gift_months is null),
  constraint "topUpPackage.endsBeforeBegin" check (end_time > start_time)
);
select guard_tenant('top_up_package');
create index on top_up_package (company_id, discount_id) where discount_id is not null;
create index on top_up_package (company_id, price_cents desc, weight desc, id) where shelf_status = 'onShelf';

-- A gift that buys certain products only, or that ends. What a gift purse holds beyond its lots buys anything, for good.
create table gift_lot (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_card_id bigint not null,
  -- The entry that brought it, and the package that it is of.
  entry_id bigint not null,
  package_id bigint,
  cents bigint not null check (cents > 0),
  left_cents bigint not null check (left_cents between 0 and cents),
  -- Numbers of products; empty: anything.
  products bigint[] not null default '{}',
  ends_at timestamptz(3),
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, entry_id) references ledger_entry (company_id, id),
  foreign key (company_id, package_id) references top_up_package (company_id, id)
);
select guard_tenant('gift_lot', 'select, insert, update');
create index on gift_lot (company_id, user_card_id) where left_cents > 0;
create index on gift_lot (company_id, ends_at) where left_cents > 0 and ends_at is not null;
create index on gift_lot (company_id, entry_id);
create index on gift_lot (company_id, user_card_id);
create index on gift_lot (company_id, package_id) where package_id is not null;

-- What an entry took from a lot, and how much of it has come back.
create table gift_lot_use (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  lot_id bigint not null,
  entry_id bigint not null,
  cents bigint not null check (cents > 0),
  returned_cents bigint not null default 0 check (returned_cents between 0 and cents),
  primary key (company_id, id),
  unique (company_id, entry_id, lot_id),
  foreign key (company_id, lot_id) references gift_lot (company_id, id),
  foreign key (company_id, entry_id) references ledger_entry (company_id, id)
);
select guard_tenant('gift_lot_use', 'select, insert, update');
create index on gift_lot_use (company_id, lot_id);

-- A discount that was bought with a package.
create table card_discount (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_card_id bigint not null,
  discount_id bigint not null,
  entry_id bigint not null,
  begins_at timestamptz(3) not null,
  ends_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, discount_id) references discount (company_id, id),
  foreign key (company_id, entry_id) references ledger_entry (company_id, id)
);
select guard_tenant('card_discount', 'select, insert, update');
create index on card_discount (company_id, user_card_id);
create index on card_discount (company_id, discount_id);
create index on card_discount (company_id, entry_id);

alter table user_card_detail add column package_id bigint, add column receipt_id bigint,
  add column without_receipt boolean check (without_receipt is not true or receipt_id is null),
  add foreign key (company_id, package_id) references top_up_package (company_id, id),
  add foreign key (company_id, receipt_id) references attachment (company_id, id);
create index on user_card_detail (company_id, package_id) where package_id is not null;
create index on user_card_detail (company_id, receipt_id) where receipt_id is not null;
create index on user_card_detail (company_id, created_date desc, id desc) where without_receipt;
do $$
begin
  drop trigger final on user_card_detail;
  execute format('create trigger final before update of %s or delete or truncate on user_card_detail for each statement
    execute function final()', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = 'user_card_detail'::regclass and attnum > 0 and not attisdropped
      and attname not in ('created_date', 'clock_fault_id', 'clock_suspect', 'use_day', 'use_cl', 'use_fills')));
end $$;

create or replace view user_card_detail_report with (security_invoker = true) as
  select id, company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents, debt_cents,
    balance_after_cents, in_cents, out_cents, pay_type, order_id, reverses_id, operator_id, ledger_entry_id, remark, created_date,
    shift_id, with_password, clock_fault_id, clock_suspect,
    case when type = 'charge' and pay_type is not null then case when exists (
      select from user_card_detail back
      where back.company_id = movement.company_id and back.reverses_id = movement.id and back.type = 'refundCharge')
      then 'refunded' else 'notRefunded' end end as refund_status,
    -- A top-up of a card that is billed as it is used has no invoice, nor has one of a card that is never billed.
    case when type = 'charge' and pay_type is not null and coalesce(billing_type, 'charge') = 'charge'
      then 'uninvoiced' end as invoice_status,
    billing_type, spent_by_id, package_id, receipt_id,
    case when receipt_id is not null then 'uploaded' when without_receipt then 'without' end as receipt_status
  from user_card_detail movement;

-- It answers more than it did; db/routines brings it anew.
drop function if exists card_hold(bigint, jsonb, boolean);
