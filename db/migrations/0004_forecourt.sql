-- What stands on a forecourt and what a station sells: fuels and their prices, tanks, dispensers, nozzles, devices, categories and items.

-- A fuel of the company's catalogue. Its price is not here: see product_price.
create table product (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  code text not null,
  name text not null,
  classification text not null check (classification in ('gasoline', 'diesel', 'gas', 'other')),
  tax_rate numeric(5, 2) not null check (tax_rate >= 0 and tax_rate < 100),
  description text not null default '',
  color text,
  created_date timestamptz(3) not null default now(),
  constraint "product.codeTaken" unique (company_id, code),
  unique (company_id, id)
);
select guard_tenant('product');

-- The price of a fuel at a station from an instant on. A price is never edited: the next row ends it.
create table product_price (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  product_id bigint not null,
  price_cents bigint not null check (price_cents between 0 and 10000000),
  from_at timestamptz(3) not null,
  set_by_id bigint,
  created_date timestamptz(3) not null default now(),
  foreign key (company_id, product_id) references product (company_id, id)
);
select guard_tenant('product_price', 'select, insert');
select make_final('product_price');
create index on product_price (station_id, product_id, from_at desc, id desc);
create index on product_price (company_id, product_id);

-- The price in force at an instant, null when none was. Of two that begin together the later word counts.
create function price_at(station bigint, product bigint, at timestamptz) returns bigint language sql stable as $$
  select price_cents from product_price
  where station_id = station and product_id = product and from_at <= at
  order by from_at desc, id desc limit 1
$$;
grant execute on function price_at to forecourt_app;

create table category (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  station_id bigint not null references station,
  type text not null check (type in ('fuel', 'normal')),
  name text not null,
  hidden boolean not null default false,
  weight int not null default 0,
  created_date timestamptz(3) not null default now(),
  constraint "category.nameTaken" unique (station_id, type, name),
  unique (station_id, id)
);
select guard_tenant('category');

