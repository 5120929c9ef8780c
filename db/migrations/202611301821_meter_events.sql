-- compatible
-- What happened to the meters of nozzles besides sales: exchanged, rolled over, tested.

create table meter_event (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  nozzle_control_id bigint not null,
  kind text not null check (kind in ('exchange', 'rollover', 'test')),
  happened_at timestamptz(3) not null,
  before_cl bigint check (before_cl >= 0),
  after_cl bigint check (after_cl >= 0),
  volume_cl bigint check (volume_cl > 0),
  -- By how much the reading moved without anything being sold or drawn from the tank.
  moved_cl bigint generated always as (coalesce(volume_cl, after_cl - before_cl)) stored,
  document text not null default '',
  reason text not null check (reason <> ''),
  entered_by_id bigint,
  created_date timestamptz(3) not null,
  struck_at timestamptz(3),
  struck_by_id bigint,
  strike_reason text check (strike_reason <> ''),
  primary key (company_id, id),
  check (case kind when 'test' then volume_cl is not null and num_nulls(before_cl, after_cl) = 2
    else volume_cl is null and num_nulls(before_cl, after_cl) = 0 end),
  check (kind <> 'rollover' or after_cl < before_cl),
  check (num_nulls(struck_at, struck_by_id, strike_reason) in (0, 3)),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, nozzle_control_id) references nozzle_control (company_id, id)
);
select guard_tenant('meter_event', 'select, insert');
grant update (struck_at, struck_by_id, strike_reason) on meter_event to forecourt_app;
-- Its body stands in db/routines/forecourt.sql.
create function meter_event_is_struck_once() returns trigger language plpgsql as $$
begin
  return new;
end $$;
create trigger meter_event_is_struck_once before update on meter_event for each row execute function meter_event_is_struck_once();
create index on meter_event (company_id, station_id, happened_at desc, id desc);
create index on meter_event (company_id, nozzle_control_id, happened_at desc, id desc);
