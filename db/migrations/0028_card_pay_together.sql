-- compatible
-- Cards pay set by set: they are held and told in one round trip, and what they pay is booked in a second, however many they are.
-- `card_pay` stays for servers of the step before.

-- Holds the cards asked for, in the order of their ids, and tells for each question what the card is and what its purses hold; and, where
-- it has a limit for the day, what it has spent since that day began in the zone asked for. A card of another company is not told.
create function card_hold(asked jsonb) returns table (
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
    select nth, wanted[nth + 1] as card, company, date_trunc('day', at at time zone zone) at time zone zone as since
    from jsonb_to_recordset(asked) as given (nth int, company bigint, at timestamptz, zone text)
  )
  select question.nth, held.id, held.number, held.user_id, held.status, held.payment_cents_max, held.day_cents_max,
    held.password_from_cents, product.type, product.gift_first, product.end_time::timestamptz, principal.balance_cents,
    gift.balance_cents, frozen.balance_cents, debt.balance_cents, question.since,
    case when held.day_cents_max is not null then card_spent_since(held.id, question.since) end
  from question
  join user_card held on held.id = question.card and held.company_id = question.company
  join card product on product.id = held.card_id
  join ledger_account principal on principal.id = held.principal_id
  join ledger_account gift on gift.id = held.gift_id
  join ledger_account frozen on frozen.id = held.lock_id
  join ledger_account debt on debt.id = held.debt_id;
end $$;

-- Books many facts in the order given, each taking from purses of one card into an account that only gathers. A fact is dated after the
-- last one on its card, unless it brings its own date: of several on one card, each a millisecond after the one before, if not later.
create function ledger_book_cards(facts jsonb) returns table (turn int, entry_id bigint, dated_at timestamptz) language plpgsql as $$
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
    select given.*, row_number() over (partition by given.card order by given.turn) * tick as later
    from jsonb_to_recordset(facts) as given (turn int, company bigint, card bigint, kind text, ref text, at timestamptz, dated boolean,
      actor text, target text, principal bigint, gift bigint, debt bigint)
  ), taken as materialized (
    select fact.turn, fact.company, fact.card, fact.target, place, purse || ':' || fact.card as address, cents
    from fact
    cross join lateral (values (1, 'principal', principal), (2, 'gift', gift), (3, 'debt', debt)) as purse (place, purse, cents)
    where cents > 0
  ), part as (
    select taken.turn, taken.company, taken.card, cents, source.id as source, source.moved_at, sink.id as sink,
      row_number() over (partition by taken.turn order by place) as line
    from taken
    join ledger_account source on source.company_id = taken.company and source.address = taken.address
    join ledger_account sink on sink.company_id = taken.company and sink.address = taken.target and not sink.is_purse
  ), timed as (
    select fact.turn, fact.company, fact.kind, fact.ref, fact.actor, case when fact.dated then fact.at else
      later + greatest(before.moved_at, max(fact.at - later) over (partition by fact.card order by fact.turn)) end as at
    from fact join (select part.card, max(part.moved_at) as moved_at from part group by part.card) as before using (card)
  ), made as (
    insert into ledger_entry (company_id, kind, ref, at, actor)
    select company, kind, ref, timed.at, actor from timed order by timed.turn returning id, company_id, ref, at
  ), told as (
    select timed.turn, made.id, made.at from made join timed on timed.company = made.company_id and timed.ref = made.ref
  ), moved as (
    insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
    select told.id, part.line, part.company, part.source, part.sink, part.cents from part join told on told.turn = part.turn
  ), emptied as (
    update ledger_account set balance_cents = balance_cents - taken.cents, moved_at = greatest(ledger_account.moved_at, taken.last)
    from (
      select source, sum(cents) as cents, max(told.at) as last from part join told on told.turn = part.turn group by source
    ) as taken where ledger_account.id = taken.source
  ), gathered as (
    insert into ledger_delta (company_id, account_id, amount_cents)
    select part.company, part.sink, sum(part.cents) from part group by part.company, part.sink
  )
  select told.turn, told.id, told.at::timestamptz from told;
end $$;

-- What cards that are held have paid: into the book, among the movements of each card, and who owes from now on may pay no more.
create function card_book(sales jsonb) returns table (turn int, detail_id bigint) language plpgsql as $$
begin
  return query
  with sale as (
    select * from jsonb_to_recordset(sales) as sale (turn int, company bigint, station bigint, card bigint, holder bigint, "order" bigint,
      operator bigint, principal bigint, gift bigint, debt bigint, after bigint)
  ), booked as materialized (
    select * from ledger_book_cards(sales)
  ), noted as (
    insert into user_card_detail (company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents,
      debt_cents, balance_after_cents, pay_type, order_id, operator_id, ledger_entry_id, created_date)
    select company, station, card, holder, 'consume', -(principal + gift + debt), -principal, -gift, -debt, after, 'card', "order",
      operator, booked.entry_id, booked.dated_at
    from sale join booked on booked.turn = sale.turn order by sale.turn
    returning id, ledger_entry_id
  ), owing as (
    update user_card set status = 'overspend' where id in (select card from sale where debt > 0) and status = 'normal'
  )
  select booked.turn, noted.id from noted join booked on booked.entry_id = noted.ledger_entry_id;
end $$;
grant execute on function card_hold, ledger_book_cards, card_book to forecourt_app;
