-- compatible
-- What settled shifts moved in the tanks of a station: shift by shift, and added up by day and month.
create view fuel_inventory_tank with (security_invoker = true) as
  select id, company_id, 'shift' as period, station_id, tank_id, number, manifold, product_id, business_day, shift_number, class_settle_id,
    daily_state_id, start_time, end_time, opening_cl, received_cl, transferred_cl, adjusted_cl, metered_cl, book_cl, measured_cl,
    begin_variance_cl, water_mm, temperature, received_ref_cl, metered_ref_cl, measured_ref_cl, own_variance_ref_cl
  from tank_book
  union all
  select (array_agg(id order by until_at, id))[count(*)::int] as id, company_id, 'day' as period, station_id, tank_id,
    (array_agg(number order by until_at, id))[count(*)::int] as number,
    (array_agg(manifold order by until_at, id))[count(*)::int] as manifold, product_id, business_day as business_day,
    null::int as shift_number,
    null::bigint as class_settle_id, null::bigint as daily_state_id, min(start_time) as start_time, max(end_time) as end_time,
    (array_agg(opening_cl order by until_at, id))[1] as opening_cl, sum(received_cl)::bigint as received_cl,
    sum(transferred_cl)::bigint as transferred_cl, sum(adjusted_cl)::bigint as adjusted_cl, sum(metered_cl)::bigint as metered_cl,
    (array_agg(book_cl order by until_at, id))[count(*)::int] as book_cl,
    (array_agg(measured_cl order by until_at, id))[count(*)::int] as measured_cl,
    (array_agg(begin_variance_cl order by until_at, id))[1] as begin_variance_cl,
    (array_agg(water_mm order by until_at, id))[count(*)::int] as water_mm,
    (array_agg(temperature order by until_at, id))[count(*)::int] as temperature,
    case when count(received_ref_cl) = count(*) then sum(received_ref_cl)::bigint end as received_ref_cl,
    case when count(metered_ref_cl) = count(*) then sum(metered_ref_cl)::bigint end as metered_ref_cl,
    (array_agg(measured_ref_cl order by until_at, id))[count(*)::int] as measured_ref_cl,
    case when count(own_variance_ref_cl) = count(*) then sum(own_variance_ref_cl)::bigint end as own_variance_ref_cl
  from tank_book
  group by company_id, station_id, tank_id, product_id, opening_id, business_day
  union all
  select (array_agg(id order by until_at, id))[count(*)::int] as id, company_id, 'month' as period, station_id, tank_id,
    (array_agg(number order by until_at, id))[count(*)::int] as number,
    (array_agg(manifold order by until_at, id))[count(*)::int] as manifold, product_id, business_month as business_day,
    null::int as shift_number,
    null::bigint as class_settle_id, null::bigint as daily_state_id, min(start_time) as start_time, max(end_time) as end_time,
    (array_agg(opening_cl order by until_at, id))[1] as opening_cl, sum(received_cl)::bigint as received_cl,
    sum(transferred_cl)::bigint as transferred_cl, sum(adjusted_cl)::bigint as adjusted_cl, sum(metered_cl)::bigint as metered_cl,
    (array_agg(book_cl order by until_at, id))[count(*)::int] as book_cl,
    (array_agg(measured_cl order by until_at, id))[count(*)::int] as measured_cl,
    (array_agg(begin_variance_cl order by until_at, id))[1] as begin_variance_cl,
    (array_agg(water_mm order by until_at, id))[count(*)::int] as water_mm,
    (array_agg(temperature order by until_at, id))[count(*)::int] as temperature,
    case when count(received_ref_cl) = count(*) then sum(received_ref_cl)::bigint end as received_ref_cl,
    case when count(metered_ref_cl) = count(*) then sum(metered_ref_cl)::bigint end as metered_ref_cl,
    (array_agg(measured_ref_cl order by until_at, id))[count(*)::int] as measured_ref_cl,
    case when count(own_variance_ref_cl) = count(*) then sum(own_variance_ref_cl)::bigint end as own_variance_ref_cl
  from tank_book
  group by company_id, station_id, tank_id, product_id, opening_id, business_month;

-- The same tank by tank, and of connected tanks together; of these a figure is known where it is known of each of them.
create view fuel_inventory with (security_invoker = true) as
  select *, measured_cl - book_cl as variance_cl, measured_cl - book_cl - begin_variance_cl as own_variance_cl,
    round(100.0 * (measured_cl - book_cl - begin_variance_cl) / nullif(metered_cl, 0), 3) as variance_percent
  from (
    select id, company_id, period, 'tank' as "by", station_id, tank_id, number, manifold, product_id, business_day, shift_number,
      class_settle_id, start_time, end_time, opening_cl, received_cl, transferred_cl, adjusted_cl, metered_cl, book_cl, measured_cl,
      begin_variance_cl, water_mm, temperature, received_ref_cl, metered_ref_cl, measured_ref_cl, own_variance_ref_cl
    from fuel_inventory_tank
    union all
    select max(id), company_id, period, 'manifold', station_id, case when count(distinct tank_id) = 1 then min(tank_id) end,
      case when count(distinct tank_id) = 1 then min(number) end, manifold, product_id, business_day, shift_number, class_settle_id,
      min(start_time), max(end_time),
      case when count(*) = count(distinct tank_id) and count(*) = count(opening_cl) then sum(opening_cl)::bigint end,
      sum(received_cl)::bigint, sum(transferred_cl)::bigint, sum(adjusted_cl)::bigint, sum(metered_cl)::bigint,
      case when count(*) = count(distinct tank_id) and count(*) = count(book_cl) then sum(book_cl)::bigint end,
      case when count(*) = count(distinct tank_id) and count(*) = count(measured_cl) then sum(measured_cl)::bigint end,
      case when count(*) = count(distinct tank_id) and count(*) = count(begin_variance_cl) then sum(begin_variance_cl)::bigint end,
      max(water_mm), case when count(distinct tank_id) = 1 then max(temperature) end,
      case when count(*) = count(distinct tank_id) and count(*) = count(received_ref_cl) then sum(received_ref_cl)::bigint end,
      case when count(*) = count(distinct tank_id) and count(*) = count(metered_ref_cl) then sum(metered_ref_cl)::bigint end,
      case when count(*) = count(distinct tank_id) and count(*) = count(measured_ref_cl) then sum(measured_ref_cl)::bigint end,
      case when count(*) = count(distinct tank_id) and count(*) = count(own_variance_ref_cl)
        then sum(own_variance_ref_cl)::bigint end
    from fuel_inventory_tank
    group by company_id, period, station_id, manifold, case manifold when '' then tank_id end, product_id, business_day, shift_number,
      class_settle_id
  ) as each_or_together;
grant select on fuel_inventory_tank, fuel_inventory to forecourt_app;
