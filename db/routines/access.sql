-- What a user of a company may do in a role, there.
create or replace function access_of(of_company bigint, who bigint, held text)
returns jsonb
language plpgsql stable as $$
begin
  return jsonb_build_object(
    'entries', (select jsonb_agg(jsonb_build_object('id', id, 'stationId', station_id, 'fleetId', fleet_id, 'menus', menus -> 'web',
        'buttons', buttons) order by id)
      from user_role where company_id = of_company and user_id = who and default_role = held),
    'changes', (select jsonb_build_object('menus', menus, 'buttons', buttons, 'interfaces', interfaces, 'tasks', tasks)
      from role_access where company_id = of_company and default_role = held));
end $$;

-- The session of a token, and who it is.
create or replace function load_actor(who bigint, of_company bigint, held text, chosen_station bigint, at timestamp with time zone)
returns jsonb
language plpgsql as $$
declare
  account record;
  reach bigint[] := array[of_company];
  station_company bigint;
  station_zone text;
begin
  execute format('set local app.companies = %L', of_company);
  select u.name, u.read_only, own.time_zone, access_of(of_company, u.id, held) as access, u.search_order_days, u.search_order_item_days,
      u.search_class_settle_days, u.search_daily_report_days, u.search_card_detail_days into account
    from user_account u, company own where u.company_id = of_company and u.id = who and not u.disabled and own.id = of_company;
  if account.access ->> 'entries' is null then return null; end if;

  if held in ('superAdmin', 'company_group') then
    reach := case held
      when 'superAdmin' then array(select company from company_directory order by 1)
      else array(select of_company union select m.company from user_role r
        join company_group_member m using (company_group_id)
        where r.company_id = of_company and r.user_id = who and r.default_role = 'company_group' order by 1) end;
    execute format('set local app.companies = %L', case held when 'superAdmin' then 'all' else array_to_string(reach, ',') end);
  end if;
  if chosen_station is not null then
    select company_id, time_zone into station_company, station_zone from station
      where company_id = any (reach) and id = chosen_station;
  end if;

  return account.access || jsonb_build_object('userId', who, 'name', account.name, 'readOnly', account.read_only,
    'role', held, 'companyId', of_company, 'companyIds', reach, 'zone', account.time_zone,
    'stationCompanyId', station_company, 'stationZone', station_zone,
    'since', jsonb_strip_nulls(jsonb_build_object(
      'orderDays', at - account.search_order_days * interval '1 day',
      'orderItemDays', at - account.search_order_item_days * interval '1 day',
      'classSettleDays', at - account.search_class_settle_days * interval '1 day',
      'dailyReportDays', at - account.search_daily_report_days * interval '1 day',
      'cardDetailDays', at - account.search_card_detail_days * interval '1 day')));
end $$;

-- The user of a session, with everything that decides what they may do.
create or replace function authenticate(token bytea, cookie bytea, chosen_station bigint, at timestamp with time zone, idle interval,
  idle_roles text[])
returns jsonb
language plpgsql as $$
declare
  opened record;
begin
  select id, family, user_account, company, default_role, seen_date, expires_date, replaced_date into opened
    from session where token_hash = token and cookie_hash = cookie;
  if opened.id is null then return null; end if;
  -- Anyone who handles money and has not been heard of for that long is signed out.
  if opened.default_role = any(idle_roles) and opened.seen_date < at - idle then
    delete from session where id = opened.id;
    return null;
  end if;
  if opened.expires_date <= at then return null; end if;
  if opened.replaced_date is not null then
    delete from session where family = opened.family;
    return null;
  end if;
  if opened.seen_date < at - interval '1 minute' then update session set seen_date = at where id = opened.id; end if;

  return load_actor(opened.user_account, opened.company, opened.default_role, chosen_station, at)
    || jsonb_build_object('sessionId', opened.id, 'expiresAt', round(extract(epoch from opened.expires_date) * 1000));
end $$;

-- A screen on a wall that is signed in: the user who opened it, as they are now, and what it is bound to.
create or replace function load_display(of_display bigint, chosen_station bigint, at timestamp with time zone)
returns jsonb
language plpgsql as $$
declare
  opened record;
begin
  select id, name, company, station, user_account, user_company, default_role, expires_date into opened
    from display where id = of_display and token_hash is not null and expires_date > at;
  if opened.id is null then return null; end if;
  return load_actor(opened.user_account, opened.user_company, opened.default_role, coalesce(opened.station, chosen_station), at)
    || jsonb_build_object('expiresAt', round(extract(epoch from opened.expires_date) * 1000),
      'display', jsonb_build_object('id', opened.id, 'name', opened.name, 'companyId', opened.company, 'stationId', opened.station));
end $$;

-- The screen of both halves of its sign-in.
create or replace function authenticate_display(token bytea, cookie bytea, chosen_station bigint, at timestamp with time zone)
returns jsonb
language plpgsql as $$
declare
  opened record;
begin
  select id, seen_date into opened from display where token_hash = token and cookie_hash = cookie;
  if opened.id is null then return null; end if;
  if opened.seen_date < at - interval '1 minute' then update display set seen_date = at where id = opened.id; end if;
  return load_display(opened.id, chosen_station, at);
end $$;

-- A company begins with the rights of each role.
create or replace function keep_role_access()
returns trigger
language plpgsql as $$
begin
  insert into role_access (company_id, default_role)
  select owner.id, role from company owner cross join unnest(array['admin', 'company_group', 'company_user', 'station_master',
    'station_leader', 'station_bill', 'station_employee', 'station_salesman', 'group_master']) as role
  where owner.id = new.id;
  return new;
end $$;
