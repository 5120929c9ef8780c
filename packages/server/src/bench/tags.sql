-- What rules of tags ask after, for the members that bench.list_members has just made: figures, purchases, levels, months of birth and
-- vehicles. All by statements over sets; the same come out of the same count.
create function bench.tag_members(of_company bigint) returns void language plpgsql as $$
declare
  product bigint := (select min(id) from card where company_id = of_company and type = 'debit');
  stations bigint[] := array(select id from station where company_id = of_company order by id);
  fuels bigint[] := array(select id from product where company_id = of_company order by id);
  levels bigint[] := array[next_id(), next_id(), next_id(), next_id()];
begin
  insert into member_level (company_id, id, card_id, name, from_growth, keep_growth, times)
  select of_company, levels[nth], product, 'Level ' || nth, nth * 1000, nth * 500, 1 from generate_series(1, 4) nth;

  -- Who bought within a span did so the more often, the shorter ago; one in a thousand spends a hundred times what the others do.
  insert into member_figure (company_id, user_id, spent30_cents, spent90_cents, spent365_cents, bought30_cl, bought90_cl, bought365_cl,
    fills30, fills90, fills365, kept_balance_cents, level_id)
  select of_company, member_id, fills30 * each_cents, fills90 * each_cents, fills365 * each_cents, fills30 * each_cents / 8,
    fills90 * each_cents / 8, fills365 * each_cents / 8, fills30, fills90, fills365, n % 100000 + n % 5000,
    case when n % 5 = 0 then levels[1 + n / 5 % 4] end
  from (
    select n, member_id, 10000 + hashint4(n)::bigint % 10000 + case when n % 1000 = 1 then 2000000 else 0 end as each_cents,
      case when bought > current_date - 30 then 1 + n % 4 else 0 end as fills30,
      case when bought > current_date - 90 then 2 + n % 8 else 0 end as fills90,
      case when bought > current_date - 365 then 3 + n % 30 else 0 end as fills365
    from (select n, member_id, case when n % 3 > 0 then bought end as bought from listed_member) as listed
  ) as counted;

  insert into member_bought (company_id, user_id, station_id, product_id, last_day)
  select of_company, member_id, stations[1 + (n + turn * 7) % cardinality(stations)],
    fuels[1 + abs(hashint4(n) + turn) % cardinality(fuels)], bought - turn
  from listed_member cross join generate_series(0, 1) as turn where n % 3 > 0
  on conflict do nothing;

  insert into member_profile (company_id, user_id, birth_month)
  select of_company, member_id, 1 + n * 7 % 12 from listed_member where n % 5 < 3;
  insert into car (company_id, plate, fuel_type, user_id)
  select of_company, '苏' || chr(65 + n / 100000 % 20) || lpad((n % 100000)::text, 5, '0'),
    case when n % 40 = 1 then 'diesel' else 'gasoline' end, member_id
  from listed_member where n % 10 = 1;
end $$;
