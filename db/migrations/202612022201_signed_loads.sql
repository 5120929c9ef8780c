-- compatible
-- What a station signed for of a load is what its books take in. The difference to the note was lost on the way, and stands at the load.
alter table delivery
  -- In litres as the tank measures them, and at the reference temperature where that is known. Null while no load was signed for with it.
  add column signed_cl bigint check (signed_cl >= 0),
  add column signed_ref_cl bigint check (signed_ref_cl >= 0),
  add constraint delivery_signed check (signed_ref_cl is null or signed_cl is not null);

-- An adjustment that follows from a signature: the delivery was counted in a settled shift before its load was signed for.
alter table tank_entry
  add column oil_info_id bigint,
  add constraint tank_entry_signature check (oil_info_id is null or kind = 'adjustment'),
  add foreign key (company_id, oil_info_id) references delivery (company_id, id);
create index on tank_entry (company_id, oil_info_id) where oil_info_id is not null;
create index on tank_entry (company_id, created_date) where oil_info_id is not null;

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

drop view tank_entry_state;
create view tank_entry_state with (security_invoker = true) as
  select entry.*, tank_entry_reversal(company_id, id) as reversed_by_id from tank_entry entry;
grant select on tank_entry_state to forecourt_app;
