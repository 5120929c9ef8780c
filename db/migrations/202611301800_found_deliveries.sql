-- compatible
-- Deliveries that show in the readings of a gauge, and those that were recorded and do not show there. What stands alone is open until
-- somebody deals with it.
create table found_delivery (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  tank_id bigint not null,
  product_id bigint not null,
  kind text not null check (kind in ('rise', 'intake')),
  state text not null default 'open' check (state in ('open', 'matched', 'dismissed')),
  begin_time timestamptz(3) not null,
  end_time timestamptz(3) not null check (end_time >= begin_time),
  before_at timestamptz(3),
  after_at timestamptz(3),
  before_volume_cl bigint,
  after_volume_cl bigint,
  -- By the rate of sale before and after.
  sold_estimate_cl bigint,
  -- Of the two levels alone, and of the whole with what is sold.
  level_uncertainty_cl bigint,
  uncertainty_cl bigint,
  oil_info_id bigint,
  by_hand boolean not null default false,
  reason text not null default '',
  decided_by_id bigint,
  decided_date timestamptz(3),
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  check (num_nulls(before_at, after_at, before_volume_cl, after_volume_cl, sold_estimate_cl, level_uncertainty_cl, uncertainty_cl)
    = case kind when 'rise' then 0 else 7 end),
  -- A rise is matched to a recorded delivery; a recorded delivery without a rise stands for itself.
  check (case kind when 'rise' then (oil_info_id is not null) = (state = 'matched')
    else oil_info_id is not null and state <> 'matched' end),
  check ((state = 'open') = (decided_date is null)),
  check ((state = 'dismissed') = (reason <> '')),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, station_id, tank_id) references tank (company_id, station_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (company_id, oil_info_id) references delivery (company_id, id)
);
select guard_tenant('found_delivery');
create unique index "foundDelivery.intakeTaken" on found_delivery (company_id, oil_info_id) where kind = 'rise' and oil_info_id is not null;
create unique index on found_delivery (company_id, oil_info_id) where kind = 'intake';
create index on found_delivery (company_id, tank_id, end_time);
create index on found_delivery (company_id, station_id, begin_time desc, id desc);
create index on found_delivery (company_id, station_id) where state = 'open';

-- Tanks whose readings or deliveries have changed since they were looked at, and from which moment on.
create table gauge_scan (
  company_id bigint not null references company,
  tank_id bigint not null,
  since timestamptz(3) not null,
  primary key (company_id, tank_id)
);
select guard_tenant('gauge_scan');

-- Their bodies stand in db/routines/wetstock.sql.
create function gauge_due(of_company bigint, of_tank bigint, first timestamptz) returns void language plpgsql as $$
begin
end $$;
create function note_readings() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger note_readings after insert on tank_reading referencing new table as later
  for each statement execute function note_readings();
create trigger note_readings_struck after update on tank_reading referencing new table as later
  for each statement execute function note_readings();

-- Whether sales of a tank's nozzles are known around this time.
create function delivery_sales_known(of_company bigint, of_tank bigint, since timestamptz, until timestamptz) returns boolean
language plpgsql stable as $$
begin
  return false;
end $$;

create view found_delivery_state with (security_invoker = true) as
  select reckoned.*, rise_cl + sold_cl as litres_cl
  from (
    select seen.*, after_volume_cl - before_volume_cl as rise_cl,
      case when sold_known then delivery_sold(company_id, tank_id, before_at, after_at) else sold_estimate_cl end as sold_cl,
      case when sold_known then level_uncertainty_cl else total_uncertainty_cl end as uncertainty_cl
    from (
      select company_id, id, station_id, tank_id, product_id, kind, state, begin_time, end_time, before_at, after_at, before_volume_cl,
        after_volume_cl, sold_estimate_cl, level_uncertainty_cl, uncertainty_cl as total_uncertainty_cl, oil_info_id, by_hand, reason,
        decided_by_id, decided_date, created_date,
        kind = 'rise' and delivery_sales_known(company_id, tank_id, before_at, after_at) as sold_known
      from found_delivery
    ) as seen
  ) as reckoned;
grant select on found_delivery_state to forecourt_app;
