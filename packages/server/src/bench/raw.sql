-- What the raw limit does: one function call writes the rows that the product writes for a sale or a payment, and nothing is asked or
-- checked that the tables themselves do not ask. The rows are true: every invariant of the books holds for them as for the product's.
drop schema if exists bench cascade;
create schema bench;

-- What stands against a payment that has not happened yet, if anything, and the limit it breaks.
create function bench.card_refusal(
  held user_card, product card, spendable bigint, cents bigint, at_time timestamptz, zone text, proven boolean,
  out refusal text, out limit_cents bigint
) language plpgsql stable as $$
begin
  refusal := case held.status
    when 'lose' then 'card.lost' when 'disable' then 'card.disabled' when 'lock' then 'card.locked'
    when 'overspend' then 'card.overspent' end;
  if refusal is not null then return; end if;
  if product.type <> 'debit' then refusal := 'card.notStoredValue'; return; end if;
  if product.end_time <= at_time then refusal := 'card.serviceExpired'; return; end if;
  if cents > held.payment_cents_max then refusal := 'card.paymentLimit'; limit_cents := held.payment_cents_max; return; end if;
  if held.day_cents_max is not null
    and cents > held.day_cents_max - card_spent_since(held.company_id, held.id,
      date_trunc('day', at_time at time zone zone) at time zone zone) then
    refusal := 'card.dayLimit'; limit_cents := held.day_cents_max; return;
  end if;
  if cents > spendable then refusal := 'card.insufficientBalance'; limit_cents := spendable; return; end if;
  if not proven and cents >= held.password_from_cents then refusal := 'card.passwordRequired'; end if;
end $$;

-- Pays from a card in one round trip: holds the card, refuses or books, and notes the movement. With a refusal nothing was booked.
-- `delivered`: it has happened at the pump; it is booked whatever the card says, and what its purses lack is owed (decision O14).
create function bench.card_pay(
  company bigint, wanted_id bigint, wanted_number text, cents bigint, into_account text, fact text,
  at_time timestamptz, dated boolean, actor text,
  station bigint, order_ref bigint, operator bigint, zone text, delivered boolean, proven boolean,
  out refusal text, out limit_cents bigint, out card_id bigint, out card_number text, out holder_id bigint, out detail_id bigint,
  out principal_part bigint, out gift_part bigint, out debt_part bigint, out balance_after bigint, out was_status text
) language plpgsql as $$
declare
  held user_card;
  product card;
  purse bigint[];
  entry ledger_entry;
begin
  if wanted_id is null then
    select id into wanted_id from user_card where company_id = company and number = wanted_number;
  end if;
  select * into held from user_card where id = wanted_id and company_id = company for no key update;
  if held.id is null then refusal := 'notFound'; return; end if;
  select * into product from card where company_id = company and id = held.card_id;
  select array_agg(balance_cents order by place) into purse
  from unnest(array[held.principal_id, held.gift_id, held.lock_id, held.debt_id]) with ordinality as wanted (account, place)
  join ledger_account on company_id = company and id = account;
  card_id := held.id; card_number := held.number; holder_id := held.user_id; was_status := held.status;
  balance_after := purse[1] + purse[2] + purse[3] + purse[4];
  if not delivered then
    select judged.refusal, judged.limit_cents into refusal, limit_cents
    from bench.card_refusal(held, product, purse[1] + purse[2], cents, at_time, zone, proven) as judged;
    if refusal is not null then return; end if;
  end if;

  gift_part := case when product.gift_first then least(cents, purse[2]) else least(cents - least(cents, purse[1]), purse[2]) end;
  principal_part := least(cents - gift_part, purse[1]);
  debt_part := cents - principal_part - gift_part;
  balance_after := balance_after - cents;
  with part as (
    select array_agg(purse_kind || ':' || held.id order by place) as sources, array_agg(into_account) as targets,
      array_agg(amount order by place) as amounts
    from (values (1, 'principal', principal_part), (2, 'gift', gift_part), (3, 'debt', debt_part)) as taken (place, purse_kind, amount)
    where amount > 0
  )
  select booked.* into entry
  from part, ledger_book(company, 'card.consume', fact, at_time, dated, actor, null, sources, targets, amounts) as booked;

  insert into user_card_detail (company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents, debt_cents,
    balance_after_cents, pay_type, order_id, operator_id, ledger_entry_id, created_date)
  values (company, station, held.id, held.user_id, 'consume', -cents, -principal_part, -gift_part, -debt_part,
    balance_after, 'card', order_ref, operator, entry.id, entry.at) returning id into detail_id;
  if debt_part > 0 and held.status = 'normal' then
    update user_card set status = 'overspend' where company_id = company and id = held.id;
  end if;
