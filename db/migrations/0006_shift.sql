-- The running shift or natural day of a station: what litres and money belong to.
-- The states of a station follow one another without overlap; at most one is open. A natural day on which nothing happened has no row.
create table daily_state (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  station_id bigint not null references station,
  is_nature_day boolean not null,
  business_day date not null,
  number int not null,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) check (end_time >= start_time),
  status text not null check (status in ('open', 'closed')),
  started_by text not null,
  closed_by text,
  forced boolean not null default false,
  created_date timestamptz(3) not null default now(),
  check ((status = 'closed') = (end_time is not null)),
  constraint "shift.numberTaken" unique (station_id, business_day, number)
);
select guard_tenant('daily_state', 'select, insert, update');
create unique index "shift.alreadyOpen" on daily_state (station_id) where status = 'open';
create index on daily_state (station_id, start_time desc);
create index on daily_state (company_id, business_day desc);
