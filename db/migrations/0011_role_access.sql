-- What an administrator changed of what a role may, and what was assigned to one user; both are read with every request.
create table role_access (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  default_role text not null,
  -- Names switched on and off against the role's defaults: {"on": [...], "off": [...]}. What is not named stays as it is by default.
  menus jsonb not null default '{"on": [], "off": []}',
  buttons jsonb not null default '{"on": [], "off": []}',
  interfaces jsonb not null default '{"on": [], "off": []}',
  tasks jsonb not null default '{"on": [], "off": []}',
  unique (company_id, default_role)
);

-- Every company has a line for each role that can be narrowed; superAdmin cannot.
create function keep_role_access() returns trigger language plpgsql as $$
begin
  insert into role_access (company_id, default_role)
    select new.id, role from unnest(array['admin', 'company_group', 'company_user', 'station_master', 'station_leader', 'station_bill',
      'station_employee', 'station_salesman', 'group_master']) as role;
  return new;
end $$;
create trigger keep_role_access after insert on company for each row execute function keep_role_access();
insert into role_access (company_id, default_role)
  select company, role from company_directory, unnest(array['admin', 'company_group', 'company_user', 'station_master', 'station_leader',
    'station_bill', 'station_employee', 'station_salesman', 'group_master']) as role;
select guard_tenant('role_access', 'select, insert, update');

-- {"web": [...]}: the pages of this entry and no others; and the button rules that are listed for it. Null is as the role.
alter table user_role add column menus jsonb, add column buttons jsonb;
create index on user_role (company_group_id) where company_group_id is not null;

alter table company_group add column version int not null default 1;
alter table company_group add column created_date timestamptz(3) not null default now();
create unique index "companyGroup.nameTaken" on company_group (name);
create index on company_group_member (company);

-- What access is reckoned from: the entries of a user's role with what was assigned to each, and what his company changed of the role.
create function access_of(who bigint, held text) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'entries', (select jsonb_agg(jsonb_build_object('id', id, 'stationId', station_id, 'fleetId', fleet_id, 'menus', menus -> 'web',
        'buttons', buttons) order by id)
      from user_role where user_id = who and default_role = held),
    'changes', (select jsonb_build_object('menus', menus, 'buttons', buttons, 'interfaces', interfaces, 'tasks', tasks)
      from role_access where default_role = held and company_id = (select company_id from user_account where id = who)));
$$;

-- As before, and with it what access is reckoned from and how far back the user may look.
create or replace function who_is(token bytea, cookie bytea, chosen_station bigint, at timestamptz) returns jsonb language plpgsql as $$
declare
  opened session;
  account user_account;
  access jsonb;
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
  access := access_of(account.id, opened.default_role);
  if access ->> 'entries' is null then return null; end if;

  reach := case opened.default_role
    when 'superAdmin' then array(select company from company_directory order by 1)
    when 'company_group' then array(select opened.company union select m.company from user_role r
      join company_group_member m using (company_group_id) where r.user_id = account.id and r.default_role = 'company_group' order by 1)
    else array[opened.company] end;
  perform set_config('app.companies', array_to_string(reach, ','), true);
  select * into chosen from station where id = chosen_station;

  return access || jsonb_build_object('sessionId', opened.id, 'userId', account.id, 'name', account.name, 'readOnly', account.read_only,
    'role', opened.default_role, 'companyId', opened.company, 'companyIds', reach, 'zone', own.time_zone,
    'expiresAt', round(extract(epoch from opened.expires_date) * 1000),
    'stationCompanyId', chosen.company_id, 'stationZone', chosen.time_zone,
    'since', jsonb_strip_nulls(jsonb_build_object(
      'orderDays', at - account.search_order_days * interval '1 day',
      'orderItemDays', at - account.search_order_item_days * interval '1 day',
      'classSettleDays', at - account.search_class_settle_days * interval '1 day',
      'dailyReportDays', at - account.search_daily_report_days * interval '1 day',
      'cardDetailDays', at - account.search_card_detail_days * interval '1 day')));
end $$;
