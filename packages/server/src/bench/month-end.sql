-- A month of a company that buys for depots and drives to its stations, by statements over sets: contracts on its first days, loads on
-- the others, each signed for two days later, and what tanks and shifts of its stations say.
create schema if not exists bench;
create function bench.supply(of_company bigint) returns void language plpgsql as $$
begin
  insert into base_fuel (company_id, name, code, type, density_kg_m3)
  select of_company, name, code, classification, case classification when 'gasoline' then 745 else 838 end
  from product where company_id = of_company;
  update product set base_fuel_id = fuel.id from base_fuel fuel
  where product.company_id = of_company and fuel.company_id = of_company and fuel.code = product.code;
  insert into supplier (company_id, name, sells_fuel, carries, sells_goods)
  values (of_company, '炼化销售 Refinery', true, false, false), (of_company, '油运车队 Carrier', false, true, false);
  insert into depot (company_id, name, base_fuels)
  select of_company, '油库 ' || nth, (select jsonb_agg(jsonb_build_object('baseFuelId', id)) from base_fuel where company_id = of_company)
  from generate_series(1, 10) nth;
end $$;

create function bench.month(of_company bigint, of_month date, contracts int, loads int) returns void language plpgsql as $$
declare
  seller bigint := (select id from supplier where company_id = of_company and sells_fuel order by id limit 1);
  hauler bigint := (select id from supplier where company_id = of_company and carries order by id limit 1);
