-- Work that follows a deed: jobs, who does the periodic work, and messages on their way out.

-- A job is written in the transaction of the deed it follows, and handed to the queue when it is due. This row is the truth of it:
-- the queue holds no more than who works at it now, and may be lost.
create table job (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  task text not null,
  -- While one of that key waits, another only says anew what and when.
  key text,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  run_date timestamptz(3) not null,
  -- Counted when a run begins; the run that ends must still be the one that began.
  attempts int not null default 0,
  last_error text not null default '',
  created_by text not null,
  created_date timestamptz(3) not null,
  started_date timestamptz(3),
  finished_date timestamptz(3)
);
select guard_tenant('job');
create unique index on job (company_id, task, key) where state = 'waiting';
create index on job (run_date) where state in ('waiting', 'running');
create index on job (company_id, created_date desc, id desc);
create index on job (finished_date) where state in ('done', 'cancelled');

-- What one instance alone does, for as long as it says that it is alive. By the database's clock, which all of them share.
create table lease (
  name text primary key,
  holder text not null,
  expires_date timestamptz(3) not null
);
grant select, insert, update, delete on lease to forecourt_app;
create index on lease (holder);

-- A message as it will be read, the place of its link marked. The link lies apart, sealed, and no longer than it lives.
create table outbox_message (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  channel text not null check (channel in ('mail', 'sms')),
  template text not null,
  language text not null check (language in ('zh', 'en')),
  user_id bigint references user_account,
  address text not null,
  -- The address as lists show it.
  recipient text not null,
  subject text not null,
  text text not null,
  link bytea,
  link_key text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'unsure', 'failed', 'expired', 'cancelled')),
  attempts int not null default 0,
  last_error text not null default '',
  created_by text not null,
  created_date timestamptz(3) not null,
  sent_date timestamptz(3),
  expires_date timestamptz(3),
  check ((link is null) = (link_key is null)),
  check (link is null or expires_date is not null)
);
select guard_tenant('outbox_message');
create index on outbox_message (company_id, created_date desc, id desc);
create index on outbox_message (company_id, address, created_date);
create index on outbox_message (user_id) where link is not null;
create index on outbox_message (expires_date) where link is not null or state in ('queued', 'failed');

-- The queue's own tables were made a moment ago, by its library. The application works with them; they name jobs and hold no data.
grant usage on schema graphile_worker to forecourt_app;
grant select, insert, update, delete on all tables in schema graphile_worker to forecourt_app;
grant usage on all sequences in schema graphile_worker to forecourt_app;
do $$
declare walled text;
begin
  for walled in select oid::regclass::text from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity
  loop
    execute format('create policy app on %s to forecourt_app using (true)', walled);
  end loop;
end $$;
