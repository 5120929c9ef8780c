-- compatible
-- Purchases of a history that was brought in: loads straight from a supplier, signed for as they were bought. They were settled elsewhere
-- and are not edited here.
alter table transport
  add column source text,
  add column external_id text,
  add constraint transport_of_history check (source is null and external_id is null
    or (external_id is not null and stage = 'signed' and depot_id is null and own_amount_cents is not null
      and signed_cl = loaded_cl and signed_kg is not distinct from loaded_kg));
create unique index transport_history_known on transport (company_id, source, external_id) where source is not null;

drop view incoming_transport;
drop view transport_state;

-- A load with what follows from it. Settled is what was signed for within a month that is settled, and what comes from a history.
create view transport_state with (security_invoker = true) as
  select transport.*, loaded_kg - signed_kg as loss_kg, loaded_cl - signed_cl as loss_cl, typed_cl is not null as volume_typed,
    case when source is not null or (stage = 'signed' and signed_day < (month + interval '1 month')::date) then 'settled'
      else stage end as status
  from transport left join settled_month on settled_month.company_id = transport.company_id;
grant select on transport_state to forecourt_app;

-- What a station sees of it: no price, no amount, and nothing that could name one.
create view incoming_transport with (security_invoker = true) as
  select company_id, id, version, station_id, bill_no, status, delivery_time, offload_time, depot_id, base_fuel_id, product_id,
    carrier_id, supplier_id, truck_id, plate, compartments, density, loaded_kg, loaded_cl, signed_kg, signed_cl, loss_kg, loss_cl,
    allowed_kg, claimed_kg, sign_reason, signed_date, signed_by_id, created_date
  from transport_state where status <> 'cancelled';
grant select on incoming_transport to forecourt_app;

-- What a station was sent of a product in a month, and what it was bought for. A litre is priced by what was loaded: that is what is paid.
create view fuel_purchase with (security_invoker = true) as
  select company_id, min(id) as id, month, station_id, product_id, count(*) as loads, sum(loaded_cl)::bigint as loaded_cl,
    sum(signed_cl)::bigint as signed_cl, sum(amount_cents)::bigint as amount_cents, sum(net_cents)::bigint as net_cents,
    sum(freight_amount_cents)::bigint as freight_amount_cents,
    round(sum(amount_cents) / sum(loaded_cl), 4)::numeric(14, 4) as price_per_litre
  from (
    select company_id, id, signed_day - (extract(day from signed_day)::int - 1) as month, station_id, product_id, loaded_cl, signed_cl,
      amount_cents, net_cents, coalesce(freight_amount_cents, 0) as freight_amount_cents
    from transport where stage = 'signed'
  ) signed group by company_id, month, station_id, product_id;
grant select on fuel_purchase to forecourt_app;
