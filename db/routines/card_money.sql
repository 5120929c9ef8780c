-- Adds what a booking has changed in purses to what accounts of their status, kind and product hold: a row for each, however many
-- payments it books. An account is added with empty purses.
create or replace function user_card_money_counted()
returns trigger
language plpgsql as $$
declare
  part record;
begin
  for part in
    select card.company_id, card.status, card.kind, card.card_id,
      coalesce(sum(after.balance_cents - before.balance_cents) filter (where after.kind = 'principal'), 0) as principal,
      coalesce(sum(after.balance_cents - before.balance_cents) filter (where after.kind = 'gift'), 0) as gift,
      coalesce(sum(after.balance_cents - before.balance_cents) filter (where after.kind = 'lock'), 0) as lock,
      coalesce(sum(after.balance_cents - before.balance_cents) filter (where after.kind = 'debt'), 0) as debt
    from after join before using (company_id, id)
      -- Each by its key: how few they are is not known when this is planned.
      cross join lateral (
        select company_id, status, kind, card_id from user_card where company_id = after.company_id and id = after.owner_id limit 1
      ) as card
    where after.is_purse and after.balance_cents <> before.balance_cents
    group by card.company_id, card.status, card.kind, card.card_id
  loop
    insert into user_card_count (company_id, status, kind, card_id, count, principal_cents, gift_cents, lock_cents, debt_cents)
    values (part.company_id, part.status, part.kind, part.card_id, 0, part.principal, part.gift, part.lock, part.debt);
  end loop;
  return null;
end $$;
