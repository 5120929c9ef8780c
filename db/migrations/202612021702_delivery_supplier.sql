-- compatible
-- The record of who supplied a delivery. Its name stays beside it as it was then, as does what was typed before there were records.
alter table delivery
  add column fuel_supplier_id bigint,
  add foreign key (company_id, fuel_supplier_id) references supplier (company_id, id);
create index on delivery (company_id, fuel_supplier_id) where fuel_supplier_id is not null;

drop view delivery_state;
create view delivery_state with (security_invoker = true) as
  select measured.*, offloaded_cl + sold_cl as total_cl, offloaded_cl + sold_cl - delivery_volume_cl as profit_loss_cl
  from (
    select delivery.*, after_volume_cl - before_volume_cl as offloaded_cl,
      case when superseded_at is not null then 'corrected' when class_settle_id is not null then 'settled'
        when end_time is null then 'unloading' when delivery_volume_cl is null then 'noteMissing' else 'done' end as status,
      case when class_settle_id is not null then settled_sold_cl else
        delivery_sold(company_id, tank_id, begin_time, end_time) end as sold_cl,
      case when superseded_at is not null then delivery_correction(company_id, id) end as corrected_by_id
    from delivery
  ) as measured;
grant select on delivery_state to forecourt_app;
