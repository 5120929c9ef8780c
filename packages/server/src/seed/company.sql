-- A company with what its stations stand on. Stations :first to :last of all are its own.
insert into company (id, code, name, is_demo, created_date)
values (pg_temp.base_id(1, :company), 'seed:company', '种子石油 :company Seed Petroleum', true, ':start');
insert into product (id, company_id, code, name, classification, tax_rate, created_date)
select pg_temp.base_id(2, :company * 10 + fuel), pg_temp.base_id(1, :company), code, name, classification, 13, ':start'
from (values (1, '92', '92# 汽油', 'gasoline'), (2, '95', '95# 汽油', 'gasoline'), (3, '98', '98# 汽油', 'gasoline'),
  (4, '0', '0# 柴油', 'diesel')) as fuel (fuel, code, name, classification);

create temp table new_station as
select nth, pg_temp.base_id(3, nth) as id, pg_temp.base_id(1, :company) as company_id, 's' || nth as code from generate_series(:first,
  :last) nth;
insert into station (id, company_id, code, name, address, created_date)
select id, company_id, code, pg_temp.pick('{河畔,港口,北环,机场,高速,东湖,西郊,南苑}', nth, 3) || '加油站 ' || nth, '长江路 ' || nth || ' 号', ':start'
from new_station;
insert into product_price (id, company_id, station_id, product_id, price_cents, from_at, created_date)
select pg_temp.base_id(4, nth * 100 + turn * 10 + fuel), company_id, id, pg_temp.base_id(2, :company * 10 + fuel),
  pg_temp.litre_price(nth, fuel, turn), (':start'::date + (turn * :turn_days)::int)::timestamp at time zone 'Asia/Shanghai', ':start'
from new_station, generate_series(1, 4) fuel, generate_series(0, 7) turn;

insert into category (id, company_id, station_id, type, name, created_date)
select pg_temp.base_id(5, nth * 10 + place), company_id, id, case place when 1 then 'fuel' else 'normal' end,
  (array['油品', '饮料', '食品', '车用品'])[place], ':start'
from new_station, generate_series(1, 4) place;
insert into item (id, company_id, station_id, product_id, category_id, name, code, tax_rate, created_date)
select pg_temp.base_id(6, nth * 20 + fuel), company_id, id, pg_temp.base_id(2, :company * 10 + fuel), pg_temp.base_id(5, nth * 10 + 1),
  (array['92# 汽油', '95# 汽油', '98# 汽油', '0# 柴油'])[fuel], (array['92', '95', '98', '0'])[fuel], 13, ':start'
from new_station, generate_series(1, 4) fuel;
insert into item (id, company_id, station_id, category_id, name, code, price_cents, tax_rate, created_date)
select pg_temp.base_id(6, nth * 20 + 4 + good), company_id, id, pg_temp.base_id(5, nth * 10 + 2 + (good - 1) / 4),
  (array['矿泉水', '红牛', '绿茶', '咖啡', '方便面', '面包', '火腿肠', '口香糖', '玻璃水', '机油 1L', '燃油宝', '香薰'])[good],
  'g' || good, (array[200, 600, 400, 1200, 500, 800, 300, 500, 1500, 6800, 4500, 2900])[good], 13, ':start'
from new_station, generate_series(1, 12) good;

insert into tank (id, company_id, station_id, number, product_id, max_volume_cl, volume_cl, created_date)
select pg_temp.base_id(7, nth * 10 + fuel), company_id, id, fuel, pg_temp.base_id(2, :company * 10 + fuel), 3000000, 2000000, ':start'
from new_station, generate_series(1, 4) fuel;
insert into dispenser (id, company_id, station_id, number, name, created_date)
select pg_temp.base_id(8, nth * 10 + place), company_id, id, place, place || ' 号机', ':start' from new_station, generate_series(1, 3) place;
insert into nozzle_control (id, company_id, station_id, logic_no, physical_no, dispenser_id, tank_id, created_date)
select pg_temp.base_id(9, nth * 20 + nozzle), company_id, id, nozzle, 1 + (nozzle - 1) % 4, pg_temp.base_id(8,
  nth * 10 + 1 + (nozzle - 1) / 4),
  pg_temp.base_id(7, nth * 10 + 1 + (nozzle - 1) % 4), ':start'
from new_station, generate_series(1, 12) nozzle;

