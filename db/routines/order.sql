-- An order goes from one status to another as the table of its transitions says.
create or replace function keep_order_status()
returns trigger
language plpgsql as $$
begin
  if not order_may_become(old.status, new.status) then
    -- The message names the constraint as well: a database of several machines passes on no more than that.
    raise 'an order does not go from % to %: it violates check constraint "order.statusForbids"', old.status, new.status
      using errcode = 'check_violation', constraint = 'order.statusForbids';
  end if;
  return new;
end $$;

-- A company begins with the usual causes for which stuck nozzles are released.
create or replace function keep_release_causes()
returns trigger
language plpgsql as $$
begin
  insert into release_cause (company_id, name_zh, name_en, position, wants_note)
  select owner.id, zh, en, turn, wants_note
  from company owner cross join (values
    (1, '油枪未挂好', 'Nozzle not hung up', false),
    (2, '加油机断电或离线', 'Dispenser without power or offline', false),
    (3, '未收到加油记录', 'Sale not received', false),
    (4, '支付终端未返回结果', 'Payment terminal did not answer', false),
    (5, '顾客未付款离开', 'Customer left without paying', false),
    (6, '其他', 'Other', true)) as usual (turn, zh, en, wants_note)
  where owner.id = new.id;
  return new;
end $$;

-- What has lowered a line's amount, named; what the terminal did not name is its own discount.
create or replace function name_discounts()
returns trigger
language plpgsql as $$
begin
  insert into order_discount (company_id, station_id, order_id, item_id, kind, name, source_id, source_version, amount_cents, created_date)
  select company_id, station_id, order_id, item_id, given.kind, given.name, given.source_id, given.source_version, given.amount_cents,
    created_date
  from added cross join lateral (
    select kind, name, source_id, source_version, amount_cents
    from jsonb_to_recordset(discounts)
      as named (kind text, name text, source_id bigint, source_version int, amount_cents bigint)
    union all
    select 'terminal', '', null, null, discount_cents - coalesce(
      (select sum(amount_cents) from jsonb_to_recordset(discounts) as named (amount_cents bigint)), 0)::bigint
  ) as given
  where discount_cents > 0 and given.amount_cents <> 0;
  return null;
end $$;
