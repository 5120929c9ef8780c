-- Accounts that are opened by the thousand: what was asked for, and what became of each row.
create table card_batch (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  attachment_id bigint,
  file_name text not null default '',
  first text not null,
  kind text not null check (kind in ('personal', 'anonymous', 'sub')),
  card_id bigint not null,
  -- What all of them have in common besides, as it was entered.
  facts jsonb not null,
  status text not null check (status in ('running', 'partial', 'success', 'fail')),
  total int not null check (total between 1 and 10000),
  issued int not null default 0,
  refused int not null default 0,
  user_id bigint not null,
  user_company bigint not null,
  created_date timestamptz(3) not null,
  finished_date timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, attachment_id) references attachment (company_id, id),
  foreign key (company_id, card_id) references card (company_id, id),
  foreign key (user_company, user_id) references user_account (company_id, id),
  check ((status = 'running') = (finished_date is null)),
  check (issued + refused <= total and (status = 'running' or issued + refused = total))
);
select guard_tenant('card_batch', 'select, insert, update');
create index on card_batch (company_id, created_date desc, id desc);
create index on card_batch (company_id, attachment_id);
create index on card_batch (company_id, card_id);
create index on card_batch (user_company, user_id);

create table card_batch_row (
  company_id bigint not null,
  id bigint not null default next_id(),
  card_batch_id bigint not null,
  line int not null,
  number text not null,
  holder_name text not null default '',
  holder_mobile text not null default '',
  outcome text not null default 'waiting' check (outcome in ('waiting', 'issued', 'refused')),
  reason text check ((reason is not null) = (outcome = 'refused')),
  user_card_id bigint check ((user_card_id is not null) = (outcome = 'issued')),
  primary key (company_id, id),
  unique (company_id, card_batch_id, line),
  foreign key (company_id, card_batch_id) references card_batch (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('card_batch_row', 'select, insert, update');
create index on card_batch_row (company_id, user_card_id);
