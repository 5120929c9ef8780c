-- compatible
-- Whether a card payment was made with the payment password. What was paid without it counts towards the amount from which the card asks
-- for it, so that a large amount cannot be split into small ones. Null for payments of before, and those of servers of the step before.
alter table user_card_detail add column with_password boolean;

create or replace function card_book(sales jsonb) returns table (turn int, detail_id bigint) language plpgsql as $$
begin
  return query
  with sale as (
    select * from jsonb_to_recordset(sales) as sale (turn int, company bigint, station bigint, card bigint, holder bigint, "order" bigint,
      operator bigint, principal bigint, gift bigint, debt bigint, after bigint, proven boolean)
  ), booked as materialized (
    select * from ledger_book_cards(sales)
  ), paid as materialized (
    select next_id() as detail, sale.*, booked.entry_id, booked.dated_at from sale join booked on booked.turn = sale.turn
  ), noted as (
    insert into user_card_detail (id, company_id, station_id, user_card_id, user_id, type, amount_cents, principal_cents, gift_cents,
      debt_cents, balance_after_cents, pay_type, order_id, operator_id, ledger_entry_id, created_date, with_password)
    select detail, company, station, card, holder, 'consume', -(principal + gift + debt), -principal, -gift, -debt, after, 'card', "order",
      operator, paid.entry_id, paid.dated_at, proven
    from paid order by paid.turn
  ), owing as (
    update user_card set status = 'overspend' where id = any (array(select card from sale where debt > 0)) and status = 'normal'
  )
  select paid.turn, detail from paid;
end $$;

-- For each question, what the card has paid without its password since an instant, and on an order at any time; less what of these
-- payments was given back. To be asked while the cards are held.
create function card_paid_without_password(asked jsonb) returns table (turn int, day_cents bigint, order_cents bigint) language sql as $$
  with question as materialized (
    select * from jsonb_to_recordset(asked) as question (turn int, card bigint, since timestamptz, "order" bigint)
  )
  select question.turn, coalesce(sum(cents) filter (where created_date >= since), 0)::bigint,
    coalesce(sum(cents) filter (where order_id = "order"), 0)::bigint
  from question left join lateral (
    select paid.created_date, paid.order_id, -paid.amount_cents - coalesce((
      select sum(back.amount_cents) from user_card_detail back where back.reverses_id = paid.id and back.type = 'refundConsume'
    ), 0) as cents
    from user_card_detail paid where paid.id in (
      select id from user_card_detail where user_card_id = card and created_date >= since
      union all select id from user_card_detail where order_id = "order"
    ) and paid.user_card_id = card and paid.type = 'consume' and paid.with_password is not true
  ) as payment on true
  group by question.turn
$$;
grant execute on function card_paid_without_password to forecourt_app;
