-- Card products, user cards with their purses, and every movement of a card's money.

-- What a company offers: a stored-value, points or level card.
create table card (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  name text not null,
  type text not null check (type in ('debit', 'score', 'level')),
  description text not null default '',
  end_time timestamptz(3),
  -- Spending takes the principal first, unless the company wants its gifts used up before (decision O14).
  gift_first boolean not null default false,
  created_date timestamptz(3) not null default now(),
  constraint "card.nameTaken" unique (company_id, name),
  unique (company_id, id)
);
select guard_tenant('card');

-- The account of a card. Its money is in four purses of the ledger.
create table user_card (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  number text not null,
  physical_number text,
  name text not null default '',
  kind text not null check (kind in ('personal', 'employee', 'anonymous', 'master', 'sub')),
  status text not null default 'normal' check (status in ('normal', 'lose', 'disable', 'lock', 'overspend')),
  card_id bigint not null,
  user_id bigint references user_account,
  parent_id bigint references user_card,
  payment_cents_max bigint check (payment_cents_max > 0),
  day_cents_max bigint check (day_cents_max > 0),
  -- From this amount on the payment password is asked; never when null.
  password_from_cents bigint check (password_from_cents >= 0),
  pay_password_hash text,
  has_pay_password boolean not null generated always as (pay_password_hash is not null) stored,
  pay_password_tries int not null default 0,
  -- How often it was locked within a day: each lock lasts twice as long, the second one locks the card.
  pay_password_locks int not null default 0,
  pay_password_wrong_at timestamptz(3),
  pay_password_locked_until timestamptz(3),
  remark text not null default '',
  principal_id bigint not null references ledger_account,
  gift_id bigint not null references ledger_account,
  lock_id bigint not null references ledger_account,
  debt_id bigint not null references ledger_account,
  issue_time timestamptz(3) not null,
  created_date timestamptz(3) not null default now(),
  foreign key (company_id, card_id) references card (company_id, id),
  constraint "card.numberTaken" unique (company_id, number),
  constraint "card.parentMissing" check ((kind = 'sub') = (parent_id is not null)),
  constraint "card.holderMissing" check (kind not in ('personal', 'employee') or user_id is not null),
  constraint "card.holderForbidden" check (kind <> 'anonymous' or user_id is null)
) with (fillfactor = 80);
select guard_tenant('user_card', 'select, insert, update');
create unique index "card.physicalNumberTaken" on user_card (company_id, physical_number);
create index on user_card (company_id, created_date desc, id desc);
create index on user_card (user_id);
create index on user_card (parent_id);
create index on user_card (company_id, card_id);

-- A card as it is shown: with what its purses hold at this moment.
create view user_card_state with (security_invoker) as
select id, version, company_id, number, physical_number, name, kind, status, card_id, user_id, parent_id,
  payment_cents_max, day_cents_max, password_from_cents, has_pay_password, remark, issue_time, created_date,
  (select sum(balance_cents) from ledger_account where id in (principal_id, gift_id))::bigint as value,
  (select balance_cents from ledger_account where id = lock_id) as lock_value,
  (select balance_cents from ledger_account where id = principal_id) as principal_cents,
  (select balance_cents from ledger_account where id = gift_id) as gift_cents,
  (select balance_cents from ledger_account where id = debt_id) as debt_cents,
  (select count(*) from user_card child where child.parent_id = user_card.id)::int as child_card_num
from user_card;
grant select, update on user_card_state to forecourt_app;

-- A card is reported lost, and found or replaced later. Its money stays where it is (decision O6).
create table card_loss (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  user_card_id bigint not null references user_card,
  reason text not null check (reason in ('lost', 'stolen', 'damaged')),
  remark text not null default '',
  reported_at timestamptz(3) not null,
  reported_by text not null,
  closed_at timestamptz(3) check (closed_at >= reported_at),
  closed_by text
);
select guard_tenant('card_loss', 'select, insert, update');
create unique index "card.alreadyLost" on card_loss (user_card_id) where closed_at is null;
create index on card_loss (user_card_id, reported_at desc);

