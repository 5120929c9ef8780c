-- What is lowered for a card, a product of cards or a fleet: a record of its own, to which they are bound; and which movements of a card
-- are billed.

create table discount (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  cents_per_l bigint check (cents_per_l between 1 and 10000000),
  percent numeric(5, 2) check (percent >= 0 and percent < 100),
  -- Empty: all of them.
  products jsonb not null default '[]',
  stations jsonb not null default '[]',
  hours jsonb not null default '[]',
  valid_from date,
  valid_until date,
  remark text not null default '',
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "discount.nameTaken" unique (company_id, name),
  constraint "discount.oneOfBoth" check ((cents_per_l is null) <> (percent is null)),
  constraint "discount.endsBeforeBegin" check (valid_from <= valid_until)
);
select guard_tenant('discount');

alter table card add column discount_id bigint, add column valid_months int check (valid_months between 1 and 600);
alter table card add foreign key (company_id, discount_id) references discount (company_id, id);
create index on card (company_id, discount_id) where discount_id is not null;
alter table fleet add column discount_id bigint;
alter table fleet add foreign key (company_id, discount_id) references discount (company_id, id);
create index on fleet (company_id, discount_id) where discount_id is not null;

alter table user_card add column discount_id bigint,
  add column billing_type text not null default 'charge' check (billing_type in ('forbidden', 'consume', 'charge'));
alter table user_card add foreign key (company_id, discount_id) references discount (company_id, id);
create index on user_card (company_id, discount_id) where discount_id is not null;

-- How its card was billed when the movement was made: a change counts from the next one. Null before there was a choice.
alter table user_card_detail add column billing_type text check (billing_type in ('forbidden', 'consume', 'charge'));
do $$
begin
  drop trigger final on user_card_detail;
  execute format('create trigger final before update of %s or delete or truncate on user_card_detail for each statement
    execute function final()', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = 'user_card_detail'::regclass and attnum > 0 and not attisdropped
      and attname not in ('created_date', 'clock_fault_id', 'clock_suspect', 'use_day', 'use_cl', 'use_fills')));
end $$;

create or replace view user_card_detail_report with (security_invoker = true) as
  select id, company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents, debt_cents,
    balance_after_cents, in_cents, out_cents, pay_type, order_id, reverses_id, operator_id, ledger_entry_id, remark, created_date,
    shift_id, with_password, clock_fault_id, clock_suspect,
    case when type = 'charge' and pay_type is not null then case when exists (
      select from user_card_detail back
      where back.company_id = movement.company_id and back.reverses_id = movement.id and back.type = 'refundCharge')
      then 'refunded' else 'notRefunded' end end as refund_status,
    -- A top-up of a card that is billed as it is used has no invoice, nor has one of a card that is never billed.
    case when type = 'charge' and pay_type is not null and coalesce(billing_type, 'charge') = 'charge'
      then 'uninvoiced' end as invoice_status,
    billing_type
  from user_card_detail movement;

create or replace view user_card_state with (security_invoker = true) as
  select card.id, card.version, card.company_id, card.number, card.physical_number, card.name, card.kind, card.status, card.card_id,
    card.user_id, card.parent_id, card.payment_cents_max, card.day_cents_max, card.password_from_cents, card.has_pay_password,
    card.remark, card.issue_time, card.created_date,
    principal.balance_cents + gift.balance_cents as value, frozen.balance_cents as lock_value,
    principal.balance_cents as principal_cents, gift.balance_cents as gift_cents, debt.balance_cents as debt_cents,
    (select count(*) from user_card child
      where child.company_id = card.company_id and child.parent_id = card.id)::integer as child_card_num,
    card.group_id, card.closed_time, card.valid_until, card.limit_profile_id, card.range_of_use,
    (select coalesce(sum(principal_cents + gift_cents), 0) from card_authorisation held
      where held.company_id = card.company_id and held.user_card_id = card.id and held.status in ('open', 'gray'))::bigint as held_cents,
    card.to_write, card.discount_id,
    -- A fleet's stands for all of its cards.
    coalesce(fleet.invoice_type, card.billing_type) as billing_type
  from user_card card
  left join ledger_account principal on principal.company_id = card.company_id and principal.id = card.principal_id
  left join ledger_account gift on gift.company_id = card.company_id and gift.id = card.gift_id
  left join ledger_account frozen on frozen.company_id = card.company_id and frozen.id = card.lock_id
  left join ledger_account debt on debt.company_id = card.company_id and debt.id = card.debt_id
  left join fleet on fleet.company_id = card.company_id and fleet.id = card.group_id;

alter table order_discount drop constraint order_discount_kind_check;
alter table order_discount add constraint order_discount_kind_check
  check (kind in ('terminal', 'cashier', 'coupon', 'card', 'fleet', 'level', 'activity'));

-- It answers more than it did; db/routines brings it anew.
drop function if exists card_hold(bigint, jsonb, boolean);
