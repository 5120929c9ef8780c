-- Notes what a change adds to the aggregates of the statistics, as pending deltas.
create or replace function note_aggregates()
returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into statistic_whole as whole (company_id, fact, grain, at, key, count, amount_cents, discount_cents, paid_cents,
  refunded_cents,
      volume_cl, pieces)
    select company_id, fact, grain, at, key, sum(sign * count), sum(sign * amount_cents), sum(sign * discount_cents),
      sum(sign * paid_cents), sum(sign * refunded_cents), sum(sign * volume_cl), sum(sign * pieces)
    from (select 1 as sign, * from added) as aggregate where dimension = 'status' group by company_id, fact, grain, at, key
    on conflict (company_id, fact, grain, at, key) do update set count = whole.count + excluded.count,
      amount_cents = whole.amount_cents + excluded.amount_cents, discount_cents = whole.discount_cents + excluded.discount_cents,
      paid_cents = whole.paid_cents + excluded.paid_cents, refunded_cents = whole.refunded_cents + excluded.refunded_cents,
      volume_cl = whole.volume_cl + excluded.volume_cl, pieces = whole.pieces + excluded.pieces;
  elsif tg_op = 'DELETE' then
    insert into statistic_whole as whole (company_id, fact, grain, at, key, count, amount_cents, discount_cents, paid_cents,
  refunded_cents,
      volume_cl, pieces)
    select company_id, fact, grain, at, key, sum(sign * count), sum(sign * amount_cents), sum(sign * discount_cents),
      sum(sign * paid_cents), sum(sign * refunded_cents), sum(sign * volume_cl), sum(sign * pieces)
    from (select -1 as sign, * from gone) as aggregate where dimension = 'status' group by company_id, fact, grain, at, key
    on conflict (company_id, fact, grain, at, key) do update set count = whole.count + excluded.count,
      amount_cents = whole.amount_cents + excluded.amount_cents, discount_cents = whole.discount_cents + excluded.discount_cents,
      paid_cents = whole.paid_cents + excluded.paid_cents, refunded_cents = whole.refunded_cents + excluded.refunded_cents,
      volume_cl = whole.volume_cl + excluded.volume_cl, pieces = whole.pieces + excluded.pieces;
  else
    insert into statistic_whole as whole (company_id, fact, grain, at, key, count, amount_cents, discount_cents, paid_cents,
  refunded_cents,
      volume_cl, pieces)
    select company_id, fact, grain, at, key, sum(sign * count), sum(sign * amount_cents), sum(sign * discount_cents),
      sum(sign * paid_cents), sum(sign * refunded_cents), sum(sign * volume_cl), sum(sign * pieces)
    from (select 1 as sign, * from added union all select -1, * from gone) as aggregate where dimension = 'status'
    group by company_id, fact, grain, at, key
    on conflict (company_id, fact, grain, at, key) do update set count = whole.count + excluded.count,
      amount_cents = whole.amount_cents + excluded.amount_cents, discount_cents = whole.discount_cents + excluded.discount_cents,
      paid_cents = whole.paid_cents + excluded.paid_cents, refunded_cents = whole.refunded_cents + excluded.refunded_cents,
      volume_cl = whole.volume_cl + excluded.volume_cl, pieces = whole.pieces + excluded.pieces;
  end if;
  return null;
end $$;

-- Movements of cards, for the statistics.
create or replace function note_movements()
returns trigger
language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, count, amount_cents, principal_cents,
  gift_cents)
  select added.company_id, coalesce(station_id, added.company_id), added.created_date, 'card', added.type,
    card_kind_no(card.kind, card.registered_time, added.created_date),
    pay_type, 1, amount_cents, principal_cents, gift_cents
  from added join user_card card on card.company_id = added.company_id and card.id = user_card_id;
  return null;
end $$;

