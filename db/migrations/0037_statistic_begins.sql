-- Statistics begin: what keeps their cells true to the calendar, what they say of the years before, and how auditors read them.

-- Where its days begin has changed: so have its cells.
create function rebuild_station() returns trigger language plpgsql as
  $$ begin perform statistic_rebuild(new.company_id, new.id); return null; end $$;
create trigger rebuild_statistic after update of time_zone on station for each row
  when (old.time_zone <> new.time_zone) execute function rebuild_station();
create function rebuild_company() returns trigger language plpgsql as
  $$ begin perform statistic_rebuild(new.id, new.id); return null; end $$;
create trigger rebuild_statistic after update of time_zone on company for each row
  when (old.time_zone <> new.time_zone) execute function rebuild_company();

-- What was sold before there were statistics. The wall is as high for the owner of the tables as for everyone.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
select statistic_rebuild(company_id, station_id) from statistic_site;

-- The books as auditors read them: the cells, what is counted of each hour or day with what waits, and what the rows tell of it.
create view audit.statistic with (security_invoker) as
  select company_id, station_id as station, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents, discount_cents,
    paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_cell;
create view audit.statistic_counted with (security_invoker) as
  select company_id, station_id as station, fact, dimension, at, key, count, volume_cl, pieces, amount_cents, discount_cents,
    paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_cell where grain in ('h', 'd')
  union all
  select company_id, station_id, fact, dimension, at, key, count, volume_cl, pieces, amount_cents, discount_cents,
    paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_waiting;
create view audit.statistic_told with (security_invoker) as
  select told.company_id, told.station_id as station, fact, dimension,
    date_trunc(case dimension when 'all' then 'hour' else 'day' end, at, time_zone)::timestamptz(3) as at, key, count, volume_cl, pieces,
    amount_cents, discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_told told
  join statistic_site site on site.station_id = told.station_id and site.company_id = told.company_id;
grant select on audit.statistic, audit.statistic_counted, audit.statistic_told to forecourt_app;
