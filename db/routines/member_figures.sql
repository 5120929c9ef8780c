-- Counts members that were added, by the month in which they were, and notes them for their figures, which are nothing yet. Written row by
-- row, so that a database of several machines keeps each on the machine of its company.
create or replace function members_counted()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  zone text;
  part record;
begin
  for owner_id in select distinct company_id from added loop
    zone := (select time_zone from company where id = owner_id);
    for part in
      select date_trunc('month', created_date at time zone zone)::date as month, count(*) as count from added
      where company_id = owner_id and not is_staff and merged_into_id is null and former_date is null group by 1
    loop
      insert into member_count (company_id, month, count) values (owner_id, part.month, part.count);
    end loop;
    insert into member_figure (company_id, user_id, spent30_cents, spent90_cents, spent365_cents, bought30_cl, bought90_cl, bought365_cl,
      fills30, fills90, fills365, kept_balance_cents)
    select owner.id, account.id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from company owner join added account on account.company_id = owner.id
    where owner.id = owner_id and not account.is_staff and account.merged_into_id is null and account.former_date is null
    order by account.id on conflict (company_id, user_id) do nothing;
    insert into member_purchase (company_id, members, days)
    select owner.id, array_agg(account.id), array_agg('-infinity'::date)
    from company owner join added account on account.company_id = owner.id
    where owner.id = owner_id and not account.is_staff and account.merged_into_id is null and account.former_date is null
    group by owner.id;
  end loop;
  return null;
end $$;

-- Somebody has become a member, or is none any more: counted, or counted no longer, with figures or without. When they last bought is read
-- anew, and of whom they were merged into as well.
create or replace function member_recounted()
returns trigger
language plpgsql as $$
declare
  zone text := (select time_zone from company where id = old.company_id);
  touched bigint[] := array[old.id];
begin
  if not old.is_staff and old.merged_into_id is null and old.former_date is null then
    insert into member_count (company_id, month, count)
    values (old.company_id, date_trunc('month', old.created_date at time zone zone)::date, -1);
  end if;
  if tg_op = 'UPDATE' then
    if not new.is_staff and new.merged_into_id is null and new.former_date is null then
      insert into member_count (company_id, month, count)
      values (new.company_id, date_trunc('month', new.created_date at time zone zone)::date, 1);
    end if;
    touched := touched || array_remove(array[old.merged_into_id, new.merged_into_id], null);
  end if;
  if tg_op = 'UPDATE' and not new.is_staff and new.merged_into_id is null and new.former_date is null then
    insert into member_figure (company_id, user_id, spent30_cents, spent90_cents, spent365_cents, bought30_cl, bought90_cl, bought365_cl,
      fills30, fills90, fills365, kept_balance_cents)
    values (new.company_id, new.id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) on conflict (company_id, user_id) do nothing;
  else
    delete from member_figure where company_id = old.company_id and user_id = old.id;
    delete from member_bought where company_id = old.company_id and user_id = old.id;
  end if;
  insert into member_purchase (company_id, members, days)
  values (old.company_id, touched, array_fill(null::date, array[cardinality(touched)]));
  return null;
end $$;

-- Adds rows of one month up. What is counted meanwhile stands beside the sum.
create or replace function member_count_add_up(of_company bigint)
returns void
language plpgsql as $$
declare
  part record;
  total bigint;
begin
  for part in select month from member_count where company_id = of_company group by month having count(*) > 1 loop
    with gone as (delete from member_count where company_id = of_company and month = part.month returning count)
    select sum(count) into total from gone;
    if total <> 0 then
      insert into member_count (company_id, month, count) values (of_company, part.month, total);
    end if;
  end loop;
end $$;

-- Notes who has bought, and on which day: a row for each statement that books. Whose money moved otherwise has bought on no day: it is
-- noted for their figures alone, what was given back as well. Where a sub card spent its master's money, that comes back to the master's
-- holder, and is less for the one of the sub card: both are noted.
create or replace function members_bought()
returns trigger
language plpgsql as $$
declare
  part record;
begin
  for part in
    select moved.company_id, array_agg(who.id) as members,
      array_agg(case when moved.type = 'consume' then moved.use_day else '-infinity'::date end) as days
    from added moved cross join lateral (
      select moved.user_id as id
      union all
      select own.user_id from user_card own
      where moved.spent_by_id is not null and moved.type <> 'consume' and own.company_id = moved.company_id and own.id = moved.spent_by_id
    ) as who
    where who.id is not null group by moved.company_id
  loop
    insert into member_purchase (company_id, members, days) values (part.company_id, part.members, part.days);
  end loop;
  return null;
end $$;

-- Payments whose day was corrected.
create or replace function members_bought_otherwise()
returns trigger
language plpgsql as $$
declare
  part record;
begin
  for part in
    select later.company_id, array_agg(later.user_id) as members, array_agg(null::date) as days
    from earlier join later on later.company_id = earlier.company_id and later.id = earlier.id
    where later.type = 'consume' and later.user_id is not null
      and (earlier.created_date, earlier.use_day) is distinct from (later.created_date, later.use_day)
    group by later.company_id
  loop
    insert into member_purchase (company_id, members, days) values (part.company_id, part.members, part.days);
  end loop;
  return null;
end $$;

-- The day on which a member last paid with a card, by what is booked: by the member, and by those who were merged into them.
create or replace function member_last_paid(of_company bigint, member bigint)
returns date
language plpgsql stable as $$
begin
  return (
    select max(coalesce(detail.use_day, (detail.created_date at time zone own.time_zone)::date))
    from user_card_detail detail join company own on own.id = detail.company_id
    where detail.company_id = of_company and detail.type = 'consume' and detail.user_id = any (array(
      select member union all select id from user_account where company_id = of_company and merged_into_id = member)));
