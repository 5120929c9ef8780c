-- The sales of all stations from the day :from up to the day :to, in the order in which they were made. First what they are, then their
-- rows, then the cells of the statistics that they count into: whole days, so that each cell is written once.
-- `offset 0` has each step reckoned once, however often the next one uses it.
create temp table sale as
with drawn as (
  select site.*, n, nth * 100000000::bigint + n as thing, (n - 1 + pg_temp.roll(nth * 100000000::bigint + n,
    10)) / orders::float8 * :days as moment
  from seed_site site,
    generate_series(greatest(1, floor(:from::float8 / :days * orders)::bigint),
      least(orders, ceil(:to::float8 / :days * orders)::bigint + 1)) n
  offset 0
), dated as (
  select *, floor(moment)::int as day,
    (':start'::date + floor(moment)::int)::timestamp at time zone 'Asia/Shanghai'
      + pg_temp.hour_of(moment - floor(moment)) * interval '1 hour' as made_about
  from drawn where moment >= :from and moment < :to offset 0
), sold as (
  select *, date_trunc('milliseconds', made_about) as made, pg_temp.roll(thing, 11) as what, pg_temp.roll(thing, 12) as way,
    1 + floor(pg_temp.roll(thing, 13) * 12)::int as nozzle, 1 + floor(pg_temp.roll(thing, 14) * 12)::int as good,
    1 + floor(pg_temp.roll(thing, 15) * 3)::bigint as pieces, 300 + floor(pg_temp.roll(thing, 16) * pg_temp.roll(thing,
      17) * 6200)::bigint as volume,
    1 + floor(pg_temp.roll(thing, 18) * :cards)::bigint as card_nth
  from dated offset 0
), priced as (
  select *, what < 0.82 or what >= 0.93 as has_fuel, what >= 0.82 as has_goods, 1 + (nozzle - 1) % 4 as fuel,
    pg_temp.litre_price(nth, 1 + (nozzle - 1) % 4, least(7, day / :turn_days)) as litre,
    (array[200, 600, 400, 1200, 500, 800, 300, 500, 1500, 6800, 4500, 2900])[good]::bigint as piece
  from sold
), paid as (
  select *, case when has_fuel then (2 * volume * litre + 100) / 200 else 0 end as fuel_cents,
    case when has_goods then pieces * piece else 0 end as goods_cents,
    case when way < 0.003 then null when way < 0.36 then 'wx' when way < 0.58 then 'ali' when way < 0.72 then 'cash'
      when way < 0.86 then 'card' when way < 0.93 then 'unionPay' when way < 0.98 then 'bankCard' else 'tuanYou' end as pay_type
  from priced offset 0
), counted as (
  select *, case when has_fuel and pg_temp.roll(thing, 19) < 0.05 then fuel_cents / 50 else 0 end as discount,
    case when pay_type is not null then 'success' when day >= :days - 2 then 'open' else 'close' end as status,
    pg_temp.base_id(10, nth * 10 + case when not has_fuel then 2 when way < 0.3 then 3 else 1 end) as device_id
  from paid
)
select nth, thing, company_id, station_id, made, piece, litre, has_fuel, has_goods, case when has_fuel then volume else 0 end as volume,
  case when has_goods then pieces else 0 end as pieces, fuel_cents, goods_cents, discount, pay_type, status, device_id,
  fuel_cents + goods_cents - discount as total, case when pay_type is null then 0 else fuel_cents + goods_cents - discount end as paid,
  case when has_fuel then 0 else 1 end as type, company * 100000::bigint + card_nth as card_turn,
  ((extract(epoch from made) * 1000)::bigint - 1704067200000) * 4096 + nth as id, 's' || nth || '-' || lpad(n::text, 8, '0') as order_no,
  pg_temp.base_id(13, nth * 4000 + day) as shift_id, case when has_fuel then pg_temp.base_id(9, nth * 20 + nozzle) end as nozzle_id,
  pg_temp.base_id(11, nth * 10 + 1 + n % 3) as employee_id, pg_temp.base_id(6, nth * 20 + fuel) as fuel_id,
  pg_temp.base_id(6, nth * 20 + 4 + good) as good_id, (':start'::date + day)::timestamp at time zone 'Asia/Shanghai' as day_at,
  row_number() over (partition by device_id order by n) as nth_of_device
from counted order by id;

insert into sale_order (id, company_id, station_id, order_no, shift_id, type, status, total_cents, discount_cents, paid_cents, pay_type,
  money_flow, created_date, received_date, modified_date, device_id, sequence, nozzle_control_id, user_card_id, card_number, employee_id,
  fuel_method, external_serial_no, intake_hash, intake_paid_cents)
select id, company_id, station_id, order_no, shift_id, type, status, total, discount, paid, pay_type,
  case pay_type when 'cash' then 'till' when 'card' then 'card' else case when pay_type is not null then 'clearing' end end,
  made, made + interval '2 seconds', made + interval '2 seconds', device_id, coalesce(before.last_sequence, 0) + nth_of_device, nozzle_id,
  case pay_type when 'card' then pg_temp.base_id(16, card_turn) end,
  case pay_type when 'card' then '6222' || lpad(card_turn::text, 12, '0') end,
  employee_id, case when has_fuel then pg_temp.pick('{amount,volume,full}', thing, 20) end,
  case when pay_type not in ('cash', 'card') then '42' || id end, '\x00', paid
