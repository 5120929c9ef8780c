-- A year of gauge readings of some tanks of one company, every five minutes, and two months of settled shifts of all its tanks: by
-- statements over sets. What triggers would keep row by row is made right.
create schema if not exists bench;
create function bench.stock(of_company bigint, gauged int, days int) returns void language plpgsql as $$
declare
  today timestamptz := date_trunc('hour', now());
begin
  create temp table measured on commit drop as
  select row_number() over (order by tank.id)::int as n, tank.id, tank.station_id, tank.product_id, tank.number, tank.max_volume_cl,
    (select min(device.id) from device where device.company_id = of_company and device.station_id = tank.station_id) as device_id
  from tank where tank.company_id = of_company;

  insert into tank_reading (company_id, station_id, tank_id, device_id, measured_at, created_date, volume_cl, temperature, oil_height_mm,
    water_height_mm, product_id)
  select of_company, station_id, id, device_id, at, at,
    -- Emptied within three days and filled again, with the noise of a gauge.
    (max_volume_cl * (0.9 - 0.7 * mod(extract(epoch from at)::bigint / 60 + n * 97, 4320) / 4320.0))::bigint
      + mod(extract(epoch from at)::bigint / 300 * 7919 + n, 2000),
    18 + mod(n, 7), 1500, mod(n, 20), product_id
  from measured, generate_series(today - days * interval '1 day', today, interval '5 minutes') as at
  where n <= gauged;
  insert into tank_level_hour (company_id, tank_id, hour, readings, first_at, first_cl, least_at, least_cl, most_at, most_cl, last_at,
    last_cl, water_mm)
  select company_id, tank_id, date_trunc('hour', measured_at, 'UTC'), count(*), min(measured_at),
    (array_agg(volume_cl order by measured_at))[1], (array_agg(measured_at order by volume_cl, measured_at))[1], min(volume_cl),
    (array_agg(measured_at order by volume_cl desc, measured_at))[1], max(volume_cl), max(measured_at),
    (array_agg(volume_cl order by measured_at desc))[1], max(water_height_mm)
  from tank_reading where company_id = of_company group by company_id, tank_id, date_trunc('hour', measured_at, 'UTC');

  insert into tank_book (company_id, station_id, tank_id, number, manifold, product_id, daily_state_id, class_settle_id, business_day,
    shift_number, start_time, end_time, until_at, opening_id, opening_cl, received_cl, transferred_cl, adjusted_cl, metered_cl, book_cl,
    measured_cl, begin_variance_cl, water_mm, temperature, received_ref_cl, metered_ref_cl, measured_ref_cl, own_variance_ref_cl)
  select of_company, station_id, id, number, '', product_id, station_id * 1000 + day * 3 + shift, station_id * 1000 + day * 3 + shift,
    (today - day * interval '1 day')::date, shift + 1, begins, begins + interval '8 hours', begins + interval '8 hours', id,
    2000000, case shift when 0 then 900000 else 0 end, 0, 0, 300000, case shift when 0 then 2600000 else 1700000 end,
    case shift when 0 then 2600000 else 1700000 end - mod(n * 31 + day, 4000), -mod(n * 31 + day + 1, 4000), 3, 18.5,
    case shift when 0 then 899000 else 0 end, 299700, 1697000, -500
  from measured, generate_series(0, 59) as day, generate_series(0, 2) as shift,
    lateral (select date_trunc('day', today, 'Asia/Shanghai') - day * interval '1 day' + shift * interval '8 hours' as begins) as span
  order by begins;
end $$;
