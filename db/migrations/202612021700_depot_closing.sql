-- compatible
-- What each depot held of each base fuel when a month was settled, and what that cost, with tax and without. Figures of later days begin
-- there, and do not read the moves of years.
create table depot_closing (
  company_id bigint not null references company,
  month date not null check (extract(day from month) = 1),
  depot_id bigint not null,
  base_fuel_id bigint not null,
  weight_kg bigint not null check (weight_kg >= 0),
  amount_cents bigint not null,
  net_cents bigint not null,
  primary key (company_id, month, depot_id, base_fuel_id),
  foreign key (company_id, depot_id) references depot (company_id, id),
  foreign key (company_id, base_fuel_id) references base_fuel (company_id, id)
);
select guard_tenant('depot_closing', 'select, insert');
select make_final('depot_closing');
create index on depot_closing (company_id, depot_id);
create index on depot_closing (company_id, base_fuel_id);
