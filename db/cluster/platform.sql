-- The directory has the code of each company. Where it was entered on the coordinator before, as the program does, nothing is left to be
-- done: from the machine of the company it could not be written in a transaction with settings of its own.
create or replace function keep_directory()
returns trigger
language plpgsql as $$
begin
  if not exists (select from company_directory where code = new.code and company = new.id) then
    insert into company_directory (code, company) values (new.code, new.id) on conflict (company) do update set code = excluded.code;
  end if;
  return new;
end $$;
-- A part of a table is called after the table and its own number.
create or replace function final()
returns trigger
language plpgsql as $$
begin
  raise '% is final: it is corrected by a further row, never edited', regexp_replace(tg_table_name, '_\d+$', '') using errcode = 'FC001';
end $$;
