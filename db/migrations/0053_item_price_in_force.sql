-- compatible
-- Items as they are at a moment: goods at their own price, a fuel at the price then in force at its station, so that lists show, search
-- and sort by one price. A migration that adds a column to `item` replaces this function.
create function item_at(moment timestamptz) returns setof item language sql stable as $$
  select id, version, company_id, station_id, product_id, category_id, name, code, barcode,
    case when product_id is null then price_cents else price_at(station_id, product_id, moment) end,
    price_type, inventory, tax_rate, hidden, created_date
  from item
$$;
grant execute on function item_at to forecourt_app;