begin
  create temp table fuel on commit drop as
  select row_number() over (order by product.id)::int - 1 as n, product.id as product_id, base_fuel_id, density_kg_m3 as density
  from product join base_fuel on base_fuel.company_id = of_company and base_fuel.id = base_fuel_id where product.company_id = of_company;
  create temp table place on commit drop as
  select row_number() over (order by id)::int - 1 as n, id from depot where company_id = of_company;
  create temp table site on commit drop as
  select row_number() over (order by id)::int - 1 as n, id from station where company_id = of_company;

  -- Twice what is driven, so that no depot runs dry.
  with bought as (
    insert into purchase_contract (company_id, day, number, depot_id, base_fuel_id, supplier_id, density, price_cents_per_t, tax_rate,
      weight_kg)
    select of_company, of_month + mod(nth, 3), of_month || ' ' || nth, place.id, fuel.base_fuel_id, seller, fuel.density,
      800000 + mod(nth * 7919, 5000), 13, loads::bigint * 40000 / contracts
    from generate_series(0, contracts - 1) nth
    join place on place.n = mod(nth, (select count(*) from place)::int)
    join fuel on fuel.n = mod(nth / (select count(*) from place)::int, (select count(*) from fuel)::int)
    returning *
  )
  insert into stock_move (company_id, document, document_id, revision, line, day, base_fuel_id, from_place, from_id, to_place, to_id,
    weight_kg, amount_cents, net_cents, label, created_date)
  select company_id, 'purchase', id, 1, 0, day, base_fuel_id, 'supplier', seller, 'depot', depot_id, weight_kg, amount_cents, net_cents,
    number, now()
  from bought order by day, id;

  create temp table driven on commit drop as
  select nth, of_month + 4 + mod(nth, 20) as day, place.id as depot_id, fuel.*, site.id as station_id, 18000 + mod(nth * 31, 9000) as kg,
    mod(nth * 17, 90) as lost_kg
  from generate_series(0, loads - 1) nth
  join place on place.n = mod(nth, (select count(*) from place)::int)
  join fuel on fuel.n = mod(nth / (select count(*) from place)::int, (select count(*) from fuel)::int)
  join site on site.n = mod(nth * 13, (select count(*) from site)::int);
  with drove as (
    insert into transport (company_id, bill_no, delivery_time, offload_time, depot_id, base_fuel_id, product_id, carrier_id, supplier_id,
      tax_rate, station_id, price_cents, density, plate, delivered_kg, loaded_kg, loaded_cl, freight_price_cents, allowed_loss_percent,
      amount_cents, net_cents, freight_amount_cents, freight_net_cents, stage, loaded_day, signed_day, signed_kg, signed_cl, allowed_kg,
      allowed_cl, claimed_kg, claimed_cl, claim_cents, claim_net_cents, signed_date)
    select of_company, 'B' || of_month || nth, day, day + interval '2 days', depot_id, base_fuel_id, product_id, hauler, seller, 13,
      station_id, 850000, density, '鲁A12345', kg, kg, kg::bigint * 100000 / density, 5000, 0.2, kg::bigint * 850,
      kg::bigint * 850 * 100 / 113,
      (kg - lost_kg)::bigint * 5, (kg - lost_kg)::bigint * 500 / 109, 'signed', day, day + 2, kg - lost_kg,
      (kg - lost_kg)::bigint * 100000 / density, least(lost_kg, kg / 500), 0, greatest(0, lost_kg - kg / 500), 0,
      greatest(0, lost_kg - kg / 500)::bigint * 850, greatest(0, lost_kg - kg / 500)::bigint * 850 * 100 / 113, day + interval '2 days'
    from driven returning *
  ), moved as (
    select id, 'load' as document, 0 as line, loaded_day as day, base_fuel_id, null::bigint as product_id, 'depot' as from_place,
      depot_id as from_id, 'truck' as to_place, id as to_id, loaded_kg as kg, loaded_cl as cl, bill_no from drove
    union all
    select id, 'signature', 0, signed_day, base_fuel_id, product_id, 'truck', id, 'station', station_id, signed_kg, signed_cl, bill_no
    from drove
    union all
    select id, 'signature', 1, signed_day, base_fuel_id, product_id, 'truck', id, 'lost', null, loaded_kg - signed_kg,
      null, bill_no from drove where loaded_kg > signed_kg
  )
  insert into stock_move (company_id, document, document_id, revision, line, day, base_fuel_id, product_id, from_place, from_id, to_place,
    to_id, weight_kg, volume_cl, label, created_date)
  select of_company, document, id, 1, line, day, base_fuel_id, product_id, from_place, from_id, to_place, to_id, kg, cl, bill_no, now()
  from moved order by day, id;

  -- Shifts and the books of tanks as a settlement leaves them: what they rest on stands in no row, so nothing checks them here.
  set local session_replication_role = replica;
  insert into class_settle
  select (jsonb_populate_record(null::class_settle, jsonb_build_object('company_id', of_company, 'id', next_id(), 'station_id', site.id,
    'station_name', '', 'daily_state_id', next_id(), 'business_day', of_month + day, 'number', shift, 'employee_name', '', 'forced', false,
    'start_time', begins, 'end_time', begins + interval '8 hours', 'note', '', 'created_date', begins + interval '8 hours') ||
    (select jsonb_object_agg(attname, 0) from pg_attribute where attrelid = 'class_settle'::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and atttypid = 'bigint'::regtype and attname not in ('company_id', 'id', 'station_id', 'daily_state_id',
        'employee_id')))).*
  from site, generate_series(0, 27) day, generate_series(1, 3) shift,
    lateral (select (of_month + day)::timestamp at time zone 'Asia/Shanghai' + (shift - 1) * interval '8 hours' as begins) as span;
  create temp table shifts on commit drop as
  select id, station_id, daily_state_id, business_day, number, start_time, end_time from class_settle
  where company_id = of_company and business_day >= of_month and business_day < of_month + interval '1 month';
  insert into class_settle_item (company_id, class_settle_id, item_id, name, category_type, orders, volume_cl, pieces, amount_cents,
    discount_cents)
  select of_company, shifts.id, item.id, '', 'fuel', 40, 160000, 0, 1200000, 4000
  from shifts join item on item.company_id = of_company and item.station_id = shifts.station_id and item.product_id is not null;
  insert into tank_book (company_id, station_id, tank_id, number, manifold, product_id, daily_state_id, class_settle_id, business_day,
    shift_number, start_time, end_time, until_at, opening_id, opening_cl, received_cl, transferred_cl, adjusted_cl, metered_cl, book_cl,
    measured_cl)
  select of_company, shifts.station_id, tank.id, tank.number, '', tank.product_id, shifts.daily_state_id, shifts.id, business_day,
    shifts.number, start_time, end_time, end_time, tank.id, 1500000, 0, 0, 0, 160000, 1340000, 1339000
  from shifts join tank on tank.company_id = of_company and tank.station_id = shifts.station_id;
end $$;