end $$;

-- Each station's second device, with all that its sales need; the first one of a station is the product's.
create table bench.till as
select row_number() over (order by station.id) as n, station.id as station_id, station.company_id, station.code as station_code,
  device.id as device_id, nozzle.id as nozzle_id, fuel.id as fuel_id, goods.id as goods_id, goods.price_cents as goods_cents,
  price_at(station.company_id, station.id, fuel.product_id, now()) as fuel_cents, sales.id as sales_id, tender.id as tender_id,
  state.id as shift_id
from station
join lateral (select id from device where station_id = station.id order by id offset 1 limit 1) as device on true
join lateral (select id, item_id from nozzle_control where station_id = station.id order by id limit 1) as nozzle on true
join item fuel on fuel.id = nozzle.item_id
join lateral (select id, price_cents from item where station_id = station.id and product_id is null order by id limit 1) as goods on true
join ledger_account sales on sales.company_id = station.company_id and sales.address = 'sales:' || station.id
join ledger_account tender on tender.company_id = station.company_id and tender.address = 'tender:' || station.id || ':wx'
join daily_state state on state.station_id = station.id and state.status = 'open';
alter table bench.till add primary key (n);

-- The cards of each company: 1, 2, 3 … for payments, -1, -2, -3 … for sales, which leave cards overspent.
create table bench.purse as
select company_id, case half when 1 then nth else -(nth - last) end as nth, card_id, number
from (
  select company_id, id as card_id, number, nth, half, max(nth) filter (where half = 1) over (partition by company_id) as last
  from (
    select *, row_number() over own as nth, ntile(2) over own as half
    from user_card window own as (partition by company_id order by id)
  ) as counted
) as halved;
alter table bench.purse add primary key (company_id, nth);
create sequence bench.turn;
-- Further than any run before it.
select setval('bench.turn', next_id());

-- What is noted beside every action.
create function bench.note(company bigint, station bigint, actor text, action text, subject text, topic text, detail jsonb) returns void
language plpgsql as $$
begin
  insert into audit_entry (company_id, actor, action, subject, detail, request_id, source, station_id, at)
  values (company, actor, action, subject, detail, 'bench', '127.0.0.1', station, now());
  insert into outbox_event (company_id, station_id, topic, payload, at) values (company, station, topic, detail, now());
  insert into idempotency_key (company_id, actor, key, request_hash, answer, at)
  values (company, actor, 'raw-' || nextval('bench.turn'), sha256(convert_to(subject, 'UTF8')), detail::json, now());
end $$;

-- R1: a sale of a fuel and a good, every fifth paid by card, the others by a slip.
create function bench.take(till_n bigint, card_n bigint, way bigint) returns void language plpgsql as $$
declare
  till bench.till;
  purse bench.purse;
  counted bigint;
  made_no text;
  drawn bigint := nextval('bench.turn');
  received timestamptz;
  told bigint;
  volume bigint := 1000 + drawn % 3000;
  fuel bigint;
  cents bigint;
  made bigint;
  entry bigint;
  pay text := case way when 1 then 'card' else 'wx' end;
  slip text := case way when 1 then null else 'raw-' || drawn end;
