-- compatible
-- A delivery that was settled is not edited: another one corrects it, in the shift that runs then. It takes back what the first one counted
-- so far, and both stay and name each other.
alter table delivery
  add column corrects_id bigint,
  add column correction_reason text check (correction_reason <> ''),
  add column corrected_by_user_id bigint,
  add column takes_back_cl bigint,
  -- Of one that was corrected: sales that were told later are those of the correction.
  add column superseded_at timestamptz(3),
  add constraint delivery_correction check (num_nulls(corrects_id, correction_reason, takes_back_cl) in (0, 3)),
  add constraint delivery_superseded check (superseded_at is null or class_settle_id is not null),
  add foreign key (company_id, corrects_id) references delivery (company_id, id),
  drop constraint "delivery.overlaps",
  add constraint "delivery.overlaps" exclude using gist (int8range(company_id, company_id, '[]') with &&,
    int8range(tank_id, tank_id, '[]') with &&, tstzrange(begin_time, end_time) with &&) where (superseded_at is null);
create unique index "delivery.correctedAlready" on delivery (company_id, corrects_id) where corrects_id is not null;

-- Their bodies stand in db/routines/wetstock.sql.
create function delivery_correction(of_company bigint, delivery bigint) returns bigint language plpgsql stable as $$
begin
  return null;
end $$;
create function delivery_late(of_company bigint, of_delivery bigint)
returns table (order_id bigint, order_no text, shift_id bigint, created_date timestamptz, received_date timestamptz, cl bigint)
language plpgsql stable as $$
begin
end $$;
create function delivery_late_in(of_company bigint, states bigint[])
returns table (delivery_id bigint, tank_id bigint, own timestamptz, at timestamptz, cl bigint)
language plpgsql stable as $$
begin
end $$;

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

-- What a correction takes back may be more than what came in the shift that counts it.
alter table class_settle_tank drop constraint class_settle_tank_received_cl_check;
