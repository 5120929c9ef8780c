-- compatible
-- The monthly settlement of fuel: what each depot, the road and each station held, bought, sold and lost, and what it cost.

-- There from the first move of fuel on, so that a move and a settlement of its month wait for each other.
alter table settled_month alter column month drop not null;

create table month_settle (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  month date not null check (extract(day from month) = 1),
  opening_cents bigint not null,
  purchased_cents bigint not null,
  freight_cents bigint not null,
  claimed_cents bigint not null,
  sold_cents bigint not null,
  lost_cents bigint not null,
  adjusted_cents bigint not null,
  closing_cents bigint not null,
  sales_net_cents bigint not null,
  fingerprint text not null,
  confirmed_by_id bigint,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  constraint "monthSettle.settled" unique (company_id, month),
  check (opening_cents + purchased_cents + freight_cents + adjusted_cents = claimed_cents + sold_cents + lost_cents + closing_cents)
);
select guard_tenant('month_settle', 'select, insert');
select make_final('month_settle');

create table month_settle_line (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  month_settle_id bigint not null,
  place text not null check (place in ('depot', 'road', 'station')),
  depot_id bigint,
  station_id bigint,
  base_fuel_id bigint,
  product_id bigint,
  place_name text not null,
  fuel_name text not null,
  -- Kilograms of depots and the road, centilitres of stations; and what they were worth, without tax.
  opening bigint not null,
  purchased bigint not null,
  received bigint not null,
  transferred_in bigint not null,
  adjusted bigint not null,
  transferred_out bigint not null,
  issued bigint not null,
  sold bigint not null,
  lost bigint not null,
  closing bigint not null,
  opening_cents bigint not null,
  purchased_cents bigint not null,
  received_cents bigint not null,
  transferred_in_cents bigint not null,
  adjusted_cents bigint not null,
  transferred_out_cents bigint not null,
  issued_cents bigint not null,
  sold_cents bigint not null,
  lost_cents bigint not null,
  closing_cents bigint not null,
  measured boolean,
  sales_net_cents bigint,
  primary key (company_id, id),
  check (opening + purchased + received + transferred_in + adjusted = transferred_out + issued + sold + lost + closing),
  check (opening_cents + purchased_cents + received_cents + transferred_in_cents + adjusted_cents
    = transferred_out_cents + issued_cents + sold_cents + lost_cents + closing_cents),
  check ((place = 'depot') = (depot_id is not null) and (place = 'station') = (station_id is not null)),
  check ((place = 'station') = (product_id is not null) and (place = 'station') = (base_fuel_id is null)),
  check ((place = 'station') = (measured is not null) and (place = 'station') = (sales_net_cents is not null)),
  foreign key (company_id, month_settle_id) references month_settle (company_id, id),
  foreign key (company_id, depot_id) references depot (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, base_fuel_id) references base_fuel (company_id, id),
  foreign key (company_id, product_id) references product (company_id, id)
);
select guard_tenant('month_settle_line', 'select, insert');
select make_final('month_settle_line');
create unique index on month_settle_line
  (company_id, month_settle_id, place, coalesce(depot_id, station_id, 0), coalesce(product_id, base_fuel_id));
create index on month_settle_line (company_id, depot_id) where depot_id is not null;
create index on month_settle_line (company_id, station_id) where station_id is not null;
create index on month_settle_line (company_id, base_fuel_id) where base_fuel_id is not null;
create index on month_settle_line (company_id, product_id) where product_id is not null;

-- What the fuel of a load from a depot was worth: the one valuation of what left the depot, at the end of its month.
create table month_settle_load (
  company_id bigint not null references company,
  month_settle_id bigint not null,
  transport_id bigint not null,
  weight_kg bigint not null check (weight_kg > 0),
  value_cents bigint not null,
  -- On the road when the month ended, and carried over by name.
  carried_over boolean not null,
  primary key (company_id, transport_id),
  foreign key (company_id, month_settle_id) references month_settle (company_id, id),
  foreign key (company_id, transport_id) references transport (company_id, id)
);
select guard_tenant('month_settle_load', 'select, insert');
select make_final('month_settle_load');
create index on month_settle_load (company_id, month_settle_id);

-- Loads of a month, by when they left and when they were signed for.
create index on transport (company_id, loaded_day) where depot_id is not null and loaded_day is not null;
create index on transport (company_id, signed_day) where signed_day is not null;
create index on stock_move (company_id, document, day) where item_id is null;
