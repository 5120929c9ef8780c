-- compatible
-- What changes of orders and payments is noted for the statistics once for a statement, as what is new is, not once for each row.

-- What was counted so goes, what counts now comes; the moment stays that of the sale.
create function note_order_changes() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, nozzle_control_id, employee_id, device_id, count,
    amount_cents, discount_cents, paid_cents, refunded_cents)
  select later.company_id, later.station_id, later.created_date, 'order', side.status, later.type, side.pay_type, later.nozzle_control_id,
    later.employee_id, later.device_id, sign, sign * later.total_cents, sign * later.discount_cents, sign * side.paid, sign * side.refunded
  from earlier join later on later.id = earlier.id
  cross join lateral (values (-1, earlier.status, earlier.pay_type, earlier.paid_cents, earlier.refunded_cents),
    (1, later.status, later.pay_type, later.paid_cents, later.refunded_cents)) as side (sign, status, pay_type, paid, refunded)
  where (earlier.status, earlier.pay_type, earlier.paid_cents, earlier.refunded_cents)
    is distinct from (later.status, later.pay_type, later.paid_cents, later.refunded_cents);
  insert into statistic_delta (company_id, station_id, at, fact, status, type, pay_type, item_id, nozzle_control_id, employee_id,
    device_id, count, volume_cl, pieces, amount_cents, discount_cents)
  select later.company_id, later.station_id, later.created_date, 'line', side.status, later.type, side.pay_type, line.item_id,
    later.nozzle_control_id, later.employee_id, later.device_id, sign, sign * line.volume_cl, sign * line.pieces,
    sign * line.amount_cents, sign * line.discount_cents
  from earlier join later on later.id = earlier.id
  cross join lateral (
    select item_id, sum(volume_cl) as volume_cl, sum(pieces) as pieces, sum(amount_cents) as amount_cents,
      sum(discount_cents) as discount_cents
    from order_line where order_id = later.id group by item_id
  ) as line
  cross join lateral (values (-1, earlier.status, earlier.pay_type), (1, later.status, later.pay_type)) as side (sign, status, pay_type)
  where (earlier.status, earlier.pay_type) is distinct from (later.status, later.pay_type);
  return null;
end $$;
drop trigger note_order_change on sale_order;
create trigger note_order_changes after update on sale_order referencing old table as earlier new table as later
  for each statement execute function note_order_changes();
drop function note_order_change;

create function note_payment_changes() returns trigger language plpgsql as $$
begin
  insert into statistic_delta (company_id, station_id, at, fact, status, pay_type, employee_id, device_id, count, amount_cents,
    refunded_cents)
  select later.company_id, later.station_id, later.created_date, 'payment', side.status, later.pay_type,
    coalesce(later.user_id, (select employee_id from sale_order where id = later.order_id)), later.device_id, sign,
    sign * later.amount_cents, sign * side.refunded
  from earlier join later on later.id = earlier.id
  cross join lateral (values (-1, earlier.status, earlier.refunded_cents), (1, later.status, later.refunded_cents))
    as side (sign, status, refunded)
  where (earlier.status, earlier.refunded_cents) is distinct from (later.status, later.refunded_cents);
  return null;
end $$;
drop trigger note_payment_change on pay_transaction;
create trigger note_payment_changes after update on pay_transaction referencing old table as earlier new table as later
  for each statement execute function note_payment_changes();
drop function note_payment_change;
