-- compatible
-- Faults of the clocks of the installation, and the sales that were recorded during one. A fault concerns the machine and not a company,
-- so every company may read it; it holds moments and offsets alone.

create table clock_fault (
  id bigint primary key,
  -- The server's own clock jumped, the database's clock differs from it, or the dates of a station lay ahead of clocks that agree.
  cause text not null check (cause in ('server', 'database', 'stationAhead')),
  began_date timestamptz(3) not null,
  ended_date timestamptz(3),
  -- The largest that was seen, against the time that went on steadily.
  server_offset_ms bigint not null,
  database_offset_ms bigint not null,
  -- The boot of the machine, and the steady time's beginning in epoch milliseconds: a server that starts again during the fault goes on.
  machine text not null,
  origin_ms bigint not null,
  seen_date timestamptz(3) not null,
  check (ended_date >= began_date)
);
grant select, insert, update on clock_fault to forecourt_app;
create index on clock_fault (machine) where ended_date is null;

-- Where the received date of a station stepped back to the clocks, by the number of the first order after it (I31).
create table clock_step (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  order_number bigint not null,
  clock_fault_id bigint not null references clock_fault,
  from_date timestamptz(3) not null,
  to_date timestamptz(3) not null,
  check (to_date < from_date)
);
select guard_tenant('clock_step', 'select, insert');
create index on clock_step (station_id, order_number);

-- The fault during which a sale was recorded.
alter table sale_order add column clock_fault_id bigint;
do $$
declare old_check text;
begin
  select conname into strict old_check from pg_constraint
  where conrelid = 'sale_order'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%clock_suspect%';
  execute format('alter table sale_order drop constraint %I', old_check);
end $$;
-- Every older row kept the stricter rule, so none need be read again.
alter table sale_order add constraint sale_order_clock_suspect
  check (clock_fault_id is not null or clock_suspect = (device_date is not null)) not valid;
create index on sale_order (station_id, clock_fault_id) where clock_fault_id is not null;
grant update (clock_suspect, clock_fault_id) on sale_order to forecourt_app;
