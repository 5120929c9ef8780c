-- compatible
-- Who is written to when a tank raises an alarm, in steps, and to whom each alarm was written.

create table tank_alarm_contact (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  station_id bigint not null,
  step int not null check (step between 1 and 9),
  name text not null,
  mobile text,
  email text,
  language text not null check (language in ('zh', 'en')),
  -- Empty for every alarm, and for every day.
  kinds jsonb not null default '[]',
  weekdays jsonb not null default '[]',
  duty_from text check (duty_from ~ '^\d\d:\d\d$'),
  duty_until text check (duty_until ~ '^\d\d:\d\d$'),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "alarmContact.noAddress" check (mobile is not null or email is not null),
  constraint "alarmContact.halfDuty" check (num_nulls(duty_from, duty_until) <> 1 and duty_from is distinct from duty_until
    or num_nulls(duty_from, duty_until) = 2),
  foreign key (company_id, station_id) references station (company_id, id)
);
select guard_tenant('tank_alarm_contact');
create index on tank_alarm_contact (company_id, station_id, step, id);

create table tank_alarm_notice (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  alarm_id bigint not null,
  turn int not null check (turn >= 1),
  outcome text not null check (outcome in ('written', 'nobody')),
  step int,
  contact_id bigint,
  name text not null default '',
  channel text check (channel in ('mail', 'sms')),
  message_id bigint,
  written_at timestamptz(3) not null,
  primary key (company_id, id),
  check (num_nulls(step, contact_id, channel, message_id) = case outcome when 'written' then 0 else 4 end),
  foreign key (company_id, alarm_id) references tank_alarm (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, message_id) references outbox_message (company_id, id)
);
-- What was written stays.
select guard_tenant('tank_alarm_notice', 'select, insert');
-- One for each person and turn, however many instances look; nobody counts as one.
create unique index on tank_alarm_notice (company_id, alarm_id, turn, coalesce(contact_id, 0));
create index on tank_alarm_notice (company_id, station_id, written_at desc, id desc);
create index on tank_alarm_notice (company_id, alarm_id, written_at desc, id desc);
create unique index on tank_alarm_notice (company_id, message_id) where message_id is not null;
select make_final('tank_alarm_notice');

-- Alarms that nobody has acknowledged yet.
create index on tank_alarm (company_id, raised_at) where state = 'raised';
