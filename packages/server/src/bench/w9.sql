-- A station that is closed while it is busy: shifts, twelve ways of payment, twenty-four nozzles. It is the station of the first till.
update station set enable_shift_settle = true where id = (select station_id from bench.till where n = 1);

insert into nozzle_control (company_id, station_id, logic_no, physical_no, dispenser_id, tank_id)
select company_id, station_id, 12 + row_number() over (order by logic_no), 4 + physical_no, dispenser_id, tank_id
from nozzle_control where station_id = (select station_id from bench.till where n = 1) and logic_no <= 12
on conflict do nothing;

drop table if exists bench.way, bench.nozzle;
create table bench.way as
select nth::bigint - 1 as nth, pay_type
from unnest('{cash,wx,ali,bankCard,unionPay,tuanYou,didi,douyin,qrCode,barCode,faceCode,other}'::text[])
  with ordinality as way (pay_type, nth);
insert into ledger_account (company_id, kind, owner_id, pay_type)
select company_id, 'tender', station_id, pay_type from bench.till, bench.way where n = 1 on conflict do nothing;

create table bench.nozzle as
select logic_no - 1 as nth, nozzle.id, item_id, price_at(nozzle.company_id, nozzle.station_id, product_id, now()) as price_cents
from nozzle_control nozzle join item on item.id = item_id where nozzle.station_id = (select station_id from bench.till where n = 1);

-- So many sales of a shift, made since it began: fuel, with a good every third time, each paid in full.
create or replace function bench.fill_shift(shift bigint, wanted bigint) returns void language plpgsql as $$
begin
  create temp table sale on commit drop as
  select next_id() as id, next_id() as entry_id, turn, till.company_id, till.station_id, till.device_id, till.goods_id, till.goods_cents,
    till.sales_id, tender.id as tender_id, way.pay_type, nozzle.id as nozzle_id, nozzle.item_id, nozzle.price_cents,
    1000 + turn * 37 % 3000 as volume_cl, coalesce(intake.last_sequence, 0) + turn as told,
    (2 * (1000 + turn * 37 % 3000) * nozzle.price_cents + 100) / 200 as fuel_cents,
    case turn % 3 when 0 then till.goods_cents else 0 end as extra_cents,
    till.station_code || '-' || lpad((coalesce(counter.orders, 0) + turn)::text, 8, '0') as order_no,
    (select array_agg(user_id order by user_id) from user_role where station_id = till.station_id) as employees,
    state.start_time + (turn::float8 / wanted) * (now() - state.start_time) as made
  from bench.till till join daily_state state on state.id = shift cross join generate_series(1, wanted) turn
  join bench.way way on way.nth = turn % 12 join bench.nozzle nozzle on nozzle.nth = turn % 24
  join ledger_account tender on tender.company_id = till.company_id and tender.address = 'tender:' || till.station_id || ':' || way.pay_type
  left join order_counter counter on counter.station_id = till.station_id
  left join device_intake intake on intake.device_id = till.device_id
  where n = 1;

  insert into sale_order (id, company_id, station_id, order_no, shift_id, type, status, total_cents, paid_cents, pay_type, money_flow,
    created_date, received_date, modified_date, device_id, sequence, nozzle_control_id, employee_id, external_serial_no, intake_hash,
    intake_paid_cents)
  select id, company_id, station_id, order_no, shift, 0, 'success', fuel_cents + extra_cents, fuel_cents + extra_cents, pay_type,
    case pay_type when 'cash' then 'till' else 'clearing' end, made, made, made, device_id, told, nozzle_id,
    employees[1 + turn % cardinality(employees)], case when pay_type <> 'cash' then 'rush-' || id end, '\x00', fuel_cents + extra_cents
  from sale order by turn;
  -- What a nozzle has ever sold is where its meter stands.
  insert into order_line (company_id, station_id, order_id, item_id, category_type, volume_cl, price_cents, list_price_cents,
    amount_cents, totaliser_end_cl, created_date)
  select company_id, station_id, id, item_id, 'fuel', volume_cl, price_cents, price_cents, fuel_cents,
    sum(volume_cl) over (partition by nozzle_id order by turn) + coalesce(stood, 0), made
  from sale left join (
    select sold.nozzle_control_id, max(totaliser_end_cl) as stood
    from order_line line join sale_order sold on sold.id = line.order_id
    where line.station_id = (select station_id from bench.till where n = 1) group by 1
  ) as meter on meter.nozzle_control_id = sale.nozzle_id
  order by turn;
  insert into order_line (company_id, station_id, order_id, item_id, category_type, pieces, price_cents, list_price_cents, amount_cents,
    created_date)
  select company_id, station_id, id, goods_id, 'normal', 1, goods_cents, goods_cents, goods_cents, made from sale where extra_cents > 0;
  insert into pay_transaction (company_id, station_id, order_id, shift_id, serial, pay_type, amount_cents, status, device_id,
    external_serial_no, created_date)
  select company_id, station_id, id, shift, order_no || '-1', pay_type, fuel_cents + extra_cents, 'success', device_id,
    case when pay_type <> 'cash' then 'rush-' || id end, made
  from sale order by turn;

  insert into ledger_entry (id, company_id, kind, ref, at, actor)
  select entry_id, company_id, 'order.payment', 'payment:' || order_no || '-1', made, 'device:' || device_id from sale order by turn;
  insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
  select entry_id, 1, company_id, tender_id, sales_id, fuel_cents + extra_cents from sale order by turn;
  insert into ledger_delta (company_id, account_id, amount_cents)
  select company_id, account, sum(cents) from sale,
    lateral (values (tender_id, -(fuel_cents + extra_cents)), (sales_id, fuel_cents + extra_cents)) as side (account, cents) group by 1, 2;

  insert into order_counter as counter (station_id, company_id, orders, received_date)
  select station_id, company_id, wanted, now() from sale limit 1
  on conflict (company_id, station_id) do update
    set orders = counter.orders + excluded.orders, received_date = greatest(counter.received_date, now());
  insert into device_intake as intake (device_id, company_id, last_sequence)
  select device_id, company_id, wanted from sale limit 1
  on conflict (company_id, device_id) do update set last_sequence = intake.last_sequence + excluded.last_sequence;
end $$;