end $$;

-- What is to be added to what is kept: of each member who has bought since, the day that is kept and the one that holds. Of everything
-- that waits, or of some rows of it.
create or replace function member_purchases_waiting(of_company bigint, taken bigint[])
returns table (member bigint, was date, becomes date)
language plpgsql stable as $$
begin
  return query
  with told as materialized (
    select who.id, who.day from member_purchase waiting cross join lateral unnest(waiting.members, waiting.days) as who (id, day)
    where waiting.company_id = of_company and (taken is null or waiting.id = any (taken))
  ), asked as materialized (
    select side.id, nullif(max(told.day), '-infinity') as day, bool_or(told.day is null) as anew
    from told join user_account account on account.company_id = of_company and account.id = told.id
    cross join lateral (select account.id union all select account.merged_into_id where account.merged_into_id is not null) as side (id)
    group by side.id
  )
  select asked.id, kept.day, case
      when account.is_staff or account.merged_into_id is not null or account.former_date is not null then null
      when asked.anew then member_last_paid(of_company, asked.id)
      else greatest(kept.day, asked.day) end
  from asked join user_account account on account.company_id = of_company and account.id = asked.id
  left join member_last_purchase kept on kept.company_id = of_company and kept.user_id = asked.id;
end $$;

-- Adds what waits to what is kept. One at a time does it for a company; what is added meanwhile waits for the next time.
create or replace function member_purchases_add_up(of_company bigint, most integer, today date)
returns integer
language plpgsql as $$
declare
  taken bigint[];
  members bigint[];
  befores date[];
  afters date[];
  part record;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('member_purchase', of_company)) then return 0; end if;
  taken := array(select id from member_purchase where company_id = of_company order by id limit most);
  select array_agg(change.member), array_agg(change.was), array_agg(change.becomes) into members, befores, afters
  from member_purchases_waiting(of_company, taken) as change where change.was is distinct from change.becomes;
  insert into member_last_purchase as kept (company_id, user_id, day)
  select of_company, change.member, change.becomes from unnest(members, afters) as change (member, becomes)
  where change.becomes is not null order by 2
  on conflict (company_id, user_id) do update set day = excluded.day;
  delete from member_last_purchase where company_id = of_company and user_id = any (array(
    select change.member from unnest(members, afters) as change (member, becomes) where change.becomes is null));
  for part in
    select side.day, sum(side.more) as more from unnest(befores, afters) as change (was, becomes)
    cross join lateral (values (change.was, -1), (change.becomes, 1)) as side (day, more)
    where side.day is not null group by side.day having sum(side.more) <> 0 order by side.day
  loop
    insert into member_last_day as counted (company_id, day, count) values (of_company, part.day, part.more)
    on conflict (company_id, day) do update set count = counted.count + excluded.count;
  end loop;
  perform member_bought_add(of_company, taken, today);
  perform member_figures_recount(of_company, array(
    select distinct side.id from member_purchase waiting cross join lateral unnest(waiting.members) as who (id)
    join user_account account on account.company_id = of_company and account.id = who.id
    cross join lateral (select account.id union all select account.merged_into_id where account.merged_into_id is not null) as side (id)
    where waiting.company_id = of_company and waiting.id = any (taken)), today);
  delete from member_purchase where company_id = of_company and id = any (taken);
  return cardinality(taken);
end $$;

-- How many members there are, by month; and by when they last bought, what waits added.
create or replace function member_figures(of_company bigint, today date)
returns jsonb
language plpgsql stable as $$
begin
  return (
    with change as materialized (
      select was, becomes from member_purchases_waiting(of_company, null) where was is distinct from becomes
    ), days as (
      select day, count from member_last_day where company_id = of_company
      union all select was, -1 from change where was is not null
      union all select becomes, 1 from change where becomes is not null
    )
    select jsonb_build_object(
      'months', (select coalesce(jsonb_object_agg(month, count), '{}') from (
        select month, sum(count) as count from member_count where company_id = of_company group by month) as counted),
      'bought30', coalesce(sum(count) filter (where day > today - 30), 0),
      'bought90', coalesce(sum(count) filter (where day <= today - 30 and day > today - 90), 0),
      'asleep', coalesce(sum(count) filter (where day <= today - 90), 0))
    from days);
end $$;

-- Who bought the most within a month: how many bought at all, the fifth of them that bought the most, and what that came to.
create or replace function member_top_fifth_reckoned(of_company bigint, of_month date)
returns table (members integer, top_members integer, top_cents bigint)
language plpgsql stable as $$
begin
  return query
  with spent as (
    select coalesce(account.merged_into_id, account.id) as member, -sum(detail.amount_cents) as cents
    from user_card_detail detail
    join user_account account on account.company_id = of_company and account.id = detail.user_id and not account.is_staff
    join station place on place.company_id = of_company and place.id = detail.station_id
    where detail.company_id = of_company and detail.type = 'consume'
      and detail.created_date >= of_month - 1 and detail.created_date < of_month + 33
      and date_trunc('month', detail.created_date at time zone place.time_zone)::date = of_month
    group by 1
  ), ranked as (
    select cents, row_number() over (order by cents desc, member) as nth, count(*) over () as all_members from spent
  )
  select count(*)::int, count(*) filter (where nth * 5 <= all_members + 4)::int,
    coalesce(sum(cents) filter (where nth * 5 <= all_members + 4), 0)::bigint
  from ranked;
end $$;
