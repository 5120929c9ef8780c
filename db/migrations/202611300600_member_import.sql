-- compatible
-- Members that are brought in from a file: what the file comes to, and what each of its lines does or why it is refused.
create table member_import (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  -- Nothing once it was read: what it says of people is not kept a second time.
  attachment_id bigint,
  file_name text not null,
  status text not null check (status in ('checking', 'checked', 'importing', 'partial', 'success', 'fail')),
  card_id bigint,
  total int not null default 0 check (total between 0 and 100000),
  added int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  members int not null default 0,
  cards int not null default 0,
  balance_cents bigint not null default 0,
  done_line int not null default 0,
  ignored text not null default '',
  user_id bigint not null,
  user_company bigint not null,
  created_date timestamptz(3) not null,
  finished_date timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, attachment_id) references attachment (company_id, id),
  foreign key (company_id, card_id) references card (company_id, id),
  foreign key (user_company, user_id) references user_account (company_id, id),
  check ((status in ('partial', 'success', 'fail')) = (finished_date is not null)),
  check (status = 'checking' or added + changed + unchanged + refused = total)
);
select guard_tenant('member_import', 'select, insert, update');
create index on member_import (company_id, created_date desc, id desc);
create index on member_import (company_id, attachment_id) where attachment_id is not null;
create index on member_import (company_id, card_id) where card_id is not null;
create index on member_import (user_company, user_id);

create table member_import_row (
  company_id bigint not null,
  id bigint not null default next_id(),
  member_import_id bigint not null,
  line int not null,
  name text not null,
  mobile text not null,
  email text not null,
  remark text not null,
  card_number text not null,
  product text not null,
  fleet text not null,
  balance_cents bigint,
  invoice_title text not null,
  tax_id text not null,
  -- As a profile keeps an ID number, so that none stands here in clear.
  id_number_sealed bytea,
  id_number_key_id text,
  id_number_index bytea,
  id_number_mask text,
  outcome text not null check (outcome in ('added', 'changed', 'unchanged', 'refused')),
  field text check (field is null or reason is not null),
  reason text check ((reason is not null) = (outcome = 'refused')),
  value text not null,
  primary key (company_id, id),
  unique (company_id, member_import_id, line),
  check (num_nulls(id_number_sealed, id_number_key_id, id_number_index, id_number_mask) in (0, 4)),
  foreign key (company_id, member_import_id) references member_import (company_id, id)
);
select guard_tenant('member_import_row', 'select, insert, update, delete');
