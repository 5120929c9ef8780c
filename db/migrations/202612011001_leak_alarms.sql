-- compatible
-- A tank that loses fuel while nothing is sold raises an alarm: slowly, or at once.
alter table tank_alarm drop constraint tank_alarm_kind_check;
alter table tank_alarm add constraint tank_alarm_kind_check
  check (kind in ('high', 'stop', 'low', 'water', 'silent', 'leak', 'loss'));

-- When a tank was last looked at for fuel that it loses at once, and when it was last tested for a leak.
create table tank_leak_watch (
  company_id bigint not null references company,
  tank_id bigint not null,
  checked_at timestamptz(3) not null,
  tested_at timestamptz(3),
  primary key (company_id, tank_id)
);
select guard_tenant('tank_leak_watch');