from sale left join (select device_id, last_sequence from device_intake) as before using (device_id) order by id;

insert into order_line (id, company_id, station_id, order_id, item_id, category_type, volume_cl, pieces, price_cents, list_price_cents,
  amount_cents, discount_cents, created_date)
select id, company_id, station_id, id, fuel_id, 'fuel', volume, 0, litre, litre, fuel_cents, discount, made from sale where has_fuel
union all
select id + 2048, company_id, station_id, id, good_id, 'normal', 0, pieces, piece, piece, goods_cents, 0, made from sale where has_goods;

insert into order_discount (id, company_id, station_id, order_id, item_id, kind, amount_cents, created_date)
select id + 1024, company_id, station_id, id, fuel_id, 'terminal', discount, made from sale where discount > 0;

insert into pay_transaction (id, company_id, station_id, order_id, shift_id, serial, pay_type, amount_cents, status, user_card_id,
  device_id, external_serial_no, created_date)
select id, company_id, station_id, id, shift_id, order_no || '-1', pay_type, total, 'success',
  case pay_type when 'card' then pg_temp.base_id(16, card_turn) end, device_id,
  case when pay_type not in ('cash', 'card') then '42' || id end, made + interval '2 seconds'
from sale where pay_type is not null;

insert into ledger_entry (id, company_id, n, kind, ref, at, actor)
select id, company_id, id, case pay_type when 'card' then 'card.consume' else 'order.payment' end,
  'payment:' || order_no || '-1', made + interval '2 seconds', 'device:' || device_id
from sale where pay_type is not null;
insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
select id, 1, company_id,
  case pay_type when 'card' then pg_temp.base_id(17, card_turn * 4)
    else pg_temp.base_id(18, nth * 20 + array_position('{wx,ali,cash,unionPay,bankCard,tuanYou}'::text[], pay_type)) end,
  pg_temp.base_id(18, nth * 20), total
from sale where pay_type is not null;

insert into order_counter as counter (station_id, company_id, orders, received_date)
select station_id, company_id, count(*), max(made) + interval '2 seconds' from sale group by 1, 2
on conflict (company_id, station_id) do update set orders = counter.orders + excluded.orders, received_date = excluded.received_date;
insert into device_intake as intake (device_id, company_id, last_sequence) select device_id, company_id, count(*) from sale group by 1, 2
on conflict (company_id, device_id) do update set last_sequence = intake.last_sequence + excluded.last_sequence;

-- What was closed was no sale: it stands in the lists, and in nothing else.
insert into statistic_aggregate (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
  discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
select company_id, station_id, 'order',
  case 0 when grouping(status_key) then 'status' when grouping(nozzle_id) then 'nozzle' when grouping(employee_id) then 'employee'
    when grouping(device_id) then 'device' else 'all' end,
  case grouping(hour_at) when 0 then 'h' else 'd' end, coalesce(hour_at, day_at),
  coalesce(status_key, nozzle_id::text, employee_id::text, device_id::text, ''), count(*), sum(volume), sum(pieces), sum(total),
  sum(discount), sum(paid), 0, 0, 0
from (select *, status || ':' || type || ':' || coalesce(pay_type, '') as status_key, date_trunc('hour', made) as hour_at,
  status <> 'close' as counts from sale) as sale
group by company_id, station_id, grouping sets ((day_at, status_key), (hour_at, counts), (day_at, counts), (day_at, nozzle_id, counts),
  (day_at, employee_id, counts), (day_at, device_id, counts))
having counts is not false;
insert into statistic_aggregate (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
  discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
select company_id, station_id, 'line', 'item', 'd', day_at, item_id::text, count(*), sum(litres), sum(parts), sum(cents), sum(off),
  0, 0, 0, 0
from sale, lateral (values (has_fuel, fuel_id, volume, 0, fuel_cents, discount), (has_goods, good_id, 0, pieces, goods_cents, 0))
  as line (has, item_id, litres, parts, cents, off)
where has and status <> 'close' group by company_id, station_id, day_at, item_id;
insert into statistic_aggregate (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
  discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
select company_id, station_id, 'payment',
  case 0 when grouping(pay_type) then 'status' when grouping(employee_id) then 'employee' when grouping(device_id) then 'device'
    else 'all' end,
  case grouping(hour_at) when 0 then 'h' else 'd' end, coalesce(hour_at, day_at),
  coalesce('success::' || pay_type, employee_id::text, device_id::text, ''), count(*), 0, 0, sum(total), 0, 0, 0, 0, 0
from (select *, date_trunc('hour', made + interval '2 seconds') as hour_at from sale where pay_type is not null) as sale
group by company_id, station_id, grouping sets ((day_at, pay_type), (hour_at), (day_at), (day_at, employee_id), (day_at, device_id));
drop table sale;
