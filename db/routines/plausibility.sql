-- Orders that were paid by a card of a fleet that has a rule on.
create or replace function note_fills()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  orders bigint[];
  cards bigint[];
begin
  if tg_op = 'INSERT' then
    for owner_id, orders, cards in
      select company_id, array_agg(id), array_agg(user_card_id) from later where status = 'success' and user_card_id is not null
      group by company_id
    loop
      perform fills_wait(owner_id, orders, cards);
    end loop;
  else
    for owner_id, orders, cards in
      select company_id, array_agg(later.id), array_agg(later.user_card_id) from earlier join later using (company_id, id)
      where later.user_card_id is not null and later.status = 'success' and earlier.status <> 'success'
      group by company_id
    loop
      perform fills_wait(owner_id, orders, cards);
    end loop;
  end if;
  return null;
end $$;

-- Notes those of these orders, each with the card that paid it, that are to be judged.
create or replace function fills_wait(of_company bigint, orders bigint[], cards bigint[])
returns void
language plpgsql as $$
begin
  if not exists (select from fill_rules rules where rules.company_id = of_company and rules.judging) then
    return;
  end if;
  insert into fill_pending (company_id, order_id)
  select owner.id, told.sale
  from company owner
  cross join unnest(orders, cards) as told (sale, payer)
  join user_card card on card.company_id = of_company and card.id = told.payer
  join fill_rules rules on rules.company_id = of_company and rules.group_id = card.group_id and rules.judging
  where owner.id = of_company;
end $$;
