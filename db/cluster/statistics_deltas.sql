-- What each of these triggers writes is written company by company, as one statement that says which company's rows they are: on a database
-- of several machines they lie on the machine of the rows that have changed. The rows are read again by their ids, for what a statement
-- has changed is known to its own trigger alone.

-- Adds what aggregates of stations have gained to those of their companies.
create or replace function note_aggregates()
returns trigger
language plpgsql as $$
declare
  changes statistic_whole[];
  owner_id bigint;
begin
  if tg_op = 'INSERT' then
    changes := (select array_agg(row(company_id, fact, grain, at, key, count, amount_cents, discount_cents, paid_cents, refunded_cents,
      volume_cl, pieces)::statistic_whole) from added where dimension = 'status');
  elsif tg_op = 'DELETE' then
    changes := (select array_agg(row(company_id, fact, grain, at, key, -count, -amount_cents, -discount_cents, -paid_cents,
      -refunded_cents, -volume_cl, -pieces)::statistic_whole) from gone where dimension = 'status');
  else
    changes := (
      select array_agg(row(company_id, fact, grain, at, key, sign * count, sign * amount_cents, sign * discount_cents, sign * paid_cents,
        sign * refunded_cents, sign * volume_cl, sign * pieces)::statistic_whole)
      from (select 1 as sign, * from added union all select -1, * from gone) as aggregate where dimension = 'status');
  end if;
  for owner_id in select distinct company_id from unnest(changes) loop
    insert into statistic_whole as whole (company_id, fact, grain, at, key, count, amount_cents, discount_cents, paid_cents,
      refunded_cents, volume_cl, pieces)
    select owner.id, fact, grain, at, key, sum(count), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents),
      sum(volume_cl), sum(pieces)
    from unnest(changes) as change join company owner on owner.id = change.company_id
    where owner.id = owner_id group by owner.id, fact, grain, at, key
    on conflict (company_id, fact, grain, at, key) do update set count = whole.count + excluded.count,
      amount_cents = whole.amount_cents + excluded.amount_cents, discount_cents = whole.discount_cents + excluded.discount_cents,
      paid_cents = whole.paid_cents + excluded.paid_cents, refunded_cents = whole.refunded_cents + excluded.refunded_cents,
      volume_cl = whole.volume_cl + excluded.volume_cl, pieces = whole.pieces + excluded.pieces;
  end loop;
  return null;
end $$;

-- Orders, for the statistics.
create or replace function note_orders()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  orders bigint[];
begin
  for owner_id, orders in select company_id, array_agg(id) from added group by company_id loop
    insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, nozzle_control_id, employee_id, device_id,
      count, amount_cents, discount_cents, paid_cents, refunded_cents)
    select company_id, station_id, created_date, 'order', status, type, pay_type, nozzle_control_id, employee_id, device_id, 1,
      total_cents, discount_cents, paid_cents, refunded_cents
    from sale_order where company_id = owner_id and id = any (orders);
  end loop;
  return null;
end $$;

-- Movements of cards, for the statistics.
create or replace function note_movements()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  movements bigint[];
begin
  for owner_id, movements in select company_id, array_agg(id) from added group by company_id loop
    insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, count, amount_cents, principal_cents,
      gift_cents)
    select moved.company_id, coalesce(station_id, moved.company_id), moved.created_date, 'card', moved.type,
      card_kind_no(card.kind, card.registered_time, moved.created_date),
      pay_type, 1, amount_cents, principal_cents, gift_cents
    from user_card_detail moved join user_card card on card.company_id = moved.company_id and card.id = user_card_id
    where moved.company_id = owner_id and moved.id = any (movements);
  end loop;
  return null;
end $$;

-- Orders that have changed, for the statistics.
create or replace function note_order_changes()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  orders bigint[];
  dates timestamptz[];
  statuses text[];
  pay_types text[];
  totals bigint[];
  discounts bigint[];
  paid bigint[];
  refunded bigint[];
