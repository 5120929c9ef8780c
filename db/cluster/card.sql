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

-- What cards of one company have paid without their password since the last one that was given.
create or replace function card_paid_without_password(of_company bigint, asked jsonb)
returns table (turn integer, day_cents bigint, order_cents bigint)
language plpgsql as $$
begin
  return query
  with question as materialized (
    select * from jsonb_to_recordset(asked) as question (turn int, card bigint, since timestamptz, until timestamptz, "order" bigint)
  )
  select question.turn, coalesce(sum(cents) filter (where created_date >= since and created_date < coalesce(until, 'infinity')),
  0)::bigint,
    coalesce(sum(cents) filter (where order_id = "order"), 0)::bigint
  from question left join lateral (
    select paid.created_date, paid.order_id, -paid.amount_cents - coalesce((
      select sum(back.amount_cents) from user_card_detail back
      where back.company_id = of_company and back.reverses_id = paid.id and back.type = 'refundConsume'
    ), 0) as cents
    from user_card_detail paid where paid.company_id = of_company and paid.id in (
      select id from user_card_detail
      where company_id = of_company and user_card_id = card and created_date >= since and created_date < coalesce(until, 'infinity')
      union all select id from user_card_detail where company_id = of_company and order_id = "order"
    ) and paid.user_card_id = card and paid.type = 'consume' and paid.with_password is not true
  ) as payment on true
  group by question.turn;
end $$;

-- What a card has spent within a time.
create or replace function card_spent(of_company bigint, card bigint, since timestamptz, until timestamptz)
returns bigint
language plpgsql stable as $$
begin
  return (select coalesce(-sum(amount_cents), 0)::bigint from user_card_detail moved
    where moved.company_id = of_company and user_card_id = card and created_date >= since and created_date < until
      and (type = 'consume' or type = 'refundConsume' and exists (
        select from user_card_detail paid
        where paid.company_id = of_company and paid.id = moved.reverses_id and paid.created_date >= since)));
end $$;
