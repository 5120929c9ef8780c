-- What an operator's files brought in: which of their records is which of ours, so that the same files again change nothing.
create table history_record (
  company_id bigint not null references company,
  source text not null,
  kind text not null check (kind in ('station', 'product', 'customer', 'card', 'sale')),
  external_id text not null,
  record_id bigint not null,
  -- What a sale said: the same id with other content is refused.
  content text not null default '',
  primary key (company_id, source, kind, external_id)
);
select guard_tenant('history_record', 'select, insert');
