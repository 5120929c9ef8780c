-- compatible, beside
-- Keys that carry the company, the last of four steps: the references that changed with the switch hold for what is there already.
do $$
declare
  one record;
begin
  for one in select conrelid::regclass as referring, conname from pg_constraint
    where contype = 'f' and not convalidated and connamespace = 'public'::regnamespace
  loop
    execute format('alter table %s validate constraint %I', one.referring, one.conname);
    commit;
  end loop;
end $$;
