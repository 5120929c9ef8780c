-- What a settlement has counted is not changed or taken away.
create or replace function delivery_final()
returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.superseded_at is null and new.superseded_at is not null and old.class_settle_id is not null
    and to_jsonb(new) - 'superseded_at' = to_jsonb(old) - 'superseded_at' then
    -- It is corrected by another one, and stays as it was counted.
    return new;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - '{signed_cl,signed_ref_cl}'::text[] = to_jsonb(old) - '{signed_cl,signed_ref_cl}'::text[] then
    -- Its load is signed for, or that is taken back; what was counted stays, and the difference is an entry of its own.
    return new;
  end if;
  if old.class_settle_id is not null then
    -- The message names the constraint as well: a database of several machines passes on no more than that.
    raise 'a delivery that was settled stays: it violates check constraint "delivery.settled"'
      using errcode = 'check_violation', constraint = 'delivery.settled';
  end if;
  return coalesce(new, old);
end $$;

-- What the nozzles of a tank sold in this time, as far as it was reported; without an end, until now. A nozzle that was connected to
-- another tank later drew from this one until then.
create or replace function delivery_sold(of_company bigint, of_tank bigint, since timestamptz, until timestamptz)
returns bigint
language plpgsql stable as $$
begin
  return (
    select coalesce(sum(line.volume_cl), 0)
    from (
      select known.id, known.tank_id from nozzle_control known where known.company_id = of_company and known.tank_id = of_tank
      union
      select known.id, known.tank_id from nozzle_earlier_tank changed
      join nozzle_control known on known.company_id = of_company and known.id = changed.nozzle_control_id
      where changed.company_id = of_company and changed.tank_id = of_tank
    ) as nozzle
    join sale_order sale on sale.company_id = of_company and sale.nozzle_control_id = nozzle.id
    join order_line line on line.company_id = of_company and line.order_id = sale.id and line.category_type = 'fuel'
    where sale.created_date >= since and sale.created_date < coalesce(until, 'infinity')
      and coalesce((
        select changed.tank_id from nozzle_earlier_tank changed
        where changed.company_id = of_company and changed.nozzle_control_id = nozzle.id and changed.until_at > sale.created_date
        order by changed.until_at limit 1), nozzle.tank_id) = of_tank);
end $$;

-- The delivery that corrects a delivery.
create or replace function delivery_correction(of_company bigint, delivery bigint)
returns bigint
language plpgsql stable as $$
begin
  return (select later.id from delivery later where later.company_id = of_company and later.corrects_id = delivery);
end $$;

-- Sales of a settled delivery's span that were told after it was settled: those that a later shift counts. What is told after it was
-- corrected is in the correction.
create or replace function delivery_late(of_company bigint, of_delivery bigint)
returns table (order_id bigint, order_no text, shift_id bigint, created_date timestamptz, received_date timestamptz, cl bigint)
language plpgsql stable as $$
begin
  return query
  select sale.id, sale.order_no, sale.shift_id, sale.created_date::timestamptz, sale.received_date::timestamptz, sum(line.volume_cl)::bigint
  from delivery
  join class_settle settle on settle.company_id = of_company and settle.id = delivery.class_settle_id
  join (
    select known.id, known.tank_id, known.tank_id as drew_from from nozzle_control known where known.company_id = of_company
    union
    select known.id, known.tank_id, changed.tank_id from nozzle_earlier_tank changed
    join nozzle_control known on known.company_id = of_company and known.id = changed.nozzle_control_id
    where changed.company_id = of_company
  ) as nozzle on nozzle.drew_from = delivery.tank_id
  join sale_order sale on sale.company_id = of_company and sale.nozzle_control_id = nozzle.id
    and sale.created_date >= delivery.begin_time and sale.created_date < delivery.end_time and sale.belongs_shift_id is not null
  join daily_state state on state.company_id = of_company and state.id = sale.shift_id and not state.is_nature_day
    and state.start_time >= settle.end_time
  join order_line line on line.company_id = of_company and line.order_id = sale.id and line.category_type = 'fuel'
  where delivery.company_id = of_company and delivery.id = of_delivery
    and (delivery.superseded_at is null or sale.received_date < delivery.superseded_at)
    and coalesce((
      select changed.tank_id from nozzle_earlier_tank changed
      where changed.company_id = of_company and changed.nozzle_control_id = nozzle.id and changed.until_at > sale.created_date
      order by changed.until_at limit 1), nozzle.tank_id) = delivery.tank_id
  group by sale.id, sale.order_no, sale.shift_id, sale.created_date, sale.received_date;
end $$;

-- What such sales that these shifts count add to deliveries that had no note: what was measured of these was more than was known then.
create or replace function delivery_late_in(of_company bigint, states bigint[])
returns table (delivery_id bigint, tank_id bigint, own timestamptz, at timestamptz, cl bigint)
language plpgsql stable as $$
begin
  return query
  select delivery.id, delivery.tank_id, delivery.end_time::timestamptz, sale.received_date::timestamptz, line.volume_cl
  from daily_state state
  join sale_order sale on sale.company_id = of_company and sale.shift_id = state.id and sale.belongs_shift_id is not null
  join order_line line on line.company_id = of_company and line.order_id = sale.id and line.category_type = 'fuel'
  join nozzle_control nozzle on nozzle.company_id = of_company and nozzle.id = sale.nozzle_control_id
  left join lateral (
    select changed.tank_id from nozzle_earlier_tank changed
    where changed.company_id = of_company and changed.nozzle_control_id = sale.nozzle_control_id and changed.until_at > sale.created_date
    order by changed.until_at limit 1) as earlier on true
  join delivery on delivery.company_id = of_company and delivery.tank_id = coalesce(earlier.tank_id, nozzle.tank_id)
    and delivery.class_settle_id is not null and delivery.delivery_volume_cl is null
    and sale.created_date >= delivery.begin_time and sale.created_date < delivery.end_time
    and (delivery.superseded_at is null or sale.received_date < delivery.superseded_at)
  join class_settle settle on settle.company_id = of_company and settle.id = delivery.class_settle_id
    and settle.end_time <= state.start_time
  where state.company_id = of_company and state.id = any (states) and not state.is_nature_day;
end $$;

-- Whether anything is known of what the nozzles of a tank sold around this time: then what is sold is what they sold.
create or replace function delivery_sales_known(of_company bigint, of_tank bigint, since timestamptz, until timestamptz)
returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from nozzle_control nozzle
    join sale_order sale on sale.company_id = of_company and sale.nozzle_control_id = nozzle.id
    where nozzle.company_id = of_company and nozzle.tank_id = of_tank
      and sale.created_date >= since - interval '12 hours' and sale.created_date < until + interval '12 hours');
end $$;

-- The readings of a tank are looked at again, from this moment on.
create or replace function gauge_due(of_company bigint, of_tank bigint, first timestamptz)
returns void
language plpgsql as $$
begin
  insert into gauge_scan (company_id, tank_id, since) values (of_company, of_tank, first)
  on conflict (company_id, tank_id) do update set since = least(gauge_scan.since, excluded.since);
end $$;

-- What a gauge told, or what of it was struck out.
create or replace function note_readings()
returns trigger
language plpgsql as $$
declare
  told record;
begin
  for told in
    select company_id, tank_id, min(measured_at) as first from later where source = 'gauge' group by company_id, tank_id
    order by company_id, tank_id
  loop
    perform gauge_due(told.company_id, told.tank_id, told.first);
  end loop;
  return null;
end $$;
