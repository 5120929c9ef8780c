-- Books a fact: its entry, its moves, and the balances of the purses that they change.
create or replace function ledger_book(company bigint, entry_kind text, entry_ref text, wanted_at timestamp with time zone,
  dated boolean, entry_actor text, entry_reverses bigint, sources text[], targets text[], amounts bigint[])
returns ledger_entry
language plpgsql as $$
declare
  froms bigint[] := (select array_agg(ledger_account_at(company, address) order by line)
    from unnest(sources) with ordinality as given (address, line));
  tos bigint[] := (select array_agg(ledger_account_at(company, address) order by line)
    from unnest(targets) with ordinality as given (address, line));
  sides bigint[] := froms || tos;
  changes bigint[] := (select array_agg(-amount order by line) from unnest(amounts) with ordinality as given (amount, line)) || amounts;
  made ledger_entry;
begin
  with held as (
    select moved_at from ledger_account
    where company_id = company and id = any (sides) and (is_purse or kind in ('points', 'pointsDebt')) order by id for update
  )
  select case when dated then wanted_at else greatest(wanted_at,
    max(moved_at) filter (where not lies_ahead(moved_at, wanted_at)) + interval '1 millisecond') end into wanted_at from held;

  insert into ledger_entry (company_id, kind, ref, at, actor, reverses)
    values (company, entry_kind, entry_ref, wanted_at, entry_actor, entry_reverses) returning * into made;
  insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
    select made.id, line, owner.id, source, target, amount
    from unnest(froms, tos, amounts) with ordinality as move (source, target, amount, line)
    join company owner on owner.id = ledger_book.company;

  update ledger_account set balance_cents = balance_cents + total.cents,
    moved_at = case when not dated and lies_ahead(moved_at, made.at) then made.at else greatest(moved_at, made.at) end
  from (select account, sum(cents) as cents from unnest(sides, changes) as side (account, cents) group by account) as total
  where company_id = company and id = account and (is_purse or kind in ('points', 'pointsDebt'));
  insert into ledger_delta (company_id, account_id, amount_cents)
    select ledger_account.company_id, account, cents from unnest(sides, changes) as side (account, cents)
    join ledger_account on ledger_account.company_id = company and id = account
      and not is_purse and kind not in ('points', 'pointsDebt');
  return made;
end $$;