-- What happened to a card's money, as its holder reads it. Signed: into the card is positive.
create table user_card_detail (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint references station,
  user_card_id bigint not null references user_card,
  user_id bigint references user_account,
  type text not null check (type in ('charge', 'chargeReward', 'refundCharge', 'refundChargeReward', 'refundReward', 'consume',
    'refundConsume', 'assign', 'reward', 'deduction', 'back', 'adjust')),
  amount_cents bigint not null check (amount_cents = principal_cents + gift_cents + debt_cents),
  principal_cents bigint not null,
  gift_cents bigint not null,
  -- Below zero: owed, because the purses did not cover what was delivered. Above: paid back.
  debt_cents bigint not null,
  -- All purses together, less what is owed.
  balance_after_cents bigint not null,
  in_cents bigint not null generated always as (greatest(amount_cents, 0)) stored,
  out_cents bigint not null generated always as (greatest(-amount_cents, 0)) stored,
  pay_type text,
  order_id bigint,
  reverses_id bigint references user_card_detail,
  operator_id bigint,
  ledger_entry_id bigint not null references ledger_entry,
  remark text not null default '',
  created_date timestamptz(3) not null
);
select guard_tenant('user_card_detail', 'select, insert');
select make_final('user_card_detail');
create index on user_card_detail (user_card_id, created_date desc, id desc);
create index on user_card_detail (station_id, created_date desc, id desc) include (type, amount_cents);
create index on user_card_detail (company_id, created_date desc, id desc);
create index on user_card_detail (user_id) where user_id is not null;
create index on user_card_detail (order_id) where order_id is not null;
create index on user_card_detail (reverses_id) where reverses_id is not null;

-- What a card has spent since an instant, what was given back not counted.
create function card_spent_since(card bigint, since timestamptz) returns bigint language sql stable as $$
  select coalesce(-sum(amount_cents), 0)::bigint from user_card_detail
  where user_card_id = card and created_date >= since and type in ('consume', 'refundConsume')
$$;

-- What stands against a payment that has not happened yet, if anything, and the limit it breaks.
create function card_refusal(
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
    and cents > held.day_cents_max - card_spent_since(held.id, date_trunc('day', at_time at time zone zone) at time zone zone) then
    refusal := 'card.dayLimit'; limit_cents := held.day_cents_max; return;
  end if;
  if cents > spendable then refusal := 'card.insufficientBalance'; limit_cents := spendable; return; end if;
  if not proven and cents >= held.password_from_cents then refusal := 'card.passwordRequired'; end if;
end $$;

-- Pays from a card in one round trip: holds the card, refuses or books, and notes the movement. With a refusal nothing was booked.
-- `delivered`: it has happened at the pump; it is booked whatever the card says, and what its purses lack is owed (decision O14).
create function card_pay(
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
  select * into product from card where id = held.card_id;
  select array_agg(balance_cents order by place) into purse
  from unnest(array[held.principal_id, held.gift_id, held.lock_id, held.debt_id]) with ordinality as wanted (account, place)
  join ledger_account on id = account;
  card_id := held.id; card_number := held.number; holder_id := held.user_id; was_status := held.status;
  balance_after := purse[1] + purse[2] + purse[3] + purse[4];
  if not delivered then
    select judged.refusal, judged.limit_cents into refusal, limit_cents
    from card_refusal(held, product, purse[1] + purse[2], cents, at_time, zone, proven) as judged;
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
    update user_card set status = 'overspend' where id = held.id;
  end if;
end $$;
grant execute on function card_spent_since, card_refusal, card_pay to forecourt_app;

create view audit.card with (security_invoker) as
select id, company_id, number, kind, status, value, lock_value, principal_cents as principal, gift_cents as gift, debt_cents as debt,
  (value + lock_value) / 100.0 as shown_balance
from user_card_state;
create view audit.card_movement with (security_invoker) as
select id, company_id, station_id as station, user_card_id as card, type, amount_cents as amt, principal_cents as principal,
  gift_cents as gift, debt_cents as debt, balance_after_cents as balance_after, order_id as "order", reverses_id as reverses,
  ledger_entry_id as txn, created_date as at
from user_card_detail;
grant select on audit.card, audit.card_movement to forecourt_app;
