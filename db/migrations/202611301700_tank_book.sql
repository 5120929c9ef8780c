-- compatible
-- The book stock of tanks: what people enter into it, and what each settled shift moved. A sale writes no row of it.

-- What a nozzle drew from before it was connected to another tank: its sales of that time stay with the earlier tank.
create table nozzle_earlier_tank (
  company_id bigint not null references company,
  nozzle_control_id bigint not null,
  tank_id bigint not null,
  until_at timestamptz(3) not null,
  primary key (company_id, nozzle_control_id, until_at),
  foreign key (company_id, nozzle_control_id) references nozzle_control (company_id, id) on delete cascade,
  foreign key (company_id, tank_id) references tank (company_id, id)
);
select guard_tenant('nozzle_earlier_tank', 'select, insert');
create index on nozzle_earlier_tank (company_id, tank_id);

create table tank_entry (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  tank_id bigint not null,
  kind text not null check (kind in ('opening', 'transfer', 'adjustment', 'productChange')),
  volume_cl bigint not null,
  -- When it happened, and from when on it counts: later where the shift of that moment was settled already.
  at timestamptz(3) not null,
  booked_at timestamptz(3) not null check (booked_at >= at),
  daily_state_id bigint not null,
  belongs_state_id bigint,
  belongs_day date,
  -- Both sides of a transfer have the same number.
  transfer_id bigint,
  other_tank_id bigint,
  product_id bigint not null,
  before_product_id bigint,
  reverses_id bigint,
  reason text not null check (reason <> ''),
  entered_by_id bigint,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, tank_id, id),
  check ((kind = 'transfer') = (transfer_id is not null) and (transfer_id is null) = (other_tank_id is null)),
  check ((kind = 'productChange') = (before_product_id is not null) and (kind <> 'productChange' or reverses_id is null)),
  check (case when kind in ('opening', 'productChange') then volume_cl >= 0 or reverses_id is not null else volume_cl <> 0 end),
  check ((belongs_state_id is null) = (belongs_day is null)),
  -- Books begin within what is not settled.
  check (belongs_state_id is null or kind in ('transfer', 'adjustment')),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, station_id, tank_id) references tank (company_id, station_id, id),
  foreign key (company_id, station_id, other_tank_id) references tank (company_id, station_id, id),
  foreign key (company_id, daily_state_id) references daily_state (company_id, id),
  foreign key (company_id, belongs_state_id) references daily_state (company_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (company_id, before_product_id) references product (company_id, id),
  foreign key (company_id, tank_id, reverses_id) references tank_entry (company_id, tank_id, id)
);
select guard_tenant('tank_entry', 'select, insert');
select make_final('tank_entry');
create unique index "tankEntry.reversed" on tank_entry (company_id, reverses_id) where reverses_id is not null;
create index on tank_entry (company_id, station_id, booked_at desc, id desc);
create index on tank_entry (company_id, tank_id, booked_at desc, id desc);
create index on tank_entry (company_id, tank_id, at desc, id desc) where kind in ('opening', 'productChange');
create index on tank_entry (company_id, daily_state_id);
create index on tank_entry (company_id, transfer_id) where transfer_id is not null;
create index on tank_entry (company_id, product_id);
create index on tank_entry (company_id, before_product_id) where before_product_id is not null;
create index on tank_entry (company_id, other_tank_id) where other_tank_id is not null;
create index on tank_entry (company_id, belongs_state_id) where belongs_state_id is not null;

-- Its body stands in db/routines/tank_book.sql.
create function tank_entry_reversal(of_company bigint, entry bigint) returns bigint language plpgsql stable as $$
begin
  return null;
end $$;
create view tank_entry_state with (security_invoker = true) as
  select entry.*, tank_entry_reversal(company_id, id) as reversed_by_id from tank_entry entry;
grant select on tank_entry_state to forecourt_app;

-- What a settled shift moved in the book of a tank, and where both stood at its end; a shift in which another book began has two rows.
-- The rows of a station follow each other: each is written once all that ran before it is settled.
create table tank_book (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  tank_id bigint not null,
  number int not null,
  manifold text not null,
  product_id bigint not null,
  daily_state_id bigint not null,
  class_settle_id bigint not null,
  business_day date not null,
  business_month date not null generated always as (date_trunc('month', business_day::timestamp)::date) stored,
  shift_number int not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  -- Up to where the book of the station is settled with it.
  until_at timestamptz(3) not null check (until_at >= end_time),
  -- The entry with which the book began; null while the tank has none.
  opening_id bigint,
  opening_cl bigint,
  received_cl bigint not null,
  transferred_cl bigint not null,
  adjusted_cl bigint not null,
  metered_cl bigint not null,
  book_cl bigint,
  measured_cl bigint check (measured_cl >= 0),
  begin_variance_cl bigint,
  water_mm int,
  temperature numeric(4, 1),
  received_ref_cl bigint,
  metered_ref_cl bigint,
  measured_ref_cl bigint,
  own_variance_ref_cl bigint,
  primary key (company_id, id),
  check (num_nulls(opening_id, opening_cl, book_cl) in (0, 3)),
  check (book_cl = opening_cl + received_cl + transferred_cl + adjusted_cl - metered_cl),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, station_id, tank_id) references tank (company_id, station_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (company_id, daily_state_id) references daily_state (company_id, id),
  foreign key (company_id, class_settle_id) references class_settle (company_id, id),
  foreign key (company_id, tank_id, opening_id) references tank_entry (company_id, tank_id, id)
);
select guard_tenant('tank_book', 'select, insert');
select make_final('tank_book');
-- One row for each tank, shift and book.
create unique index on tank_book (company_id, tank_id, daily_state_id, coalesce(opening_id, 0));
create index on tank_book (company_id, station_id, until_at desc);
create index on tank_book (company_id, tank_id, until_at desc, id desc);
create index on tank_book (company_id, business_day);
create index on tank_book (company_id, business_month);
create index on tank_book (company_id, daily_state_id);
create index on tank_book (company_id, class_settle_id);
create index on tank_book (company_id, product_id);
create index on tank_book (company_id, opening_id) where opening_id is not null;

-- Natural days that may still be joined, however long ago they were.
create index on daily_state (company_id, station_id) where is_nature_day and not settled;

-- Its body stands there, too.
create function product_changes_by_act() returns trigger language plpgsql as $$
begin
  return new;
end $$;
create trigger product_changes_by_act before update of product_id on tank for each row
  when (old.product_id is distinct from new.product_id) execute function product_changes_by_act();

-- What is proven of a tank's book goes through the nozzles.
create or replace view audit."order" with (security_invoker = true) as
  select id, company_id, station_id, order_no, shift_id, belongs_shift_id, type, status, total_cents, discount_cents, paid_cents,
    refunded_cents, pay_type, created_date, received_date, device_id, sequence, user_card_id, nozzle_control_id from sale_order;
