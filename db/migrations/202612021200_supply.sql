-- compatible
-- Purchase contracts, transfers between depots, and what moved at each depot.

-- The year of the table of divisions that the names of a depot's place were read from.
alter table depot add column division_year int;
alter table truck add column volume_cl bigint not null default 0 check (volume_cl >= 0);

-- What its document was called when it was booked: the number of a contract or a bill, what was said of a transfer.
alter table stock_move add column label text not null default '';

create table purchase_contract (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  day date not null,
  number text not null,
  depot_id bigint not null,
  base_fuel_id bigint not null,
  supplier_id bigint not null,
  density numeric(5, 1) not null check (density between 600 and 1000),
  -- A ton, with tax.
  price_cents_per_t bigint not null check (price_cents_per_t >= 0),
  tax_rate numeric(4, 2) not null check (tax_rate >= 0 and tax_rate < 100),
  weight_kg bigint not null check (weight_kg > 0),
  description text not null default '',
  -- What follows from the tons and the rate, each rounded half up once.
  amount_cents bigint not null generated always as ((weight_kg * price_cents_per_t + 500) / 1000) stored,
  net_cents bigint not null generated always as (
    div(20000 * ((weight_kg * price_cents_per_t + 500) / 1000)::numeric + 10000 + 100 * tax_rate, 20000 + 200 * tax_rate)::bigint
  ) stored,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "purchaseContract.numberTaken" unique (company_id, supplier_id, number),
  foreign key (company_id, depot_id) references depot (company_id, id),
  foreign key (company_id, base_fuel_id) references base_fuel (company_id, id),
  foreign key (company_id, supplier_id) references supplier (company_id, id)
);
select guard_tenant('purchase_contract');
create index on purchase_contract (company_id, day, id);
create index on purchase_contract (company_id, depot_id, day);
create index on purchase_contract (company_id, base_fuel_id);

-- What was moved from one depot to another; the book has both legs in one move.
create table depot_transfer (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  day date not null,
  depot_id bigint not null,
  to_depot_id bigint not null,
  base_fuel_id bigint not null,
  weight_kg bigint not null check (weight_kg > 0),
  remark text not null default '',
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "depot.sameDepot" check (depot_id <> to_depot_id),
  foreign key (company_id, depot_id) references depot (company_id, id),
  foreign key (company_id, to_depot_id) references depot (company_id, id),
  foreign key (company_id, base_fuel_id) references base_fuel (company_id, id)
);
select guard_tenant('depot_transfer', 'select, insert');
select make_final('depot_transfer');
create index on depot_transfer (company_id, depot_id);
create index on depot_transfer (company_id, to_depot_id);
create index on depot_transfer (company_id, base_fuel_id);

-- A move as each depot sees it: its number is that of the move, and of the leg that enters a depot one that no move has.
create view depot_move with (security_invoker = true) as
  select moved.company_id, moved.id, moved.depot_id, moved.day, moved.base_fuel_id, moved.other_depot_id, moved.created_date,
    moved.is_reversal, case when moved.is_reversal then -moved.weight_kg else moved.weight_kg end as weight_kg,
    case
      when moved.document = 'purchase' then 'inbound'
      when moved.document <> 'depotTransfer' then 'outbound'
      when moved.enters <> moved.is_reversal then 'transferIn'
      else 'transferOut'
    end as type,
    moved.label as document
  from (
    select company_id, id * 2 as id, to_depot_id as depot_id, day, base_fuel_id, from_depot_id as other_depot_id, created_date,
      reverses_id is not null as is_reversal, weight_kg, document, label, true as enters
    from stock_move where to_depot_id is not null
    union all
    select company_id, id * 2 + 1, from_depot_id, day, base_fuel_id, to_depot_id, created_date,
      reverses_id is not null, weight_kg, document, label, false
    from stock_move where from_depot_id is not null
  ) moved;
grant select on depot_move to forecourt_app;
