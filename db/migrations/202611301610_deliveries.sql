-- compatible
-- Fuel that came into a tank: what its note says, and what was measured of the tank before and after.
create table delivery (
  id bigint not null default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  station_id bigint not null,
  tank_id bigint not null,
  -- What came; of a tank that got the wrong product not what it held.
  product_id bigint not null,
  doc_no text not null default '',
  plate text not null default '',
  supplier text not null default '',
  delivery_volume_cl bigint check (delivery_volume_cl > 0),
  weight_kg bigint check (weight_kg > 0),
  density numeric(5, 1) check (density between 600 and 1000),
  density_kind text not null default 'observed' check (density_kind in ('observed', 'standard')),
  temperature numeric(4, 1),
  begin_time timestamptz(3) not null,
  end_time timestamptz(3),
  before_oil_height_mm int check (before_oil_height_mm >= 0),
  before_water_height_mm int check (before_water_height_mm >= 0),
  before_volume_cl bigint not null check (before_volume_cl >= 0),
  before_temperature numeric(4, 1),
  after_oil_height_mm int check (after_oil_height_mm >= 0),
  after_water_height_mm int check (after_water_height_mm >= 0),
  after_volume_cl bigint check (after_volume_cl >= 0),
  after_temperature numeric(4, 1),
  incident text check (incident in ('overfill', 'crossover')),
  reason text not null default '',
  certificate_id bigint,
  remark text not null default '',
  -- The closed shift that counts it, and what it counted: sold meanwhile, and received.
  class_settle_id bigint,
  settled_sold_cl bigint,
  settled_received_cl bigint,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "delivery.endsBeforeBegin" check (end_time > begin_time),
  -- What has come to its end was measured, and nothing else was.
  constraint "delivery.afterMissing" check ((end_time is null) = (after_volume_cl is null)),
  constraint "delivery.reasonMissing" check (reason <> '' or (incident is null and after_volume_cl >= before_volume_cl is not false)),
  check ((class_settle_id is null) = (settled_sold_cl is null) and (class_settle_id is null) = (settled_received_cl is null)),
  check (class_settle_id is null or end_time is not null),
  -- One tanker at a time fills a tank.
  constraint "delivery.overlaps" exclude using gist (int8range(company_id, company_id, '[]') with &&,
    int8range(tank_id, tank_id, '[]') with &&, tstzrange(begin_time, end_time) with &&),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, station_id, tank_id) references tank (company_id, station_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (company_id, certificate_id) references attachment (company_id, id),
  foreign key (company_id, class_settle_id) references class_settle (company_id, id)
);
select guard_tenant('delivery');
create index on delivery (company_id, station_id, begin_time desc, id desc);
create index on delivery (company_id, tank_id, begin_time desc);
create index on delivery (company_id, product_id);
create index on delivery (company_id, class_settle_id);
create index on delivery (company_id, certificate_id) where certificate_id is not null;
-- Those that the next settlement counts.
create index on delivery (company_id, station_id, end_time) where class_settle_id is null;

-- Its body stands in db/routines/wetstock.sql.
create function delivery_final() returns trigger language plpgsql as $$
begin
  return coalesce(new, old);
end $$;
create trigger delivery_final before update or delete on delivery for each row execute function delivery_final();

-- Its body stands there, too.
create function delivery_sold(of_company bigint, of_tank bigint, since timestamptz, until timestamptz) returns bigint
language plpgsql stable as $$
begin
  return 0;
end $$;

create view delivery_state with (security_invoker = true) as
  select measured.*, offloaded_cl + sold_cl as total_cl, offloaded_cl + sold_cl - delivery_volume_cl as profit_loss_cl
  from (
    select delivery.*, after_volume_cl - before_volume_cl as offloaded_cl,
      case when class_settle_id is not null then 'settled' when end_time is null then 'unloading'
        when delivery_volume_cl is null then 'noteMissing' else 'done' end as status,
      case when class_settle_id is not null then settled_sold_cl else
        delivery_sold(company_id, tank_id, begin_time, end_time) end as sold_cl
    from delivery
  ) as measured;
grant select on delivery_state to forecourt_app;