-- Orders that have changed, for the statistics.
create or replace function note_order_changes()
returns trigger
language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, nozzle_control_id, employee_id, device_id,
  count,
    amount_cents, discount_cents, paid_cents, refunded_cents)
  select later.company_id, later.station_id, side.at, 'order', side.status, later.type, side.pay_type, later.nozzle_control_id,
    later.employee_id, later.device_id, sign, sign * side.total, sign * side.discount, sign * side.paid, sign * side.refunded
  from earlier join later on later.company_id = earlier.company_id and later.id = earlier.id
  cross join lateral (values
    (-1, earlier.created_date, earlier.status, earlier.pay_type, earlier.total_cents, earlier.discount_cents, earlier.paid_cents,
      earlier.refunded_cents),
    (1, later.created_date, later.status, later.pay_type, later.total_cents, later.discount_cents, later.paid_cents, later.refunded_cents))
    as side (sign, at, status, pay_type, total, discount, paid, refunded)
  where (earlier.created_date, earlier.status, earlier.pay_type, earlier.total_cents, earlier.paid_cents, earlier.refunded_cents)
    is distinct from (later.created_date, later.status, later.pay_type, later.total_cents, later.paid_cents, later.refunded_cents);
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id,
    device_id, count, volume_cl, pieces, amount_cents, discount_cents)
  select later.company_id, later.station_id, side.at, 'line', side.status, later.type, side.pay_type, line.item_id,
    later.nozzle_control_id, later.employee_id, later.device_id, sign, sign * line.volume_cl, sign * line.pieces,
    sign * line.amount_cents, sign * line.discount_cents
  from earlier join later on later.company_id = earlier.company_id and later.id = earlier.id
  cross join lateral (
    select item_id, sum(volume_cl) as volume_cl, sum(pieces) as pieces, sum(amount_cents) as amount_cents,
      sum(discount_cents) as discount_cents
    from order_line where company_id = later.company_id and order_id = later.id group by item_id
  ) as line
  cross join lateral (values (-1, earlier.created_date, earlier.status, earlier.pay_type),
    (1, later.created_date, later.status, later.pay_type)) as side (sign, at, status, pay_type)
  where (earlier.created_date, earlier.status, earlier.pay_type) is distinct from (later.created_date, later.status, later.pay_type);
  return null;
end $$;

-- Lines that have been sold, for the statistics: of an order and an item together.
create or replace function note_lines()
returns trigger
language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id,
    count, volume_cl, pieces, amount_cents, discount_cents)
  select sale.company_id, sale.station_id, sale.created_date, 'line', sale.status, sale.type, sale.pay_type, item_id,
    sale.nozzle_control_id, sale.employee_id, sale.device_id, 1, line.volume_cl, line.pieces, line.amount_cents, line.discount_cents
  from (
    select company_id, order_id, item_id, sum(volume_cl) as volume_cl, sum(pieces) as pieces, sum(amount_cents) as amount_cents,
      sum(discount_cents) as discount_cents
    from added group by company_id, order_id, item_id
  ) as line
  join sale_order sale on sale.company_id = line.company_id and sale.id = line.order_id;
  return null;
end $$;

-- What a discount has taken off lines that stood already, for the statistics: they are counted as before.
create or replace function note_line_changes()
returns trigger
language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id,
    count, volume_cl, pieces, amount_cents, discount_cents)
  select sale.company_id, sale.station_id, sale.created_date, 'line', sale.status, sale.type, sale.pay_type, later.item_id,
    sale.nozzle_control_id, sale.employee_id, sale.device_id, 0, 0, 0, 0, later.discount_cents - earlier.discount_cents
  from earlier join later on later.company_id = earlier.company_id and later.id = earlier.id
  join sale_order sale on sale.company_id = later.company_id and sale.id = later.order_id
  where later.discount_cents <> earlier.discount_cents;
  return null;
end $$;

-- Payments that were taken, for the statistics.
create or replace function note_payments()
returns trigger
language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, pay_type, employee_id, device_id, count, amount_cents,
    refunded_cents)
  select added.company_id, added.station_id, added.created_date, 'payment', added.status, added.pay_type,
    coalesce(user_id, sale.employee_id), added.device_id, 1, amount_cents, added.refunded_cents
  from added join sale_order sale on sale.company_id = added.company_id and sale.id = order_id;
  return null;
end $$;

-- Movements of cards whose date has changed, for the statistics.
create or replace function note_movement_changes()
returns trigger
language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, count, amount_cents, principal_cents, gift_cents)
  select later.company_id, coalesce(later.station_id, later.company_id), side.at, 'card', later.type,
    card_kind_no(card.kind, card.registered_time, side.at),
    later.pay_type, sign, sign * later.amount_cents, sign * later.principal_cents, sign * later.gift_cents
  from earlier join later on later.company_id = earlier.company_id and later.id = earlier.id
  join user_card card on card.company_id = later.company_id and card.id = later.user_card_id
  cross join lateral (values (-1, earlier.created_date), (1, later.created_date)) as side (sign, at)
  where earlier.created_date <> later.created_date;
  return null;
end $$;

