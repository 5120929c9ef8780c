-- Files that were put up: what a row here names is in the store under its company and its SHA-256 before the row is.
create table attachment (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  type text not null check (length(type) between 1 and 40),
  name text not null check (length(name) between 1 and 200),
  content_type text not null,
  size bigint not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  width int,
  height int,
  created_by text not null,
  created_date timestamptz(3) not null
);
select guard_tenant('attachment');
create index on attachment (company_id, sha256);
create index on attachment (created_date);

-- Files that a record names inside a document of its own (a script's values), where no column can refer to them.
create table attachment_use (
  company_id bigint not null references company,
  subject text not null,
  attachment_id bigint not null references attachment,
  primary key (company_id, subject, attachment_id)
);
select guard_tenant('attachment_use');
create index on attachment_use (attachment_id);

-- Files that claimed to be something we take and could not be read. Their bytes are kept apart and never served.
create table quarantined_file (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  type text not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  sha256 bytea not null check (length(sha256) = 32),
  created_by text not null,
  created_date timestamptz(3) not null
);
select guard_tenant('quarantined_file');
create index on quarantined_file (company_id, created_date desc, id desc);

-- It reads a setting, which every worker of a query has too: the tenant wall is no reason to use one processor only.
alter function visible_companies() parallel safe;

-- A picture in a page is asked for with the cookie alone. It opens what the session opens; one that was renewed a moment ago still
-- does, for the pictures of a page are on their way while its session is renewed.
create index on session (cookie_hash);
create function who_looks(cookie bytea, at timestamptz) returns jsonb language plpgsql as $$
declare
  live session;
begin
  select next.* into live from session shown join session next on next.family = shown.family and next.replaced_date is null
    where shown.cookie_hash = cookie and (shown.replaced_date is null or shown.replaced_date > at - interval '1 minute');
  if not found then return null; end if;
  return who_is(live.token_hash, live.cookie_hash, null, at);
end $$;