-- Books many facts of one company at once, each of which moves money between accounts that only accumulate.
create or replace function ledger_book_gathering(of_company bigint, facts jsonb)
returns void
language plpgsql as $$
begin
  perform ledger_account_at(of_company, address)
  from (
    select source as address from jsonb_to_recordset(facts) as fact (source text)
    union select target from jsonb_to_recordset(facts) as fact (target text) order by 1
  ) as named
  where not exists (select from ledger_account account where account.company_id = of_company and account.address = named.address);

  with fact as (
    select fact.kind, fact.ref, fact.at, fact.actor, fact.cents, source.id as source, target.id as target
    from jsonb_to_recordset(facts) as fact (kind text, ref text, at timestamptz, actor text, source text, target text, cents bigint)
    join ledger_account source on source.company_id = of_company and source.address = fact.source and not source.is_purse
      and (source.kind not like 'points%' or source.kind = 'pointsExpense')
    join ledger_account target on target.company_id = of_company and target.address = fact.target and not target.is_purse
      and (target.kind not like 'points%' or target.kind = 'pointsExpense')
  ), made as (
    insert into ledger_entry (company_id, kind, ref, at, actor) select of_company, kind, ref, at, actor from fact
    returning id, ref
  ), moved as (
    insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
    select made.id, 1, of_company, source, target, cents from made join fact on fact.ref = made.ref
  )
  insert into ledger_delta (company_id, account_id, amount_cents)
  select of_company, account, sum(change)
  from fact, lateral (values (source, -cents), (target, cents)) as side (account, change) group by account;

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

  return query
  with fact as (
    select given.*, next_id() as entry, row_number() over (partition by given.card order by given.turn) * tick as later
    from jsonb_to_recordset(facts) as given (turn int, card bigint, kind text, ref text, at timestamptz, dated boolean,
      actor text, target text, principal bigint, gift bigint, debt bigint)
  ), taken as materialized (
    select fact.*, place, purse || ':' || fact.card as address, cents
    from fact
    cross join lateral (values (1, 'principal', principal), (2, 'gift', gift), (3, 'debt', debt)) as purse (place, purse, cents)
    where cents <> 0
  ), part as materialized (
    select taken.turn, taken.entry, taken.dated, taken.kind, taken.ref, taken.actor, cents,
      source.id as source, sink.id as sink,
      row_number() over (partition by taken.turn order by sign(cents) * place) as line,
      case when taken.dated then taken.at else taken.later + greatest(max(source.moved_at) filter (
          where not lies_ahead(source.moved_at, taken.at)) over (partition by taken.card),
        max(taken.at - taken.later) over (partition by taken.card order by taken.turn)) end::timestamptz(3) as at
    from taken
    join ledger_account source on source.company_id = of_company and source.address = taken.address
    join ledger_account sink on sink.company_id = of_company and sink.address = taken.target and not sink.is_purse
  ), made as (
    insert into ledger_entry (id, company_id, kind, ref, at, actor)
    select part.entry, of_company, part.kind, part.ref, part.at, part.actor from part where line = 1 order by part.turn
  ), moved as (
    insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
    select part.entry, part.line, of_company, case when cents > 0 then part.source else part.sink end,
      case when cents > 0 then part.sink else part.source end, abs(part.cents)
    from part
  ), emptied as (
    update ledger_account set balance_cents = balance_cents - taken.cents, moved_at = case
      when not taken.dated and lies_ahead(ledger_account.moved_at, taken.last) then taken.last
      else greatest(ledger_account.moved_at, taken.last) end
    from (select source, sum(cents) as cents, max(part.at) as last, bool_or(part.dated) as dated from part group by source) as taken
    where ledger_account.company_id = of_company and ledger_account.id = taken.source
  ), gathered as (
    insert into ledger_delta (company_id, account_id, amount_cents)
    select of_company, part.sink, sum(part.cents) from part group by part.sink
  )
  select part.turn, part.entry, part.at::timestamptz from part where line = 1;
end $$;

-- Adds pending deltas of clearing accounts of these companies to their balances, at most so many. Returns how many they were. The table is
-- empty most of the time: a plan made then would, by nested loops, look through all of ten thousand for each of them. Accounts are locked
-- in the order of their ids.
create or replace function ledger_roll_up(most int, companies bigint[]) returns bigint
language plpgsql set enable_nestloop to 'off' as $$
declare
  of_company bigint;
  part record;
  taken bigint := 0;
begin
  for of_company in select distinct company_id from ledger_delta where company_id = any (companies) order by 1 loop
    for part in
      with waiting as materialized (
        select id from ledger_delta where company_id = of_company order by id limit most - taken for update skip locked
      ), gone as (
        delete from ledger_delta using waiting where company_id = of_company and ledger_delta.id = waiting.id
        returning account_id, amount_cents
      )
      select account_id, sum(amount_cents) as cents, count(*) as deltas from gone group by account_id order by account_id
    loop
      update ledger_account set balance_cents = balance_cents + part.cents where company_id = of_company and id = part.account_id;
      taken := taken + part.deltas;
    end loop;
    exit when taken >= most;
  end loop;
  return taken;
end $$;

-- A move stays in one unit: money for money, points for points. What points have paid is money. Each account by its key, however many
-- moves there are.
create or replace function keep_units()
returns trigger
language plpgsql as $$
begin
  if exists (
    select from added
    where (select kind like 'points%' and kind <> 'pointsExpense' from ledger_account
        where company_id = added.company_id and id = added.source_id)
      <> (select kind like 'points%' and kind <> 'pointsExpense' from ledger_account
        where company_id = added.company_id and id = added.target_id)
  ) then
    raise 'a move stays in one unit: it violates check constraint "ledger.mixedUnits"'
      using errcode = 'check_violation', constraint = 'ledger.mixedUnits';
  end if;
  return null;
end $$;
