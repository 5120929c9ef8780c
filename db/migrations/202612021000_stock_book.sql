-- compatible
-- Suppliers, depots, trucks, and the one book of stock: what leaves one place enters another.

create table supplier (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  -- What it does for the company, one at least.
  sells_fuel boolean not null,
  carries boolean not null,
  sells_goods boolean not null,
  contact text not null default '',
  phone text not null default '',
  address text not null default '',
  tax_id text not null default '',
  remark text not null default '',
  -- From then on nothing new is bought from it.
  ended_date timestamptz(3),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "supplier.nameTaken" unique (company_id, name),
  constraint "supplier.noKind" check (sells_fuel or carries or sells_goods)
);
select guard_tenant('supplier');

create table depot (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  -- The names and the code of the official table of divisions, as they were in the year of the entry.
  province text not null default '',
  city text not null default '',
  area text not null default '',
  division_code text check (division_code ~ '^\d{6}$'),
  address text not null default '',
  -- What it holds: [{"baseFuelId": 1}].
  base_fuels jsonb not null,
  ended_date timestamptz(3),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "depot.nameTaken" unique (company_id, name)
);
select guard_tenant('depot');

-- How much of each base fuel a depot holds now.
create table depot_stock (
  company_id bigint not null references company,
  depot_id bigint not null,
  base_fuel_id bigint not null,
  weight_kg bigint not null default 0,
  primary key (company_id, depot_id, base_fuel_id),
  constraint "depot.stockShort" check (weight_kg >= 0),
  foreign key (company_id, depot_id) references depot (company_id, id),
  foreign key (company_id, base_fuel_id) references base_fuel (company_id, id)
);
select guard_tenant('depot_stock');
create index on depot_stock (company_id, base_fuel_id);

create table truck (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  carrier_id bigint not null,
  plate text not null,
  -- Litres of each compartment, from the front: [6000, 8000].
  compartments jsonb not null,
  calibrated_until date,
  ended_date timestamptz(3),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "truck.plateTaken" unique (company_id, plate),
  foreign key (company_id, carrier_id) references supplier (company_id, id)
);
select guard_tenant('truck');
create index on truck (company_id, carrier_id);

-- A move of the book of stock. Its document is the record that it follows from: a document books each of its revisions once, and an edit
-- books the mirror of the last revision and a new one. Never edited.
create table stock_move (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  document text not null check (document in
    ('purchase', 'depotTransfer', 'load', 'signature', 'goodsReceipt', 'goodsMove', 'goodsWriteOff', 'stocktake')),
  document_id bigint not null,
  revision int not null check (revision >= 1),
  line int not null check (line >= 0),
  -- The day of the place, and what moved: a fuel of depots, a fuel of stations, or an article.
  day date not null,
  base_fuel_id bigint,
  product_id bigint,
  item_id bigint,
  from_place text not null check (from_place in ('supplier', 'depot', 'truck', 'station', 'shelf', 'sold', 'lost', 'counted')),
  from_id bigint,
  to_place text not null check (to_place in ('supplier', 'depot', 'truck', 'station', 'shelf', 'sold', 'lost', 'counted')),
  to_id bigint,
  -- Depots keep kilograms, tanks of stations litres, trucks both, shelves pieces.
  weight_kg bigint check (weight_kg > 0),
  volume_cl bigint check (volume_cl > 0),
  pieces bigint check (pieces > 0),
  -- What its document says that it cost, with tax and without; null where the value follows at the end of the month.
  amount_cents bigint check (amount_cents >= 0),
  net_cents bigint check (net_cents between 0 and amount_cents),
  reverses_id bigint,
  entered_by_id bigint,
  created_date timestamptz(3) not null,
  -- Numbers of the places that are records, for the references below.
  from_depot_id bigint generated always as (case when from_place = 'depot' then from_id end) stored,
  to_depot_id bigint generated always as (case when to_place = 'depot' then to_id end) stored,
  from_station_id bigint generated always as (case when from_place in ('station', 'shelf', 'sold') then from_id end) stored,
  to_station_id bigint generated always as (case when to_place in ('station', 'shelf', 'sold') then to_id end) stored,
  from_supplier_id bigint generated always as (case when from_place = 'supplier' then from_id end) stored,
  to_supplier_id bigint generated always as (case when to_place = 'supplier' then to_id end) stored,
  primary key (company_id, id),
  constraint "stockMove.booked" unique (company_id, document, document_id, revision, line),
  check (from_place <> to_place or from_id is distinct from to_id),
  check (from_place in ('supplier', 'lost', 'counted') or from_id is not null),
  check (to_place in ('supplier', 'lost', 'counted') or to_id is not null),
  check (num_nonnulls(base_fuel_id, item_id) <= 1 and num_nonnulls(base_fuel_id, product_id, item_id) >= 1),
  check ((item_id is null) = (pieces is null) and (item_id is null or num_nulls(product_id, weight_kg, volume_cl) = 3)),
  check (item_id is not null or weight_kg is not null or volume_cl is not null),
  check ((from_place <> 'depot' and to_place <> 'depot') or (weight_kg is not null and base_fuel_id is not null)),
  foreign key (company_id, base_fuel_id) references base_fuel (company_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (company_id, item_id) references item (company_id, id),
  foreign key (company_id, from_depot_id) references depot (company_id, id),
  foreign key (company_id, to_depot_id) references depot (company_id, id),
  foreign key (company_id, from_station_id) references station (company_id, id),
  foreign key (company_id, to_station_id) references station (company_id, id),
  foreign key (company_id, from_supplier_id) references supplier (company_id, id),
  foreign key (company_id, to_supplier_id) references supplier (company_id, id),
  foreign key (company_id, reverses_id) references stock_move (company_id, id)
);
select guard_tenant('stock_move', 'select, insert');
select make_final('stock_move');
create unique index "stockMove.reversed" on stock_move (company_id, reverses_id) where reverses_id is not null;
create index on stock_move (company_id, from_depot_id, base_fuel_id, day) where from_depot_id is not null;
create index on stock_move (company_id, to_depot_id, base_fuel_id, day) where to_depot_id is not null;
create index on stock_move (company_id, item_id, day, id) where item_id is not null;
create index on stock_move (company_id, from_station_id, day) where from_station_id is not null;
create index on stock_move (company_id, to_station_id, day) where to_station_id is not null;
create index on stock_move (company_id, from_supplier_id, day) where from_supplier_id is not null;
create index on stock_move (company_id, to_supplier_id) where to_supplier_id is not null;
create index on stock_move (company_id, base_fuel_id, day) where base_fuel_id is not null;
create index on stock_move (company_id, product_id) where product_id is not null;

-- The last month that is settled; what belongs to it or to an earlier one is booked no more. No row while none is.
create table settled_month (
  company_id bigint not null references company,
  primary key (company_id),
  month date not null check (extract(day from month) = 1)
);
select guard_tenant('settled_month', 'select, insert, update');

-- Its body stands in db/routines/stock.sql.
create function keep_depot_stock() returns trigger language plpgsql as $$
begin
  return new;
end $$;
create trigger keep_depot_stock after insert on stock_move for each row execute function keep_depot_stock();
