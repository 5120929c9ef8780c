-- compatible
-- Offers that are tried on past sales: what was asked for, and what it came to. Nothing that they look at is changed.
create table dry_run (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  tried text not null check (tried in ('deal', 'dealTask', 'discount')),
  name text not null,
  deal_id bigint,
  deal_task_id bigint,
  discount_id bigint,
  -- The fields of its form, as they were tried.
  offer jsonb not null,
  stations jsonb not null default '[]',
  from_day date not null,
  until_day date not null,
  holders text not null check (holders in ('assumed', 'real')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'fail', 'cancelled')),
  progress int not null default 0 check (progress between 0 and 100),
  order_count int,
  cost_cents bigint,
  result jsonb,
  -- What else lowered the same sales: kind, name and record of each.
  rivals jsonb not null default '[]',
  user_id bigint,
  created_date timestamptz(3) not null,
  finished_date timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, deal_id) references deal (company_id, id) on delete set null (deal_id),
  foreign key (company_id, deal_task_id) references deal_task (company_id, id) on delete set null (deal_task_id),
  foreign key (company_id, discount_id) references discount (company_id, id) on delete set null (discount_id),
  constraint "dryRun.endsBeforeStart" check (from_day <= until_day),
  constraint "dryRun.tooLong" check (until_day - from_day < 92),
  check (num_nonnulls(deal_id, deal_task_id, discount_id) <= 1),
  check ((status in ('waiting', 'running')) = (finished_date is null)),
  check ((status = 'done') = (result is not null)),
  check (num_nonnulls(result, order_count, cost_cents) in (0, 3))
);
select guard_tenant('dry_run');
create index on dry_run (company_id, created_date desc, id desc);
create index on dry_run (company_id, deal_id) where deal_id is not null;
create index on dry_run (company_id, deal_task_id) where deal_task_id is not null;
create index on dry_run (company_id, discount_id) where discount_id is not null;
-- It reads all that a company has sold: one at a time.
create unique index "dryRun.underWay" on dry_run (company_id) where status in ('waiting', 'running');

-- The sales of a day on which it gives something, in the order of time; the lists are of the same length. A sale counts where more than
-- `bucket` twentieths of the customers take part, up to `last_level` of them: with more the offer is used up before.
create table dry_run_day (
  company_id bigint not null,
  id bigint not null default next_id(),
  dry_run_id bigint not null,
  day date not null,
  order_ids bigint[] not null,
  buckets int[] not null,
  last_levels int[] not null,
  gives_cents bigint[] not null,
  cost_cents bigint[] not null,
  -- What else lowered it: its place among the rivals of the run, from 1 on, below zero where that one counts; 0 where nothing did.
  rivals int[] not null,
  rival_cents bigint[] not null,
  primary key (company_id, id),
  foreign key (company_id, dry_run_id) references dry_run (company_id, id) on delete cascade,
  unique (company_id, dry_run_id, day)
);
select guard_tenant('dry_run_day');
