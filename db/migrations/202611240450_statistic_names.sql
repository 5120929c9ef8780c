-- The statistics by their usual names: aggregates, pending deltas, and the dimension `status`, which is what lists are filtered by
-- (`status:type:payType`). Nothing that is counted changes.
alter table statistic_cell rename to statistic_aggregate;
alter view statistic_waiting rename to statistic_pending;
alter view statistic_told rename to statistic_from_rows;
alter view audit.statistic_told rename to statistic_from_rows;
alter function note_cells() rename to note_aggregates;
alter trigger note_cells_added on statistic_aggregate rename to note_aggregates_added;
alter trigger note_cells_gone on statistic_aggregate rename to note_aggregates_gone;
alter trigger note_cells_changed on statistic_aggregate rename to note_aggregates_changed;

create or replace function statistic_keys(
  fact text, status text, type smallint, pay_type text, item_id bigint, nozzle_control_id bigint, employee_id bigint, device_id bigint
) returns table (cell text, dimension text, key text) language sql immutable as $$
  select case when fact = 'line' and cut.dimension <> 'item' then 'order' else fact end, cut.dimension, coalesce(cut.key, '')
  from (values
    ('status', status || ':' || coalesce(type::text, '') || ':' || coalesce(pay_type, '')),
    ('all', ''),
    ('item', item_id::text),
    ('nozzle', nozzle_control_id::text),
    ('employee', employee_id::text),
    ('device', device_id::text)
  ) as cut (dimension, key)
  where cut.dimension = 'status' or (status <> 'close' and (fact <> 'payment' or status = 'success') and case cut.dimension
    when 'all' then true
    when 'item' then fact = 'line'
    when 'nozzle' then fact in ('order', 'line')
    else fact <> 'card' end)
$$;

create or replace view statistic_grain with (security_invoker) as
  select dimension, grain, unit from (values ('all', 'h', 'hour'), ('all', 'd', 'day'), ('all', 'm', 'month'), ('status', 'd', 'day'),
    ('status', 'm', 'month'), ('item', 'd', 'day'), ('item', 'm', 'month'), ('nozzle', 'd', 'day'), ('nozzle', 'm', 'month'),
    ('employee', 'd', 'day'), ('employee', 'm', 'month'), ('device', 'd', 'day'), ('device', 'm', 'month'))
    as kept (dimension, grain, unit);

create or replace view audit.statistic_from_rows with (security_invoker) as
  select company_id, station_id as station, case when adds then 'order' else fact end as fact, dimension, at, key,
    case when adds then 0 else count end as count, volume_cl, pieces, case when adds then 0 else amount_cents end as amount_cents,
    case when adds then 0 else discount_cents end as discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents
  from (
    select company_id, station_id, fact, fact = 'line' and grouping(item_id) = 1 as adds,
      case 0 when grouping(status_key) then 'status' when grouping(hour_at) then 'all' when grouping(item_id) then 'item'
        when grouping(nozzle_control_id) then 'nozzle' when grouping(employee_id) then 'employee' else 'device' end as dimension,
      coalesce(hour_at, day_at) as at,
      coalesce(status_key, item_id::text, nozzle_control_id::text, employee_id::text, device_id::text, '') as key,
      sum(count)::bigint as count, sum(volume_cl)::bigint as volume_cl, sum(pieces)::bigint as pieces,
      sum(amount_cents)::bigint as amount_cents, sum(discount_cents)::bigint as discount_cents, sum(paid_cents)::bigint as paid_cents,
      sum(refunded_cents)::bigint as refunded_cents, sum(principal_cents)::bigint as principal_cents, sum(gift_cents)::bigint as gift_cents
    from (
      select of_row.*, date_trunc('hour', at, time_zone)::timestamptz(3) as hour_at,
        date_trunc('day', at, time_zone)::timestamptz(3) as day_at,
        status || ':' || coalesce(type::text, '') || ':' || coalesce(pay_type, '') as status_key,
        status <> 'close' and (fact <> 'payment' or status = 'success') as counts
      from statistic_fact of_row
      join statistic_site site on site.station_id = of_row.station_id and site.company_id = of_row.company_id
    ) as dated
    group by company_id, station_id, fact, grouping sets ((day_at, status_key), (hour_at, counts), (day_at, item_id, counts),
      (day_at, nozzle_control_id, counts), (day_at, employee_id, counts), (day_at, device_id, counts))
    having counts is not false and case 0 when grouping(item_id) then fact = 'line'
      when grouping(nozzle_control_id) then fact in ('order', 'line')
      when grouping(employee_id) then fact <> 'card' when grouping(device_id) then fact <> 'card' else true end
  ) as added_up;

-- Row-level security holds for the owner of the tables too: this update is for all companies. The sums of companies as wholes do not
-- name the dimension, so that their triggers need not run.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
select pg_advisory_xact_lock(statistic_lock());
alter table statistic_aggregate disable trigger user;
update statistic_aggregate set dimension = 'status' where dimension = 'standing';
alter table statistic_aggregate enable trigger user;
