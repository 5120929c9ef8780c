-- The three digits that name a grade at the pump.
create table fuel_code (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  code text not null check (code ~ '^\d{3}$'),
  type text not null check (type in ('gasoline', 'diesel')),
  description text not null default '',
  created_date timestamptz(3) not null default now(),
  constraint "fuelCode.taken" unique (company_id, code)
);
select guard_tenant('fuel_code');
