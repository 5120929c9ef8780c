-- The sales of the :nth station, in the order in which they were made. First what they are, then their rows.
create temp table sale as
with drawn as (
  select n, :nth * 100000000::bigint + n as thing, (n - 1 + pg_temp.roll(:nth * 100000000::bigint + n,
    10)) / :orders::float8 * :days as moment
  from generate_series(1, :orders) n
), dated as (
  select n, thing, floor(moment)::int as day,
    (':start'::date + floor(moment)::int)::timestamp at time zone 'Asia/Shanghai'
      + pg_temp.hour_of(moment - floor(moment)) * interval '1 hour' as made
  from drawn
), sold as (
  select n, thing, day, date_trunc('milliseconds', made) as made, pg_temp.roll(thing, 11) as what, pg_temp.roll(thing, 12) as way,
    1 + floor(pg_temp.roll(thing, 13) * 12)::int as nozzle, 1 + floor(pg_temp.roll(thing, 14) * 12)::int as good,
    1 + floor(pg_temp.roll(thing, 15) * 3)::bigint as pieces, 300 + floor(pg_temp.roll(thing, 16) * pg_temp.roll(thing,
      17) * 6200)::bigint as volume,
    1 + floor(pg_temp.roll(thing, 18) * :cards)::bigint as card_nth
  from dated
), priced as (
  select *, what < 0.82 or what >= 0.93 as has_fuel, what >= 0.82 as has_goods, 1 + (nozzle - 1) % 4 as fuel,
    pg_temp.litre_price(:nth, 1 + (nozzle - 1) % 4, least(7, day / :turn_days)) as litre,
    (array[200, 600, 400, 1200, 500, 800, 300, 500, 1500, 6800, 4500, 2900])[good]::bigint as piece
  from sold
)
select n, thing, day, made, nozzle, fuel, good, litre, piece, has_fuel, has_goods, case when has_fuel then volume else 0 end as volume,
  case when has_goods then pieces else 0 end as pieces, case when has_fuel then (2 * volume * litre + 100) / 200 else 0 end as fuel_cents,
  case when has_goods then pieces * piece else 0 end as goods_cents,
  case when has_fuel and pg_temp.roll(thing, 19) < 0.05 then (2 * volume * litre + 100) / 200 / 50 else 0 end as discount,
  case when way < 0.003 then null when way < 0.36 then 'wx' when way < 0.58 then 'ali' when way < 0.72 then 'cash' when way < 0.86
    then 'card'
    when way < 0.93 then 'unionPay' when way < 0.98 then 'bankCard' else 'tuanYou' end as pay_type,
  case when not has_fuel then 2 when way < 0.3 then 3 else 1 end as device,
  :company * 100000::bigint + card_nth as card_turn,
  ((extract(epoch from made) * 1000)::bigint - 1704067200000) * 4096 + :nth as id,
  's:nth-' || lpad(n::text, 8, '0') as order_no
from priced;

insert into sale_order (id, company_id, station_id, order_no, shift_id, type, status, total_cents, discount_cents, paid_cents, pay_type,
  money_flow, created_date, received_date, modified_date, device_id, sequence, nozzle_control_id, user_card_id, card_number, employee_id,
  fuel_method, external_serial_no, intake_hash, intake_paid_cents)
select id, pg_temp.base_id(1, :company), pg_temp.base_id(3, :nth), order_no, pg_temp.base_id(13, :nth * 4000 + day),
  case when has_fuel then 0 else 1 end,
  case when pay_type is not null then 'success' when day >= :days - 2 then 'open' else 'close' end,
  fuel_cents + goods_cents - discount, discount, case when pay_type is null then 0 else fuel_cents + goods_cents - discount end, pay_type,
  case pay_type when 'cash' then 'till' when 'card' then 'card' else case when pay_type is not null then 'clearing' end end,
  made, made + interval '2 seconds', made + interval '2 seconds', pg_temp.base_id(10, :nth * 10 + device),
  row_number() over (partition by device order by n), case when has_fuel then pg_temp.base_id(9, :nth * 20 + nozzle) end,
  case pay_type when 'card' then pg_temp.base_id(16, card_turn) end,
  case pay_type when 'card' then '6222' || lpad(card_turn::text, 12, '0') end,
  pg_temp.base_id(11, :nth * 10 + 1 + n % 3), case when has_fuel then pg_temp.pick('{amount,volume,full}', thing, 20) end,
  case when pay_type not in ('cash', 'card') then '42' || id end, '\x00',
  case when pay_type is null then 0 else fuel_cents + goods_cents - discount end
from sale;

insert into order_line (id, company_id, station_id, order_id, item_id, category_type, volume_cl, pieces, price_cents, list_price_cents,
  amount_cents, discount_cents, created_date)
select id, pg_temp.base_id(1, :company), pg_temp.base_id(3, :nth), id, pg_temp.base_id(6, :nth * 20 + fuel), 'fuel', volume, 0, litre,
  litre,
  fuel_cents, discount, made
from sale where has_fuel
union all
select id + 2048, pg_temp.base_id(1, :company), pg_temp.base_id(3, :nth), id, pg_temp.base_id(6, :nth * 20 + 4 + good), 'normal', 0, pieces,
  piece, piece, goods_cents, 0, made
from sale where has_goods;

insert into order_discount (id, company_id, station_id, order_id, item_id, kind, amount_cents, created_date)
select id + 1024, pg_temp.base_id(1, :company), pg_temp.base_id(3, :nth), id, pg_temp.base_id(6, :nth * 20 + fuel), 'terminal',
  discount, made
from sale where discount > 0;

insert into pay_transaction (id, company_id, station_id, order_id, shift_id, serial, pay_type, amount_cents, status, user_card_id,
  device_id,
  external_serial_no, created_date)
select id, pg_temp.base_id(1, :company), pg_temp.base_id(3, :nth), id, pg_temp.base_id(13, :nth * 4000 + day), order_no || '-1', pay_type,
  fuel_cents + goods_cents - discount, 'success', case pay_type when 'card' then pg_temp.base_id(16, card_turn) end,
  pg_temp.base_id(10, :nth * 10 + device), case when pay_type not in ('cash', 'card') then '42' || id end, made + interval '2 seconds'
from sale where pay_type is not null;

insert into ledger_entry (id, company_id, n, kind, ref, at, actor)
select id, pg_temp.base_id(1, :company), id, case pay_type when 'card' then 'card.consume' else 'order.payment' end,
  'payment:' || order_no || '-1', made + interval '2 seconds', 'device:' || pg_temp.base_id(10, :nth * 10 + device)
from sale where pay_type is not null;
insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
select id, 1, pg_temp.base_id(1, :company),
  case pay_type when 'card' then pg_temp.base_id(17, card_turn * 4)
    else pg_temp.base_id(18, :nth * 20 + array_position('{wx,ali,cash,unionPay,bankCard,tuanYou}'::text[], pay_type)) end,
  pg_temp.base_id(18, :nth * 20), fuel_cents + goods_cents - discount
from sale where pay_type is not null;

insert into order_counter (station_id, company_id, orders, received_date)
select pg_temp.base_id(3, :nth), pg_temp.base_id(1, :company), :orders, coalesce(max(made) + interval '2 seconds', ':start') from sale;
insert into device_intake (device_id, company_id, last_sequence)
select pg_temp.base_id(10, :nth * 10 + device), pg_temp.base_id(1, :company), count(*) from sale group by device;
drop table sale;
