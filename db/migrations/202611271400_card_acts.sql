-- Acts on cards: an account is closed for good when its card is returned, gets other plastic when that is replaced, and may have a last
-- day.

alter table user_card add column closed_time timestamptz(3), add column valid_until date, add column registered_time timestamptz(3);
-- A card that was returned never pays again, whatever is done to its status.
alter table user_card add constraint user_card_closed check (closed_time is null or status = 'disable');

-- Numbers that accounts had before their plastic was replaced. A number belongs to one account for ever: the old one finds it, and pays
-- nothing. Until the new chip is confirmed, `replaced_at` is null and the account keeps the number that it has.
create table card_replacement (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_card_id bigint not null,
  number text not null,
  successor text not null check (successor <> number),
  reason text not null check (reason in ('lost', 'stolen', 'damaged')),
  remark text not null default '',
  asked_at timestamptz(3) not null,
  asked_by text not null,
  replaced_at timestamptz(3) check (replaced_at >= asked_at),
  primary key (company_id, id),
  constraint card_replacement_number unique (company_id, number),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('card_replacement', 'select, insert, update, delete');
create unique index card_replacement_pending on card_replacement (company_id, user_card_id) where replaced_at is null;
create index on card_replacement (company_id, user_card_id);

-- A card that was returned: what was paid out and how, and what became of its chip.
create table card_return (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_card_id bigint not null,
  station_id bigint,
  -- Null where nothing was paid out over the counter: a sub card gives its money back to its master.
  pay_type text,
  slip_no text,
  principal_cents bigint not null check (principal_cents >= 0),
  gift_cents bigint not null check (gift_cents >= 0),
  ledger_entry_id bigint,
  chip text not null check (chip in ('none', 'stock', 'scrapped')),
  remark text not null,
  returned_at timestamptz(3) not null,
  returned_by text not null,
  primary key (company_id, id),
  constraint "card.returned" unique (company_id, user_card_id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, ledger_entry_id) references ledger_entry (company_id, id),
  check ((ledger_entry_id is null) = (principal_cents + gift_cents = 0)),
  -- Money of a platform or a bank is sent back on a slip of its own.
  check (pay_type is null or (slip_no is null) = (pay_type = 'cash'))
);
select guard_tenant('card_return', 'select, insert');
create index on card_return (company_id, station_id);
create index on card_return (company_id, ledger_entry_id);

-- While its plastic is replaced, an account has the chip that is to go and the one that is to come.
drop index "cardInfo.boundToOther";
create unique index "cardInfo.boundToOther" on card_info (company_id, user_card_id) where issue_time is not null;
create unique index card_info_reserved_for on card_info (company_id, user_card_id) where user_card_id is not null and issue_time is null;
create index on card_info (company_id, user_card_id) where user_card_id is not null;

create or replace view user_card_state with (security_invoker = true) as
  select card.id, card.version, card.company_id, card.number, card.physical_number, card.name, card.kind, card.status, card.card_id,
    card.user_id, card.parent_id, card.payment_cents_max, card.day_cents_max, card.password_from_cents, card.has_pay_password,
    card.remark, card.issue_time, card.created_date,
    principal.balance_cents + gift.balance_cents as value, frozen.balance_cents as lock_value,
    principal.balance_cents as principal_cents, gift.balance_cents as gift_cents, debt.balance_cents as debt_cents,
    (select count(*) from user_card child
      where child.company_id = card.company_id and child.parent_id = card.id)::integer as child_card_num,
    card.group_id, card.closed_time, card.valid_until
  from user_card card
  left join ledger_account principal on principal.company_id = card.company_id and principal.id = card.principal_id
  left join ledger_account gift on gift.company_id = card.company_id and gift.id = card.gift_id
  left join ledger_account frozen on frozen.company_id = card.company_id and frozen.id = card.lock_id
  left join ledger_account debt on debt.company_id = card.company_id and debt.id = card.debt_id;

-- What a card was when money moved on it: a bearer card whose holder was registered later counts as a bearer card until then.
create function card_kind_no(kind text, registered_time timestamptz, moved_at timestamptz) returns smallint language sql immutable as
  $$ select card_kind_no(case when moved_at < registered_time then 'anonymous' else kind end) $$;
grant execute on function card_kind_no(text, timestamptz, timestamptz) to forecourt_app;
create or replace view statistic_fact with (security_invoker) as
select company_id, station_id, created_date as at, 'order' as fact, status, type, pay_type, null::bigint as item_id, nozzle_control_id,
  employee_id, device_id, 1::bigint as count, 0::bigint as volume_cl, 0::bigint as pieces, total_cents as amount_cents, discount_cents,
  paid_cents, refunded_cents, 0::bigint as principal_cents, 0::bigint as gift_cents
from sale_order
union all
select sale.company_id, sale.station_id, sale.created_date, 'line', sale.status, sale.type, sale.pay_type, item_id, sale.nozzle_control_id,
  sale.employee_id, sale.device_id, 1, sum(volume_cl)::bigint, sum(pieces)::bigint, sum(amount_cents)::bigint,
  sum(line.discount_cents)::bigint, 0, 0, 0, 0
from sale_order sale join order_line line on line.company_id = sale.company_id and line.order_id = sale.id
group by sale.company_id, sale.id, sale.station_id, sale.created_date, sale.status, sale.type, sale.pay_type, item_id,
  sale.nozzle_control_id, sale.employee_id, sale.device_id
union all
select txn.company_id, txn.station_id, txn.created_date, 'payment', txn.status, null, txn.pay_type, null, null,
  coalesce(txn.user_id, sale.employee_id), txn.device_id, 1, 0, 0, txn.amount_cents, 0, 0, txn.refunded_cents, 0, 0
from pay_transaction txn join sale_order sale on sale.company_id = txn.company_id and sale.id = txn.order_id
union all
select detail.company_id, coalesce(station_id, detail.company_id), detail.created_date, 'card', detail.type,
  card_kind_no(card.kind, card.registered_time, detail.created_date),
  pay_type, null, null, null, null, 1, 0, 0, amount_cents, 0, 0, 0, principal_cents, gift_cents
from user_card_detail detail join user_card card on card.company_id = detail.company_id and card.id = detail.user_card_id;

-- It answers more than it did; db/routines brings it anew.
drop function if exists card_hold(bigint, jsonb);
