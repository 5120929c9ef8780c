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
  insert into user_card_detail (id, company_id, station_id, user_card_id, spent_by_id, user_id, type, amount_cents, principal_cents,
    gift_cents, debt_cents, balance_after_cents, pay_type, order_id, operator_id, ledger_entry_id, created_date, with_password, use_day,
    use_cl, use_fills, billing_type)
  select detail, owner.id, station, card, spender, holder, 'consume', -(principal + gift + debt), -principal, -gift, -debt, after, 'card',
    "order", operator, entry, dated_at, proven, day, cl, fills, billing
  from unnest(turns, details, entries, dates) as booked (turn, detail, entry, dated_at)
  join jsonb_to_recordset(sales) as sale (turn int, station bigint, card bigint, spender bigint, holder bigint, "order" bigint,
    operator bigint,
    principal bigint, gift bigint, debt bigint, after bigint, proven boolean, day date, cl bigint, fills int, billing text)
    on sale.turn = booked.turn
  join company owner on owner.id = of_company order by booked.turn;
  insert into card_use as kept (company_id, user_card_id, period, begins, cents, volume_cl, fills)
  select owner.id, user_card, period, begins, more_cents, more_cl, more_fills
  from (
    select coalesce(spender, card) as user_card, period, begins, sum(principal + gift + debt) as more_cents, sum(cl) as more_cl,
      sum(sale.fills) as more_fills
    from jsonb_to_recordset(sales) as sale (card bigint, spender bigint, principal bigint, gift bigint, debt bigint, day date, cl bigint,
      fills int)
    cross join lateral (values ('day', day), ('month', day - extract(day from day)::int + 1)) as span (period, begins)
    group by coalesce(spender, card), period, begins
  ) as used join company owner on owner.id = of_company
  on conflict (company_id, user_card_id, period, begins) do update
    set cents = kept.cents + excluded.cents, volume_cl = kept.volume_cl + excluded.volume_cl, fills = kept.fills + excluded.fills;
  insert into card_judgement (company_id, user_card_id, station_id, order_id, outcome, code, amount_cents, volume_cl, plate, lines,
    created_date)
  select owner.id, coalesce(spender, card), station, "order", judged ->> 'outcome', judged ->> 'code', principal + gift + debt, cl,
    judged ->> 'plate', judged -> 'lines', (judged ->> 'at')::timestamptz
  from jsonb_to_recordset(sales) as sale (station bigint, card bigint, spender bigint, "order" bigint, principal bigint, gift bigint,
    debt bigint, cl bigint, judged jsonb)
  join company owner on owner.id = of_company where judged is not null;
  update user_card set status = 'overspend'
  where company_id = of_company and status = 'normal'
    and id = any (array(select card from jsonb_to_recordset(sales) as sale (card bigint, debt bigint) where debt > 0));
  return query select * from unnest(turns, details);
end $$;
