-- compatible
-- At what rates stations invoice fuel and goods, each from a day on, and the rates of the company that its stations begin with. A station
-- has one rate of a kind that begins on a day; the default rates have one of each kind.
create table tax_rate (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  station_id bigint not null,
  kind text not null check (kind in ('fuel', 'goods')),
  product_id bigint,
  category_id bigint,
  rate numeric(5, 2) not null check (rate >= 0 and rate < 100),
  classification_code text not null check (classification_code ~ '^\d{19}$'),
  specification text not null default '',
  unit text not null,
  begin_date date not null,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (company_id, category_id) references category (company_id, id),
  constraint "tax.targetUnfit" check (case kind when 'fuel' then category_id is null else product_id is null end),
  constraint "tax.beginTaken" unique nulls not distinct (company_id, station_id, kind, product_id, category_id, begin_date)
);
select guard_tenant('tax_rate');
create index on tax_rate (company_id, product_id) where product_id is not null;
create index on tax_rate (company_id, category_id) where category_id is not null;

create table default_tax_rate (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  kind text not null check (kind in ('fuel', 'goods')),
  product_id bigint,
  rate numeric(5, 2) not null check (rate >= 0 and rate < 100),
  classification_code text not null check (classification_code ~ '^\d{19}$'),
  specification text not null default '',
  unit text not null,
  begin_date date not null,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  constraint "tax.targetUnfit" check (kind = 'fuel' or product_id is null),
  constraint "defaultTax.taken" unique nulls not distinct (company_id, kind, product_id)
);
select guard_tenant('default_tax_rate');
create index on default_tax_rate (company_id, product_id) where product_id is not null;
