-- What a settlement has counted is not changed or taken away.
create or replace function delivery_final()
returns trigger
language plpgsql as $$
begin
  if old.class_settle_id is not null then
    -- The message names the constraint as well: a database of several machines passes on no more than that.
    raise 'a delivery that was settled stays: it violates check constraint "delivery.settled"'
      using errcode = 'check_violation', constraint = 'delivery.settled';
  end if;
  return coalesce(new, old);
end $$;

-- What the nozzles of a tank sold in this time, as far as it was reported; without an end, until now.
create or replace function delivery_sold(of_company bigint, of_tank bigint, since timestamptz, until timestamptz)
returns bigint
language plpgsql stable as $$
begin
  return (
    select coalesce(sum(line.volume_cl), 0)
    from nozzle_control nozzle
    join sale_order sale on sale.company_id = of_company and sale.nozzle_control_id = nozzle.id
    join order_line line on line.company_id = of_company and line.order_id = sale.id and line.category_type = 'fuel'
    where nozzle.company_id = of_company and nozzle.tank_id = of_tank
      and sale.created_date >= since and sale.created_date < coalesce(until, 'infinity'));
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
