-- The items of these companies with the price that is in force at an instant.
create or replace function item_at(moment timestamp with time zone, companies bigint[])
returns setof item
language sql stable as $$
  select id, version, company_id, station_id, product_id, category_id, name, code, barcode,
    case when product_id is null then price_cents else (
      select price.price_cents from product_price price
      where price.company_id = item.company_id and price.company_id = any (companies) and price.station_id = item.station_id
        and price.product_id = item.product_id and price.from_at <= moment
      order by price.from_at desc, price.id desc limit 1
    ) end,
    price_type, inventory, tax_rate, hidden, created_date
  from item where company_id = any (companies)
$$;
