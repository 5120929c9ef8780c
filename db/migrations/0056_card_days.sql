-- compatible
-- A card's days. What a refund gives back, it gives back on the day on which its payment counted, and on no other: the refund of an
-- earlier day's payment leaves no room beyond today's limit. And what is dated ahead of the clock, because the clock was wrong, counts on
-- no day before that: until now it counted on every one.
create function card_spent(card bigint, since timestamptz, until timestamptz) returns bigint language sql stable as $$
  select coalesce(-sum(amount_cents), 0)::bigint from user_card_detail moved
  where user_card_id = card and created_date >= since and created_date < until and (type = 'consume' or type = 'refundConsume'
    and exists (select from user_card_detail paid where paid.id = moved.reverses_id and paid.created_date >= since))
$$;
grant execute on function card_spent to forecourt_app;
-- For servers of the step before.
create or replace function card_spent_since(card bigint, since timestamptz) returns bigint language sql stable as
  $$ select card_spent(card, since, 'infinity') $$;

-- As before, with an end of the day's payments.
create or replace function card_hold(asked jsonb) returns table (
  turn int, id bigint, number text, user_id bigint, status text, payment_cents_max bigint, day_cents_max bigint,
  password_from_cents bigint, type text, gift_first boolean, end_time timestamptz, principal_cents bigint, gift_cents bigint,
  lock_cents bigint, debt_cents bigint, day_begins timestamptz, spent_cents bigint
) language plpgsql as $$
declare
  wanted bigint[] := (
    select array_agg(coalesce(card, (select held.id from user_card held where held.company_id = company and held.number = named))
      order by nth)
    from jsonb_to_recordset(asked) as question (nth int, company bigint, card bigint, named text)
  );
begin
  perform from user_card held where held.id = any (wanted) order by held.id for no key update;
  return query
  -- Reckoned before it is compared: behind the tenant wall no index is asked for what is still to be reckoned.
  with question as materialized (
    select nth, wanted[nth + 1] as card, company, date_trunc('day', at at time zone zone) at time zone zone as since, at
    from jsonb_to_recordset(asked) as given (nth int, company bigint, at timestamptz, zone text)
  )
  select question.nth, held.id, held.number, held.user_id, held.status, held.payment_cents_max, held.day_cents_max,
    held.password_from_cents, product.type, product.gift_first, product.end_time::timestamptz, principal.balance_cents,
    gift.balance_cents, frozen.balance_cents, debt.balance_cents, question.since,
    case when held.day_cents_max is not null then card_spent(held.id, question.since, question.at + interval '2 minutes') end
  from question
  join user_card held on held.id = question.card and held.company_id = question.company
  join card product on product.id = held.card_id
  join ledger_account principal on principal.id = held.principal_id
  join ledger_account gift on gift.id = held.gift_id
  join ledger_account frozen on frozen.id = held.lock_id
  join ledger_account debt on debt.id = held.debt_id;
end $$;

-- As before, with an end of the day's payments where one is given.
create or replace function card_paid_without_password(asked jsonb) returns table (turn int, day_cents bigint, order_cents bigint)
  language sql as $$
  with question as materialized (
    select * from jsonb_to_recordset(asked) as question (turn int, card bigint, since timestamptz, until timestamptz, "order" bigint)
  )
  select question.turn, coalesce(sum(cents) filter (where created_date >= since and created_date < coalesce(until, 'infinity')), 0)::bigint,
    coalesce(sum(cents) filter (where order_id = "order"), 0)::bigint
  from question left join lateral (
    select paid.created_date, paid.order_id, -paid.amount_cents - coalesce((
      select sum(back.amount_cents) from user_card_detail back where back.reverses_id = paid.id and back.type = 'refundConsume'
    ), 0) as cents
    from user_card_detail paid where paid.id in (
      select id from user_card_detail
      where user_card_id = card and created_date >= since and created_date < coalesce(until, 'infinity')
      union all select id from user_card_detail where order_id = "order"
    ) and paid.user_card_id = card and paid.type = 'consume' and paid.with_password is not true
  ) as payment on true
  group by question.turn
$$;

-- A card's entries are dated one after the other. Where the last one lies more than two minutes ahead of the clock, the clock was wrong
-- when it was booked: the next is dated by the clock again, and does not stay ahead with it for as long as the clock was off.
create function lies_ahead(last_at timestamptz, clock timestamptz) returns boolean language sql immutable as
  $$ select last_at > clock + interval '2 minutes' $$;
