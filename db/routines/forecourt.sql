-- The price of a product at a station of a company that is in force at an instant: also that of a change whose time has come and which
-- has not been written down yet.
create or replace function price_at(of_company bigint, station bigint, product bigint, at timestamptz)
returns bigint
language plpgsql stable as $$
begin
  return (select price_cents from (
      (select price_cents, from_at, id from product_price
        where company_id = of_company and station_id = station and product_id = product and from_at <= at
        order by from_at desc, id desc limit 1)
      union all
      (select price_cents, from_at, id from price_change_line
        where company_id = of_company and station_id = station and product_id = product and from_at <= at and coming
        order by from_at desc, id desc limit 1)
    ) as known order by from_at desc, id desc limit 1);
end $$;

-- A tank holds the item of its fuel at its station.
create or replace function tank_takes_item()
returns trigger
language plpgsql as $$
begin
  new.item_id := (
    select id from item where company_id = new.company_id and station_id = new.station_id and product_id = new.product_id);
  return new;
end $$;

-- A nozzle sells the item of its tank.
create or replace function nozzle_takes_item()
returns trigger
language plpgsql as $$
begin
  new.item_id := (select item_id from tank where company_id = new.company_id and id = new.tank_id);
  return new;
end $$;

create or replace function nozzles_follow_tank()
returns trigger
language plpgsql as $$
begin
  update nozzle_control set item_id = new.item_id where company_id = new.company_id and tank_id = new.id;
  return null;
end $$;

create or replace function tanks_follow_item()
returns trigger
language plpgsql as $$
begin
  update tank set item_id = new.id
  where company_id = new.company_id and station_id = new.station_id and product_id = new.product_id;
  return null;
end $$;

-- The devices that credentials belong to, of one company: those that are right, and switched on.
create or replace function devices_of(of_company bigint, asked jsonb)
returns table (turn integer, id bigint, company_id bigint, station_id bigint, name text, type text, zone text, clock_offset_ms bigint,
  last_sync timestamp with time zone)
language plpgsql as $$
begin
  execute format('set local app.companies = %L', of_company);
  return query
  -- Computed before it is compared: behind the tenant wall no index is asked for what is still to be computed.
  with question as materialized (
    select nth, device, decode(hash, 'hex') as hash, at
    from jsonb_to_recordset(asked) as given (nth int, device bigint, hash text, at timestamptz)
  ), known as materialized (
    select question.nth, question.at, device.*, station.time_zone
    from question
    join device_credential credential on credential.company_id = of_company and credential.device_id = question.device
      and credential.secret_hash = question.hash
    join device on device.company_id = of_company and device.id = question.device
    join station on station.company_id = of_company and station.id = device.station_id
    where device.enabled
  ), heard as (
    -- A lock on the row of a device does not keep its other calls waiting: the next one says that it is there.
    select device.id, known.at from device join known on known.id = device.id
    where device.company_id = of_company and (known.last_seen is null or known.last_seen < known.at - interval '1 minute')
    for no key update of device skip locked
  ), noted as (
    update device seen set last_seen = heard.at from heard where seen.company_id = of_company and seen.id = heard.id
  )
  select known.nth, known.id, known.company_id, known.station_id, known.name, known.type, known.time_zone, known.clock_offset_ms,
    known.last_sync::timestamptz
  from known;
end $$;

-- Connected tanks of a station hold one fuel. Changes to tanks of manifolds are made one after the other.
create or replace function manifold_holds_one_fuel()
returns trigger
language plpgsql as $$
begin
  if new.manifold = '' then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('manifold', new.station_id));
  if exists (select from tank where company_id = new.company_id and station_id = new.station_id and manifold = new.manifold
      and id <> new.id and product_id <> new.product_id) then
    raise 'tanks of the manifold % hold another fuel: it violates check constraint "tank.manifoldProduct"', new.manifold
      using errcode = 'check_violation', constraint = 'tank.manifoldProduct';
  end if;
  return new;
end $$;

