-- compatible
-- Which fills of a fleet are implausible: the rules of each fleet, the fills that wait to be judged, what the rules need of the last fills
-- of a vehicle and of a card, and the alerts.

create table fill_rules (
  company_id bigint not null references company,
  group_id bigint not null,
  version int not null default 1,
  tank text not null check (tank in ('off', 'alert', 'refuse')),
  travel text not null check (travel in ('off', 'alert', 'refuse')),
  consumption text not null check (consumption in ('off', 'alert')),
  odometer text not null check (odometer in ('off', 'alert', 'refuse')),
  fuel text not null check (fuel in ('off', 'alert', 'refuse')),
  plate text not null check (plate in ('off', 'alert', 'refuse')),
  small_fills text not null check (small_fills in ('off', 'alert', 'refuse')),
  hours text not null check (hours in ('off', 'alert', 'refuse')),
  purpose text not null,
  kept_days int not null check (kept_days between 30 and 1095),
  leader_sees boolean not null,
  changed_date timestamptz(3) not null,
  judging boolean not null generated always as (not (tank = 'off' and travel = 'off' and consumption = 'off' and odometer = 'off'
    and fuel = 'off' and plate = 'off' and small_fills = 'off' and hours = 'off')) stored,
  primary key (company_id, group_id),
  foreign key (company_id, group_id) references fleet (company_id, id)
);
select guard_tenant('fill_rules', 'select, insert, update');

-- Orders that were paid by cards of a fleet that has a rule on.
create table fill_pending (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  order_id bigint not null,
  primary key (company_id, id)
);
select guard_tenant('fill_pending');

-- Their bodies stand in db/routines/plausibility.sql.
create function note_fills() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function fills_wait(of_company bigint, orders bigint[], cards bigint[]) returns void language plpgsql as $$
begin
end $$;
create trigger note_fills after insert on sale_order referencing new table as later for each statement execute function note_fills();
create trigger note_fills_changed after update on sale_order referencing old table as earlier new table as later
  for each statement execute function note_fills();

-- The last fills of a vehicle, or of a card: as many as the rules look back.
create table fill_subject (
  company_id bigint not null references company,
  kind text not null check (kind in ('car', 'card')),
  subject_id bigint not null,
  recent jsonb not null default '[]',
  last_date timestamptz(3) not null,
  primary key (company_id, kind, subject_id)
);
select guard_tenant('fill_subject');
create index on fill_subject (last_date);

create table fill_alert (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  rule text not null check (rule in ('tank', 'travel', 'consumption', 'odometer', 'fuel', 'plate', 'smallFills', 'hours')),
  status text not null default 'open' check (status in ('open', 'fine', 'explained', 'misuse')),
  group_id bigint not null,
  order_id bigint not null,
  sold_at timestamptz(3) not null,
  station_name text not null,
  plate text,
  plate_told boolean not null,
  car_id bigint,
  user_card_id bigint not null,
  card_number text not null,
  driver text not null,
  volume_cl bigint not null,
  odometer_km int,
  reckoning jsonb not null,
  fill jsonb not null,
  other jsonb,
  judged jsonb not null,
  answer text not null default '',
  answered_by_id bigint,
  answered_date timestamptz(3) check ((answered_date is null) = (status = 'open')),
  card_stopped boolean not null default false check (status = 'misuse' or not card_stopped),
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  -- A rule finds a fill implausible once.
  unique (company_id, order_id, rule),
  foreign key (company_id, group_id) references fleet (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, car_id) references car (company_id, id)
);
select guard_tenant('fill_alert');
create index on fill_alert (company_id, group_id, sold_at desc, id desc);
create index on fill_alert (company_id, sold_at desc, id desc);
create index on fill_alert (company_id, user_card_id);
create index on fill_alert (company_id, car_id) where car_id is not null;

-- Who looked at which alert.
create table fill_look (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  group_id bigint not null,
  alert_id bigint not null,
  user_id bigint not null,
  user_name text not null,
  looked_date timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, alert_id) references fill_alert (company_id, id) on delete cascade
);
select guard_tenant('fill_look', 'select, insert, delete');
create index on fill_look (company_id, group_id, looked_date desc, id desc);
create index on fill_look (company_id, alert_id);

-- How the rules of a fleet came out, by days.
create table fill_tally (
  company_id bigint not null references company,
  group_id bigint not null,
  day date not null,
  rule text not null,
  verdict text not null check (verdict in ('kept', 'broken', 'notJudged')),
  -- What was missing first; empty where it was judged.
  lack text not null,
  count int not null,
  primary key (company_id, group_id, day, rule, verdict, lack),
  foreign key (company_id, group_id) references fleet (company_id, id)
);
select guard_tenant('fill_tally');
create index on fill_tally (day);
