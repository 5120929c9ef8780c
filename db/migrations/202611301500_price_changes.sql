-- compatible
-- A price change is a plan: it is kept for each of its stations until its time, and its prices are written down then, once. What is asked
-- between its time and that moment finds them here (db/routines/forecourt.sql, price_at).

create table price_change (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  strategy text not null check (strategy in ('scheduled', 'immediate')),
  -- Each station by its own clock.
  by_local_time boolean not null default false,
  created_by_id bigint,
  created_date timestamptz(3) not null,
  primary key (company_id, id)
);
select guard_tenant('price_change', 'select, insert');
select make_final('price_change');
create index on price_change (company_id, created_date desc, id desc);

create table price_change_station (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  change_id bigint not null,
  station_id bigint not null,
  from_at timestamptz(3) not null,
  status text not null default 'wait' check (status in ('wait', 'success', 'fail', 'expired', 'cancel')),
  -- When its prices were written down.
  fired_date timestamptz(3) check (fired_date >= from_at),
  primary key (company_id, id),
  constraint price_change_station_once unique (company_id, change_id, station_id),
  -- Cancelled or in force, never both; and confirmed only once it is in force.
  constraint price_change_station_one_outcome check (case status when 'wait' then true when 'cancel' then fired_date is null
    else fired_date is not null end),
  foreign key (company_id, change_id) references price_change (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id)
);
select guard_tenant('price_change_station', 'select, insert, update');
create index on price_change_station (company_id, station_id, from_at desc);
create index on price_change_station (company_id, from_at) where status = 'wait' and fired_date is null;

create table price_change_line (
  company_id bigint not null references company,
  -- Its price has the same number, when it is written down: so of two that begin together the later word counts, whichever fires first.
  id bigint not null default next_id(),
  change_id bigint not null,
  station_id bigint not null,
  product_id bigint not null,
  price_cents bigint not null check (price_cents >= 0),
  -- In force when the change was ordered.
  before_cents bigint,
  from_at timestamptz(3) not null,
  -- Neither written down yet nor cancelled.
  coming boolean not null default true,
  primary key (company_id, id),
  constraint price_change_line_once unique (company_id, change_id, station_id, product_id),
  foreign key (company_id, change_id, station_id) references price_change_station (company_id, change_id, station_id),
  foreign key (company_id, product_id) references product (company_id, id)
);
select guard_tenant('price_change_line', 'select, insert, update');
create index on price_change_line (company_id, product_id);
-- Asked with every sale of fuel: it holds what is to come, and nothing else.
create index price_change_line_coming on price_change_line (company_id, station_id, product_id, from_at desc, id desc) where coming;

-- What the nozzles of a change are known to charge, from the moment at which its prices were written down.
create table price_change_nozzle (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  change_id bigint not null,
  station_id bigint not null,
  nozzle_control_id bigint not null,
  product_id bigint not null,
  price_cents bigint not null,
  from_at timestamptz(3) not null,
  state text not null default 'sent' check (state in ('sent', 'confirmed', 'unconfirmed', 'mixed')),
  sent_date timestamptz(3) not null,
  seen_cents bigint,
  seen_date timestamptz(3),
  order_id bigint,
  primary key (company_id, id),
  constraint price_change_nozzle_once unique (company_id, change_id, nozzle_control_id),
  constraint price_change_nozzle_seen check ((seen_cents is not null) = (state in ('confirmed', 'mixed'))),
  foreign key (company_id, change_id, station_id) references price_change_station (company_id, change_id, station_id)
);
select guard_tenant('price_change_nozzle', 'select, insert, update');
create index on price_change_nozzle (company_id, nozzle_control_id) where state in ('sent', 'unconfirmed');
create index on price_change_nozzle (company_id, change_id, station_id);

-- Every price of a station: those that were written down, and those of changes whose time has not come or has just come.
create view station_price with (security_invoker = true) as
  select company_id, id, station_id, product_id, price_cents, from_at, set_by_id, created_date, corrects_id from product_price
  union all
  select line.company_id, line.id, line.station_id, line.product_id, line.price_cents, line.from_at, change.created_by_id,
    change.created_date, null::bigint
  from price_change_line line
  join price_change change on change.company_id = line.company_id and change.id = line.change_id
  where line.coming;
grant select on station_price to forecourt_app;
