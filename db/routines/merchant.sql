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
