-- What happens to an order after it was sold: money given back, discounts by name, sales that somebody enters later.

-- Money given back for a payment, once each and for good. It belongs to the shift that gave it, whichever took the payment.
create table refund (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  order_id bigint not null references sale_order,
  transaction_id bigint not null references pay_transaction,
  shift_id bigint not null references daily_state,
  serial text not null,
  mode text not null check (mode in ('original', 'cash')),
  -- What of the payment was undone, and how much of it left the till, the platform or went back to the card. The rest was a gift, which
  -- is taken back and never paid out, or a debt that nobody had paid.
  amount_cents bigint not null check (amount_cents > 0),
  paid_out_cents bigint not null check (paid_out_cents between 0 and amount_cents),
  pay_type text not null,
  user_card_id bigint references user_card,
  reason text not null check (reason in ('paidWrong', 'changeTender', 'other')),
  remark text not null default '',
  -- Undone by whoever took the payment, in the same shift.
  revoked boolean not null default false,
  user_id bigint,
  created_date timestamptz(3) not null,
  constraint "refund.remarkMissing" check (reason <> 'other' or remark <> ''),
  unique (company_id, serial)
);
select guard_tenant('refund', 'select, insert');
select make_final('refund');
create index on refund (order_id);
create index on refund (transaction_id);
create index on refund (shift_id);
create index on refund (station_id, created_date desc, id desc) include (company_id, amount_cents, paid_out_cents);
create index on refund (company_id, created_date desc, id desc);
create index on refund (user_card_id, created_date desc) where user_card_id is not null;

-- How far an order or a payment was given back, in one word.
create function refund_status(paid bigint, refunded bigint) returns text language sql immutable as $$
  select case when refunded = 0 then 'notRefunded' when refunded < paid then 'partlyRefunded' else 'refunded' end
$$;
grant execute on function refund_status to forecourt_app;
alter table sale_order add column refund_status text not null generated always as (refund_status(paid_cents, refunded_cents)) stored;
alter table pay_transaction add column refund_status text not null
  generated always as (refund_status(amount_cents, refunded_cents)) stored;
create index on sale_order (station_id, created_date desc) where refunded_cents > 0;

-- Why a line cost less, one row for each reason: what a terminal gave, a cashier allowed, a coupon, a level or an activity brought.
create table order_discount (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  order_id bigint not null references sale_order,
  item_id bigint not null,
  kind text not null check (kind in ('terminal', 'cashier', 'coupon', 'level', 'activity')),
  name text not null default '',
  -- The coupon, level or activity.
  source_id bigint,
  amount_cents bigint not null check (amount_cents > 0),
  created_date timestamptz(3) not null,
  constraint "discount.nameMissing" check (kind = 'terminal' or name <> ''),
  foreign key (station_id, item_id) references item (station_id, id)
);
select guard_tenant('order_discount', 'select, insert');
select make_final('order_discount');
create index on order_discount (order_id);
create index on order_discount (station_id, created_date desc, id desc);
create index on order_discount (company_id, created_date desc, id desc);

-- Lines say in passing what their discounts are called; what they leave unnamed, the terminal gave.
alter table order_line add column discounts jsonb;
create function name_discounts() returns trigger language plpgsql as $$
begin
  insert into order_discount (company_id, station_id, order_id, item_id, kind, name, source_id, amount_cents, created_date)
  select company_id, station_id, order_id, item_id, given.kind, given.name, given.source_id, given.amount_cents, created_date
  from added cross join lateral (
    select kind, name, source_id, amount_cents
    from jsonb_to_recordset(discounts) as named (kind text, name text, source_id bigint, amount_cents bigint)
    union all
    select 'terminal', '', null, discount_cents - coalesce(
      (select sum(amount_cents) from jsonb_to_recordset(discounts) as named (amount_cents bigint)), 0)::bigint
  ) as given
  where discount_cents > 0 and given.amount_cents <> 0;
  return null;
end $$;
create trigger name_discounts after insert on order_line referencing new table as added
  for each statement execute function name_discounts();
-- What was given before discounts had names. The wall is as high for the owner of the tables as for everyone.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into order_discount (company_id, station_id, order_id, item_id, kind, amount_cents, created_date)
select company_id, station_id, order_id, item_id, 'terminal', discount_cents, created_date from order_line where discount_cents > 0;

-- A sale that was missed and entered by hand says why.
alter table sale_order add column remark text not null default '';
alter table sale_order add constraint "order.remarkMissing" check (type <> 99 or remark <> '') not valid;

-- A top-up is given back once.
create unique index "card.topUpRefunded" on user_card_detail (reverses_id) where type = 'refundCharge';

create view audit.refund with (security_invoker = true) as
  select id, company_id, station_id, order_id, transaction_id, shift_id, serial, mode, amount_cents, paid_out_cents, pay_type,
    user_card_id, reason, revoked, user_id, created_date from refund;
create view audit.discount with (security_invoker = true) as
  select id, company_id, station_id, order_id, item_id, kind, name, source_id, amount_cents, created_date from order_discount;
grant select on audit.refund, audit.discount to forecourt_app;
