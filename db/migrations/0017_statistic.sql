-- Statistics: what was sold, paid and moved on cards, by the day and month of its station, and in all by the hour. Exact at every
-- moment: what the rows change is noted in their own transaction as deltas that only gather, and a fold brings the deltas into the
-- cells. Nobody waits for a busy cell, and whoever reads adds the two.

-- A change of what the rows say, at the moment of the row that it is about. `status` is that of the order or payment, or the type of a
-- card's movement; what belongs to no station bears the company's own id. Orders count once, lines once for each item of an order.
create table statistic_delta (
  id bigint primary key default next_id(),
  company_id bigint not null,
  station_id bigint not null,
  at timestamptz(3) not null,
  fact text not null check (fact in ('order', 'line', 'payment', 'card')),
  status text not null,
  type smallint,
  pay_type text,
  item_id bigint,
  nozzle_control_id bigint,
  employee_id bigint,
  device_id bigint,
  count bigint not null,
  volume_cl bigint not null default 0,
  pieces bigint not null default 0,
  amount_cents bigint not null,
  discount_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  principal_cents bigint not null default 0,
  gift_cents bigint not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
select guard_tenant('statistic_delta', 'select, insert, delete');
grant update on statistic_delta to forecourt_app; -- to hold them while they are folded

-- What the deltas came to. `grain` is h, d or m: the cell begins `at` an hour, day or month of the station's zone. `dimension` says what
-- `key` is: an item, a nozzle, an employee, a device; `standing` is what lists are filtered by, `status:type:payType`, and the way of
-- payment is read from it. Hours have one dimension, `all`: an hour of a nozzle has so few sales that they may as well be read themselves.
create table statistic_cell (
  company_id bigint not null,
  station_id bigint not null,
  fact text not null,
  dimension text not null,
  grain text not null,
  at timestamptz(3) not null,
  key text not null,
  count bigint not null,
  volume_cl bigint not null,
  pieces bigint not null,
  amount_cents bigint not null,
  discount_cents bigint not null,
  paid_cents bigint not null,
  refunded_cents bigint not null,
  principal_cents bigint not null,
  gift_cents bigint not null,
  primary key (station_id, fact, dimension, grain, at, key)
) with (fillfactor = 70);
select guard_tenant('statistic_cell');

-- Where a delta counts. An order counts with its litres and pieces, which its lines tell: of a line, only the item has count and money.
-- An order that was closed was no sale: it stands in the lists, and in nothing else.
create function statistic_keys(
  fact text, status text, type smallint, pay_type text, item_id bigint, nozzle_control_id bigint, employee_id bigint, device_id bigint
) returns table (cell text, dimension text, key text) language sql immutable as $$
  select case when fact = 'line' and cut.dimension <> 'item' then 'order' else fact end, cut.dimension, coalesce(cut.key, '')
  from (values
    ('standing', status || ':' || coalesce(type::text, '') || ':' || coalesce(pay_type, '')),
    ('all', ''),
    ('item', item_id::text),
    ('nozzle', nozzle_control_id::text),
    ('employee', employee_id::text),
    ('device', device_id::text)
  ) as cut (dimension, key)
  where cut.dimension = 'standing' or (status <> 'close' and (fact <> 'payment' or status = 'success') and case cut.dimension
    when 'all' then true
    when 'item' then fact = 'line'
    when 'nozzle' then fact in ('order', 'line')
    else fact <> 'card' end)
$$;

-- How finely each dimension is kept.
create view statistic_grain with (security_invoker) as
  select dimension, grain, unit from (values ('all', 'h', 'hour'), ('standing', 'd', 'day'), ('standing', 'm', 'month'),
    ('item', 'd', 'day'), ('item', 'm', 'month'), ('nozzle', 'd', 'day'), ('nozzle', 'm', 'month'), ('employee', 'd', 'day'),
    ('employee', 'm', 'month'), ('device', 'd', 'day'), ('device', 'm', 'month')) as kept (dimension, grain, unit);

-- The zone in which a station's days begin, and those of the company itself.
create view statistic_site with (security_invoker) as
  select id as station_id, company_id, time_zone from station
  union all select id, id, time_zone from company;

-- Deltas that wait, as the hours and days they will count into.
create view statistic_waiting with (security_invoker) as
select delta.company_id, delta.station_id, cell as fact, keys.dimension,
  date_trunc(case keys.dimension when 'all' then 'hour' else 'day' end, at, time_zone)::timestamptz(3) as at, keys.key,
  case when cell = fact then count else 0 end as count, volume_cl, pieces,
  case when cell = fact then amount_cents else 0 end as amount_cents, case when cell = fact
    then discount_cents else 0 end as discount_cents,
  paid_cents, refunded_cents, principal_cents, gift_cents
from statistic_delta delta
join statistic_site site on site.station_id = delta.station_id and site.company_id = delta.company_id
cross join lateral statistic_keys(fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id) as keys;

-- What the rows themselves say, in the shape of deltas: what the cells are built from, and proven against.
create view statistic_fact with (security_invoker) as
select company_id, station_id, created_date as at, 'order' as fact, status, type, pay_type, null::bigint as item_id, nozzle_control_id,
  employee_id, device_id, 1::bigint as count, 0::bigint as volume_cl, 0::bigint as pieces, total_cents as amount_cents, discount_cents,
  paid_cents, refunded_cents, 0::bigint as principal_cents, 0::bigint as gift_cents
from sale_order
union all
select sale.company_id, sale.station_id, sale.created_date, 'line', sale.status, sale.type, sale.pay_type, item_id, sale.nozzle_control_id,
  sale.employee_id, sale.device_id, 1, sum(volume_cl)::bigint, sum(pieces)::bigint, sum(amount_cents)::bigint,
  sum(line.discount_cents)::bigint, 0, 0, 0, 0
from sale_order sale join order_line line on line.order_id = sale.id
group by sale.id, sale.company_id, sale.station_id, sale.created_date, item_id
union all
select txn.company_id, txn.station_id, txn.created_date, 'payment', txn.status, null, txn.pay_type, null, null,
  coalesce(txn.user_id, sale.employee_id), txn.device_id, 1, 0, 0, txn.amount_cents, 0, 0, txn.refunded_cents, 0, 0
from pay_transaction txn join sale_order sale on sale.id = txn.order_id
union all
select company_id, coalesce(station_id, company_id), created_date, 'card', user_card_detail.type, null, pay_type, null, null, null, null,
  1, 0, 0, amount_cents, 0, 0, 0, principal_cents, gift_cents
from user_card_detail;
-- The same rows, as what they count into; `at` is the moment itself.
create view statistic_told with (security_invoker) as
select told.company_id, told.station_id, cell as fact, keys.dimension, at, keys.key,
  case when cell = fact then count else 0 end as count, volume_cl, pieces,
  case when cell = fact then amount_cents else 0 end as amount_cents, case when cell = fact
    then discount_cents else 0 end as discount_cents,
  paid_cents, refunded_cents, principal_cents, gift_cents
from statistic_fact told
cross join lateral statistic_keys(fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id) as keys;
grant select on statistic_grain, statistic_site, statistic_waiting, statistic_fact, statistic_told to forecourt_app;

-- The triggers: whoever writes a row, by whatever road, notes what it changes.
create function note_orders() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, nozzle_control_id, employee_id, device_id, count,
    amount_cents, discount_cents, paid_cents, refunded_cents)
  select company_id, station_id, created_date, 'order', status, type, pay_type, nozzle_control_id, employee_id, device_id, 1,
    total_cents, discount_cents, paid_cents, refunded_cents
  from added;
  return null;
