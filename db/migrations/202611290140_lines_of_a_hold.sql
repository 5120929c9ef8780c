-- compatible
-- A till pays a sale that stands already out of a hold whose litre costs less: what the discount takes off is put on the line, once, before
-- it is paid. Everything else of a line stays final.
drop trigger final on order_line;
do $$
begin
  execute format('create trigger final before update of %s or delete or truncate on order_line for each statement
    execute function final()', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = 'order_line'::regclass and attnum > 0 and not attisdropped and attname not in ('created_date', 'discount_cents')));
end $$;
-- After, for before it the database counts every generated column as changed.
create trigger lowered_once after update of discount_cents on order_line for each row when (old.discount_cents > 0)
  execute function final();
grant update (discount_cents) on order_line to forecourt_app;
grant update (total_cents, discount_cents) on sale_order to forecourt_app;
-- What a sale comes to falls by what its discount grows, and never below what was paid. No other change is one.
create trigger lowered_by_discount after update of total_cents, discount_cents on sale_order for each row
  when ((new.total_cents, new.discount_cents) is distinct from (old.total_cents, old.discount_cents)
    and not (new.total_cents + new.discount_cents = old.total_cents + old.discount_cents
      and new.total_cents < old.total_cents and new.total_cents >= new.paid_cents))
  execute function final();

-- The statistics follow: db/routines brings what it does.
create function note_line_changes() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger note_line_changes after update on order_line referencing old table as earlier new table as later
  for each statement execute function note_line_changes();
