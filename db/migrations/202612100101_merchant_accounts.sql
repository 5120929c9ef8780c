-- compatible
-- Accounts of a company at payment platforms, what they are proven by, and which of them a station takes payments by.
create table merchant_account (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  description text not null,
  channel text not null check (channel in ('sb', 'wx', 'ali', 'ums', 'fuiou', 'lakala', 'easyPay', 'pufaPay', 'huiwangcaiPay')),
  -- 0 sale, 1 top-up, 2 goods.
  type smallint not null check (type between 0 and 2),
  app_id text not null default '',
  merchant_no text not null default '',
  terminal_no text not null default '',
  terminal_type text not null default '',
  order_prefix text not null default '' check (order_prefix ~ '^[0-9A-Za-z]{0,8}$'),
  -- 0 account 1, 1 account 2, 2 account 3.
  bill_type smallint not null default 0 check (bill_type between 0 and 2),
  priority smallint not null default 1 check (priority between 1 and 99),
  ratio smallint not null default 100 check (ratio between 1 and 100),
  disabled boolean not null default false,
  -- What may be shown of its secrets: kind, mask, fingerprint, end and since when.
  secrets jsonb not null default '[]' check (jsonb_typeof(secrets) = 'array'),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "merchant.taken" unique (company_id, channel, type, app_id, merchant_no, terminal_no),
  -- What an account is stays while a station takes payments by it: its shares there are those of accounts that are alike.
  constraint merchant_account_kind unique (company_id, id, channel, type, bill_type)
);
select guard_tenant('merchant_account');

-- Apart from the account itself, so that nothing that reads one comes near it.
create table merchant_secret (
  company_id bigint not null references company,
  merchant_account_id bigint not null,
  kind text not null check (
    kind in ('appSecret', 'merchantKey', 'merchantPrivateKey', 'merchantCertificate', 'platformKey', 'rootCertificate')),
  sealed bytea not null,
  -- The master key it is sealed under.
  key_id text not null,
  set_by text not null,
  primary key (company_id, merchant_account_id, kind),
  foreign key (company_id, merchant_account_id) references merchant_account (company_id, id)
);
select guard_tenant('merchant_secret');

-- A station's accounts are set as a whole: their version is that of the list.
create table station_merchant_list (
  company_id bigint not null references company,
  station_id bigint not null,
  version int not null default 1,
  primary key (company_id, station_id),
  foreign key (company_id, station_id) references station (company_id, id)
);
select guard_tenant('station_merchant_list', 'select, insert, update');

create table station_merchant (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  auth_token_id bigint not null,
  channel text not null,
  type smallint not null,
  bill_type smallint not null,
  priority smallint not null check (priority between 1 and 99),
  ratio smallint not null check (ratio between 1 and 100),
  disabled boolean not null default false,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "merchant.twice" unique (company_id, station_id, auth_token_id),
  foreign key (company_id, station_id) references station_merchant_list (company_id, station_id),
  foreign key (company_id, auth_token_id, channel, type, bill_type)
    references merchant_account (company_id, id, channel, type, bill_type)
);
select guard_tenant('station_merchant');
create index on station_merchant (company_id, auth_token_id);

-- Shares of the accounts of a station that are alike come to 100 percent once all of its accounts are written; what is switched off counts
-- nothing. Looked at when the transaction ends: one save takes some away and adds others.
create or replace function keep_whole_shares()
returns trigger
language plpgsql as $$
declare
  -- Of a row that is taken away as well: `new` is empty then.
  company bigint := coalesce(new.company_id, old.company_id);
  station bigint := coalesce(new.station_id, old.station_id);
begin
  if exists (
    select from station_merchant
    where company_id = company and station_id = station and not disabled
    group by type, channel, bill_type, priority having sum(ratio) <> 100
  ) then
    raise 'shares of accounts that are alike do not come to 100: it violates check constraint "merchant.sharesNotWhole"'
      using errcode = 'check_violation', constraint = 'merchant.sharesNotWhole';
  end if;
  return null;
end $$;
create constraint trigger keep_whole_shares after insert or update or delete on station_merchant
  deferrable initially deferred for each row execute function keep_whole_shares();
