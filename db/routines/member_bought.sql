-- Adds where, and which fuels, those have bought who wait: of whom a day is told, since the day before it; of the others, within a year.
-- Of who is counted without a day, payments may have been given earlier days: what is kept of that year is read anew. A sub card that
-- spends its master's money buys for its own holder.
create or replace function member_bought_add(of_company bigint, taken bigint[], today date)
returns void
language plpgsql as $$
begin
  delete from member_bought kept using (
    select distinct coalesce(account.merged_into_id, account.id) as id
    from member_purchase waiting cross join lateral unnest(waiting.members, waiting.days) as who (id, day)
    join user_account account on account.company_id = of_company and account.id = who.id
    where waiting.company_id = of_company and waiting.id = any (taken) and who.day is null
  ) as anew
  where kept.company_id = of_company and kept.user_id = anew.id and kept.last_day > today - 365;
  insert into member_bought as kept (company_id, user_id, station_id, product_id, last_day)
  select of_company, own.user_id, moved.station_id, item.product_id, max(moved.use_day)
  from (
    select who.id, min(coalesce(who.day - 1, today - 365)) as since
    from member_purchase waiting cross join lateral unnest(waiting.members, waiting.days) as who (id, day)
    where waiting.company_id = of_company and waiting.id = any (taken) and who.day is distinct from '-infinity' group by who.id
  ) as told
  join user_account account on account.company_id = of_company and account.id = told.id and not account.is_staff
    and account.former_date is null
  join user_card own on own.company_id = of_company and own.user_id = coalesce(account.merged_into_id, account.id)
  cross join lateral (
    select by_own.user_id, by_own.type, by_own.use_day, by_own.station_id, by_own.order_id from user_card_detail by_own
    where by_own.company_id = of_company and by_own.user_card_id = own.id and by_own.spent_by_id is null
      and by_own.created_date >= told.since
    union all
    select of_master.user_id, of_master.type, of_master.use_day, of_master.station_id, of_master.order_id from user_card_detail of_master
    where of_master.company_id = of_company and of_master.spent_by_id = own.id and of_master.created_date >= told.since
  ) as moved
  join user_account payer on payer.company_id = of_company and payer.id = moved.user_id
    and coalesce(payer.merged_into_id, payer.id) = own.user_id
  left join order_line line on line.company_id = of_company and line.order_id = moved.order_id
  left join item on item.company_id = of_company and item.id = line.item_id
  where moved.type = 'consume' and moved.use_day is not null and moved.station_id is not null
  group by 1, 2, 3, 4 order by 2, 3, 4
  on conflict (company_id, user_id, station_id, product_id) do update set last_day = excluded.last_day
    where kept.last_day < excluded.last_day;
end $$;

-- Counts the figures of members anew, from what their cards use by day within a year, and from what their own cards hold. What is held for
-- a fill that has not been paid uses the limits of its card, but was not bought.
create or replace function member_figures_recount(of_company bigint, members bigint[], today date)
returns void
language plpgsql as $$
begin
  delete from member_figure kept using user_account gone
  where kept.company_id = of_company and kept.user_id = any (members) and gone.company_id = of_company and gone.id = kept.user_id
    and (gone.is_staff or gone.merged_into_id is not null or gone.former_date is not null);
  delete from member_bought kept using user_account gone
  where kept.company_id = of_company and kept.user_id = any (members) and gone.company_id = of_company and gone.id = kept.user_id
    and (gone.is_staff or gone.merged_into_id is not null or gone.former_date is not null);
  insert into member_figure as kept (company_id, user_id, spent30_cents, spent90_cents, spent365_cents, bought30_cl, bought90_cl,
    bought365_cl, fills30, fills90, fills365, kept_balance_cents, level_id, changes_on)
  select of_company, account.id, coalesce(bought.cents30, 0), coalesce(bought.cents90, 0), coalesce(bought.cents365, 0),
    coalesce(bought.cl30, 0), coalesce(bought.cl90, 0), coalesce(bought.cl365, 0),
    coalesce(bought.fills30, 0), coalesce(bought.fills90, 0), coalesce(bought.fills365, 0),
    (select coalesce(sum(purse.balance_cents), 0) from user_card own
      join ledger_account purse on purse.company_id = of_company and purse.id = any (array[own.principal_id, own.gift_id, own.lock_id])
      where own.company_id = of_company and own.user_id = account.id and own.group_id is null and own.closed_time is null),
    (select own.level_id from user_card own where own.company_id = of_company and own.user_id = account.id
      and own.level_id is not null and own.group_id is null and own.closed_time is null limit 1),
    bought.changes_on
  from user_account account
  cross join lateral (
    select sum(used.cents) as cents365, sum(used.volume_cl) as cl365, sum(used.fills) as fills365,
      sum(used.cents) filter (where begins > today - 90) as cents90, sum(used.volume_cl) filter (where begins > today - 90) as cl90,
      sum(used.fills) filter (where begins > today - 90) as fills90,
      sum(used.cents) filter (where begins > today - 30) as cents30, sum(used.volume_cl) filter (where begins > today - 30) as cl30,
      sum(used.fills) filter (where begins > today - 30) as fills30,
      least(min(begins) + 365, min(begins) filter (where begins > today - 90) + 90, min(begins) filter (where begins > today - 30) + 30)
        as changes_on
    from user_card own cross join lateral (
      select use.begins, use.cents, use.volume_cl, use.fills from card_use use
      where use.company_id = of_company and use.user_card_id = own.id and use.period = 'day' and use.begins > today - 365
      union all
      select held.use_day, -held.approved_cents, -held.approved_cl, -held.use_fills from card_authorisation held
      where held.company_id = of_company and held.user_card_id = own.id and held.status in ('open', 'gray') and held.use_day > today - 365
    ) as used
    where own.company_id = of_company and own.user_id = account.id
  ) as bought
  where account.company_id = of_company and account.id = any (members) and not account.is_staff and account.merged_into_id is null
    and account.former_date is null
  order by account.id
  on conflict (company_id, user_id) do update set spent30_cents = excluded.spent30_cents, spent90_cents = excluded.spent90_cents,
    spent365_cents = excluded.spent365_cents, bought30_cl = excluded.bought30_cl, bought90_cl = excluded.bought90_cl,
    bought365_cl = excluded.bought365_cl, fills30 = excluded.fills30, fills90 = excluded.fills90, fills365 = excluded.fills365,
    kept_balance_cents = excluded.kept_balance_cents, level_id = excluded.level_id, changes_on = excluded.changes_on
    where (kept.*) is distinct from (excluded.*);
end $$;

-- Counts those anew of whom a day has left one of the spans: so many at a time. @returns how many there were
create or replace function member_figures_pass_on(of_company bigint, today date, most integer)
returns integer
language plpgsql as $$
declare
  due bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('member_purchase', of_company)) then return 0; end if;
  due := array(select user_id from member_figure where company_id = of_company and changes_on <= today order by changes_on limit most);
  perform member_figures_recount(of_company, due, today);
  return cardinality(due);
end $$;

-- A level that was reached or lost, a card that changed its holder or was closed: the figures of both are counted anew.
create or replace function member_card_changed()
returns trigger
language plpgsql as $$
declare
  touched bigint[];
begin
  select array_agg(distinct id) into touched from unnest(array[old.user_id, new.user_id]) as id where id is not null;
  if touched is not null then
    insert into member_purchase (company_id, members, days)
    values (new.company_id, touched, array_fill('-infinity'::date, array[cardinality(touched)]));
  end if;
  return null;
end $$;
