-- compatible
-- Curves of weeks and months are drawn from the hours of a tank: of each the first, lowest, highest and last reading of its gauge. The
-- database keeps them with each reading, so that a curve of a year reads 8,784 rows however often a gauge speaks.
create table tank_level_hour (
  company_id bigint not null references company,
  tank_id bigint not null,
  hour timestamptz(3) not null,
  readings int not null check (readings > 0),
  first_at timestamptz(3) not null,
  first_cl bigint not null,
  least_at timestamptz(3) not null,
  least_cl bigint not null,
  most_at timestamptz(3) not null,
  most_cl bigint not null,
  last_at timestamptz(3) not null,
  last_cl bigint not null,
  -- The highest water; null where the gauge told none.
  water_mm int,
  primary key (company_id, tank_id, hour),
  foreign key (company_id, tank_id) references tank (company_id, id)
);
select guard_tenant('tank_level_hour', 'select, insert, update, delete');

-- Their bodies stand in db/routines/forecourt.sql.
create function tank_level_hour_anew(of_company bigint, of_tank bigint, of_hour timestamptz) returns void language plpgsql as $$
begin
end $$;
create function level_hours_added() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function level_hour_struck() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger level_hours_added after insert on tank_reading referencing new table as added
  for each statement execute function level_hours_added();
create trigger level_hour_struck after update on tank_reading for each row
  when (new.source = 'gauge' and old.struck_at is distinct from new.struck_at) execute function level_hour_struck();

-- Readings that are there already.
select set_config('app.companies', '0,' || coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into tank_level_hour (company_id, tank_id, hour, readings, first_at, first_cl, least_at, least_cl, most_at, most_cl, last_at,
  last_cl, water_mm)
  select company_id, tank_id, date_trunc('hour', measured_at, 'UTC'), count(*),
    (array_agg(measured_at order by measured_at))[1], (array_agg(volume_cl order by measured_at))[1],
    (array_agg(measured_at order by volume_cl, measured_at))[1], min(volume_cl),
    (array_agg(measured_at order by volume_cl desc, measured_at))[1], max(volume_cl),
    (array_agg(measured_at order by measured_at desc))[1], (array_agg(volume_cl order by measured_at desc))[1], max(water_height_mm)
  from tank_reading where source = 'gauge' and struck_at is null
  group by company_id, tank_id, date_trunc('hour', measured_at, 'UTC');
