-- compatible
-- Card movements with what has become of a top-up: whether it was given back, and whether it was invoiced. Only what somebody paid in
-- has either. Movements are final, so this is nowhere written: a refund is a movement of its own that names the top-up.
-- No invoice is issued here yet, so every top-up stands as not invoiced.
create view user_card_detail_report with (security_invoker) as
  select movement.*,
    case when type = 'charge' and pay_type is not null then
      case when exists (select from user_card_detail back where back.reverses_id = movement.id and back.type = 'refundCharge')
        then 'refunded' else 'notRefunded' end
    end as refund_status,
    case when type = 'charge' and pay_type is not null then 'uninvoiced' end as invoice_status
  from user_card_detail movement;
grant select on user_card_detail_report to forecourt_app;
