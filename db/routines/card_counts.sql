-- Counts accounts that were added, by what their list is filtered by: one row for each key, however many they are. Written row by row, and
-- not out of the rows that were added, so that a database of several machines keeps each on the machine of its company.
create or replace function user_cards_counted()
returns trigger
language plpgsql as $$
declare
  part record;
begin
  for part in select company_id, status, kind, card_id, count(*) as count from added group by company_id, status, kind, card_id loop
    insert into user_card_count (company_id, status, kind, card_id, count)
    values (part.company_id, part.status, part.kind, part.card_id, part.count);
  end loop;
  return null;
end $$;

-- Counts an account, and what it holds, under what it has become, and no longer under what it was. Its purses are held until the
-- transaction ends: what is booked meanwhile waits, and is counted under what the account has become.
create or replace function user_card_recounted()
returns trigger
language plpgsql as $$
declare
  held record;
begin
  select coalesce(sum(balance_cents) filter (where kind = 'principal'), 0) as principal,
    coalesce(sum(balance_cents) filter (where kind = 'gift'), 0) as gift,
    coalesce(sum(balance_cents) filter (where kind = 'lock'), 0) as lock,
    coalesce(sum(balance_cents) filter (where kind = 'debt'), 0) as debt
  into held from (
    select kind, balance_cents from ledger_account
    where company_id = old.company_id and id in (old.principal_id, old.gift_id, old.lock_id, old.debt_id) order by id for update
  ) as purse;
  insert into user_card_count (company_id, status, kind, card_id, count, principal_cents, gift_cents, lock_cents, debt_cents)
  values (old.company_id, old.status, old.kind, old.card_id, -1, -held.principal, -held.gift, -held.lock, -held.debt);
  if tg_op = 'UPDATE' then
    insert into user_card_count (company_id, status, kind, card_id, count, principal_cents, gift_cents, lock_cents, debt_cents)
    values (new.company_id, new.status, new.kind, new.card_id, 1, held.principal, held.gift, held.lock, held.debt);
  end if;
  return null;
end $$;

-- Adds rows of one key up. What is counted meanwhile stands beside the sum.
create or replace function user_card_count_add_up(of_company bigint)
returns void
language plpgsql as $$
declare
  part record;
  total record;
begin
  for part in
    select status, kind, card_id from user_card_count where company_id = of_company group by status, kind, card_id having count(*) > 1
  loop
    with gone as (
      delete from user_card_count
      where company_id = of_company and status = part.status and kind = part.kind and card_id = part.card_id returning *
    )
    select sum(count) as count, sum(principal_cents) as principal, sum(gift_cents) as gift, sum(lock_cents) as lock, sum(debt_cents) as debt
    into total from gone;
    if (total.count, total.principal, total.gift, total.lock, total.debt) <> (0, 0, 0, 0, 0) then
      insert into user_card_count (company_id, status, kind, card_id, count, principal_cents, gift_cents, lock_cents, debt_cents)
      values (of_company, part.status, part.kind, part.card_id, total.count, total.principal, total.gift, total.lock, total.debt);
    end if;
  end loop;
end $$;

-- Counts chips that were added.
create or replace function card_infos_counted()
returns trigger
language plpgsql as $$
declare
  part record;
begin
  for part in
    select company_id, state, status, card_type, issue_type, supplier, count(*) as count from added
    group by company_id, state, status, card_type, issue_type, supplier
  loop
    insert into card_info_count (company_id, state, status, card_type, issue_type, supplier, count)
    values (part.company_id, part.state, part.status, part.card_type, part.issue_type, part.supplier, part.count);
  end loop;
  return null;
end $$;

-- Counts a chip under what it has become, and no longer under what it was.
create or replace function card_info_recounted()
returns trigger
language plpgsql as $$
begin
  insert into card_info_count (company_id, state, status, card_type, issue_type, supplier, count)
  values (old.company_id, old.state, old.status, old.card_type, old.issue_type, old.supplier, -1);
  if tg_op = 'UPDATE' then
    insert into card_info_count (company_id, state, status, card_type, issue_type, supplier, count)
    values (new.company_id, new.state, new.status, new.card_type, new.issue_type, new.supplier, 1);
  end if;
  return null;
end $$;

-- Adds rows of one key up.
create or replace function card_info_count_add_up(of_company bigint)
returns void
language plpgsql as $$
declare
  part record;
  total bigint;
begin
  for part in
    select state, status, card_type, issue_type, supplier from card_info_count where company_id = of_company
    group by state, status, card_type, issue_type, supplier having count(*) > 1
  loop
    with gone as (
      delete from card_info_count
      where company_id = of_company and state = part.state and status = part.status and card_type = part.card_type
        and issue_type = part.issue_type and supplier = part.supplier returning count
    )
    select sum(count) into total from gone;
    if total <> 0 then
      insert into card_info_count (company_id, state, status, card_type, issue_type, supplier, count)
      values (of_company, part.state, part.status, part.card_type, part.issue_type, part.supplier, total);
    end if;
  end loop;
end $$;
