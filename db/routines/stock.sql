-- Keeps the stock of depots. It may be below zero on no day, neither on that of the move nor on a later one: what a depot held at the end
-- of a day is what it holds now without what moved since. Of fuel nothing is booked into a settled month; goods are not settled by month.
create or replace function keep_depot_stock()
returns trigger
language plpgsql as $$
declare
  since record;
  later bigint := 0;
  held bigint;
  settled date;
begin
  if new.item_id is null then
    -- The settlement of a month waits for the moves that are being written, and they for it.
    select month into settled from settled_month where company_id = new.company_id for share;
    if not found then
      insert into settled_month (company_id) values (new.company_id) on conflict do nothing;
      select month into settled from settled_month where company_id = new.company_id for share;
    end if;
  end if;
  if new.day < settled + interval '1 month' then
    raise 'the month of the move is settled: it violates check constraint "stock.monthSettled"'
      using errcode = 'check_violation', constraint = 'stock.monthSettled';
  end if;
  if new.to_depot_id is not null then
    insert into depot_stock (company_id, depot_id, base_fuel_id, weight_kg)
    values (new.company_id, new.to_depot_id, new.base_fuel_id, new.weight_kg)
    on conflict (company_id, depot_id, base_fuel_id) do update set weight_kg = depot_stock.weight_kg + excluded.weight_kg;
  end if;
  if new.from_depot_id is null then
    return null;
  end if;
  update depot_stock set weight_kg = weight_kg - new.weight_kg
  where company_id = new.company_id and depot_id = new.from_depot_id and base_fuel_id = new.base_fuel_id
  returning weight_kg into held;
  if held is null then
    raise 'the depot holds nothing of it: it violates check constraint "depot.stockShort"'
      using errcode = 'check_violation', constraint = 'depot.stockShort';
  end if;
  for since in
    select day, sum(kg) as kg from (
      select day, weight_kg as kg from stock_move
      where company_id = new.company_id and to_depot_id = new.from_depot_id and base_fuel_id = new.base_fuel_id and day > new.day
      union all
      select day, -weight_kg from stock_move
      where company_id = new.company_id and from_depot_id = new.from_depot_id and base_fuel_id = new.base_fuel_id and day > new.day
    ) moved group by day order by day desc
  loop
    later := later + since.kg;
    if held - later < 0 then
      raise 'the depot would hold less than nothing on a later day: it violates check constraint "depot.stockShort"'
        using errcode = 'check_violation', constraint = 'depot.stockShort';
    end if;
  end loop;
  return null;
end $$;