begin
  for owner_id, orders, dates, statuses, pay_types, totals, discounts, paid, refunded in
    select company_id, array_agg(id), array_agg(earlier.created_date), array_agg(earlier.status), array_agg(earlier.pay_type),
      array_agg(earlier.total_cents), array_agg(earlier.discount_cents), array_agg(earlier.paid_cents), array_agg(earlier.refunded_cents)
    from earlier join later using (company_id, id)
    where (earlier.created_date, earlier.status, earlier.pay_type, earlier.total_cents, earlier.paid_cents, earlier.refunded_cents)
      is distinct from (later.created_date, later.status, later.pay_type, later.total_cents, later.paid_cents, later.refunded_cents)
    group by company_id
  loop
    insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, nozzle_control_id, employee_id, device_id,
      count, amount_cents, discount_cents, paid_cents, refunded_cents)
    select sale.company_id, sale.station_id, side.at, 'order', side.status, sale.type, side.pay_type, sale.nozzle_control_id,
      sale.employee_id, sale.device_id, sign, sign * side.total, sign * side.discount, sign * side.paid, sign * side.refunded
    from unnest(orders, dates, statuses, pay_types, totals, discounts, paid, refunded)
      as before (id, at, status, pay_type, total, discount, paid, refunded)
    join sale_order sale on sale.id = before.id
    cross join lateral (values
      (-1, before.at, before.status, before.pay_type, before.total, before.discount, before.paid, before.refunded),
      (1, sale.created_date, sale.status, sale.pay_type, sale.total_cents, sale.discount_cents, sale.paid_cents, sale.refunded_cents))
      as side (sign, at, status, pay_type, total, discount, paid, refunded)
    where sale.company_id = owner_id;
    insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id,
      device_id, count, volume_cl, pieces, amount_cents, discount_cents)
    select sale.company_id, sale.station_id, side.at, 'line', side.status, sale.type, side.pay_type, line.item_id,
      sale.nozzle_control_id, sale.employee_id, sale.device_id, sign, sign * sum(line.volume_cl), sign * sum(line.pieces),
      sign * sum(line.amount_cents), sign * sum(line.discount_cents)
    from unnest(orders, dates, statuses, pay_types) as before (id, at, status, pay_type)
    join sale_order sale on sale.id = before.id
    join order_line line on line.company_id = sale.company_id and line.order_id = sale.id
    cross join lateral (values (-1, before.at, before.status, before.pay_type),
      (1, sale.created_date, sale.status, sale.pay_type)) as side (sign, at, status, pay_type)
    where sale.company_id = owner_id
      and (before.at, before.status, before.pay_type) is distinct from (sale.created_date, sale.status, sale.pay_type)
    group by sale.company_id, sale.id, side.sign, side.at, side.status, side.pay_type, line.item_id;
  end loop;
  return null;
end $$;

-- Lines that have been sold, for the statistics: of an order and an item together.
create or replace function note_lines()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  lines bigint[];
begin
  for owner_id, lines in select company_id, array_agg(id) from added group by company_id loop
    insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id,
      device_id, count, volume_cl, pieces, amount_cents, discount_cents)
    select sale.company_id, sale.station_id, sale.created_date, 'line', sale.status, sale.type, sale.pay_type, line.item_id,
      sale.nozzle_control_id, sale.employee_id, sale.device_id, 1, sum(line.volume_cl), sum(line.pieces), sum(line.amount_cents),
      sum(line.discount_cents)
    from order_line line join sale_order sale on sale.company_id = line.company_id and sale.id = line.order_id
    where line.company_id = owner_id and line.id = any (lines)
    group by sale.company_id, sale.id, line.item_id;
  end loop;
  return null;
end $$;

-- What a discount has taken off lines that stood already, for the statistics: they are counted as before.
create or replace function note_line_changes()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  lines bigint[];
  discounts bigint[];
