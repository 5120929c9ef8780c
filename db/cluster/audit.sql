-- Entries that wait for their link of the chain.
create or replace function await_seal()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  entries bigint[];
begin
  for owner_id, entries in select company_id, array_agg(id) from added group by company_id loop
    insert into audit_pending (audit_entry_id, company_id)
    select entry, owner.id from unnest(entries) as entry join company owner on owner.id = owner_id;
  end loop;
  return null;
end $$;