begin
  select * into till from bench.till where n = till_n;
  select * into purse from bench.purse where company_id = till.company_id and nth = -card_n;
  fuel := (2 * volume * till.fuel_cents + 100) / 200;
  cents := fuel + till.goods_cents;
  insert into order_counter as counter (station_id, company_id, orders, received_date) values (till.station_id, till.company_id, 1, now())
  on conflict (company_id, station_id) do update set orders = counter.orders + 1, received_date = greatest(counter.received_date, now())
  returning orders, received_date into counted, received;
  insert into device_intake as intake (device_id, company_id, last_sequence) values (till.device_id, till.company_id, 1)
  on conflict (company_id, device_id) do update set last_sequence = intake.last_sequence + 1 returning last_sequence into told;
  made_no := till.station_code || '-' || lpad(counted::text, 8, '0');

  insert into sale_order (company_id, station_id, order_no, shift_id, type, status, total_cents, paid_cents, pay_type, money_flow,
    created_date, received_date, modified_date, device_id, sequence, nozzle_control_id, user_card_id, card_number, external_serial_no,
    intake_hash, intake_paid_cents)
  values (till.company_id, till.station_id, made_no, till.shift_id, 0, 'success', cents, cents, pay,
    case way when 1 then 'card' else 'clearing' end, now(), received, now(), till.device_id, told, till.nozzle_id,
    case way when 1 then purse.card_id end, case way when 1 then purse.number end, slip, sha256(convert_to(made_no, 'UTF8')), cents)
  returning id into made;
  insert into order_line (company_id, station_id, order_id, item_id, category_type, volume_cl, pieces, price_cents, list_price_cents,
    amount_cents, created_date)
  values (till.company_id, till.station_id, made, till.fuel_id, 'fuel', volume, 0, till.fuel_cents, till.fuel_cents, fuel, now()),
    (till.company_id, till.station_id, made, till.goods_id, 'normal', 0, 1, till.goods_cents, till.goods_cents, till.goods_cents, now());
  insert into pay_transaction (company_id, station_id, order_id, shift_id, serial, pay_type, amount_cents, status, user_card_id, device_id,
    external_serial_no, created_date)
  values (till.company_id, till.station_id, made, till.shift_id, made_no || '-1', pay, cents, 'success',
    case way when 1 then purse.card_id end, till.device_id, slip, now());
  if way = 1 then
    perform bench.card_pay(till.company_id, purse.card_id, null, cents, 'sales:' || till.station_id, 'payment:' || made_no || '-1', now(),
      false, 'device:' || till.device_id, till.station_id, made, null, 'Asia/Shanghai', true, false);
  else
    insert into ledger_entry (company_id, kind, ref, at, actor)
    values (till.company_id, 'order.payment', 'payment:' || made_no || '-1', now(), 'device:' || till.device_id) returning id into entry;
    insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
    values (entry, 1, till.company_id, till.tender_id, till.sales_id, cents);
    insert into ledger_delta (company_id, account_id, amount_cents)
    values (till.company_id, till.tender_id, -cents), (till.company_id, till.sales_id, cents);
  end if;
  perform bench.note(till.company_id, till.station_id, 'device:' || till.device_id, 'order.take', 'orders:' || made, 'order.taken',
    jsonb_build_object('orderId', made, 'orderNo', made_no, 'status', 'success', 'totalCents', cents, 'paidCents', cents, 'payType', pay));
end $$;

-- R1b: a hundred of them in one call.
create function bench.take_many(first_till bigint, tills bigint, cards bigint) returns void language plpgsql as $$
begin
  -- In the order of the stations, so that two calls wait for each other and do not deadlock.
  perform bench.take(n, 1 + floor(random() * cards)::bigint, 1 + floor(random() * 5)::bigint)
  from (select 1 + (first_till + nth) % tills as n from generate_series(1, 100) nth order by 1) as chosen;
end $$;

-- Money enough on the first cards of every company, most of it on the very first: they are the ones that many pay from.
-- Puts money on a card, as a top-up in cash at the first station of its company.
create function bench.give(company bigint, card bigint, cents bigint) returns void language plpgsql as $$
declare
  held user_card;
  before bigint := (select sum(balance_cents) from ledger_account where company_id = company and owner_id = card and is_purse);
  station bigint := (select station_id from bench.till where company_id = company order by n limit 1);
  entry ledger_entry;
begin
  select * into held from user_card where company_id = company and id = card;
  select * into entry from ledger_book(company, 'card.topUp', 'topUp:bench-' || nextval('bench.turn'), now(), false,
    'system:bench', null, array['tender:' || station || ':cash'], array['principal:' || card], array[cents]);
  insert into user_card_detail (company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents,
    debt_cents, balance_after_cents, pay_type, ledger_entry_id, created_date)
  values (company, station, card, held.user_id, 'charge', cents, cents, 0, 0, before + cents, 'cash', entry.id, entry.at);
end $$;

