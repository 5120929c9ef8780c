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
