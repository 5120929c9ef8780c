-- R0: the least that a sale can be. An order, its lines, its payment, two entries, and the balances they come to: nothing is noted of
-- it for anybody else.
create table bench.lean_order (id bigint primary key, station_id bigint not null, at timestamptz not null, total_cents bigint not null);
create table bench.lean_line (order_id bigint, line smallint, item_id bigint not null, volume_cl bigint not null, amount_cents bigint
  not null, primary key (order_id, line));
create table bench.lean_payment (order_id bigint primary key, pay_type text not null, amount_cents bigint not null);
create table bench.lean_entry (order_id bigint, account_id bigint, amount_cents bigint not null, primary key (order_id, account_id));
create table bench.lean_balance (account_id bigint primary key, balance_cents bigint not null);
insert into bench.lean_balance select unnest(array[tender_id, sales_id]), 0 from bench.till on conflict do nothing;
create function bench.take_lean(till_n bigint) returns void language plpgsql as $$
declare
  till bench.till;
  made bigint := nextval('bench.turn');
  volume bigint := 1000 + made % 3000;
  fuel bigint;
  cents bigint;
begin
  select * into till from bench.till where n = till_n;
  fuel := (2 * volume * till.fuel_cents + 100) / 200;
  cents := fuel + till.goods_cents;
  insert into bench.lean_order values (made, till.station_id, now(), cents);
  insert into bench.lean_line values (made, 1, till.fuel_id, volume, fuel), (made, 2, till.goods_id, 0, till.goods_cents);
  insert into bench.lean_payment values (made, 'wx', cents);
  insert into bench.lean_entry values (made, till.tender_id, -cents), (made, till.sales_id, cents);
  update bench.lean_balance set balance_cents = balance_cents - cents where account_id = till.tender_id;
  update bench.lean_balance set balance_cents = balance_cents + cents where account_id = till.sales_id;
end $$;
