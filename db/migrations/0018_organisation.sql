-- What companies and stations show of themselves, the key that signs cards, renewals of service, and what holds for all companies.

alter table company
  add column big_logo_id bigint references attachment,
  add column small_logo_id bigint references attachment,
  add column customer_id text not null default '',
  add column union_card_company_id text not null default '',
  -- Who added it; of another company, when that was whoever runs the system.
  add column created_by_id bigint;
alter table station add column picture_id bigint references attachment;
alter table user_account add column created_by_id bigint, add column modified_by_id bigint;

-- Apart from the company itself, so that nothing that reads a company comes near it.
create table company_card_key (
  company_id bigint primary key references company,
  sealed bytea not null,
  -- The master key it is sealed under.
  key_id text not null,
  mask text not null,
  fingerprint text not null,
  set_by text not null,
  set_date timestamptz(3) not null
);
select guard_tenant('company_card_key', 'select, insert, update');

-- A renewal of the paid service: what was, what is from then on, and who said so. Final; a wrong one is put right by the next.
create table renewal (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  before_time timestamptz(3),
  -- Null is without end.
  end_time timestamptz(3),
  expire_time timestamptz(3) check (expire_time >= end_time),
  remark text not null default '',
  created_by_id bigint,
  created_date timestamptz(3) not null
);
select guard_tenant('renewal', 'select, insert');
select make_final('renewal');
create index on renewal (company_id, created_date desc, id desc);
create index on renewal (station_id, created_date desc, id desc);

-- How a station stands with its service, reckoned when it is asked for.
create view station_service with (security_invoker) as
select id, company_id, id as station_id, code, name, address, contact, phone, end_time, expire_time, notify_days, created_date,
  case when end_time is null then 'indefinite' when end_time <= now() then 'expired' else 'notExpired' end as expiry,
  (expire_time is null or expire_time > now()) as opened,
  exists (select from device_credential join device on device.id = device_credential.device_id
    where device.station_id = station.id and device.enabled) as authorized,
  (config <> '{}' or exists (select from company where company.id = station.company_id and company.config <> '{}')) as configured,
  (select max(renewal.created_date) from renewal where renewal.station_id = station.id) as renewed_date
from station;
grant select on station_service to forecourt_app;

-- What is set for a station, by itself or by its company, one row for each key. What nobody set is not here.
create view station_setting with (security_invoker) as
select ('x' || substr(md5(station.id || ':' || keys.name), 1, 12))::bit(48)::bigint + 1 as id,
  station.company_id, station.id as station_id, keys.name,
  case keys.name
    when 'otherTradeType' then 'payment' when 'webChargeTradeType' then 'payment' when 'unionCard' then 'payment'
    when 'package' then 'package' when 'search' then 'pages' when 'homePage' then 'pages' when 'device' then 'pages' end as category,
  coalesce(station.config -> keys.name, company.config -> keys.name) as value,
  case when station.config ? keys.name then 'station' else 'company' end as set_by
from station join company on company.id = station.company_id
cross join lateral (
  select jsonb_object_keys(station.config) union select jsonb_object_keys(company.config - '{debitCard,passwords}'::text[])
) keys (name);
grant select on station_setting to forecourt_app;

-- What holds for every company that sets nothing else: one row, for whoever runs the system.
create table system_config (
  id bigint primary key check (id = 1),
  version int not null default 1,
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  modified_by text,
  modified_date timestamptz(3)
);
insert into system_config (id) values (1);
grant select, update on system_config to forecourt_app;
