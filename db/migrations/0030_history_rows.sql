-- compatible
-- An operator's files on their way into the books: their rows, read by portions and compared with what is there. Nothing stays of them.

-- What sales refer to, and the cards that sales come by: the cards are what is taken in by slices.
create table history_row (
  company_id bigint not null references company,
  import_id bigint not null,
  part text not null check (part in ('stations', 'products', 'customers', 'cards')),
  -- Where it stands in its file; the cards' turn.
  line int not null,
  external_id text not null,
  -- Which of the mapping's companies it belongs to.
  company text not null default '',
  said jsonb not null,
  primary key (company_id, import_id, part, external_id, line)
);
select guard_tenant('history_row');
create index on history_row (company_id, import_id, line) where part = 'cards';

create table history_sale (
  company_id bigint not null references company,
  import_id bigint not null,
  line int not null,
  external_id text not null,
  -- Lines of one order say the same here.
  basket text not null,
  -- In epoch milliseconds.
  at bigint not null,
  customer text not null,
  card text not null,
  station text not null,
  product text not null,
  quantity_hundredths bigint not null,
  total_cents bigint not null,
  primary key (company_id, import_id, card, line)
);
select guard_tenant('history_sale');

create table history_problem (
  company_id bigint not null references company,
  import_id bigint not null,
  -- The turn of the file, and of the column in its row: so they are told.
  part int not null,
  line int,
  turn int not null,
  file text not null,
  "column" text,
  reason text not null,
  value text,
  expected text
);
select guard_tenant('history_problem');
create index on history_problem (company_id, import_id, part, line, turn);

-- How far it is, in what; and which of its runs it belongs to: another that was thought dead ends without a trace.
alter table history_import add run text not null default '';
alter table history_import alter step drop not null, alter step drop default;
update history_import set step = null;
alter table history_import add check (step in ('reading', 'comparing', 'bringing'));
