-- What has lowered a line's amount, named; what the terminal did not name is its own discount.
create or replace function name_discounts()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  lines bigint[];
begin
  for owner_id, lines in select company_id, array_agg(id) from added where discount_cents > 0 group by company_id loop
    insert into order_discount (company_id, station_id, order_id, item_id, kind, name, source_id, source_version, amount_cents,
      created_date)
    select company_id, station_id, order_id, item_id, given.kind, given.name, given.source_id, given.source_version, given.amount_cents,
      created_date
    from order_line cross join lateral (
      select kind, name, source_id, source_version, amount_cents
      from jsonb_to_recordset(discounts)
        as named (kind text, name text, source_id bigint, source_version int, amount_cents bigint)
      union all
      select 'terminal', '', null, null, discount_cents - coalesce(
        (select sum(amount_cents) from jsonb_to_recordset(discounts) as named (amount_cents bigint)), 0)::bigint
    ) as given
    where company_id = owner_id and id = any (lines) and given.amount_cents <> 0;
  end loop;
  return null;
end $$;
