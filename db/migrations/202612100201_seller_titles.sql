-- compatible
-- In whose name a station issues invoices. It has one default title as long as it has any: not two, by the constraint, which is looked at
-- when a statement is done, so that one statement may pass it on; and not none, by the triggers.
create table seller_invoice (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  station_id bigint not null,
  name text not null,
  short_name text not null default '' check (char_length(short_name) <= 9),
  tax_id text not null check (tax_id ~ '^([0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$'),
  platform text not null check (platform in ('pt', 'aisino', 'nuonuo')),
  platform_code text not null default '',
  digital boolean not null default true,
  extension_no text not null default '',
  address text not null default '',
  phone text not null default '',
  bank text not null default '',
  bank_account text not null default '',
  payee text not null default '',
  reviewer text not null default '',
  drawer text not null,
  is_default boolean not null default false,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  constraint "sellerInvoice.discOfDigital" check (not digital or extension_no = ''),
  constraint "sellerInvoice.taken" unique (company_id, station_id, platform, tax_id, extension_no),
  constraint "sellerInvoice.defaultTaken" exclude using btree (company_id with =, station_id with =) where (is_default)
    deferrable initially immediate
);
select guard_tenant('seller_invoice');

-- A station that has seller titles has a default one. Called once for each row, when the whole statement is done.
create or replace function keep_default_seller()
returns trigger
language plpgsql as $$
begin
  if exists (select from seller_invoice where company_id = old.company_id and station_id = old.station_id)
    and not exists (select from seller_invoice where company_id = old.company_id and station_id = old.station_id and is_default) then
    raise 'a station is left without a default title: it violates check constraint "sellerInvoice.defaultNeeded"'
      using errcode = 'check_violation', constraint = 'sellerInvoice.defaultNeeded';
  end if;
  return null;
end $$;

create or replace function keep_first_seller()
returns trigger
language plpgsql as $$
begin
  if not exists (select from seller_invoice where company_id = new.company_id and station_id = new.station_id and is_default) then
    raise 'a station has no default title: it violates check constraint "sellerInvoice.defaultNeeded"'
      using errcode = 'check_violation', constraint = 'sellerInvoice.defaultNeeded';
  end if;
  return null;
end $$;

create trigger "default seller" after update or delete on seller_invoice for each row execute function keep_default_seller();
create trigger "first seller" after insert on seller_invoice for each row execute function keep_first_seller();
