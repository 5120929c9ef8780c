-- Adds what a booking has changed in each purse to what accounts of its status, kind and product hold. Which account it belongs to is asked
-- on the machine of that. An account is added with empty purses.
create or replace function user_card_money_counted()
returns trigger
language plpgsql as $$
declare
  changed record;
  holder record;
begin
  for changed in
    select company_id, owner_id, case when kind = 'principal' then cents else 0 end as principal,
      case when kind = 'gift' then cents else 0 end as gift, case when kind = 'lock' then cents else 0 end as lock,
      case when kind = 'debt' then cents else 0 end as debt
    from (
      select company_id, after.owner_id, after.kind, after.balance_cents - before.balance_cents as cents
      from after join before using (company_id, id)
      where after.is_purse and after.balance_cents <> before.balance_cents
    ) as change
  loop
    select status, kind, card_id into holder from user_card where company_id = changed.company_id and id = changed.owner_id;
    continue when not found;
    insert into user_card_count (company_id, status, kind, card_id, count, principal_cents, gift_cents, lock_cents, debt_cents)
    values (changed.company_id, holder.status, holder.kind, holder.card_id, 0, changed.principal, changed.gift, changed.lock, changed.debt);
  end loop;
  return null;
end $$;
