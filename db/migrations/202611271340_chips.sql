-- Chips: from the file of their maker to the account that has one. A company is given a chip before it can issue it; until then it belongs
-- to nobody, which is company 0: no user is of that company, so the wall shows such rows only where the product asks for them by name.

create table card_supplier (
  code int primary key check (code between 0 and 65535),
  name text not null,
  constraint "cardSupplier.nameTaken" unique (name)
);
grant select, insert, update on card_supplier to forecourt_app;
insert into card_supplier (code, name) values (0, 'unknown'), (1, 'mh');

-- Every chip that a maker has sent, whoever has it now: a chip and its printed number are there once in the whole system.
create table card_uuid (
  uuid text not null,
  supplier int not null,
  number text not null,
  id bigint not null,
  primary key (uuid, supplier),
  constraint "cardInfo.numberTaken" unique (number, supplier)
);
grant select, insert on card_uuid to forecourt_app;

create table card_info (
  company_id bigint not null,
  id bigint not null default next_id(),
  version int not null default 1,
  -- Whose it is; null for nobody's.
  company bigint generated always as (nullif(company_id, 0)) stored references company,
  uuid text not null,
  number text not null,
  number_back text collate "C" generated always as (reverse(lower(number))) stored,
  -- Looked up when a batch is begun, not for each of its hundred thousand rows; a maker is never deleted.
  supplier int not null,
  card_type smallint not null check (card_type between 1 and 4),
  issue_type smallint not null check (issue_type between 1 and 10),
  code text not null default '',
  status text not null default 'normal' check (status in ('normal', 'disable')),
  user_card_id bigint,
  production_time timestamptz(3),
  issue_time timestamptz(3),
  reserved_until timestamptz(3),
  reserved_by text,
  key_version smallint check (key_version between 0 and 255),
  handed_to text not null default '',
  -- What has happened to it, in turn: [{at, act, by, detail}].
  life jsonb not null default '[]' check (jsonb_typeof(life) = 'array'),
  created_date timestamptz(3) not null default now(),
  state text not null generated always as (case
    when status = 'disable' then 'scrapped'
    when issue_type < 8 then 'special'
    when issue_time is not null then 'issued'
    when user_card_id is not null then 'reserved'
    when issue_type = 9 and company_id <> 0 then 'stock'
    when issue_type = 9 then 'prepared'
    else 'imported' end) stored,
  primary key (company_id, id),
  constraint "cardInfo.uuidTaken" unique (company_id, uuid, supplier),
  constraint card_info_number unique (company_id, number, supplier),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  -- The path of a customer's chip: blank, prepared, reserved, issued. Any other stays what its maker made it.
  constraint card_info_path check (case
    when issue_type < 8 then user_card_id is null and issue_time is null and reserved_until is null and production_time is null
    when issue_type = 8 then user_card_id is null and issue_time is null and reserved_until is null
    when issue_type = 9 then issue_time is null and (reserved_until is null) = (user_card_id is null)
    else issue_time is not null and user_card_id is not null and reserved_until is null end),
  constraint card_info_of_company check (company_id <> 0 or user_card_id is null),
  constraint card_info_scrapped check (status = 'normal' or user_card_id is null),
  constraint card_info_reserved check ((reserved_until is null) = (reserved_by is null))
);
select guard_tenant('card_info');
create index on card_info (company_id, created_date desc, id desc);
-- An account has one chip. Most chips have no account, and no company: an import of many writes none of these.
create unique index "cardInfo.boundToOther" on card_info (company_id, user_card_id) where user_card_id is not null;
create index on card_info (company) where company is not null;
-- Cards are asked for by the last digits that somebody reads out.
create index on card_info (company_id, number_back);

-- A file of chips that somebody of a company had read.
create table card_import (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  attachment_id bigint,
  file_name text not null,
  supplier int not null references card_supplier,
  card_type smallint not null check (card_type between 1 and 4),
  status text not null check (status in ('importing', 'partial', 'success', 'fail')),
  total int not null default 0,
  added int not null default 0,
  known int not null default 0,
  wrong int not null default 0,
  user_id bigint not null,
  user_company bigint not null,
  created_date timestamptz(3) not null,
  finished_date timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, attachment_id) references attachment (company_id, id),
  foreign key (user_company, user_id) references user_account (company_id, id),
  check ((status = 'importing') = (finished_date is null)),
  check (status = 'importing' or total = added + known + wrong)
);
select guard_tenant('card_import', 'select, insert, update');
create index on card_import (company_id, created_date desc, id desc);
create index on card_import (company_id, attachment_id);
create index on card_import (user_company, user_id);

create table card_import_problem (
  company_id bigint not null,
  id bigint not null default next_id(),
  card_import_id bigint not null,
  line int not null,
  reason text not null,
  value text not null default '',
  primary key (company_id, id),
  foreign key (company_id, card_import_id) references card_import (company_id, id)
);
select guard_tenant('card_import_problem', 'select, insert');
create index on card_import_problem (company_id, card_import_id, line);

-- Who has read cards of other companies, so that nobody reads them by the hundred.
create table card_info_foreign (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  actor text not null,
  at timestamptz(3) not null,
  primary key (company_id, id)
);
select guard_tenant('card_info_foreign', 'select, insert, delete');
create index on card_info_foreign (company_id, actor, at);

-- An account that waits for its chip is not issued yet.
alter table user_card alter column issue_time drop not null;
-- The chip of an account is named in the account as well, for those who look for it; that no two have one is kept with the chips.
drop index "card.physicalNumberTaken";
create index on user_card (company_id, physical_number);
-- A physical number that was written down without a reader stands for a chip whose maker is unknown.
insert into card_info (company_id, uuid, number, supplier, card_type, issue_type, user_card_id, issue_time, production_time, created_date,
  life)
  select company_id, physical_number, number, 0, 2, 10, id, issue_time, issue_time, created_date,
    jsonb_build_array(jsonb_build_object('at', issue_time, 'act', 'issue', 'by', null, 'detail', number))
  from user_card where physical_number is not null;

-- Every key that a company has had: a chip tells with which of them it was written.
alter table company_card_key add column version smallint not null default 1 check (version between 1 and 255);
alter table company_card_key drop constraint company_card_key_pkey, add primary key (company_id, version);

create view card_info_state with (security_invoker = true) as
  select card.company_id, card.id, card.version, card.uuid, card.number, card.supplier,
    card.card_type, card.issue_type, card.code, card.status, card.state, card.user_card_id, card.production_time, card.issue_time,
    card.reserved_until, card.key_version, card.handed_to, card.created_date, card.number_back
  from card_info card;
grant select on card_info_state to forecourt_app;

-- Those who see all companies find a part of a name or number, too: until now such a search failed.
create or replace function rows_holding(source text, field text, companies bigint[], keyword text) returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  seen bigint[] := case when current_setting('app.companies', true) = 'all' then null else (select visible_companies())::bigint[] end;
begin
  if (source, field) not in (('user_account', 'name'), ('user_account', 'mobile'), ('user_card_state', 'number'),
    ('user_card_state', 'name')) then
    raise 'no index knows the substrings of %.%', source, field;
  end if;
  return query execute format(
    'select id from public.%I where company_id = any ($1) and ($2 is null or company_id = any ($2)) and letters_and_pairs(%I) @> $3',
    source, field
  ) using companies, seen, pairs_of(keyword);
end $$;
