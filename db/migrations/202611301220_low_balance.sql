-- compatible
-- The level below which the holder of a card, or the leader of a fleet, is told that its balance is low; and what was told.

create table low_balance (
  company_id bigint not null references company,
  user_card_id bigint not null,
  version int not null default 1,
  -- Null: nobody is told.
  level_cents bigint check (level_cents > 0),
  -- In which it is told.
  language text not null check (language in ('zh', 'en')),
  -- Set while the balance is below the level, so that a fall is told once.
  low_since timestamptz(3) check (low_since is null or level_cents is not null),
  falls int not null default 0,
  primary key (company_id, user_card_id),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('low_balance', 'select, insert, update');

create table low_balance_notice (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_card_id bigint not null,
  -- Which fall of the card.
  fall int not null,
  level_cents bigint not null,
  balance_cents bigint not null,
  low_since timestamptz(3) not null,
  -- Null while it waits.
  outcome text check (outcome in ('told', 'off', 'cardReturned', 'cardStopped', 'cardExpired', 'fleetStopped', 'fleetExpired', 'shares',
    'nobody', 'personGone', 'noAddress')),
  decided_date timestamptz(3),
  message_id bigint,
  primary key (company_id, id),
  -- A fall has one notice, and a notice one message.
  unique (company_id, user_card_id, fall),
  unique (company_id, message_id),
  check ((outcome is null) = (decided_date is null)),
  check ((outcome is not distinct from 'told') = (message_id is not null)),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, message_id) references outbox_message (company_id, id)
);
select guard_tenant('low_balance_notice', 'select, insert, update');
create index on low_balance_notice (company_id, id) where outcome is null;

-- Their bodies stand in db/routines/low_balance.sql.
create function low_balance_judge(of_company bigint, cards bigint[], at timestamptz) returns void language plpgsql as $$
begin
end $$;
create function note_low_balances() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger note_low_balances after insert on user_card_detail referencing new table as added
  for each statement execute function note_low_balances();
