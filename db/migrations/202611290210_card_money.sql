-- compatible
-- What accounts of a status, a kind and a product hold together is kept beside how many they are: what a list comes to is read from
-- there, however many accounts it has. A booking adds what it has changed; what is added is summed up every few seconds.
alter table user_card_count
  add column principal_cents bigint not null default 0,
  add column gift_cents bigint not null default 0,
  add column lock_cents bigint not null default 0,
  add column debt_cents bigint not null default 0;

-- Its body stands in db/routines/card_money.sql.
create function user_card_money_counted() returns trigger language plpgsql as $$
begin
  return null;
end $$;
-- From here on nothing is booked until the end of this.
create trigger user_card_money_counted after update on ledger_account referencing old table as before new table as after
  for each statement execute function user_card_money_counted();

select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into user_card_count (company_id, status, kind, card_id, count, principal_cents, gift_cents, lock_cents, debt_cents)
  select card.company_id, card.status, card.kind, card.card_id, 0,
    coalesce(sum(purse.balance_cents) filter (where purse.kind = 'principal'), 0),
    coalesce(sum(purse.balance_cents) filter (where purse.kind = 'gift'), 0),
    coalesce(sum(purse.balance_cents) filter (where purse.kind = 'lock'), 0),
    coalesce(sum(purse.balance_cents) filter (where purse.kind = 'debt'), 0)
  from user_card card join ledger_account purse on purse.company_id = card.company_id and purse.owner_id = card.id and purse.is_purse
  group by card.company_id, card.status, card.kind, card.card_id;
