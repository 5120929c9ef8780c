-- The price of a product at a station of a company that is in force at an instant.
create or replace function price_at(of_company bigint, station bigint, product bigint, at timestamptz)
returns bigint
language plpgsql stable as $$
begin
  return (select price_cents from product_price
    where company_id = of_company and station_id = station and product_id = product and from_at <= at
    order by from_at desc, id desc limit 1);
end $$;
