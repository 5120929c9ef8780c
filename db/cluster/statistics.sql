-- Rolls pending deltas up into the aggregates of some stations, at most so many. Returns how many they were.
create or replace function statistic_roll_up(most integer, companies bigint[], stations bigint[])
returns bigint
language plpgsql set work_mem to '64MB' set enable_seqscan to 'off' as $$
declare
  owner_id bigint;
  deltas bigint[];
  sums jsonb;
  taken bigint := 0;
begin
  -- Nobody else takes deltas away while this goes on: they are read first and go afterwards.
  if not pg_try_advisory_xact_lock(statistic_lock()) then return 0; end if;
  for owner_id in
    select distinct company_id from statistic_delta where company_id = any (companies) and station_id = any (stations) order by 1
  loop
    deltas := array(
      select id from statistic_delta where company_id = owner_id and station_id = any (stations) order by station_id, id
      limit most - taken);
    with dated as materialized (
      select delta.*, time_zone, date_trunc('hour', at, time_zone) as hour, date_trunc('day', at, time_zone) as day
      from statistic_delta delta join statistic_site site on site.station_id = delta.station_id and site.company_id = owner_id
      where delta.company_id = owner_id and delta.station_id = any (stations) and delta.id = any (deltas)
    ), finest as materialized (
      select station_id, min(time_zone) as time_zone, keys.cell as fact, dimension,
        case dimension when 'all' then 'h' else 'd' end as grain, case dimension when 'all' then hour else day end as at, key,
        coalesce(sum(count) filter (where cell = fact), 0)::bigint as count, sum(volume_cl)::bigint as volume_cl,
        sum(pieces)::bigint as pieces, coalesce(sum(amount_cents) filter (where cell = fact), 0)::bigint as amount_cents,
        coalesce(sum(discount_cents) filter (where cell = fact), 0)::bigint as discount_cents, sum(paid_cents)::bigint as paid_cents,
        sum(refunded_cents)::bigint as refunded_cents, sum(principal_cents)::bigint as principal_cents,
        sum(gift_cents)::bigint as gift_cents
      from dated
      cross join lateral statistic_keys(fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id) as keys
      group by station_id, cell, dimension, case dimension when 'all' then hour else day end, key
    ), every_grain as (
      select station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents, discount_cents, paid_cents,
        refunded_cents, principal_cents, gift_cents
      from finest
      union all
      select station_id, fact, dimension, coarse.grain, date_trunc(unit, at, time_zone) as begins, key,
        sum(count)::bigint, sum(volume_cl)::bigint, sum(pieces)::bigint, sum(amount_cents)::bigint, sum(discount_cents)::bigint,
        sum(paid_cents)::bigint, sum(refunded_cents)::bigint, sum(principal_cents)::bigint, sum(gift_cents)::bigint
      from finest join statistic_grain coarse using (dimension) where coarse.grain <> finest.grain
      group by station_id, fact, dimension, coarse.grain, begins, key
    )
    -- As JSON: another machine is not told of which type an array of rows is.
    select jsonb_agg(every_grain order by station_id, fact, dimension, grain, at, key) into sums from every_grain;
    insert into statistic_aggregate as aggregate (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces,
      amount_cents, discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
    select owner.id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents, discount_cents, paid_cents,
      refunded_cents, principal_cents, gift_cents
    from jsonb_populate_recordset(null::statistic_aggregate, sums) as sum join company owner on owner.id = owner_id
    on conflict (company_id, station_id, fact, dimension, grain, at, key) do update set count = aggregate.count + excluded.count,
      volume_cl = aggregate.volume_cl + excluded.volume_cl, pieces = aggregate.pieces + excluded.pieces,
      amount_cents = aggregate.amount_cents + excluded.amount_cents, discount_cents = aggregate.discount_cents + excluded.discount_cents,
      paid_cents = aggregate.paid_cents + excluded.paid_cents, refunded_cents = aggregate.refunded_cents + excluded.refunded_cents,
      principal_cents = aggregate.principal_cents + excluded.principal_cents, gift_cents = aggregate.gift_cents + excluded.gift_cents;
    delete from statistic_delta
    where company_id = owner_id and station_id = any (stations) and id = any (deltas);
    taken := taken + cardinality(deltas);
    exit when taken >= most;
  end loop;
  return taken;
end $$;