end $$;
create trigger note_orders after insert on sale_order referencing new table as added for each statement execute function note_orders();

create function note_lines() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id,
    count, volume_cl, pieces, amount_cents, discount_cents)
  select sale.company_id, sale.station_id, sale.created_date, 'line', sale.status, sale.type, sale.pay_type, item_id,
    sale.nozzle_control_id,
    sale.employee_id, sale.device_id, 1, sum(volume_cl), sum(pieces), sum(amount_cents), sum(added.discount_cents)
  from added join sale_order sale on sale.id = order_id
  group by sale.id, item_id;
  return null;
end $$;
create trigger note_lines after insert on order_line referencing new table as added for each statement execute function note_lines();

create function note_payments() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, pay_type, employee_id, device_id, count, amount_cents,
    refunded_cents)
  select added.company_id, added.station_id, added.created_date, 'payment', added.status, added.pay_type,
    coalesce(user_id, sale.employee_id), added.device_id, 1, amount_cents, added.refunded_cents
  from added join sale_order sale on sale.id = order_id;
  return null;
end $$;
create trigger note_payments after insert on pay_transaction referencing new table as added
  for each statement execute function note_payments();

create function note_movements() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, pay_type, count, amount_cents, principal_cents, gift_cents)
  select company_id, coalesce(station_id, company_id), created_date, 'card', type, pay_type, 1, amount_cents, principal_cents, gift_cents
  from added;
  return null;
