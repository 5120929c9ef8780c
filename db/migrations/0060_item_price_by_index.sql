-- compatible
-- As before; the price in force is a part of the question itself and no function that is called for each fuel: half the work, and what
-- explains the question shows the index by which it is found. A migration that adds a column to `item` replaces this function.
create or replace function item_at(moment timestamptz) returns setof item language sql stable as $$
  select id, version, company_id, station_id, product_id, category_id, name, code, barcode,
    case when product_id is null then price_cents else (
      select price.price_cents from product_price price
      where price.station_id = item.station_id and price.product_id = item.product_id and price.from_at <= moment
      order by price.from_at desc, price.id desc limit 1
    ) end,
    price_type, inventory, tax_rate, hidden, created_date
  from item
$$;
