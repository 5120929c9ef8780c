-- What was sold and how it was paid: orders, their lines and payments, and what devices still owe us.

-- One row for each station: the number of its last order, and the latest instant at which it received one. Orders queue here, so that
-- numbers have no holes and receivedDate never runs backwards within a station.
create table order_counter (
  station_id bigint primary key references station,
  company_id bigint not null references company,
  orders bigint not null default 0,
  received_date timestamptz(3) not null
) with (fillfactor = 50);
select guard_tenant('order_counter', 'select, insert, update');

create table sale_order (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  order_no text not null,
  -- The running shift that it counts into; belongs_shift is the closed one in which it was sold, when it came too late for it.
  shift_id bigint references daily_state,
  belongs_shift_id bigint references daily_state,
  type smallint not null check (type in (0, 1, 99)),
  status text not null default 'open' check (status in ('open', 'lock', 'success', 'fail', 'close', 'partiallyPaid')),
  total_cents bigint not null check (total_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents >= 0),
  paid_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  pay_type text,
  money_flow text check (money_flow in ('till', 'clearing', 'card', 'mixed')),
  created_date timestamptz(3) not null,
  received_date timestamptz(3) not null,
  modified_date timestamptz(3) not null,
  -- What the device's clock said, kept when the server's time stands in created_date.
  device_date timestamptz(3),
  device_id bigint,
  sequence bigint check (sequence > 0),
  nozzle_control_id bigint,
  user_card_id bigint references user_card,
  card_number text,
  employee_id bigint,
  fuel_method text check (fuel_method in ('amount', 'volume', 'full')),
  external_serial_no text,
  invoice_status text not null default 'uninvoiced' check (invoice_status in ('uninvoiced', 'invoicing', 'success', 'fail')),
  rating smallint check (rating between 1 and 5),
  clock_suspect boolean not null default false,
  late boolean not null default false,
  price_difference boolean not null default false,
  -- The very content that the device sent, as a fingerprint, and what was paid with it: the same again gets the same answer.
  intake_hash bytea,
  intake_paid_cents bigint not null default 0,
  locked_at timestamptz(3),
  check ((sequence is null) = (device_id is null)),
  check (clock_suspect = (device_date is not null)),
  check (late = (belongs_shift_id is not null)),
  -- What paid and refunded mean (decision O13).
  constraint "order.overpaid" check (paid_cents between 0 and total_cents),
  constraint "order.overRefunded" check (refunded_cents between 0 and paid_cents),
  check (case status
    when 'success' then paid_cents = total_cents
    when 'partiallyPaid' then paid_cents > 0 and paid_cents < total_cents
    when 'close' then refunded_cents = paid_cents
    else paid_cents = 0 end),
  constraint "order.sequenceTaken" unique (device_id, sequence),
  unique (company_id, order_no),
  foreign key (station_id, device_id) references device (station_id, id),
  foreign key (station_id, nozzle_control_id) references nozzle_control (station_id, id)
);
-- What was sold stays as it was told; only its payment, its invoice and its rating move on.
select guard_tenant('sale_order', 'select, insert');
grant update (status, paid_cents, refunded_cents, pay_type, money_flow, user_card_id, card_number, external_serial_no,
  modified_date, locked_at, invoice_status, rating) on sale_order to forecourt_app;
-- Totals of a station over a period are answered from this index alone; the tenant wall asks for the company.
create index on sale_order (station_id, created_date desc, id desc)
  include (company_id, status, type, pay_type, total_cents, discount_cents, paid_cents, refunded_cents);
create index on sale_order (station_id, modified_date desc, id desc);
create index on sale_order (company_id, created_date desc, id desc);
create index on sale_order (station_id, status) where status not in ('success', 'close');
create index on sale_order (shift_id);
create index on sale_order (belongs_shift_id) where belongs_shift_id is not null;
create index on sale_order (nozzle_control_id, created_date desc) where nozzle_control_id is not null;
create index on sale_order (user_card_id, created_date desc) where user_card_id is not null;
create index on sale_order (company_id, card_number) where card_number is not null;
create index on sale_order (employee_id, created_date desc) where employee_id is not null;
create index on sale_order (company_id, external_serial_no) where external_serial_no is not null;

-- Where an order may go from each status (decision D1). A payment passes through lock within its own transaction.
create function order_may_become(from_status text, to_status text) returns boolean language sql immutable as $$
  select to_status = any (case from_status
    when 'open' then array['lock', 'close', 'success', 'partiallyPaid']
    when 'lock' then array['open', 'success', 'fail', 'partiallyPaid']
    when 'fail' then array['open']
    when 'partiallyPaid' then array['success', 'close']
    else array[]::text[] end)
$$;
grant execute on function order_may_become to forecourt_app;
create function keep_order_status() returns trigger language plpgsql as $$
begin
  if not order_may_become(old.status, new.status) then
    raise 'an order does not go from % to %', old.status, new.status using errcode = 'check_violation', constraint = 'order.statusForbids';
  end if;
  return new;
end $$;
create trigger keep_order_status before update of status on sale_order for each row
  when (old.status is distinct from new.status) execute function keep_order_status();

