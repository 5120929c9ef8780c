-- The entry that takes an entry back; null while it stands.
create or replace function tank_entry_reversal(of_company bigint, entry bigint)
returns bigint
language plpgsql stable as $$
begin
  return (select id from tank_entry where company_id = of_company and reverses_id = entry);
end $$;

-- A tank that holds fuel, or has a book, changes its product by an entry of the book alone.
create or replace function product_changes_by_act()
returns trigger
language plpgsql as $$
declare
  of_book bigint := (
    select product_id from tank_entry
    where company_id = new.company_id and tank_id = new.id and kind in ('opening', 'productChange')
    order by at desc, id desc limit 1);
begin
  if of_book <> new.product_id then
    raise 'the product of a tank that has a book changes by an entry: it violates check constraint "tank.holdsFuel"'
      using errcode = 'check_violation', constraint = 'tank.holdsFuel';
  end if;
  return new;
end $$;

-- What the tank held at a moment.
create or replace function tank_product(of_company bigint, tank bigint, moment timestamptz, now_product bigint)
returns bigint
language plpgsql stable as $$
begin
  return coalesce((
    select before_product_id from tank_entry
    where company_id = of_company and tank_id = tank and kind = 'productChange' and at > moment order by at, id limit 1), now_product);
end $$;