grant execute on function lies_ahead to forecourt_app;
create or replace function ledger_book(
  company bigint, entry_kind text, entry_ref text, wanted_at timestamptz, dated boolean, entry_actor text, entry_reverses bigint,
  sources text[], targets text[], amounts bigint[]
) returns ledger_entry language plpgsql as $$
declare
  froms bigint[] := (select array_agg(ledger_account_at(company, address) order by line)
    from unnest(sources) with ordinality as given (address, line));
  tos bigint[] := (select array_agg(ledger_account_at(company, address) order by line)
    from unnest(targets) with ordinality as given (address, line));
  sides bigint[] := froms || tos;
  changes bigint[] := (select array_agg(-amount order by line) from unnest(amounts) with ordinality as given (amount, line)) || amounts;
  made ledger_entry;
begin
  with held as (select moved_at from ledger_account where id = any (sides) and is_purse order by id for update)
  select case when dated then wanted_at else greatest(wanted_at,
    max(moved_at) filter (where not lies_ahead(moved_at, wanted_at)) + interval '1 millisecond') end into wanted_at from held;

  insert into ledger_entry (company_id, kind, ref, at, actor, reverses)
    values (company, entry_kind, entry_ref, wanted_at, entry_actor, entry_reverses) returning * into made;
  insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
    select made.id, line, company, source, target, amount
    from unnest(froms, tos, amounts) with ordinality as move (source, target, amount, line);

  update ledger_account set balance_cents = balance_cents + total.cents,
    moved_at = case when not dated and lies_ahead(moved_at, made.at) then made.at else greatest(moved_at, made.at) end
  from (select account, sum(cents) as cents from unnest(sides, changes) as side (account, cents) group by account) as total
  where id = account and is_purse;
  insert into ledger_delta (company_id, account_id, amount_cents)
    select company, account, cents from unnest(sides, changes) as side (account, cents)
    join ledger_account on id = account and not is_purse;
  return made;
end $$;

create or replace function ledger_book_cards(facts jsonb) returns table (turn int, entry_id bigint, dated_at timestamptz)
  language plpgsql as $$
declare
  tick constant interval := '1 millisecond';
  purses int;
begin
  perform ledger_account_at(company, target)
  from (select distinct company, target from jsonb_to_recordset(facts) as fact (company bigint, target text) order by 1, 2) as named
  where not exists (select from ledger_account account where account.company_id = company and account.address = target);
  with named as materialized (
    select distinct company, purse || ':' || card as address
    from jsonb_to_recordset(facts) as fact (company bigint, card bigint), unnest(array['principal', 'gift', 'debt']) as purse
  ), held as (
    select from ledger_account account join named on account.company_id = company and account.address = named.address
    order by account.id for update of account
  )
  select count(*) into purses from held;

  return query
  with fact as (
    select given.*, next_id() as entry, row_number() over (partition by given.card order by given.turn) * tick as later
    from jsonb_to_recordset(facts) as given (turn int, company bigint, card bigint, kind text, ref text, at timestamptz, dated boolean,
      actor text, target text, principal bigint, gift bigint, debt bigint)
  ), taken as materialized (
    select fact.*, place, purse || ':' || fact.card as address, cents
    from fact
    cross join lateral (values (1, 'principal', principal), (2, 'gift', gift), (3, 'debt', debt)) as purse (place, purse, cents)
    where cents <> 0
  ), part as materialized (
    select taken.turn, taken.entry, taken.company, taken.dated, taken.kind, taken.ref, taken.actor, cents,
      source.id as source, sink.id as sink,
      row_number() over (partition by taken.turn order by sign(cents) * place) as line,
      case when taken.dated then taken.at else taken.later + greatest(max(source.moved_at) filter (
          where not lies_ahead(source.moved_at, taken.at)) over (partition by taken.card),
        max(taken.at - taken.later) over (partition by taken.card order by taken.turn)) end::timestamptz(3) as at
    from taken
    join ledger_account source on source.company_id = taken.company and source.address = taken.address
    join ledger_account sink on sink.company_id = taken.company and sink.address = taken.target and not sink.is_purse
  ), made as (
    insert into ledger_entry (id, company_id, kind, ref, at, actor)
    select part.entry, part.company, part.kind, part.ref, part.at, part.actor from part where line = 1 order by part.turn
  ), moved as (
    insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
    select part.entry, part.line, part.company, case when cents > 0 then part.source else part.sink end,
      case when cents > 0 then part.sink else part.source end, abs(part.cents)
    from part
  ), emptied as (
    update ledger_account set balance_cents = balance_cents - taken.cents, moved_at = case
      when not taken.dated and lies_ahead(ledger_account.moved_at, taken.last) then taken.last
      else greatest(ledger_account.moved_at, taken.last) end
    from (select source, sum(cents) as cents, max(part.at) as last, bool_or(part.dated) as dated from part group by source) as taken
    where ledger_account.id = taken.source
  ), gathered as (
    insert into ledger_delta (company_id, account_id, amount_cents)
    select part.company, part.sink, sum(part.cents) from part group by part.company, part.sink
  )
  select part.turn, part.entry, part.at::timestamptz from part where line = 1;
end $$;