-- Fuel is measured in centilitres, goods are counted in pieces; a price is for one litre or one piece.
create table order_line (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  order_id bigint not null references sale_order,
  item_id bigint not null,
  category_type text not null check (category_type in ('fuel', 'normal')),
  volume_cl bigint not null default 0 check (volume_cl >= 0),
  pieces bigint not null default 0 check (pieces >= 0),
  quantity bigint not null generated always as (volume_cl + pieces) stored,
  price_cents bigint check (price_cents >= 0),
  price_derived boolean not null default false,
  list_price_cents bigint,
  amount_cents bigint not null check (amount_cents >= 0),
  discount_cents bigint not null default 0,
  totaliser_end_cl bigint,
  created_date timestamptz(3) not null,
  constraint "order.discountTooLarge" check (discount_cents between 0 and amount_cents),
  check (case category_type when 'fuel' then pieces = 0 else volume_cl = 0 end),
  -- Rounded once, half up; a derived price follows from the amount instead, and is unknown where nothing was measured.
  check (price_derived or (price_cents is not null
    and amount_cents = (case category_type when 'fuel' then (2 * volume_cl * price_cents + 100) / 200 else pieces * price_cents end))),
  foreign key (station_id, item_id) references item (station_id, id)
);
select guard_tenant('order_line', 'select, insert');
select make_final('order_line');
create index on order_line (order_id);
create index on order_line (station_id, created_date desc, id desc)
  include (company_id, item_id, category_type, volume_cl, pieces, amount_cents, discount_cents);
create index on order_line (item_id, created_date desc);
create index on order_line (company_id, created_date desc, id desc);

create table pay_transaction (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  order_id bigint not null references sale_order,
  -- The running shift that took the money.
  shift_id bigint references daily_state,
  serial text not null,
  pay_type text not null check (pay_type in ('wx', 'ali', 'unionPay', 'qrCode', 'faceCode', 'barCode', 'jsApi', 'card', 'sinopecUserCard',
    'egUserCard', 'sinopecOtherCard', 'externalUserCard', 'hsCard12', 'hsCard15', 'hsCardOther', 'unionCard', 'union', 'debit', 'score',
    'free', 'douyin', 'coupon', 'other', 'tuanYou', 'bankCard', 'didi', 'huochebang', 'gift', 'yijiayou', 'tuhu', 'cash')),
  amount_cents bigint not null check (amount_cents > 0),
  refunded_cents bigint not null default 0,
  status text not null check (status in ('success', 'fail')),
  user_card_id bigint references user_card,
  user_id bigint,
  device_id bigint,
  external_serial_no text,
  created_date timestamptz(3) not null,
  check ((pay_type = 'card') = (user_card_id is not null)),
  constraint "transaction.overRefunded" check (refunded_cents between 0 and amount_cents),
  unique (company_id, serial),
  foreign key (station_id, device_id) references device (station_id, id)
);
select guard_tenant('pay_transaction', 'select, insert');
grant update (refunded_cents) on pay_transaction to forecourt_app;
-- A slip of a platform pays once.
create unique index "transaction.serialTaken" on pay_transaction (company_id, pay_type, external_serial_no)
  where external_serial_no is not null;
create index on pay_transaction (order_id);
create index on pay_transaction (station_id, created_date desc, id desc)
  include (company_id, pay_type, status, amount_cents, refunded_cents);
create index on pay_transaction (company_id, created_date desc, id desc);
create index on pay_transaction (shift_id);
create index on pay_transaction (user_card_id, created_date desc) where user_card_id is not null;
create index on pay_transaction (device_id, created_date desc) where device_id is not null;

-- The highest number that a device has sent, and the runs below it that never came.
create table device_intake (
  device_id bigint primary key references device,
  company_id bigint not null references company,
  last_sequence bigint not null default 0
) with (fillfactor = 50);
select guard_tenant('device_intake', 'select, insert, update');
create table device_gap (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  device_id bigint not null references device,
  from_sequence bigint not null check (from_sequence > 0),
  to_sequence bigint not null check (to_sequence >= from_sequence),
  missing bigint not null generated always as (to_sequence - from_sequence + 1) stored,
  created_date timestamptz(3) not null
);
select guard_tenant('device_gap');
create unique index on device_gap (device_id, to_sequence);
create index on device_gap (station_id, created_date desc, id desc);

-- The books as auditors read them; each sees what the caller may see.
create schema if not exists audit;
grant usage on schema audit to forecourt_app;
create view audit."order" with (security_invoker = true) as
  select id, company_id, station_id, order_no, shift_id, belongs_shift_id, type, status, total_cents, discount_cents, paid_cents,
    refunded_cents, pay_type, created_date, received_date, device_id, sequence, user_card_id from sale_order;
create view audit.line with (security_invoker = true) as
  select id, company_id, station_id, order_id, item_id, category_type, volume_cl, pieces, price_cents, price_derived, list_price_cents,
    amount_cents, discount_cents, created_date from order_line;
create view audit.txn with (security_invoker = true) as
  select id, company_id, station_id, order_id, shift_id, serial, pay_type, amount_cents, refunded_cents, status, user_card_id, user_id,
    external_serial_no, created_date from pay_transaction;
grant select on audit."order", audit.line, audit.txn to forecourt_app;
