-- compatible
-- Deliveries of a history that was brought in. One that names no tank is of its station and product, until somebody or the gauge places it.
create table past_delivery (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  product_id bigint not null,
  tank_id bigint,
  at timestamptz(3) not null,
  volume_cl bigint not null check (volume_cl > 0),
  -- The litres as the file wrote them.
  said text not null,
  doc_no text not null default '',
  supplier text not null default '',
  plate text not null default '',
  source text not null,
  external_id text not null,
  placed text check (placed in ('file', 'person', 'gauge')),
  placed_by_id bigint,
  placed_date timestamptz(3),
  -- Where the tank's book had begun before it: from when on it counts there, in which shift, and which settled one that corrects.
  booked_at timestamptz(3),
  daily_state_id bigint,
  belongs_state_id bigint,
  belongs_day date,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, source, external_id),
  constraint past_delivery_placed check (num_nulls(tank_id, placed, placed_date) in (0, 3)),
  constraint past_delivery_by_person check (coalesce(placed = 'person', false) = (placed_by_id is not null)),
  constraint past_delivery_booked check ((booked_at is null) = (daily_state_id is null) and (booked_at is null or tank_id is not null)),
  constraint past_delivery_belongs check ((belongs_state_id is null) = (belongs_day is null)),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, station_id, tank_id) references tank (company_id, station_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (company_id, daily_state_id) references daily_state (company_id, id),
  foreign key (company_id, belongs_state_id) references daily_state (company_id, id)
);
select guard_tenant('past_delivery', 'select, insert, update');
create index on past_delivery (company_id, station_id, at desc, id desc);
create index on past_delivery (company_id, tank_id, at);
create index on past_delivery (company_id, product_id);
create index on past_delivery (company_id, daily_state_id) where daily_state_id is not null;
create index on past_delivery (company_id, belongs_state_id) where belongs_state_id is not null;
-- Those that are still to be placed.
create index on past_delivery (company_id, station_id, product_id, at) where tank_id is null;

-- A rise is matched to a recorded delivery, or to one of a history.
alter table found_delivery
  add column past_delivery_id bigint,
  drop constraint found_delivery_check2,
  add constraint found_delivery_matched check (case kind
    when 'rise' then (num_nonnulls(oil_info_id, past_delivery_id) = 1) = (state = 'matched')
      and num_nonnulls(oil_info_id, past_delivery_id) < 2
    else oil_info_id is not null and past_delivery_id is null and state <> 'matched' end),
  add foreign key (company_id, past_delivery_id) references past_delivery (company_id, id);
create unique index found_delivery_past_taken on found_delivery (company_id, past_delivery_id) where past_delivery_id is not null;

drop view found_delivery_state;
create view found_delivery_state with (security_invoker = true) as
  select reckoned.*, rise_cl + sold_cl as litres_cl
  from (
    select seen.*, after_volume_cl - before_volume_cl as rise_cl,
      case when sold_known then delivery_sold(company_id, tank_id, before_at, after_at) else sold_estimate_cl end as sold_cl,
      case when sold_known then level_uncertainty_cl else total_uncertainty_cl end as uncertainty_cl
    from (
      select company_id, id, station_id, tank_id, product_id, kind, state, begin_time, end_time, before_at, after_at, before_volume_cl,
        after_volume_cl, sold_estimate_cl, level_uncertainty_cl, uncertainty_cl as total_uncertainty_cl, oil_info_id, past_delivery_id,
        by_hand, reason, decided_by_id, decided_date, created_date,
        kind = 'rise' and delivery_sales_known(company_id, tank_id, before_at, after_at) as sold_known
      from found_delivery
    ) as seen
  ) as reckoned;
grant select on found_delivery_state to forecourt_app;
