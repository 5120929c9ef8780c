-- compatible
-- Checks that read all that a company has: its audit chain, its books. Each is asked for, done in the background, and stands here.
create table company_check (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  kind text not null check (kind in ('auditLog', 'ledger')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'fail', 'cancelled')),
  -- Which of its runs it belongs to; another that was thought dead ends without a trace.
  run text not null default '',
  -- How far it is: entries of the log, rules of the books.
  done bigint not null default 0,
  total bigint,
  -- What was found.
  result jsonb,
  created_date timestamptz(3) not null,
  started_date timestamptz(3),
  finished_date timestamptz(3),
  check ((status = 'done') = (result is not null))
);
select guard_tenant('company_check');
create index on company_check (company_id, kind, created_date desc, id desc);
-- One of a kind at a time: who asks for another is answered with the one that is under way.
create unique index on company_check (company_id, kind) where status in ('waiting', 'running');

/* Ends the statement of a check where it stands: of whoever holds the place of the checks, and of nobody else. The application may end no
   statement by itself. */
create function end_check(backend int) returns boolean language sql security definer set search_path = pg_catalog as $$
  select coalesce(bool_or(pg_cancel_backend(pid)), false) from pg_locks
  where locktype = 'advisory' and classid = 0 and objid = 7062158 and pid = backend and granted
    and database = (select oid from pg_database where datname = current_database())
$$;
revoke execute on function end_check from public;
grant execute on function end_check to forecourt_app;
