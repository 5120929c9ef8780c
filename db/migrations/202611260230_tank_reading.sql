-- compatible
-- What gauges measure is kept as it was told; until now a tank knew its latest figures alone.
create table tank_reading (
  id bigint not null default next_id(),
  company_id bigint not null references company,
  station_id bigint not null,
  tank_id bigint not null,
  -- What the tank held then: it may be filled with another fuel later.
  product_id bigint not null,
  device_id bigint not null,
  measured_at timestamptz(3) not null,
  volume_cl bigint not null check (volume_cl >= 0),
  oil_height_mm int check (oil_height_mm >= 0),
  water_height_mm int check (water_height_mm >= 0),
  temperature numeric(4, 1),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  -- A device that says the same again is heard once.
  unique (company_id, tank_id, measured_at),
  constraint "tank.waterAboveOil" check (water_height_mm <= oil_height_mm),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, station_id, tank_id) references tank (company_id, station_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (company_id, station_id, device_id) references device (company_id, station_id, id)
);
select guard_tenant('tank_reading');
create index on tank_reading (company_id, station_id, measured_at desc, id desc);
create index on tank_reading (company_id, product_id);
create index on tank_reading (company_id, station_id, device_id);