-- A reading is struck out once, and never edited.
create or replace function reading_is_struck_once()
returns trigger
language plpgsql as $$
begin
  if old.struck_at is not null then
    raise 'reading % has been struck out: it violates check constraint "tankReading.struck"', old.id
      using errcode = 'check_violation', constraint = 'tankReading.struck';
  end if;
  if to_jsonb(new) - '{struck_at,struck_by_id,strike_reason}'::text[]
      <> to_jsonb(old) - '{struck_at,struck_by_id,strike_reason}'::text[] then
    raise 'readings are never edited';
  end if;
  return new;
end $$;

create or replace function meter_event_is_struck_once()
returns trigger
language plpgsql as $$
begin
  if old.struck_at is not null then
    raise 'event % has been struck out: it violates check constraint "meterEvent.struck"', old.id
      using errcode = 'check_violation', constraint = 'meterEvent.struck';
  end if;
  if to_jsonb(new) - '{struck_at,struck_by_id,strike_reason,moved_cl}'::text[]
      <> to_jsonb(old) - '{struck_at,struck_by_id,strike_reason,moved_cl}'::text[] then
    raise 'events of meters are never edited';
  end if;
  return new;
end $$;

-- What the gauge of a tank told in an hour, reckoned from its readings that stand; nothing where none is left. By the index of the tank,
-- also in a session that planned it while there were few readings.
create or replace function tank_level_hour_anew(of_company bigint, of_tank bigint, of_hour timestamptz)
returns void
language plpgsql set enable_seqscan to 'off' as $$
declare
  seen record;
begin
  select count(*) as readings,
    (array_agg(measured_at order by measured_at))[1] as first_at, (array_agg(volume_cl order by measured_at))[1] as first_cl,
    (array_agg(measured_at order by volume_cl, measured_at))[1] as least_at, min(volume_cl) as least_cl,
    (array_agg(measured_at order by volume_cl desc, measured_at))[1] as most_at, max(volume_cl) as most_cl,
    (array_agg(measured_at order by measured_at desc))[1] as last_at, (array_agg(volume_cl order by measured_at desc))[1] as last_cl,
    max(water_height_mm) as water_mm
  into seen from tank_reading
  where company_id = of_company and tank_id = of_tank and source = 'gauge' and struck_at is null
    and measured_at >= of_hour and measured_at < of_hour + interval '1 hour';
  if seen.readings = 0 then
    delete from tank_level_hour where company_id = of_company and tank_id = of_tank and hour = of_hour;
    return;
  end if;
  insert into tank_level_hour (company_id, tank_id, hour, readings, first_at, first_cl, least_at, least_cl, most_at, most_cl, last_at,
    last_cl, water_mm)
  values (of_company, of_tank, of_hour, seen.readings, seen.first_at, seen.first_cl, seen.least_at, seen.least_cl, seen.most_at,
    seen.most_cl, seen.last_at, seen.last_cl, seen.water_mm)
  on conflict (company_id, tank_id, hour) do update set readings = excluded.readings, first_at = excluded.first_at,
    first_cl = excluded.first_cl, least_at = excluded.least_at, least_cl = excluded.least_cl, most_at = excluded.most_at,
    most_cl = excluded.most_cl, last_at = excluded.last_at, last_cl = excluded.last_cl, water_mm = excluded.water_mm;
end $$;

-- The hours of readings that were added, tank by tank in one order, so that two reports do not wait for each other in a circle.
create or replace function level_hours_added()
returns trigger
language plpgsql as $$
declare
  part record;
begin
  for part in
    select company_id, tank_id, date_trunc('hour', measured_at, 'UTC') as hour from added where source = 'gauge'
    group by company_id, tank_id, date_trunc('hour', measured_at, 'UTC') order by company_id, tank_id, hour
  loop
    perform tank_level_hour_anew(part.company_id, part.tank_id, part.hour);
  end loop;
  return null;
end $$;

create or replace function level_hour_struck()
returns trigger
language plpgsql as $$
begin
  perform tank_level_hour_anew(new.company_id, new.tank_id, date_trunc('hour', new.measured_at, 'UTC'));
  return null;
end $$;
