-- Chips and accounts of one company, as many as are asked for: all by statements over sets, in the order in which the maker numbers them.
-- The same numbers, chips and mobiles come out of the same count. What constraints and triggers would check row by row is made right.
create schema if not exists bench;
create function bench.list_cards(of_company bigint, which int, wanted int) returns void language plpgsql as $$
declare
  product bigint := (select min(id) from card where company_id = of_company);
begin
  create temp table listed_card on commit drop as
  select n, next_id() as card_id, next_id() as member_id, next_id() as principal_id, next_id() as gift_id, next_id() as lock_id,
    next_id() as debt_id, '770' || which || lpad(((n * 7919::bigint) % 100000000)::text, 8, '0') || lpad(n::text, 8, '0') as number,
    upper(lpad(to_hex(which * 4294967296 + n), 14, '0')) as uuid, n % 3 > 0 as held,
    now() - n * interval '30 seconds' as at
  from generate_series(1, wanted) n;
  insert into user_account (company_id, id, name, mobile, created_date)
  select of_company, member_id, '会员' || n, '13' || (300000000 + which * 100000000 + n), at
  from listed_card where held;
  insert into ledger_account (company_id, id, kind, owner_id, balance_cents)
  select of_company, purse.id, kind, card_id, cents from listed_card cross join lateral (values (principal_id, 'principal', n % 100000),
    (gift_id, 'gift', n % 5000), (lock_id, 'lock', 0), (debt_id, 'debt', 0)) as purse (id, kind, cents);
  insert into user_card (company_id, id, number, physical_number, kind, status, card_id, user_id, principal_id, gift_id, lock_id, debt_id,
    issue_time, created_date)
  select of_company, card_id, number, uuid, case when held then 'personal' else 'anonymous' end,
    case when n % 50 = 0 then 'lose' else 'normal' end, product, case when held then member_id end, principal_id, gift_id, lock_id, debt_id,
    at, at
  from listed_card;
  insert into user_card_count (company_id, status, kind, card_id, count, principal_cents, gift_cents)
  select company_id, status, kind, card.card_id, count(*), sum(n % 100000), sum(n % 5000)
  from user_card card join listed_card listed on listed.card_id = card.id where company_id = of_company
  group by company_id, status, kind, card.card_id;
  insert into card_uuid (uuid, supplier, number, id) select uuid, 1, number, card_id from listed_card;
  insert into card_info (company_id, id, uuid, number, supplier, card_type, issue_type, code, user_card_id, issue_time, production_time,
    life, created_date)
  select of_company, card_id, uuid, number, 1, 1 + n % 4, 10, 'MH' || n, card_id, at, at, '[]', at from listed_card;
  insert into card_info_count (company_id, state, status, card_type, issue_type, supplier, count)
  select company_id, state, status, card_type, issue_type, supplier, count(*) from card_info
  where company_id = of_company and number like '770%' group by company_id, state, status, card_type, issue_type, supplier;
end $$;
