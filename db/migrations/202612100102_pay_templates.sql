-- compatible
-- How the money of a station is divided between accounts, and what many stations have alike.
create table account_ratio (
  company_id bigint not null references company,
  station_id bigint not null,
  version int not null default 1,
  ratio1 smallint not null check (ratio1 between 0 and 100),
  ratio2 smallint not null check (ratio2 between 0 and 100),
  ratio3 smallint not null check (ratio3 between 0 and 100),
  modified_date timestamptz(3) not null,
  primary key (company_id, station_id),
  foreign key (company_id, station_id) references station (company_id, id),
  constraint "accountRatio.notWhole" check (ratio1 + ratio2 + ratio3 = 100)
);
select guard_tenant('account_ratio', 'select, insert, update');

-- A station that has not said it gives all to account 1.
create view account_ratio_of_station with (security_invoker = true) as
  select station.company_id, station.id, station.id as station_id, coalesce(kept.version, 0) as version,
    coalesce(kept.ratio1, 100) as ratio1, coalesce(kept.ratio2, 0) as ratio2, coalesce(kept.ratio3, 0) as ratio3, kept.modified_date
  from station
  left join account_ratio kept on kept.company_id = station.company_id and kept.station_id = station.id;
grant select on account_ratio_of_station to forecourt_app;

create table pay_template (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  description text not null default '',
  accounts jsonb not null default '[]' check (jsonb_typeof(accounts) = 'array'),
  pay_types jsonb not null default '[]' check (jsonb_typeof(pay_types) = 'array'),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "payTemplate.nameTaken" unique (company_id, name)
);
select guard_tenant('pay_template');

-- The accounts that a template names: none of them is deleted.
create table pay_template_account (
  company_id bigint not null references company,
  pay_template_id bigint not null,
  auth_token_id bigint not null,
  primary key (company_id, pay_template_id, auth_token_id),
  foreign key (company_id, pay_template_id) references pay_template (company_id, id),
  foreign key (company_id, auth_token_id) references merchant_account (company_id, id)
);
select guard_tenant('pay_template_account');
create index on pay_template_account (company_id, auth_token_id);

-- How a station takes its tenders is one of its settings of payments; among how many accounts money is divided is its company's.
create or replace view station_setting with (security_invoker = true) as
  select ('x' || substr(md5(station.id || ':' || keys.name), 1, 12))::bit(48)::bigint + 1 as id, station.company_id,
    station.id as station_id, keys.name,
    case keys.name when 'otherTradeType' then 'payment' when 'payTypes' then 'payment' when 'webChargeTradeType' then 'payment'
      when 'unionCard' then 'payment' when 'package' then 'package' when 'search' then 'pages' when 'homePage' then 'pages'
      when 'device' then 'pages' end as category,
    coalesce(station.config -> keys.name, company.config -> keys.name) as value,
    case when station.config ? keys.name then 'station' else 'company' end as set_by
  from station
  join company on company.id = station.company_id
  cross join lateral jsonb_object_keys(station.config || (company.config - '{debitCard,passwords,accountRatio}'::text[])) as keys (name);
