-- What everything stands on: ids, companies and stations, the tenant wall, audit, outbox, idempotency.

-- The application connects as this role: no owner, no bypass of row-level security.
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'forecourt_app') then create role forecourt_app nologin; end if;
  execute format('grant forecourt_app to %I', current_user);
  execute format('grant connect on database %I to forecourt_app', current_database());
end $$;
grant usage on schema public to forecourt_app;

-- Time-ordered whole numbers that JavaScript holds exactly: milliseconds since 2024, times 4096, plus a turn of the sequence.
create sequence id_turn;
grant usage on sequence id_turn to forecourt_app;
create function next_id() returns bigint language sql volatile as
  $$ select ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1704067200000) * 4096 + nextval('id_turn') % 4096 $$;

-- The companies that the transaction may see, as the application said when it began.
create function visible_companies() returns bigint[] language sql stable as
  $$ select coalesce(string_to_array(nullif(current_setting('app.companies', true), ''), ',')::bigint[], '{}') $$;

-- The second wall. Every table with company_id is guarded: owner or not, a row of another company does not exist.
create function guard_tenant(guarded text, rights text default 'select, insert, update, delete', tenant text default 'company_id')
returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', guarded);
  execute format('alter table %I force row level security', guarded);
  execute format('create policy tenant on %I using (%I = any ((select visible_companies())::bigint[]))', guarded, tenant);
  execute format('grant %s on %I to forecourt_app', rights, guarded);
end $$;

-- What is booked, sealed or logged is final, whoever asks.
create function final() returns trigger language plpgsql as
  $$ begin raise '% is final: it is corrected by a further row, never edited', tg_table_name using errcode = 'FC001'; end $$;
create function make_final(guarded text) returns void language plpgsql as $$
begin
  execute format('create trigger final before update or delete or truncate on %I for each statement execute function final()', guarded);
end $$;

create table company (
  id bigint primary key default next_id(),
  version int not null default 1,
  code text not null,
  name text not null,
  description text not null default '',
  address text not null default '',
  contact text not null default '',
  phone text not null default '',
  currency text not null default 'CNY' check (currency ~ '^[A-Z]{3}$'),
  currency_name text not null default '元',
  symbol text not null default '¥',
  time_zone text not null default 'Asia/Shanghai',
  is_demo boolean not null default false,
  created_date timestamptz(3) not null default now(),
  constraint "company.codeTaken" unique (code)
);
select guard_tenant('company', tenant => 'id');

-- Where a sign-in begins, before any company may be seen: the code typed, and the company it names. No other fact of a company.
create table company_directory (
  code text primary key,
  company bigint not null unique
);
grant select, insert, update on company_directory to forecourt_app;
create function keep_directory() returns trigger language plpgsql as $$
begin
  insert into company_directory (code, company) values (new.code, new.id) on conflict (company) do update set code = excluded.code;
  return new;
end $$;
create trigger keep_directory after insert or update of code on company for each row execute function keep_directory();

-- A group head office sees the companies it groups.
create table company_group (
  id bigint primary key default next_id(),
  name text not null
);
create table company_group_member (
  company_group_id bigint not null references company_group,
  company bigint not null references company,
  primary key (company_group_id, company)
);
grant select, insert, update, delete on company_group, company_group_member to forecourt_app;

create table station (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  code text not null,
  name text not null,
  description text not null default '',
  country text not null default 'CHN',
  address text not null default '',
  longitude numeric(9, 6),
  latitude numeric(8, 6),
  contact text not null default '',
  phone text not null default '',
  mac_address text not null default '',
  union_card_station_id text not null default '',
  time_zone text not null default 'Asia/Shanghai',
  enable_shift_settle boolean not null default false,
  end_time timestamptz(3),
  expire_time timestamptz(3),
  notify_days int not null default 30 check (notify_days >= 0),
  order_count bigint not null default 0,
  created_date timestamptz(3) not null default now(),
  constraint "station.codeTaken" unique (company_id, code)
);
select guard_tenant('station');
create index on station (company_id, name);

-- Who did what, when. Written in the transaction of the deed; chained by the sealer within the second after.
create table audit_entry (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  actor text not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  request_id text not null,
  at timestamptz(3) not null
);
select guard_tenant('audit_entry', 'select, insert');
select make_final('audit_entry');
create index on audit_entry (company_id, subject);

-- h[n] = SHA-256(h[n-1] || canonical text of entry n); n has no gaps within a company.
create table audit_seal (
  company_id bigint not null references company,
  n bigint not null,
  audit_entry_id bigint not null unique references audit_entry,
  hash bytea not null,
  primary key (company_id, n)
);
select guard_tenant('audit_seal', 'select, insert');
select make_final('audit_seal');
create table audit_pending (
  audit_entry_id bigint primary key,
  company_id bigint not null
);
select guard_tenant('audit_pending');
create function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_pending (audit_entry_id, company_id) select id, company_id from added;
  return null;
end $$;
create trigger await_seal after insert on audit_entry referencing new table as added for each statement execute function await_seal();

-- Events on their way out: written with the change, sent at least once by the relay.
create table outbox_event (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint references station,
  topic text not null,
  payload jsonb not null,
  at timestamptz(3) not null
);
select guard_tenant('outbox_event');
create index on outbox_event (at);

-- One effect and one answer for a request that is sent again.
create table idempotency_key (
  company_id bigint not null references company,
  actor text not null,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  -- As json, not jsonb: the answer that is given again is the same to the letter.
  answer json,
  at timestamptz(3) not null,
  primary key (company_id, actor, key)
);
select guard_tenant('idempotency_key');
create index on idempotency_key (at);
