-- Books payments by cards of one company, together: their entries in the ledger, and the movements of the cards.
create or replace function card_book(of_company bigint, sales jsonb)
returns table (turn integer, detail_id bigint)
language plpgsql as $$
begin
  return query
  with sale as (
    select * from jsonb_to_recordset(sales) as sale (turn int, station bigint, card bigint, holder bigint, "order" bigint,
      operator bigint, principal bigint, gift bigint, debt bigint, after bigint, proven boolean)
  ), booked as materialized (
    select * from ledger_book_cards(of_company, sales)
  ), paid as materialized (
    select next_id() as detail, sale.*, booked.entry_id, booked.dated_at from sale join booked on booked.turn = sale.turn
  ), recorded as (
    insert into user_card_detail (id, company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents,
      debt_cents, balance_after_cents, pay_type, order_id, operator_id, ledger_entry_id, created_date, with_password)
    select detail, of_company, station, card, holder, 'consume', -(principal + gift + debt), -principal, -gift, -debt, after, 'card',
      "order", operator, paid.entry_id, paid.dated_at, proven
    from paid order by paid.turn
  ), owing as (
    update user_card set status = 'overspend'
    where company_id = of_company and id = any (array(select card from sale where debt > 0)) and status = 'normal'
  )
  select paid.turn, detail from paid;
end $$;

-- Locks cards of one company, in the order of their ids, and answers what decides whether they may pay.
create or replace function card_hold(of_company bigint, asked jsonb)
returns table (turn integer, id bigint, number text, user_id bigint, status text, payment_cents_max bigint, day_cents_max bigint,
  password_from_cents bigint, type text, gift_first boolean, end_time timestamp with time zone, principal_cents bigint,
  gift_cents bigint, lock_cents bigint, debt_cents bigint, day_begins timestamp with time zone, spent_cents bigint)
language plpgsql as $$
declare
  wanted bigint[] := (
    select array_agg(coalesce(card, (
        select held.id from user_card held where held.company_id = of_company and held.number = named)) order by nth)
    from jsonb_to_recordset(asked) as question (nth int, card bigint, named text)
  );
begin
  perform from user_card held where held.company_id = of_company and held.id = any (wanted) order by held.id for no key update;
  return query
  -- Computed before it is compared: behind the tenant wall no index is asked for what is still to be computed.
  with question as materialized (
    select nth, wanted[nth + 1] as card, date_trunc('day', at at time zone zone) at time zone zone as since, at
    from jsonb_to_recordset(asked) as given (nth int, at timestamptz, zone text)
  )
  select question.nth, held.id, held.number, held.user_id, held.status, held.payment_cents_max, held.day_cents_max,
    held.password_from_cents, product.type, product.gift_first, product.end_time::timestamptz, principal.balance_cents,
    gift.balance_cents, frozen.balance_cents, debt.balance_cents, question.since,
    case when held.day_cents_max is not null
      then card_spent(of_company, held.id, question.since, question.at + interval '2 minutes') end
  from question
  join user_card held on held.id = question.card and held.company_id = of_company
  join card product on product.id = held.card_id and product.company_id = of_company
  join ledger_account principal on principal.id = held.principal_id and principal.company_id = of_company
  join ledger_account gift on gift.id = held.gift_id and gift.company_id = of_company
  join ledger_account frozen on frozen.id = held.lock_id and frozen.company_id = of_company
  join ledger_account debt on debt.id = held.debt_id and debt.company_id = of_company;
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

-- What a card has spent since an instant.
create or replace function card_spent_since(of_company bigint, card bigint, since timestamp with time zone)
returns bigint
language sql stable as $$ select card_spent(of_company, card, since, 'infinity') $$;
