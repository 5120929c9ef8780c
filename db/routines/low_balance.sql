-- Looks at the cards whose money has moved.
create or replace function note_low_balances()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  cards bigint[];
  at timestamptz;
begin
  for owner_id, cards, at in select company_id, array_agg(distinct user_card_id), max(created_date) from added group by company_id
  loop
    perform low_balance_judge(owner_id, cards, at);
  end loop;
  return null;
end $$;

-- Which of these cards, all of them locked, have come below their level, or are no longer below it. A fall leaves a notice that waits.
create or replace function low_balance_judge(of_company bigint, cards bigint[], at timestamptz)
returns void
language plpgsql as $$
declare
  part record;
  nth int;
begin
  if not exists (select from low_balance level where level.company_id = of_company and level.level_cents is not null) then
    return;
  end if;
  for part in
    select level.user_card_id as card, level.level_cents, level.low_since, principal.balance_cents + gift.balance_cents as balance_cents
    from low_balance level
    join user_card held on held.company_id = of_company and held.id = level.user_card_id
    join ledger_account principal on principal.company_id = of_company and principal.id = held.principal_id
    join ledger_account gift on gift.company_id = of_company and gift.id = held.gift_id
    where level.company_id = of_company and level.user_card_id = any (cards)
      and (level.low_since is not null) <> (principal.balance_cents + gift.balance_cents < level.level_cents)
    order by level.user_card_id
  loop
    if part.low_since is not null then
      update low_balance set low_since = null where company_id = of_company and user_card_id = part.card;
    else
      update low_balance set low_since = at, falls = falls + 1 where company_id = of_company and user_card_id = part.card
      returning falls into nth;
      insert into low_balance_notice (company_id, user_card_id, fall, level_cents, balance_cents, low_since)
      values (of_company, part.card, nth, part.level_cents, part.balance_cents, at);
    end if;
  end loop;
end $$;
