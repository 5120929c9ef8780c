-- Members of one company with a card each, as many as are asked for: all by statements over sets. The same names, mobiles, cards and
-- plates come out of the same count. What constraints and triggers would check or count row by row is made right.
create schema if not exists bench;
create function bench.list_members(of_company bigint, which int, wanted int) returns void language plpgsql as $$
declare
  product bigint := (select min(id) from card where company_id = of_company and type = 'debit');
  surnames text[] := string_to_array('王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林郑谢罗梁宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡', null);
  given text[] := string_to_array('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰飞建国文斌宇浩凯健俊帆雪荣爱妹香月莺媛瑞凡佳嘉琼', null);
begin
  create temp table listed_member on commit drop as
  select n, next_id() as member_id, next_id() as card_id, next_id() as principal_id, next_id() as gift_id, next_id() as lock_id,
    next_id() as debt_id, surnames[1 + n % 40] || given[1 + n / 40 % 50] || given[1 + n / 2000 % 50] as name,
    '13' || (700000000 + which * 10000000 + n) as mobile,
    '771' || which || lpad(((n * 7919::bigint) % 100000000)::text, 8, '0') || lpad(n::text, 8, '0') as number,
    now() - n * interval '40 seconds' as at, current_date - (n * 17 % 400)::int as bought
  from generate_series(1, wanted) n;
  insert into user_account (company_id, id, name, mobile, created_date) select of_company, member_id, name, mobile, at from listed_member;
  insert into ledger_account (company_id, id, kind, owner_id, balance_cents)
  select of_company, purse.id, kind, card_id, cents from listed_member cross join lateral (values (principal_id, 'principal', n % 100000),
    (gift_id, 'gift', n % 5000), (lock_id, 'lock', 0), (debt_id, 'debt', 0)) as purse (id, kind, cents);

  -- Every five hundredth leads a fleet, and has its master card.
  insert into fleet (company_id, id, name, user_id, created_date)
  select of_company, n, '车队 ' || n, member_id, at from listed_member where n % 500 = 0;
  insert into user_card (company_id, id, number, kind, status, card_id, user_id, group_id, range_of_use, principal_id, gift_id, lock_id,
    debt_id, issue_time, created_date)
  select of_company, card_id, number, case when n % 500 = 0 then 'master' else 'personal' end,
    case when n % 50 = 0 then 'lose' else 'normal' end, product, member_id, case when n % 500 = 0 then n end,
    case when n % 10 = 1 then jsonb_build_object('plates', jsonb_build_array('沪' || chr(65 + n / 99999 % 8) || lpad((n % 99999)::text, 5,
      '0'))) end,
    principal_id, gift_id, lock_id, debt_id, at, at
  from listed_member;
  insert into user_card_count (company_id, status, kind, card_id, count, principal_cents, gift_cents)
  select company_id, status, kind, card.card_id, count(*), sum(n % 100000), sum(n % 5000)
  from user_card card join listed_member listed on listed.card_id = card.id where company_id = of_company
  group by company_id, status, kind, card.card_id;

  insert into member_count (company_id, month, count)
  select of_company, date_trunc('month', at at time zone 'Asia/Shanghai')::date, count(*) from listed_member group by 2;
  insert into member_last_purchase (company_id, user_id, day) select of_company, member_id, bought from listed_member where n % 3 > 0;
  insert into member_last_day (company_id, day, count)
  select of_company, bought, count(*) from listed_member where n % 3 > 0 group by bought;
end $$;
