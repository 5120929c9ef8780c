-- Who may come in, as what, and for how long.

-- Staff and members are one noun: whoever has a role that signs in is staff, everyone else is a member.
create table user_account (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  name text not null,
  mobile text,
  email text,
  nozzle text not null default '',
  promoter boolean not null default false,
  read_only boolean not null default false,
  remark text not null default '',
  login_from text,
  login_to text,
  login_device_type text not null default '',
  login_reason text not null default '',
  search_order_days int,
  search_order_item_days int,
  search_class_settle_days int,
  search_daily_report_days int,
  search_card_detail_days int,
  is_staff boolean not null default false,
  disabled boolean not null default false,
  password_hash text,
  pin_hash text,
  has_pin boolean not null generated always as (pin_hash is not null) stored,
  pin_tries int not null default 0,
  -- How often in a row the PIN was locked: each lock lasts twice as long as the one before.
  pin_locks int not null default 0,
  pin_locked_until timestamptz(3),
  last_login_date timestamptz(3),
  created_date timestamptz(3) not null default now()
);
select guard_tenant('user_account');
create unique index "user.mobileTaken" on user_account (company_id, mobile);
create unique index "user.emailTaken" on user_account (company_id, lower(email));
create index on user_account (company_id, created_date desc, id desc);

-- A station role is held in one station, a head office's for the companies it groups, a fleet leader's for his fleet.
create table user_role (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  user_id bigint not null references user_account,
  default_role text not null check (default_role in ('superAdmin', 'admin', 'company_group', 'company_user', 'station_master',
    'station_bill', 'station_employee', 'station_salesman', 'station_leader', 'group_master', 'user', 'anonymous')),
  station_id bigint references station,
  company_group_id bigint references company_group,
  fleet_id bigint,
  constraint "user.roleStation" check (starts_with(default_role, 'station_') = (station_id is not null)),
  constraint "user.roleTwice" unique nulls not distinct (user_id, default_role, station_id, company_group_id, fleet_id)
);
select guard_tenant('user_role');
create index on user_role (station_id);

-- The two halves of a sign-in, hashed: one travels in a header, the other in a cookie. It is looked up before any company is known.
create table session (
  id bigint primary key default next_id(),
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  -- The first session of the chain that this one was renewed from.
  family bigint not null,
  user_account bigint not null references user_account,
  company bigint not null references company,
  default_role text not null,
  client text not null,
  source text not null,
  created_date timestamptz(3) not null,
  seen_date timestamptz(3) not null,
  expires_date timestamptz(3) not null,
  -- No renewal reaches beyond it.
  ends_date timestamptz(3) not null,
  -- Renewed by another. Whoever still shows it has a copy, and the whole family ends.
  replaced_date timestamptz(3)
);
grant select, insert, update, delete on session to forecourt_app;
create index on session (user_account);
create index on session (family);
create index on session (expires_date);

-- Wrong tries by what was typed and where from, known account or not. Counted before the comparison.
create table login_attempt (
  key bytea primary key,
  tries int not null,
  locked_until timestamptz(3),
  at timestamptz(3) not null
);
grant select, insert, update, delete on login_attempt to forecourt_app;
create index on login_attempt (at);

-- A link that sets a password, once.
create table invitation (
  code_hash bytea primary key,
  user_account bigint not null references user_account,
  company bigint not null references company,
  expires_date timestamptz(3) not null
);
grant select, insert, delete on invitation to forecourt_app;
create index on invitation (user_account);

-- Which master keys this database was written with, so that a start without them is told and not found out. Never the keys.
create table master_key (
  id text primary key,
  proof bytea not null
);
grant select, insert on master_key to forecourt_app;

-- Everything a request's credentials stand for, in one round trip. Null when they do not hold.
-- From here on the transaction sees the companies that the role reaches.
create function who_is(token bytea, cookie bytea, chosen_station bigint, at timestamptz) returns jsonb language plpgsql as $$
declare
  opened session;
  account user_account;
  entries jsonb;
  reach bigint[];
  own company;
  chosen station;
begin
  select * into opened from session where token_hash = token and cookie_hash = cookie;
  if not found or opened.expires_date <= at then return null; end if;
  if opened.replaced_date is not null then
    delete from session where family = opened.family;
    return null;
  end if;
  if opened.seen_date < at - interval '1 minute' then update session set seen_date = at where id = opened.id; end if;

  perform set_config('app.companies', opened.company::text, true);
  select * into account from user_account where id = opened.user_account and not disabled;
  if not found then return null; end if;
  select * into own from company where id = opened.company;
  select jsonb_agg(jsonb_build_object('id', id, 'stationId', station_id, 'fleetId', fleet_id) order by id) into entries
    from user_role where user_id = account.id and default_role = opened.default_role;
  if entries is null then return null; end if;

  reach := case opened.default_role
    when 'superAdmin' then array(select company from company_directory order by 1)
    when 'company_group' then array(select opened.company union select m.company from user_role r
      join company_group_member m using (company_group_id) where r.user_id = account.id and r.default_role = 'company_group' order by 1)
    else array[opened.company] end;
  perform set_config('app.companies', array_to_string(reach, ','), true);
  select * into chosen from station where id = chosen_station;

  return jsonb_build_object('sessionId', opened.id, 'userId', account.id, 'name', account.name, 'readOnly', account.read_only,
    'role', opened.default_role, 'entries', entries, 'companyId', opened.company, 'companyIds', reach, 'zone', own.time_zone,
    'expiresAt', round(extract(epoch from opened.expires_date) * 1000),
    'stationCompanyId', chosen.company_id, 'stationZone', chosen.time_zone);
end $$;