-- What a station sells. A fuel's item has a product and takes its price from product_price; goods carry their own.
create table item (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  station_id bigint not null references station,
  product_id bigint,
  category_id bigint not null,
  name text not null,
  code text not null,
  barcode text not null default '',
  price_cents bigint check (price_cents between 0 and 10000000),
  price_type text not null default 'currency' check (price_type in ('currency', 'score')),
  inventory bigint not null default -1 check (inventory >= -1),
  tax_rate numeric(5, 2) not null check (tax_rate >= 0 and tax_rate < 100),
  hidden boolean not null default false,
  created_date timestamptz(3) not null default now(),
  check ((product_id is null) = (price_cents is not null)),
  constraint "item.codeTaken" unique (station_id, code),
  constraint "item.productTaken" unique (station_id, product_id),
  unique (station_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (station_id, category_id) references category (station_id, id)
);
select guard_tenant('item');
create index on item (station_id, created_date desc, id desc);
create index on item (category_id);
create index on item (product_id);

create table tank (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  station_id bigint not null references station,
  number int not null check (number > 0),
  product_id bigint not null,
  item_id bigint,
  description text not null default '',
  max_volume_cl bigint not null check (max_volume_cl > 0),
  volume_cl bigint not null default 0 check (volume_cl >= 0),
  oil_height_mm int not null default 0 check (oil_height_mm >= 0),
  water_height_mm int not null default 0 check (water_height_mm >= 0),
  temperature numeric(4, 1),
  measured_at timestamptz(3),
  created_date timestamptz(3) not null default now(),
  constraint "tank.numberTaken" unique (station_id, number),
  constraint "tank.overfull" check (volume_cl <= max_volume_cl),
  constraint "tank.waterAboveOil" check (water_height_mm <= oil_height_mm),
  unique (station_id, id),
  foreign key (company_id, product_id) references product (company_id, id),
  foreign key (station_id, item_id) references item (station_id, id)
);
select guard_tenant('tank');
create index on tank (product_id);
create index on tank (item_id);

create table dispenser (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  station_id bigint not null references station,
  number int not null check (number > 0),
  name text not null,
  picture_id bigint,
  protocol text not null default '',
  state text check (state in ('error', 'busy', 'idle', 'offline')),
  state_at timestamptz(3),
  created_date timestamptz(3) not null default now(),
  constraint "dispenser.numberTaken" unique (station_id, number),
  unique (station_id, id)
);
select guard_tenant('dispenser');

-- A nozzle hangs on a dispenser, draws from a tank and sells that tank's item, all of one station.
create table nozzle_control (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  station_id bigint not null references station,
  logic_no int not null check (logic_no > 0),
  physical_no int not null constraint "nozzle.physicalNo" check (physical_no between 1 and 8),
  dispenser_id bigint not null,
  tank_id bigint not null,
  item_id bigint,
  state text check (state in ('error', 'busy', 'idle', 'offline')),
  state_at timestamptz(3),
  created_date timestamptz(3) not null default now(),
  constraint "nozzle.logicNoTaken" unique (station_id, logic_no),
  constraint "nozzle.physicalNoTaken" unique (dispenser_id, physical_no),
  unique (station_id, id),
  foreign key (station_id, dispenser_id) references dispenser (station_id, id),
  foreign key (station_id, tank_id) references tank (station_id, id),
  foreign key (station_id, item_id) references item (station_id, id)
);
select guard_tenant('nozzle_control');
create index on nozzle_control (tank_id);
create index on nozzle_control (item_id);

create table tank_gauge (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  station_id bigint not null references station,
  name text not null,
  protocol text not null default '',
  address text not null default '',
  created_date timestamptz(3) not null default now(),
  constraint "tankGauge.nameTaken" unique (station_id, name)
);
select guard_tenant('tank_gauge');

create table printer (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  station_id bigint not null references station,
  name text not null,
  protocol text not null default '',
  address text not null default '',
  created_date timestamptz(3) not null default now(),
  constraint "printer.nameTaken" unique (station_id, name)
);
select guard_tenant('printer');

-- A program or terminal that works for a station with a credential of its own.
create table device (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  station_id bigint not null references station,
  name text not null,
  type text not null check (type in ('pos', 'miniPos', 'selfService', 'miniProgram', 'mp', 'miniProgramManager', 'web', 'dataHub', 'qPos',
    'dispenser', 'screen', 'screen7', 'screen15', 'screen24', 'screen27', 'screen32')),
  "group" text not null default '',
  software_version text not null default '',
  enabled boolean not null default true,
  last_seen timestamptz(3),
  last_sync timestamptz(3),
  clock_offset_ms bigint,
  created_date timestamptz(3) not null default now(),
  constraint "device.nameTaken" unique (station_id, name),
  unique (station_id, id)
);
select guard_tenant('device');
create index on device (company_id);

-- Apart from the device, so that no list or search of devices can come near it. The secret itself is shown once and kept nowhere.
create table device_credential (
  device_id bigint primary key references device on delete cascade,
  company_id bigint not null references company,
  secret_hash bytea not null check (length(secret_hash) = 32),
  issued_at timestamptz(3) not null
);
select guard_tenant('device_credential');

-- Nozzle, tank and product agree by themselves: a tank sells the station's item of its product, a nozzle its tank's.
create function tank_takes_item() returns trigger language plpgsql as $$
begin
  new.item_id := (select id from item where station_id = new.station_id and product_id = new.product_id);
  return new;
end $$;
create trigger tank_takes_item before insert or update of product_id, station_id on tank for each row execute function tank_takes_item();

create function nozzle_takes_item() returns trigger language plpgsql as $$
begin
  new.item_id := (select item_id from tank where id = new.tank_id);
  return new;
end $$;
create trigger nozzle_takes_item before insert or update of tank_id on nozzle_control for each row execute function nozzle_takes_item();

create function nozzles_follow_tank() returns trigger language plpgsql as $$
begin
  update nozzle_control set item_id = new.item_id where tank_id = new.id;
  return null;
end $$;
create trigger nozzles_follow_tank after update on tank for each row when (old.item_id is distinct from new.item_id)
  execute function nozzles_follow_tank();

create function tanks_follow_item() returns trigger language plpgsql as $$
begin
  update tank set item_id = new.id where station_id = new.station_id and product_id = new.product_id;
  return null;
end $$;
create trigger tanks_follow_item after insert on item for each row when (new.product_id is not null) execute function tanks_follow_item();

-- Whose credential this is, before any company may be seen: the credential names the company to look in, and its hash must be kept there.
-- Called outside any transaction, so that what it may see ends with it.
create function device_of(company bigint, device bigint, hash bytea, at timestamptz)
returns table (
  id bigint, company_id bigint, station_id bigint, name text, type text, zone text, clock_offset_ms bigint, last_sync timestamptz
) language plpgsql as $$
begin
  perform set_config('app.companies', company::text, true);
  return query select d.id, d.company_id, d.station_id, d.name, d.type, s.time_zone, d.clock_offset_ms, d.last_sync::timestamptz
    from device_credential c join device d on d.id = c.device_id join station s on s.id = d.station_id
    where c.device_id = device and c.secret_hash = hash and d.enabled;
  if found then
    update device seen set last_seen = at where seen.id = device and (seen.last_seen is null or seen.last_seen < at - interval '1 minute');
  end if;
end $$;
grant execute on function device_of to forecourt_app;