insert into device (id, company_id, station_id, name, type, clock_offset_ms, last_sync, created_date)
select pg_temp.base_id(10, nth * 10 + place), company_id, id, (array['油站控制器', '收银台', '自助终端'])[place],
  (array['dataHub', 'pos', 'selfService'])[place], 0, ':start', ':start'
from new_station, generate_series(1, 3) place;
insert into device_credential (device_id, company_id, secret_hash, issued_at)
select pg_temp.base_id(10, nth * 10 + place), company_id, sha256(convert_to(translate(encode(sha256(convert_to(
  'forecourt seed :seed ' || code || ' ' || place, 'UTF8')), 'base64'), '+/=', '-_'), 'UTF8')), ':start'
from new_station, generate_series(1, 3) place;

insert into user_account (id, company_id, name, mobile, is_staff, created_date)
select pg_temp.base_id(11, nth * 10 + place), company_id, pg_temp.pick('{张,王,李,赵,陈,刘,杨,黄}', nth * 10 + place, 4)
  || pg_temp.pick('{伟,芳,娜,敏,静,丽,强,磊}', nth * 10 + place, 5), '138' || lpad((nth * 10 + place)::text, 8, '0'), true, ':start'
from new_station, generate_series(1, 3) place;
insert into user_role (id, company_id, user_id, default_role, station_id)
select pg_temp.base_id(12, nth * 10 + place), company_id, pg_temp.base_id(11, nth * 10 + place),
  case place when 1 then 'station_leader' else 'station_salesman' end, id
from new_station, generate_series(1, 3) place;

-- A natural day is nobody's settlement: each day has its row, and is over.
insert into daily_state (id, company_id, station_id, is_nature_day, business_day, number, start_time, end_time, status, started_by,
  closed_by,
  created_date)
select pg_temp.base_id(13, nth * 4000 + day), company_id, id, true, ':start'::date + day, 1,
  (':start'::date + day)::timestamp at time zone 'Asia/Shanghai', (':start'::date + day + 1)::timestamp at time zone 'Asia/Shanghai',
  'closed', 'midnight', 'midnight', (':start'::date + day)::timestamp at time zone 'Asia/Shanghai'
from new_station, generate_series(0, :days - 1) day;

-- Cards: half of them belong to a member.
insert into card (id, company_id, name, type, created_date) values (pg_temp.base_id(14, :company), pg_temp.base_id(1, :company), '储值卡',
  'debit', ':start');
insert into user_account (id, company_id, name, mobile, created_date)
select pg_temp.base_id(15, :company * 100000::bigint + nth), pg_temp.base_id(1, :company),
  pg_temp.pick('{周,吴,徐,孙,胡,朱,高,林,何,郭}', nth, 6) || pg_temp.pick('{建国,秀英,志强,桂兰,海燕,俊杰,晓明,雪梅}', nth, 7),
  '139' || lpad((:company * 100000::bigint + nth)::text, 8, '0'), ':start'
from generate_series(1, :cards / 2) nth;
insert into ledger_account (id, company_id, kind, owner_id)
select pg_temp.base_id(17, (:company * 100000::bigint + nth) * 4 + place), pg_temp.base_id(1, :company),
  (array['principal', 'gift', 'lock', 'debt'])[place + 1], pg_temp.base_id(16, :company * 100000::bigint + nth)
from generate_series(1, :cards) nth, generate_series(0, 3) place;
insert into user_card (id, company_id, number, kind, card_id, user_id, principal_id, gift_id, lock_id, debt_id, issue_time, created_date)
select pg_temp.base_id(16, turn), pg_temp.base_id(1, :company), '6222' || lpad(turn::text, 12, '0'),
  case when nth <= :cards / 2 then 'personal' else 'anonymous' end, pg_temp.base_id(14, :company),
  case when nth <= :cards / 2 then pg_temp.base_id(15, turn) end, pg_temp.base_id(17, turn * 4), pg_temp.base_id(17, turn * 4 + 1),
  pg_temp.base_id(17, turn * 4 + 2), pg_temp.base_id(17, turn * 4 + 3), ':start', ':start'
from (select nth, :company * 100000::bigint + nth as turn from generate_series(1, :cards) nth) as wanted;

insert into ledger_account (id, company_id, kind, owner_id, pay_type)
select pg_temp.base_id(18, nth * 20 + place), company_id, case place when 0 then 'sales' else 'tender' end, id,
  (array['', 'wx', 'ali', 'cash', 'unionPay', 'bankCard', 'tuanYou'])[place + 1]
from new_station, generate_series(0, 6) place;
drop table new_station;
