-- compatible
-- Goods that are brought in from a file: what the file comes to, and what each of its lines does or why it is refused.
create table item_import (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  -- Nothing once it was read.
  attachment_id bigint,
  file_name text not null,
  status text not null check (status in ('checking', 'checked', 'importing', 'partial', 'success', 'fail')),
  -- Only goods that are new, or also those that differ.
  mode text not null check (mode in ('added', 'changed')),
  -- Which column of the file says what: {"code": 0, "name": 2}.
  mapping jsonb not null,
  total int not null default 0 check (total between 0 and 100000),
  added int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  done_line int not null default 0,
  user_id bigint not null,
  created_date timestamptz(3) not null,
  finished_date timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, attachment_id) references attachment (company_id, id),
  check ((status in ('partial', 'success', 'fail')) = (finished_date is not null)),
  check (status = 'checking' or added + changed + unchanged + refused = total)
);
select guard_tenant('item_import', 'select, insert, update');
create index on item_import (company_id, station_id, created_date desc, id desc);
create index on item_import (company_id, created_date desc, id desc);
create index on item_import (company_id, attachment_id) where attachment_id is not null;

create table item_import_row (
  company_id bigint not null,
  id bigint not null default next_id(),
  item_import_id bigint not null,
  station_id bigint not null,
  line int not null,
  code text not null,
  name text not null,
  barcode text not null,
  category text not null,
  description text not null,
  price_cents bigint,
  tax_rate numeric(5, 2),
  inventory bigint,
  weight int,
  low_stock int,
  outcome text not null check (outcome in ('added', 'changed', 'unchanged', 'refused')),
  field text check (field is null or reason is not null),
  reason text check ((reason is not null) = (outcome = 'refused')),
  value text not null,
  primary key (company_id, id),
  unique (company_id, item_import_id, line),
  foreign key (company_id, item_import_id) references item_import (company_id, id)
);
select guard_tenant('item_import_row', 'select, insert, update, delete');

-- The columns that somebody chose last for titles like these.
create table item_import_mapping (
  company_id bigint not null references company,
  titles text not null,
  mapping jsonb not null,
  primary key (company_id, titles)
);
select guard_tenant('item_import_mapping', 'select, insert, update');
