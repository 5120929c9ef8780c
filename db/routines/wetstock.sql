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
