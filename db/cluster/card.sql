-- Books payments by cards of one company, together: their entries in the ledger, and the movements of the cards.
create or replace function card_book(of_company bigint, sales jsonb)
returns table (turn integer, detail_id bigint)
language plpgsql as $$
declare
  turns int[];
  details bigint[];
  entries bigint[];
  dates timestamptz[];
begin
  select array_agg(booked.turn), array_agg(next_id()), array_agg(booked.entry_id), array_agg(booked.dated_at)
    into turns, details, entries, dates from ledger_book_cards(of_company, sales) as booked;
  insert into user_card_detail (id, company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents,
    debt_cents, balance_after_cents, pay_type, order_id, operator_id, ledger_entry_id, created_date, with_password)
  select detail, owner.id, station, card, holder, 'consume', -(principal + gift + debt), -principal, -gift, -debt, after, 'card',
    "order", operator, entry, dated_at, proven
  from unnest(turns, details, entries, dates) as booked (turn, detail, entry, dated_at)
  join jsonb_to_recordset(sales) as sale (turn int, station bigint, card bigint, holder bigint, "order" bigint, operator bigint,
    principal bigint, gift bigint, debt bigint, after bigint, proven boolean) on sale.turn = booked.turn
  join company owner on owner.id = of_company order by booked.turn;
  update user_card set status = 'overspend'
  where company_id = of_company and status = 'normal'
    and id = any (array(select card from jsonb_to_recordset(sales) as sale (card bigint, debt bigint) where debt > 0));
  return query select * from unnest(turns, details);
end $$;
