-- compatible
-- The fold takes the first deltas by where they end, in one pass. Joined by their ids, a burst after a quiet time was looked through once
-- for each of its rows: the planner still took the table for empty.
create or replace function statistic_fold(most int default 20000) returns bigint language plpgsql as $$
declare
  taken bigint;
begin
  if not pg_try_advisory_xact_lock(statistic_lock()) then return 0; end if;
  with gone as (
    delete from statistic_delta where id <= (select max(id) from (select id from statistic_delta order by id limit most) as first)
    returning *
  ),
  finest as (
    select gone.company_id, gone.station_id, time_zone, cell as fact, keys.dimension,
      date_trunc(case keys.dimension when 'all' then 'hour' else 'day' end, at, time_zone) as at, keys.key,
      coalesce(sum(count) filter (where cell = fact), 0) as count, sum(volume_cl) as volume_cl, sum(pieces) as pieces,
      coalesce(sum(amount_cents) filter (where cell = fact), 0) as amount_cents,
      coalesce(sum(discount_cents) filter (where cell = fact), 0) as discount_cents, sum(paid_cents) as paid_cents,
      sum(refunded_cents) as refunded_cents, sum(principal_cents) as principal_cents, sum(gift_cents) as gift_cents
    from gone join statistic_site site on site.station_id = gone.station_id and site.company_id = gone.company_id
    cross join lateral statistic_keys(fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id) as keys
    group by 1, 2, 3, 4, 5, 6, 7
  ), folded as (
    insert into statistic_cell as cell (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
      discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
    select company_id, station_id, fact, dimension, grain, date_trunc(unit, at, time_zone), key, sum(count), sum(volume_cl),
      sum(pieces), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents), sum(principal_cents), sum(gift_cents)
    from finest join statistic_grain using (dimension)
    group by company_id, station_id, fact, dimension, grain, date_trunc(unit, at, time_zone), key
    on conflict (station_id, fact, dimension, grain, at, key) do update set count = cell.count + excluded.count,
      volume_cl = cell.volume_cl + excluded.volume_cl, pieces = cell.pieces + excluded.pieces,
      amount_cents = cell.amount_cents + excluded.amount_cents, discount_cents = cell.discount_cents + excluded.discount_cents,
      paid_cents = cell.paid_cents + excluded.paid_cents, refunded_cents = cell.refunded_cents + excluded.refunded_cents,
      principal_cents = cell.principal_cents + excluded.principal_cents, gift_cents = cell.gift_cents + excluded.gift_cents
  )
  select count(*) into taken from gone;
  return taken;
end $$;
