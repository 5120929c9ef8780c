-- Statistics of card movements know the kind of the card: it stands where orders have their type, as a number in the order of the
-- kinds, so that money on personal and on fleet cards is told apart without reading the movements.
create function card_kind_no(kind text) returns smallint language sql immutable as
  $$ select array_position(array['personal', 'employee', 'anonymous', 'master', 'sub'], kind)::smallint $$;
grant execute on function card_kind_no to forecourt_app;

create or replace function note_movements() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, count, amount_cents, principal_cents, gift_cents)
  select added.company_id, coalesce(station_id, added.company_id), added.created_date, 'card', added.type, card_kind_no(card.kind),
    pay_type, 1, amount_cents, principal_cents, gift_cents
  from added join user_card card on card.id = user_card_id;
  return null;
end $$;

create or replace view statistic_fact with (security_invoker) as
select company_id, station_id, created_date as at, 'order' as fact, status, type, pay_type, null::bigint as item_id, nozzle_control_id,
  employee_id, device_id, 1::bigint as count, 0::bigint as volume_cl, 0::bigint as pieces, total_cents as amount_cents, discount_cents,
  paid_cents, refunded_cents, 0::bigint as principal_cents, 0::bigint as gift_cents
from sale_order
union all
select sale.company_id, sale.station_id, sale.created_date, 'line', sale.status, sale.type, sale.pay_type, item_id, sale.nozzle_control_id,
  sale.employee_id, sale.device_id, 1, sum(volume_cl)::bigint, sum(pieces)::bigint, sum(amount_cents)::bigint,
  sum(line.discount_cents)::bigint, 0, 0, 0, 0
from sale_order sale join order_line line on line.order_id = sale.id
group by sale.id, sale.company_id, sale.station_id, sale.created_date, item_id
union all
select txn.company_id, txn.station_id, txn.created_date, 'payment', txn.status, null, txn.pay_type, null, null,
  coalesce(txn.user_id, sale.employee_id), txn.device_id, 1, 0, 0, txn.amount_cents, 0, 0, txn.refunded_cents, 0, 0
from pay_transaction txn join sale_order sale on sale.id = txn.order_id
union all
select detail.company_id, coalesce(station_id, detail.company_id), detail.created_date, 'card', detail.type, card_kind_no(card.kind),
  pay_type, null, null, null, null, 1, 0, 0, amount_cents, 0, 0, 0, principal_cents, gift_cents
from user_card_detail detail join user_card card on card.id = user_card_id;

-- What was counted without its kind is counted anew. The wall is as high for the owner of the tables as for everyone.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
select statistic_rebuild(company_id, station_id) from statistic_site where exists (
  select from user_card_detail detail
  where detail.company_id = statistic_site.company_id and coalesce(detail.station_id, detail.company_id) = statistic_site.station_id
);
