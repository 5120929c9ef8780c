-- Every card was topped up once, on the day it was issued, with what it would spend and something more; then it spent.
create temp table spent as
select id, user_card_id, station_id, order_id, device_id, amount_cents, created_date,
  sum(amount_cents) over (partition by user_card_id order by id) as so_far
from pay_transaction where company_id = pg_temp.base_id(1, :company) and pay_type = 'card';
create temp table topped as
select card.id, card.principal_id, card.user_id, row_number() over (order by card.id) as nth,
  (coalesce(total, 0) / 10000 + 2 + floor(pg_temp.roll(card.id, 21) * 5)::bigint) * 10000 as cents
from user_card card left join (select user_card_id,
  sum(amount_cents)::bigint as total from spent group by 1) as used on user_card_id = card.id
where company_id = pg_temp.base_id(1, :company);

insert into ledger_entry (id, company_id, n, kind, ref, at, actor)
select pg_temp.base_id(19, :company * 100000::bigint + nth), pg_temp.base_id(1, :company),
  pg_temp.base_id(19, :company * 100000::bigint + nth), 'card.topUp', 'topUp:' || id, ':start'::date - interval '1 day', 'system:seed'
from topped;
insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
select pg_temp.base_id(19, :company * 100000::bigint + nth), 1, pg_temp.base_id(1, :company), pg_temp.base_id(18, :first * 20 + 3),
  principal_id, cents
from topped;
insert into user_card_detail (id, company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents,
  debt_cents,
  balance_after_cents, pay_type, order_id, ledger_entry_id, created_date)
select pg_temp.base_id(19, :company * 100000::bigint + nth), pg_temp.base_id(1, :company), pg_temp.base_id(3, :first), id, user_id,
  'charge',
  cents, cents, 0, 0, cents, 'cash', null, pg_temp.base_id(19, :company * 100000::bigint + nth), ':start'::date - interval '1 day'
from topped
union all
select spent.id, pg_temp.base_id(1, :company), station_id, user_card_id, user_id, 'consume', -amount_cents, -amount_cents, 0, 0,
  cents - so_far, 'card', order_id, spent.id, created_date
from spent join topped on topped.id = user_card_id;

drop table spent, topped;
