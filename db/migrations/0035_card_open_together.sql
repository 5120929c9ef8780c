-- compatible
-- The pen for many cards writes both ways: what is below zero goes into a purse, from the account that only gathers. So the opening
-- balances of a thousand cards are one question; what a card owes is paid before anything is paid in. And it gives its entries their
-- numbers itself: of rows that have only just come the planner knows nothing, and would look for each of a thousand among all of them.
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
    select taken.turn, taken.entry, taken.company, taken.kind, taken.ref, taken.actor, cents, source.id as source, sink.id as sink,
      row_number() over (partition by taken.turn order by sign(cents) * place) as line,
      case when taken.dated then taken.at else taken.later + greatest(max(source.moved_at) over (partition by taken.card),
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
    update ledger_account set balance_cents = balance_cents - taken.cents, moved_at = greatest(ledger_account.moved_at, taken.last)
    from (select source, sum(cents) as cents, max(part.at) as last from part group by source) as taken
    where ledger_account.id = taken.source
  ), gathered as (
    insert into ledger_delta (company_id, account_id, amount_cents)
    select part.company, part.sink, sum(part.cents) from part group by part.company, part.sink
  )
  select part.turn, part.entry, part.at::timestamptz from part where line = 1;
end $$;

-- What cards that are held have paid: into the book, among the movements of each card, and who owes from now on may pay no more.
create or replace function card_book(sales jsonb) returns table (turn int, detail_id bigint) language plpgsql as $$
begin
  return query
  with sale as (
    select * from jsonb_to_recordset(sales) as sale (turn int, company bigint, station bigint, card bigint, holder bigint, "order" bigint,
      operator bigint, principal bigint, gift bigint, debt bigint, after bigint)
  ), booked as materialized (
    select * from ledger_book_cards(sales)
  ), paid as materialized (
    select next_id() as detail, sale.*, booked.entry_id, booked.dated_at from sale join booked on booked.turn = sale.turn
  ), noted as (
    insert into user_card_detail (id, company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents,
      debt_cents, balance_after_cents, pay_type, order_id, operator_id, ledger_entry_id, created_date)
    select detail, company, station, card, holder, 'consume', -(principal + gift + debt), -principal, -gift, -debt, after, 'card', "order",
      operator, paid.entry_id, paid.dated_at
    from paid order by paid.turn
  ), owing as (
    update user_card set status = 'overspend' where id = any (array(select card from sale where debt > 0)) and status = 'normal'
  )
  select paid.turn, detail from paid;
end $$;