begin
  for owner_id, lines, discounts in
    select company_id, array_agg(id), array_agg(earlier.discount_cents) from earlier join later using (company_id, id)
    where earlier.discount_cents <> later.discount_cents group by company_id
  loop
    insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id,
      device_id, count, volume_cl, pieces, amount_cents, discount_cents)
    select sale.company_id, sale.station_id, sale.created_date, 'line', sale.status, sale.type, sale.pay_type, line.item_id,
      sale.nozzle_control_id, sale.employee_id, sale.device_id, 0, 0, 0, 0, line.discount_cents - before.discount_cents
    from unnest(lines, discounts) as before (id, discount_cents)
    join order_line line on line.id = before.id
    join sale_order sale on sale.company_id = line.company_id and sale.id = line.order_id
    where line.company_id = owner_id;
  end loop;
  return null;
end $$;

-- Payments that were taken, for the statistics.
create or replace function note_payments()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  payments bigint[];
begin
  for owner_id, payments in select company_id, array_agg(id) from added group by company_id loop
    insert into statistic_delta (company_id, station_id, at, fact, status, pay_type, employee_id, device_id, count, amount_cents,
      refunded_cents)
    select payment.company_id, payment.station_id, payment.created_date, 'payment', payment.status, payment.pay_type,
      coalesce(user_id, sale.employee_id), payment.device_id, 1, amount_cents, payment.refunded_cents
    from pay_transaction payment join sale_order sale on sale.company_id = payment.company_id and sale.id = order_id
    where payment.company_id = owner_id and payment.id = any (payments);
  end loop;
  return null;
end $$;

-- Movements of cards whose date has changed, for the statistics.
create or replace function note_movement_changes()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  movements bigint[];
  dates timestamptz[];
begin
  for owner_id, movements, dates in
    select company_id, array_agg(id), array_agg(earlier.created_date) from earlier join later using (company_id, id)
    where earlier.created_date <> later.created_date group by company_id
  loop
    insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, count, amount_cents, principal_cents,
      gift_cents)
    select moved.company_id, coalesce(moved.station_id, moved.company_id), side.at, 'card', moved.type,
      card_kind_no(card.kind, card.registered_time, side.at),
      moved.pay_type, sign, sign * moved.amount_cents, sign * moved.principal_cents, sign * moved.gift_cents
    from unnest(movements, dates) as before (id, at)
    join user_card_detail moved on moved.id = before.id
    join user_card card on card.company_id = moved.company_id and card.id = moved.user_card_id
    cross join lateral (values (-1, before.at), (1, moved.created_date)) as side (sign, at)
    where moved.company_id = owner_id;
  end loop;
  return null;
end $$;

-- Payments that have changed, for the statistics.
create or replace function note_payment_changes()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  payments bigint[];
  dates timestamptz[];
  statuses text[];
  refunded bigint[];
begin
  for owner_id, payments, dates, statuses, refunded in
    select company_id, array_agg(id), array_agg(earlier.created_date), array_agg(earlier.status), array_agg(earlier.refunded_cents)
    from earlier join later using (company_id, id)
    where (earlier.created_date, earlier.status, earlier.refunded_cents)
      is distinct from (later.created_date, later.status, later.refunded_cents)
    group by company_id
  loop
    insert into statistic_delta (company_id, station_id, at, fact, status, pay_type, employee_id, device_id, count, amount_cents,
      refunded_cents)
    select payment.company_id, payment.station_id, side.at, 'payment', side.status, payment.pay_type,
      coalesce(payment.user_id, sale.employee_id), payment.device_id, sign, sign * payment.amount_cents, sign * side.refunded
    from unnest(payments, dates, statuses, refunded) as before (id, at, status, refunded)
    join pay_transaction payment on payment.id = before.id
    join sale_order sale on sale.company_id = payment.company_id and sale.id = payment.order_id
    cross join lateral (values (-1, before.at, before.status, before.refunded),
      (1, payment.created_date, payment.status, payment.refunded_cents)) as side (sign, at, status, refunded)
    where payment.company_id = owner_id;
  end loop;
  return null;
end $$;
