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
