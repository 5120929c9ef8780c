-- A new member, where an activity gives something to those.
create or replace function note_new_member()
returns trigger
language plpgsql as $$
begin
  insert into deal_task_pending (company_id, fact, fact_id)
  select owner.id, 'member', new.id from company owner
  where owner.id = new.company_id and exists (
    select from deal_task task where task.company_id = new.company_id and task.kind = 'newMember' and not task.disabled
      and task.start_time <= new.created_date and task.end_time > new.created_date);
  return null;
end $$;

-- A top-up where an activity gives something for those, and one that was given back after something was given for it.
create or replace function note_top_up()
returns trigger
language plpgsql as $$
begin
  insert into deal_task_pending (company_id, fact, fact_id)
  select owner.id, 'topUp', coalesce(new.reverses_id, new.id) from company owner
  where owner.id = new.company_id and case new.type
    when 'charge' then exists (
      select from deal_task task where task.company_id = new.company_id and task.kind = 'topUp' and not task.disabled
        and task.start_time <= new.created_date and task.end_time > new.created_date)
    else exists (
      select from deal_task_gift gift
      where gift.company_id = new.company_id and gift.fact = 'topUp' and gift.fact_id = new.reverses_id) end;
  return null;
end $$;

-- Sales by card that were paid, where an activity gives something for those, and sales of which something was given back after that.
create or replace function note_purchases()
returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from later where status = 'success' and user_card_id is not null) then return null; end if;
    insert into deal_task_pending (company_id, fact, fact_id)
    select owner.id, 'order', sale.id from later sale join company owner on owner.id = sale.company_id
    where sale.status = 'success' and sale.user_card_id is not null and exists (
      select from deal_task task where task.company_id = sale.company_id and task.kind = 'purchase' and not task.disabled
        and task.start_time <= sale.created_date and task.end_time > sale.created_date);
  else
    if not exists (select from later where user_card_id is not null) then return null; end if;
    insert into deal_task_pending (company_id, fact, fact_id)
    select owner.id, 'order', sale.id from later sale join company owner on owner.id = sale.company_id
    join earlier before on before.company_id = sale.company_id and before.id = sale.id
    where sale.user_card_id is not null and (
      sale.status = 'success' and before.status <> 'success' and exists (
        select from deal_task task where task.company_id = sale.company_id and task.kind = 'purchase' and not task.disabled
          and task.start_time <= sale.created_date and task.end_time > sale.created_date)
      or sale.refunded_cents <> before.refunded_cents and exists (
        select from deal_task_gift gift
        where gift.company_id = sale.company_id and gift.fact = 'order' and gift.fact_id = sale.id));
  end if;
  return null;
end $$;
