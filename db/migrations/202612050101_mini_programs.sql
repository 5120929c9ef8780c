-- compatible
-- Mini programs and official accounts of a company, and what their codes are checked by.
create table mini_program (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  type text not null check (type in ('wxUser', 'wxManager', 'mpUser', 'mpManager', 'aliUser', 'aliManager')),
  app_id text not null,
  -- Addresses that begin like this open it; codes are made under it.
  link_prefix text not null default '' check (link_prefix = '' or link_prefix like 'https://%'),
  disabled boolean not null default false,
  secret_date timestamptz(3),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "miniProgram.appIdTaken" unique (company_id, app_id)
);
select guard_tenant('mini_program', 'select, insert, update');
create unique index "miniProgram.typeTaken" on mini_program (company_id, type) where not disabled;

-- Apart from the mini program itself, so that nothing that reads one comes near it.
create table mini_program_secret (
  company_id bigint not null references company,
  mini_program_id bigint not null,
  sealed bytea not null,
  -- The master key it is sealed under.
  key_id text not null,
  set_by text not null,
  primary key (company_id, mini_program_id),
  foreign key (company_id, mini_program_id) references mini_program (company_id, id)
);
select guard_tenant('mini_program_secret');

-- What the codes of a company are signed with. It stays: what was printed hangs at pumps for years.
create table qr_key (
  company_id bigint not null references company,
  sealed bytea not null,
  key_id text not null,
  created_date timestamptz(3) not null,
  primary key (company_id)
);
select guard_tenant('qr_key', 'select, insert');
