-- Tanks are measured by gauges and by people with dipsticks, by versions of a chart; and alarms say which limit a tank has passed.

-- Connected tanks (连通油罐) of a station bear the same name here; empty where a tank stands alone.
alter table tank add column manifold text not null default '';
-- When its gauge was last heard of.
alter table tank add column gauge_at timestamptz(3);

-- Its body stands in db/routines/forecourt.sql.
create function manifold_holds_one_fuel() returns trigger language plpgsql as $$
begin
  return new;
end $$;
create trigger manifold_holds_one_fuel before insert or update of manifold, product_id on tank
  for each row execute function manifold_holds_one_fuel();

-- Whether points [[height, volume], …] rise strictly in both.
create function tank_chart_rises(points jsonb) returns boolean language sql immutable parallel safe as $$
  select count(*) >= 2 and coalesce(bool_and(rises), true) from (
    select (point->>0)::bigint > lag((point->>0)::bigint) over line and (point->>1)::bigint > lag((point->>1)::bigint) over line as rises
    from jsonb_array_elements(points) with ordinality as each (point, place) window line as (order by place)
  ) as pairs
$$;
create table tank_chart (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  tank_id bigint not null,
  from_at timestamptz(3) not null,
  kind text not null check (kind in ('points', 'cylinder')),
  diameter_mm int,
  length_mm int,
  heads text check (heads in ('flat', 'elliptical')),
  tilt_mm_per_m numeric(4, 1),
  gauge_at_mm int,
  description text not null default '',
  points jsonb not null,
  point_count int not null,
  top_mm int not null,
  top_cl bigint not null,
  created_by_id bigint,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, tank_id, id),
  constraint "tankChart.notLater" unique (company_id, tank_id, from_at),
  constraint "tankChart.notRising" check (tank_chart_rises(points)),
  check (num_nulls(diameter_mm, length_mm, heads, tilt_mm_per_m, gauge_at_mm) = case kind when 'points' then 5 else 0 end),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, station_id, tank_id) references tank (company_id, station_id, id)
);
-- A version is never edited, and readings keep theirs.
select guard_tenant('tank_chart', 'select, insert');
create index on tank_chart (company_id, station_id, from_at desc, id desc);

alter table tank_reading
  alter column device_id drop not null,
  add column source text not null default 'gauge' check (source in ('gauge', 'dip')),
  add column entered_by_id bigint,
  add column sequence bigint check (sequence >= 0),
  add column chart_id bigint,
  add column told_volume_cl bigint check (told_volume_cl >= 0),
  add column struck_at timestamptz(3),
  add column struck_by_id bigint,
  add column strike_reason text check (strike_reason <> ''),
  add check ((source = 'gauge') = (device_id is not null)),
  add check ((source = 'dip') = (entered_by_id is not null)),
  add check (sequence is null or source = 'gauge'),
  add check (num_nulls(struck_at, struck_by_id, strike_reason) in (0, 3)),
  add foreign key (company_id, tank_id, chart_id) references tank_chart (company_id, tank_id, id),
  drop constraint tank_reading_company_id_tank_id_measured_at_key;
-- A device that says the same again is heard once; a dip that was struck out may be entered anew.
create unique index on tank_reading (company_id, tank_id, measured_at) where source = 'gauge';
create unique index on tank_reading (company_id, device_id, sequence) where sequence is not null;
create unique index "tankReading.dipTaken" on tank_reading (company_id, tank_id, measured_at) where source = 'dip' and struck_at is null;
create index on tank_reading (company_id, tank_id, measured_at desc, id desc);
create index on tank_reading (company_id, tank_id, chart_id) where chart_id is not null;

-- Readings are struck out once, and nothing else of them changes.
revoke update, delete on tank_reading from forecourt_app;
grant update (struck_at, struck_by_id, strike_reason) on tank_reading to forecourt_app;
create function reading_is_struck_once() returns trigger language plpgsql as $$
begin
  return new;
end $$;
create trigger reading_is_struck_once before update on tank_reading for each row execute function reading_is_struck_once();

create table tank_alarm (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  tank_id bigint not null,
  kind text not null check (kind in ('high', 'stop', 'low', 'water', 'silent')),
  state text not null default 'raised' check (state in ('raised', 'acknowledged', 'cleared')),
  -- Percent of the tank, millimetres of water, or minutes without a reading.
  bound int not null,
  found int not null,
  measured_at timestamptz(3) not null,
  raised_at timestamptz(3) not null,
  acknowledged_at timestamptz(3) check (acknowledged_at is not null or state <> 'acknowledged'),
  acknowledged_by_id bigint check ((acknowledged_by_id is null) = (acknowledged_at is null)),
  note text not null default '',
  cleared_at timestamptz(3) check ((cleared_at is not null) = (state = 'cleared')),
  primary key (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, station_id, tank_id) references tank (company_id, station_id, id)
);
select guard_tenant('tank_alarm', 'select, insert, update');
-- One is open for each tank and limit, however many instances look.
create unique index on tank_alarm (company_id, tank_id, kind) where state <> 'cleared';
create index on tank_alarm (company_id, station_id, raised_at desc, id desc);
create index on tank_alarm (company_id, tank_id, raised_at desc, id desc);
