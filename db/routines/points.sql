-- Orders of cards that were paid, or of which something was given back, where the company has a service of points or of levels.
create or replace function note_points()
returns trigger
language plpgsql as $$
declare
  owner_id bigint;
  orders bigint[];
begin
  if tg_op = 'INSERT' then
    for owner_id, orders in
      select company_id, array_agg(id) from later where status = 'success' and user_card_id is not null group by company_id
    loop
      perform points_wait(owner_id, orders);
    end loop;
  else
    for owner_id, orders in
      select company_id, array_agg(id) from earlier join later using (company_id, id)
      where later.user_card_id is not null
        and (later.status = 'success' and earlier.status <> 'success' or later.refunded_cents <> earlier.refunded_cents)
      group by company_id
    loop
      perform points_wait(owner_id, orders);
    end loop;
  end if;
  return null;
end $$;

-- Notes orders of a company whose points are to be reckoned.
create or replace function points_wait(of_company bigint, orders bigint[])
returns void
language plpgsql as $$
begin
  insert into points_pending (company_id, order_id)
  select owner.id, sale from company owner cross join unnest(orders) as sale
  where owner.id = of_company and exists (
    select from card service where service.company_id = of_company and service.type in ('score', 'level'));
end $$;
