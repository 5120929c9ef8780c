-- Books many facts of one company at once, each of which moves money between accounts that only accumulate.
create or replace function ledger_book_gathering(of_company bigint, facts jsonb)
returns void
language plpgsql as $$
declare
  ids bigint[];
  kinds text[];
  refs text[];
  dates timestamptz[];
  actors text[];
  amounts bigint[];
  sources bigint[];
  targets bigint[];
begin
  perform ledger_account_at(of_company, address)
  from (
    select source as address from jsonb_to_recordset(facts) as fact (source text)
    union select target from jsonb_to_recordset(facts) as fact (target text) order by 1
  ) as named
  where not exists (select from ledger_account account where account.company_id = of_company and account.address = named.address);

  select array_agg(next_id()), array_agg(fact.kind), array_agg(fact.ref), array_agg(fact.at), array_agg(fact.actor), array_agg(fact.cents),
      array_agg(source.id), array_agg(target.id)
    into ids, kinds, refs, dates, actors, amounts, sources, targets
  from jsonb_to_recordset(facts) as fact (kind text, ref text, at timestamptz, actor text, source text, target text, cents bigint)
  join ledger_account source on source.company_id = of_company and source.address = fact.source and not source.is_purse
    and (source.kind not like 'points%' or source.kind = 'pointsExpense')
  join ledger_account target on target.company_id = of_company and target.address = fact.target and not target.is_purse
    and (target.kind not like 'points%' or target.kind = 'pointsExpense');

  insert into ledger_entry (id, company_id, kind, ref, at, actor)
  select made.id, owner.id, kind, ref, at, actor
  from unnest(ids, kinds, refs, dates, actors) as made (id, kind, ref, at, actor) join company owner on owner.id = of_company;
  insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
  select entry, 1, owner.id, source, target, cents
  from unnest(ids, sources, targets, amounts) as made (entry, source, target, cents) join company owner on owner.id = of_company;
  insert into ledger_delta (company_id, account_id, amount_cents)
  select owner.id, account, sum(change)
  from unnest(sources, targets, amounts) as made (source, target, cents)
  cross join lateral (values (source, -cents), (target, cents)) as side (account, change)
  join company owner on owner.id = of_company group by owner.id, account;

  if (select count(*) from ledger_entry entry join jsonb_to_recordset(facts) as fact (ref text)
    on entry.company_id = of_company and entry.ref = fact.ref) <> jsonb_array_length(facts) then
    raise 'a purse does not gather';
  end if;
end $$;

-- Books the payments of many cards of one company at once.
create or replace function ledger_book_cards(of_company bigint, facts jsonb)
returns table (turn integer, entry_id bigint, dated_at timestamp with time zone)
language plpgsql as $$
declare
  tick constant interval := '1 millisecond';
  purses int;
  turns int[];
  entries bigint[];
  kinds text[];
  refs text[];
  actors text[];
  lines int[];
  sources bigint[];
  sinks bigint[];
  amounts bigint[];
  dates timestamptz[];
  given_dates boolean[];
begin
  perform ledger_account_at(of_company, target)
  from (select distinct target from jsonb_to_recordset(facts) as fact (target text) order by 1) as named
  where not exists (select from ledger_account account where account.company_id = of_company and account.address = target);
  with named as materialized (
    select distinct purse || ':' || card as address
    from jsonb_to_recordset(facts) as fact (card bigint), unnest(array['principal', 'gift', 'debt']) as purse
  ), held as (
    select from ledger_account account join named on account.company_id = of_company and account.address = named.address
    order by account.id for update of account
  )
  select count(*) into purses from held;

  with fact as (
    select given.*, next_id() as entry, row_number() over (partition by given.card order by given.turn) * tick as later
    from jsonb_to_recordset(facts) as given (turn int, card bigint, kind text, ref text, at timestamptz, dated boolean,
      actor text, target text, principal bigint, gift bigint, debt bigint)
  ), taken as materialized (
    select fact.*, place, purse || ':' || fact.card as address, cents
    from fact
    cross join lateral (values (1, 'principal', principal), (2, 'gift', gift), (3, 'debt', debt)) as purse (place, purse, cents)
    where cents <> 0
  ), part as (
    select taken.turn, taken.entry, taken.dated, taken.kind, taken.ref, taken.actor, cents,
      source.id as source, sink.id as sink,
      row_number() over (partition by taken.turn order by sign(cents) * place) as line,
      case when taken.dated then taken.at else taken.later + greatest(max(source.moved_at) filter (
          where not lies_ahead(source.moved_at, taken.at)) over (partition by taken.card),
        max(taken.at - taken.later) over (partition by taken.card order by taken.turn)) end::timestamptz(3) as at
    from taken
    join ledger_account source on source.company_id = of_company and source.address = taken.address
    join ledger_account sink on sink.company_id = of_company and sink.address = taken.target and not sink.is_purse
  )
  select array_agg(part.turn), array_agg(entry), array_agg(kind), array_agg(ref), array_agg(actor), array_agg(line), array_agg(source),
      array_agg(sink), array_agg(cents), array_agg(part.at), array_agg(dated)
    into turns, entries, kinds, refs, actors, lines, sources, sinks, amounts, dates, given_dates
  from part;

  insert into ledger_entry (id, company_id, kind, ref, at, actor)
  select entry, owner.id, kind, ref, at, actor
  from unnest(turns, entries, lines, kinds, refs, actors, dates) as part (turn, entry, line, kind, ref, actor, at)
  join company owner on owner.id = of_company where line = 1 order by part.turn;
  insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
  select entry, line, owner.id, case when cents > 0 then source else sink end, case when cents > 0 then sink else source end, abs(cents)
  from unnest(entries, lines, sources, sinks, amounts) as part (entry, line, source, sink, cents)
  join company owner on owner.id = of_company;
  update ledger_account set balance_cents = balance_cents - taken.cents, moved_at = case
    when not taken.dated and lies_ahead(ledger_account.moved_at, taken.last) then taken.last
    else greatest(ledger_account.moved_at, taken.last) end
  from (
    select source, sum(cents) as cents, max(at) as last, bool_or(dated) as dated
    from unnest(sources, amounts, dates, given_dates) as part (source, cents, at, dated) group by source
  ) as taken
  where ledger_account.company_id = of_company and ledger_account.id = taken.source;
  insert into ledger_delta (company_id, account_id, amount_cents)
  select owner.id, sink, sum(cents) from unnest(sinks, amounts) as part (sink, cents)
  join company owner on owner.id = of_company group by owner.id, sink;

  return query select part.turn, part.entry, part.at
  from unnest(turns, entries, lines, dates) as part (turn, entry, line, at) where line = 1;
end $$;

-- A move stays in one unit: money for money, points for points. What points have paid is money.
create or replace function keep_units()
returns trigger
language plpgsql as $$
declare
  moved record;
  units bigint;
begin
  for moved in select company_id, source_id, target_id from added loop
    select count(distinct kind like 'points%' and kind <> 'pointsExpense') into units from ledger_account
    where company_id = moved.company_id and id in (moved.source_id, moved.target_id);
    if units > 1 then
      raise 'a move stays in one unit: it violates check constraint "ledger.mixedUnits"'
        using errcode = 'check_violation', constraint = 'ledger.mixedUnits';
    end if;
  end loop;
  return null;
end $$;