-- Payments that have changed, for the statistics.
create or replace function note_payment_changes()
returns trigger
language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, pay_type, employee_id, device_id, count, amount_cents,
    refunded_cents)
  select later.company_id, later.station_id, side.at, 'payment', side.status, later.pay_type,
    coalesce(later.user_id, sale.employee_id), later.device_id, sign,
    sign * later.amount_cents, sign * side.refunded
  from earlier join later on later.company_id = earlier.company_id and later.id = earlier.id
  join sale_order sale on sale.company_id = later.company_id and sale.id = later.order_id
  cross join lateral (values (-1, earlier.created_date, earlier.status, earlier.refunded_cents),
    (1, later.created_date, later.status, later.refunded_cents)) as side (sign, at, status, refunded)
  where (earlier.created_date, earlier.status, earlier.refunded_cents)
    is distinct from (later.created_date, later.status, later.refunded_cents);
  return null;
end $$;

-- Rolls pending deltas up into the aggregates of some stations. Their rows are found by an index of stations, and taken by where they lie;
-- whose stations they are only a database of several machines has to know.
create or replace function statistic_roll_up(most integer, companies bigint[], stations bigint[])
returns bigint
language plpgsql set work_mem to '64MB' set enable_seqscan to 'off' as $$
declare
  taken bigint;
begin
  if not pg_try_advisory_xact_lock(statistic_lock()) then return 0; end if;
  with /* all companies */ gone as (
    delete from statistic_delta
    where ctid = any (array(select ctid from statistic_delta where station_id = any (stations) order by station_id, id limit most))
    returning *
  ), dated as materialized (
    select gone.*, time_zone, date_trunc('hour', at, time_zone) as hour, date_trunc('day', at, time_zone) as day
    from gone join statistic_site site on site.station_id = gone.station_id and site.company_id = gone.company_id
  ), finest as materialized (
    select min(company_id) as company_id, station_id, min(time_zone) as time_zone, keys.cell as fact, dimension,
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
    select company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents, discount_cents, paid_cents,
      refunded_cents, principal_cents, gift_cents
    from finest
    union all
    select min(company_id), station_id, fact, dimension, coarse.grain, date_trunc(unit, at, time_zone) as begins, key,
      sum(count)::bigint, sum(volume_cl)::bigint, sum(pieces)::bigint, sum(amount_cents)::bigint, sum(discount_cents)::bigint,
      sum(paid_cents)::bigint, sum(refunded_cents)::bigint, sum(principal_cents)::bigint, sum(gift_cents)::bigint
    from finest join statistic_grain coarse using (dimension) where coarse.grain <> finest.grain
    group by station_id, fact, dimension, coarse.grain, begins, key
  ), rolled_up as (
    insert into statistic_aggregate as aggregate (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces,
      amount_cents, discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
    select * from every_grain order by station_id, fact, dimension, grain, at, key
    on conflict (company_id, station_id, fact, dimension, grain, at, key) do update set count = aggregate.count + excluded.count,
      volume_cl = aggregate.volume_cl + excluded.volume_cl, pieces = aggregate.pieces + excluded.pieces,
      amount_cents = aggregate.amount_cents + excluded.amount_cents, discount_cents = aggregate.discount_cents + excluded.discount_cents,
      paid_cents = aggregate.paid_cents + excluded.paid_cents, refunded_cents = aggregate.refunded_cents + excluded.refunded_cents,
      principal_cents = aggregate.principal_cents + excluded.principal_cents, gift_cents = aggregate.gift_cents + excluded.gift_cents
  )
  select count(*) into taken from gone;
  return taken;
end $$;

-- Builds the aggregates of a station anew from its rows, in one snapshot with the deltas that they make superfluous.
create or replace function statistic_rebuild(company bigint, station bigint)
returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(statistic_lock());
  delete from statistic_aggregate where station_id = station and company_id = company;
  with gone as (delete from statistic_delta where station_id = station and company_id = company),
  finest as (
    select time_zone, fact, counted.dimension,
      date_trunc(case counted.dimension when 'all' then 'hour' else 'day' end, at, time_zone) as at, counted.key,
      sum(count) as count, sum(volume_cl) as volume_cl, sum(pieces) as pieces, sum(amount_cents) as amount_cents,
      sum(discount_cents) as discount_cents, sum(paid_cents) as paid_cents, sum(refunded_cents) as refunded_cents,
      sum(principal_cents) as principal_cents, sum(gift_cents) as gift_cents
    from statistic_from_rows counted
    join statistic_site site on site.station_id = counted.station_id and site.company_id = counted.company_id
    where counted.station_id = station and counted.company_id = company
    group by 1, 2, 3, 4, 5
  )
  insert into statistic_aggregate (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
    discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
  select company, station, fact, dimension, grain, date_trunc(unit, at, time_zone), key, sum(count), sum(volume_cl),
    sum(pieces), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents), sum(principal_cents), sum(gift_cents)
  from finest join statistic_grain using (dimension)
  group by fact, dimension, grain, date_trunc(unit, at, time_zone), key;
end $$;
