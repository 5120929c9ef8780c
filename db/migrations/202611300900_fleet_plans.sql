-- compatible
-- Plans by which the sub cards of a fleet get their quotas from the master card, and what each plan did in each period, once.

create table allocation_plan (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  group_id bigint not null,
  name text not null,
  period text not null check (period in ('day', 'week', 'month')),
  weekday text not null
    check (weekday in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  month_day int not null check (month_day between 1 and 31),
  hour int not null check (hour between 0 and 23),
  mode text not null check (mode in ('fillUpTo', 'add')),
  amount_cents bigint check (amount_cents > 0),
  leftover text not null check (leftover in ('stays', 'goesBack')),
  active boolean not null default true,
  -- The moment of the next run; a plan that is paused has none.
  next_run_date timestamptz(3) check ((next_run_date is not null) = active),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "quota.nameTaken" unique (company_id, group_id, name),
  foreign key (company_id, group_id) references fleet (company_id, id)
);
select guard_tenant('allocation_plan');
create index on allocation_plan (company_id, next_run_date) where active;

-- The sub cards that have a quota and a place of their own.
create table allocation_plan_line (
  company_id bigint not null references company,
  plan_id bigint not null,
  user_card_id bigint not null,
  turn int not null,
  amount_cents bigint not null check (amount_cents > 0),
  constraint "quota.cardTwice" primary key (company_id, plan_id, user_card_id),
  foreign key (company_id, plan_id) references allocation_plan (company_id, id) on delete cascade,
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('allocation_plan_line');
create index on allocation_plan_line (company_id, user_card_id);

create table allocation_run (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  plan_id bigint not null,
  group_id bigint not null,
  plan_name text not null,
  period text not null,
  due_date timestamptz(3) not null,
  created_date timestamptz(3) not null,
  given_cents bigint not null default 0 check (given_cents >= 0),
  back_cents bigint not null default 0 check (back_cents >= 0),
  served int not null default 0,
  short int not null default 0,
  passed_over int not null default 0,
  reason text check (reason in ('noMaster', 'masterStopped', 'shares', 'fleetStopped', 'fleetExpired')),
  -- What it booked; nothing where every card had enough, or nothing could be given.
  ledger_entry_id bigint,
  primary key (company_id, id),
  -- Once in a period, whatever happens.
  constraint allocation_run_once unique (company_id, plan_id, period),
  constraint allocation_run_nothing check (reason is null or given_cents + back_cents = 0 and ledger_entry_id is null),
  foreign key (company_id, plan_id) references allocation_plan (company_id, id),
  foreign key (company_id, group_id) references fleet (company_id, id),
  foreign key (company_id, ledger_entry_id) references ledger_entry (company_id, id)
);
select guard_tenant('allocation_run', 'select, insert');
select make_final('allocation_run');
create index on allocation_run (company_id, group_id, created_date desc, id desc);
create index on allocation_run (company_id, ledger_entry_id) where ledger_entry_id is not null;

create table allocation_run_line (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  run_id bigint not null,
  plan_id bigint not null,
  group_id bigint not null,
  user_card_id bigint not null,
  turn int not null,
  outcome text not null check (outcome in ('given', 'enough', 'partly', 'without', 'passedOver')),
  reason text check ((reason is null) = (outcome in ('given', 'enough'))),
  wanted_cents bigint not null check (wanted_cents >= 0),
  given_cents bigint not null check (given_cents between 0 and wanted_cents),
  back_cents bigint not null check (back_cents >= 0),
  primary key (company_id, id),
  unique (company_id, run_id, user_card_id),
  foreign key (company_id, run_id) references allocation_run (company_id, id),
  foreign key (company_id, plan_id) references allocation_plan (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('allocation_run_line', 'select, insert');
select make_final('allocation_run_line');
create index on allocation_run_line (company_id, run_id, turn);
-- What a plan gave a card last, which is what may go back.
create index on allocation_run_line (company_id, plan_id, user_card_id, id desc) where outcome <> 'passedOver';
create index on allocation_run_line (company_id, user_card_id);

create view allocation_plan_state with (security_invoker = true) as
  select plan.id, plan.version, plan.company_id, plan.group_id, plan.name, plan.period, plan.weekday, plan.month_day, plan.hour, plan.mode,
    plan.amount_cents, plan.leftover, plan.active, plan.next_run_date, plan.created_date,
    coalesce((
      select jsonb_agg(jsonb_build_object('userCardId', line.user_card_id, 'amountCents', line.amount_cents) order by line.turn)
      from allocation_plan_line line
      where line.company_id = plan.company_id and line.plan_id = plan.id), '[]') as lines
  from allocation_plan plan;
grant select on allocation_plan_state to forecourt_app;