-- Of the cards that pay the first of each company is the one that all draw on; fifty have what a run needs.
create function bench.top_up() returns void language plpgsql as $$
begin
  perform bench.give(company_id, card_id, case nth when 1 then 100000000 else 10000000 end) from bench.purse where nth between 1 and 50;
end $$;

create table bench.due (n bigint primary key, order_id bigint, order_no text, company_id bigint, station_id bigint, shift_id bigint,
  device_id bigint);
create sequence bench.next_due;

-- Orders of 1.00 that wait to be paid: the tills of one company, or all of them, take turns.
create function bench.open_orders(wanted bigint, only_company bigint) returns void language plpgsql as $$
begin
  truncate bench.due;
  perform setval('bench.next_due', 1, false);
  create temp table turn on commit drop as
  select nth, till.*, coalesce(counter.orders, 0) + nth as number, coalesce(intake.last_sequence, 0) + nth as told
  from (select *, count(*) over () as tills, row_number() over (order by n) - 1 as place from bench.till
    where company_id = only_company or only_company is null) as till
  cross join lateral generate_series(1, (wanted / tills + 1)::int) as nth
  left join order_counter counter on counter.station_id = till.station_id
  left join device_intake intake on intake.device_id = till.device_id;

  with made as (
    insert into sale_order (company_id, station_id, order_no, shift_id, type, status, total_cents, created_date, received_date,
      modified_date, device_id, sequence, intake_hash)
    select company_id, station_id, station_code || '-' || lpad(number::text, 8, '0'), shift_id, 1, 'open', 100, now(), now(), now(),
      device_id, told, '\x00'
    from turn order by nth, n
    returning id, order_no, company_id, station_id, shift_id, device_id, sequence
  )
  insert into bench.due (n, order_id, order_no, company_id, station_id, shift_id, device_id)
  select row_number() over (order by sequence, id), id, order_no, company_id, station_id, shift_id, device_id from made;
  insert into order_line (company_id, station_id, order_id, item_id, category_type, pieces, price_cents, list_price_cents, amount_cents,
    created_date)
  select due.company_id, due.station_id, order_id, goods_id, 'normal', 1, 100, 100, 100, now()
  from bench.due join bench.till using (station_id);

  insert into order_counter as counter (station_id, company_id, orders, received_date)
  select station_id, company_id, max(number), now() from turn group by station_id, company_id
  on conflict (company_id, station_id) do update set orders = excluded.orders, received_date = greatest(counter.received_date, now());
  insert into device_intake (device_id, company_id, last_sequence)
  select device_id, company_id, max(told) from turn group by device_id, company_id
  on conflict (company_id, device_id) do update set last_sequence = excluded.last_sequence;
end $$;

-- R1h and its like on many cards: pays the next of these orders from the nth card of its company.
create function bench.pay(card_n bigint) returns void language plpgsql as $$
declare
  due bench.due;
  purse bench.purse;
  paid record;
  serial text;
  drawn bigint := nextval('bench.next_due');
begin
  select * into due from bench.due where n = drawn;
  if due.n is null then raise 'there are no more orders to be paid'; end if;
  select * into purse from bench.purse where company_id = due.company_id and nth = card_n;
  serial := due.order_no || '-1';
  select * into paid from bench.card_pay(due.company_id, purse.card_id, null, 100, 'sales:' || due.station_id, 'payment:' || serial, now(),
    false, 'device:' || due.device_id, due.station_id, due.order_id, null, 'Asia/Shanghai', false, false);
  if paid.refusal is not null then raise '% of card %', paid.refusal, purse.card_id; end if;
  update sale_order set status = 'success', paid_cents = 100, pay_type = 'card', money_flow = 'card', user_card_id = purse.card_id,
    card_number = purse.number, modified_date = now()
  where company_id = due.company_id and id = due.order_id;
  insert into pay_transaction (company_id, station_id, order_id, shift_id, serial, pay_type, amount_cents, status, user_card_id, device_id,
    created_date)
  values (due.company_id, due.station_id, due.order_id, due.shift_id, serial, 'card', 100, 'success', purse.card_id, due.device_id, now());
  perform bench.note(due.company_id, due.station_id, 'device:' || due.device_id, 'order.pay', 'orders:' || due.order_id, 'order.paid',
    jsonb_build_object('orderId', due.order_id, 'orderNo', due.order_no, 'status', 'success', 'paidCents', 100));
end $$;
