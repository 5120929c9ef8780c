-- Holds: money of a card that is kept for one fill, and what became of it (ADR 69). What is held lies in the purse `lock` of the card.
create table card_authorisation (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  status text not null default 'open' check (status in ('open', 'gray', 'captured', 'voided', 'released')),
  user_card_id bigint not null,
  card_number text not null,
  station_id bigint not null,
  device_id bigint,
  operator_id bigint,
  nozzle_control_id bigint,
  product_id bigint not null,
  price_cents bigint not null check (price_cents > 0),
  wanted_cents bigint check (wanted_cents > 0),
  wanted_cl bigint check (wanted_cl > 0),
  approved_cents bigint not null check (approved_cents > 0),
  approved_cl bigint not null check (approved_cl > 0),
  principal_cents bigint not null check (principal_cents >= 0),
  gift_cents bigint not null check (gift_cents >= 0),
  plate text,
  odometer_km int,
  -- The payment password was right when it was asked.
  with_password boolean not null,
  -- The day of the station on which it counts against the limits of the card while it is open.
  use_day date not null,
  use_fills smallint not null,
  -- The last number that the device had given to a sale.
  after_sequence bigint,
  gray_at timestamptz(3),
  gray_reason text check (gray_reason in ('timeout', 'pulled')),
  ended_at timestamptz(3),
  ended_by text,
  order_id bigint,
  captured_cents bigint check (captured_cents >= 0),
  reason text not null default '',
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  check (principal_cents + gift_cents = approved_cents),
  check ((gray_at is null) = (gray_reason is null)),
  check (status <> 'gray' or gray_at is not null),
  check ((status in ('open', 'gray')) = (ended_at is null)),
  check ((status = 'captured') = (order_id is not null)),
  check ((order_id is null) = (captured_cents is null)),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, device_id) references device (company_id, id),
  foreign key (company_id, nozzle_control_id) references nozzle_control (company_id, id),
  foreign key (company_id, product_id) references product (company_id, id)
);
select guard_tenant('card_authorisation', 'select, insert, update');
create index on card_authorisation (company_id, user_card_id, id);
create index card_authorisation_held on card_authorisation (company_id, user_card_id) include (principal_cents, gift_cents)
  where status in ('open', 'gray');
create index on card_authorisation (company_id, station_id, created_date desc, id desc);
create index on card_authorisation (company_id, created_date desc, id desc);
create index on card_authorisation (company_id, device_id);
create index on card_authorisation (company_id, nozzle_control_id);
create index on card_authorisation (company_id, product_id);
create index on card_authorisation (company_id, order_id) where order_id is not null;

-- Fuel that was delivered beyond what was held for it: booked whole, and shown to the leader.
create table beyond_hold (
  company_id bigint not null references company,
  order_id bigint not null,
  station_id bigint not null,
  user_card_id bigint not null,
  authorisation_id bigint not null,
  how text not null check (how in ('above', 'after', 'twice')),
  at timestamptz(3) not null,
  primary key (company_id, order_id),
  foreign key (company_id, order_id) references sale_order (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, authorisation_id) references card_authorisation (company_id, id)
);
select guard_tenant('beyond_hold', 'select, insert');
create index on beyond_hold (company_id, station_id, at);
create index on beyond_hold (company_id, user_card_id);
create index on beyond_hold (company_id, authorisation_id);

-- A hold is judged as a payment is, and the judgement kept beside it.
alter table card_judgement add column authorisation_id bigint;
alter table card_judgement add foreign key (company_id, authorisation_id) references card_authorisation (company_id, id);
create index on card_judgement (company_id, authorisation_id) where authorisation_id is not null;
alter table card_judgement drop constraint card_judgement_outcome_check;
alter table card_judgement add constraint card_judgement_outcome_check check (outcome in ('paid', 'alerted', 'refused', 'held'));
alter table card_judgement drop constraint card_judgement_check;
alter table card_judgement add constraint card_judgement_check check (case outcome when 'paid' then code is null when 'held' then true
  else code is not null end);

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
      where held.company_id = card.company_id and held.user_card_id = card.id and held.status in ('open', 'gray'))::bigint as held_cents
  from user_card card
  left join ledger_account principal on principal.company_id = card.company_id and principal.id = card.principal_id
  left join ledger_account gift on gift.company_id = card.company_id and gift.id = card.gift_id
  left join ledger_account frozen on frozen.company_id = card.company_id and frozen.id = card.lock_id
  left join ledger_account debt on debt.company_id = card.company_id and debt.id = card.debt_id;