end $$;
create trigger note_movements after insert on user_card_detail referencing new table as added
  for each statement execute function note_movements();

-- What was counted so goes, what counts now comes; the moment stays that of the sale.
create function note_order_change() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, nozzle_control_id, employee_id, device_id, count,
    amount_cents, discount_cents, paid_cents, refunded_cents)
  select new.company_id, new.station_id, new.created_date, 'order', side.status, new.type, side.pay_type, new.nozzle_control_id,
    new.employee_id, new.device_id, sign, sign * new.total_cents, sign * new.discount_cents, sign * side.paid, sign * side.refunded
  from (values (-1, old.status, old.pay_type, old.paid_cents, old.refunded_cents),
    (1, new.status, new.pay_type, new.paid_cents, new.refunded_cents)) as side (sign, status, pay_type, paid, refunded);
  if (old.status, old.pay_type) is distinct from (new.status, new.pay_type) then
    insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id,
      device_id, count, volume_cl, pieces, amount_cents, discount_cents)
    select new.company_id, new.station_id, new.created_date, 'line', side.status, new.type, side.pay_type, item_id, new.nozzle_control_id,
      new.employee_id, new.device_id, sign, sign * sum(volume_cl), sign * sum(pieces), sign * sum(amount_cents),
      sign * sum(discount_cents)
    from order_line, (values (-1, old.status, old.pay_type), (1, new.status, new.pay_type)) as side (sign, status, pay_type)
    where order_id = new.id group by item_id, sign, side.status, side.pay_type;
  end if;
  return null;
end $$;
create trigger note_order_change after update on sale_order for each row
  when ((old.status, old.pay_type, old.paid_cents, old.refunded_cents)
    is distinct from (new.status, new.pay_type, new.paid_cents, new.refunded_cents))
  execute function note_order_change();

create function note_payment_change() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, pay_type, employee_id, device_id, count, amount_cents,
    refunded_cents)
  select new.company_id, new.station_id, new.created_date, 'payment', side.status, new.pay_type,
    coalesce(new.user_id, (select employee_id from sale_order where id = new.order_id)), new.device_id, sign, sign * new.amount_cents,
    sign * side.refunded
  from (values (-1, old.status, old.refunded_cents), (1, new.status, new.refunded_cents)) as side (sign, status, refunded);
  return null;
end $$;
create trigger note_payment_change after update on pay_transaction for each row
  when ((old.status, old.refunded_cents) is distinct from (new.status, new.refunded_cents)) execute function note_payment_change();

-- One fold at a time; whoever builds a station's cells anew waits for it.
create function statistic_lock() returns bigint language sql immutable as $$ select 7203951 $$;

-- Brings up to `most` of the waiting deltas into their cells and says how many there were.
create function statistic_fold(most int default 20000) returns bigint language plpgsql as $$
declare
  taken bigint;
