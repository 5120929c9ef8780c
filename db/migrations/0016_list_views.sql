-- Lists as people want to find them again: filters, order, size and columns under a name; one's own, or shared with the company.
create table saved_view (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  user_id bigint not null references user_account on delete cascade,
  page text not null,
  name text not null check (name <> ''),
  -- As it stands in the address of the page.
  search jsonb not null default '{}',
  columns jsonb,
  shared boolean not null default false,
  created_date timestamptz(3) not null default now(),
  modified_date timestamptz(3) not null default now(),
  constraint "savedView.taken" unique (user_id, page, name)
);
-- Two shared views of one name could not be told apart.
create unique index "savedView.sharedTaken" on saved_view (company_id, page, name) where shared;
select guard_tenant('saved_view');

-- How somebody has arranged his own pages. Nothing here changes what anybody may or sees.
create table user_setting (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  user_id bigint not null references user_account on delete cascade,
  name text not null,
  value jsonb not null,
  modified_date timestamptz(3) not null default now(),
  unique (user_id, name)
);
create index on user_setting (company_id);
select guard_tenant('user_setting');
