-- Statistics begin: what keeps their cells true to the calendar, what they say of the years before, and how auditors read them.

-- Where its days begin has changed: so have its cells.
create function rebuild_station() returns trigger language plpgsql as
  $$ begin perform statistic_rebuild(new.company_id, new.id); return null; end $$;
create trigger rebuild_statistic after update of time_zone on station for each row
  when (old.time_zone <> new.time_zone) execute function rebuild_station();
create function rebuild_company() returns trigger language plpgsql as
  $$ begin perform statistic_rebuild(new.id, new.id); return null; end $$;
create trigger rebuild_statistic after update of time_zone on company for each row
  when (old.time_zone <> new.time_zone) execute function rebuild_company();

-- What was sold before there were statistics. The wall is as high for the owner of the tables as for everyone.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
select statistic_rebuild(company_id, station_id) from statistic_site;

-- The books as auditors read them: the cells, what is counted of each hour or day with what waits, and what the rows tell of it.
create view audit.statistic with (security_invoker) as
  select company_id, station_id as station, fact, dimension, grain, at, key, count, volume_cl, pieces, amount_cents, discount_cents,
    paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_cell;
create view audit.statistic_counted with (security_invoker) as
  select company_id, station_id as station, fact, dimension, at, key, count, volume_cl, pieces, amount_cents, discount_cents,
    paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_cell where grain in ('h', 'd')
  union all
  select company_id, station_id, fact, dimension, at, key, count, volume_cl, pieces, amount_cents, discount_cents,
    paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_waiting;
create view audit.statistic_told with (security_invoker) as
  select told.company_id, told.station_id as station, fact, dimension,
    date_trunc(case dimension when 'all' then 'hour' else 'day' end, at, time_zone)::timestamptz(3) as at, key, count, volume_cl, pieces,
    amount_cents, discount_cents, paid_cents, refunded_cents, principal_cents, gift_cents
  from statistic_told told
  join statistic_site site on site.station_id = told.station_id and site.company_id = told.company_id;
grant select on audit.statistic, audit.statistic_counted, audit.statistic_told to forecourt_app;

-- Books many facts of which each moves money once between accounts that only gather: set by set, for nobody has to be held.
-- Two facts of one reference are refused as by ledger_book.
create function ledger_book_gathering(facts jsonb) returns void language plpgsql as $$
begin
  perform ledger_account_at(company, address)
  from (
    select company, source as address from jsonb_to_recordset(facts) as fact (company bigint, source text)
    union select company, target from jsonb_to_recordset(facts) as fact (company bigint, target text)
    order by 1, 2
  ) as named
  where not exists (select from ledger_account account where account.company_id = named.company and account.address = named.address);

  with fact as (
    select fact.company, fact.kind, fact.ref, fact.at, fact.actor, fact.cents, source.id as source, target.id as target
    from jsonb_to_recordset(facts) as fact (company bigint, kind text, ref text, at timestamptz, actor text, source text, target text,
      cents bigint)
    join ledger_account source on source.company_id = fact.company and source.address = fact.source and not source.is_purse
    join ledger_account target on target.company_id = fact.company and target.address = fact.target and not target.is_purse
  ), made as (
    insert into ledger_entry (company_id, kind, ref, at, actor) select company, kind, ref, at, actor from fact
    returning id, company_id, ref
  ), moved as (
    insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
    select made.id, 1, company, source, target, cents from made join fact on fact.company = made.company_id and fact.ref = made.ref
  )
  insert into ledger_delta (company_id, account_id, amount_cents)
  select company, account, sum(change)
  from fact, lateral (values (source, -cents), (target, cents)) as side (account, change) group by company, account;

  if (select count(*) from ledger_entry entry join jsonb_to_recordset(facts) as fact (company bigint, ref text)
    on entry.company_id = company and entry.ref = fact.ref) <> jsonb_array_length(facts) then
    raise 'a purse does not gather';
  end if;
end $$;
grant execute on function ledger_book_gathering to forecourt_app;