begin
  if not pg_try_advisory_xact_lock(statistic_lock()) then return 0; end if;
  with waiting as (select id from statistic_delta order by id limit most),
  gone as (delete from statistic_delta using waiting where statistic_delta.id = waiting.id returning statistic_delta.*),
  finest as (
    select gone.company_id, gone.station_id, time_zone, cell as fact, keys.dimension,
      date_trunc(case keys.dimension when 'all' then 'hour' else 'day' end, at, time_zone) as at, keys.key,
      coalesce(sum(count) filter (where cell = fact), 0) as count, sum(volume_cl) as volume_cl, sum(pieces) as pieces,
      coalesce(sum(amount_cents) filter (where cell = fact), 0) as amount_cents,
      coalesce(sum(discount_cents) filter (where cell = fact), 0) as discount_cents, sum(paid_cents) as paid_cents,
      sum(refunded_cents) as refunded_cents, sum(principal_cents) as principal_cents, sum(gift_cents) as gift_cents
    from gone join statistic_site site on site.station_id = gone.station_id and site.company_id = gone.company_id
    cross join lateral statistic_keys(fact, status, type, pay_type, item_id, nozzle_control_id, employee_id, device_id) as keys
    group by 1, 2, 3, 4, 5, 6, 7
  ), folded as (
    insert into statistic_cell as cell (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
      discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
    select company_id, station_id, fact, dimension, grain, date_trunc(unit, at, time_zone), key, sum(count), sum(volume_cl),
      sum(pieces), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents), sum(principal_cents), sum(gift_cents)
    from finest join statistic_grain using (dimension)
    group by company_id, station_id, fact, dimension, grain, date_trunc(unit, at, time_zone), key
    on conflict (station_id, fact, dimension, grain, at, key) do update set count = cell.count + excluded.count,
      volume_cl = cell.volume_cl + excluded.volume_cl, pieces = cell.pieces + excluded.pieces,
      amount_cents = cell.amount_cents + excluded.amount_cents, discount_cents = cell.discount_cents + excluded.discount_cents,
      paid_cents = cell.paid_cents + excluded.paid_cents, refunded_cents = cell.refunded_cents + excluded.refunded_cents,
      principal_cents = cell.principal_cents + excluded.principal_cents, gift_cents = cell.gift_cents + excluded.gift_cents
  )
  select count(*) into taken from gone;
  return taken;
end $$;

-- Builds the cells of a station anew from its rows, in one snapshot with the deltas that they make superfluous.
create function statistic_rebuild(company bigint, station bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(statistic_lock());
  delete from statistic_cell where station_id = station and company_id = company;
  with gone as (delete from statistic_delta where station_id = station and company_id = company),
  finest as (
    select time_zone, fact, told.dimension, date_trunc(case told.dimension when 'all' then 'hour' else 'day' end, at, time_zone) as at,
      told.key, sum(count) as count, sum(volume_cl) as volume_cl, sum(pieces) as pieces, sum(amount_cents) as amount_cents,
      sum(discount_cents) as discount_cents, sum(paid_cents) as paid_cents, sum(refunded_cents) as refunded_cents,
      sum(principal_cents) as principal_cents, sum(gift_cents) as gift_cents
    from statistic_told told join statistic_site site on site.station_id = told.station_id and site.company_id = told.company_id
    where told.station_id = station and told.company_id = company
    group by 1, 2, 3, 4, 5
  )
  insert into statistic_cell (company_id, station_id, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents,
    discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents)
  select company, station, fact, dimension, grain, date_trunc(unit, at, time_zone), key, sum(count), sum(volume_cl),
    sum(pieces), sum(amount_cents), sum(discount_cents), sum(paid_cents), sum(refunded_cents), sum(principal_cents), sum(gift_cents)
  from finest join statistic_grain using (dimension)
  group by fact, dimension, grain, date_trunc(unit, at, time_zone), key;
end $$;
grant execute on function statistic_keys, statistic_lock, statistic_fold, statistic_rebuild to forecourt_app;
