-- compatible
-- The tenant wall asks in a form that the planner does not count on. Statements name their company; beside `company_id = any (…)` it took
-- both to be conditions of their own, and of ten companies expected a hundredth of the rows where a tenth came. So it read all accounts of
-- a company to find six. The first half is for callers of one company, whose rows need not have the list taken apart. Only the catalogue
-- changes.

-- The server that migrates tries it again, if a call keeps one of the tables for longer than this.
set local lock_timeout = '400ms';
do $$
declare
  one record;
begin
  for one in select polrelid::regclass as guarded, case polrelid when 'company'::regclass then 'id' else 'company_id' end as tenant
    from pg_policy where polname = 'tenant' order by 1
  loop
    execute format(
      $policy$alter policy tenant on %1$s
        using (%2$s::text = current_setting('app.companies', true)
          or array_position(string_to_array(current_setting('app.companies', true), ',')::bigint[], %2$s) is not null)$policy$,
      one.guarded, one.tenant);
  end loop;
end $$;
create or replace function guard_tenant(guarded text, rights text default 'select, insert, update, delete',
  tenant text default 'company_id')
returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', guarded);
  execute format('alter table %I force row level security', guarded);
  execute format(
    $policy$create policy tenant on %1$I
      using (%2$I::text = current_setting('app.companies', true)
        or array_position(string_to_array(current_setting('app.companies', true), ',')::bigint[], %2$I) is not null)$policy$,
    guarded, tenant);
  execute format('grant %s on %I to forecourt_app', rights, guarded);
end $$;

-- The devices that let a station in are joined and not looked up: so the company of the stations is theirs, too.
create or replace view station_service with (security_invoker = true) as
  select station.id, station.company_id, station.id as station_id, code, name, address, contact, phone, end_time, expire_time,
    notify_days, created_date,
    case when end_time is null then 'indefinite' when end_time <= now() then 'expired' else 'notExpired' end as expiry,
    expire_time is null or expire_time > now() as opened,
    let_in.station_id is not null as authorized,
    config <> '{}'::jsonb or exists (
      select from company where company.id = station.company_id and company.config <> '{}'::jsonb) as configured,
    (select max(renewal.created_date) from renewal
      where renewal.company_id = station.company_id and renewal.station_id = station.id) as renewed_date
  from station
  left join (
    select distinct device.company_id, device.station_id
    from device join device_credential credential on credential.company_id = device.company_id and credential.device_id = device.id
    where device.enabled
  ) as let_in on let_in.company_id = station.company_id and let_in.station_id = station.id;
