-- All that a settlement says, as the text that its hash is made of.
create or replace function class_settle_content(of_company bigint, settle bigint)
returns text
language sql stable set timezone to 'UTC' set datestyle to 'ISO, YMD' set extra_float_digits to 1 as $$
  select string_agg(part || jsonb_strip_nulls(said)::text, e'\n' order by part, said::text collate "C")
  from (
    select 1 as part, to_jsonb(frozen) as said from class_settle frozen where company_id = of_company and id = settle
    union all select 2, to_jsonb(frozen) from class_settle_pay_type frozen where company_id = of_company and class_settle_id = settle
    union all select 3, to_jsonb(frozen) from class_settle_item frozen where company_id = of_company and class_settle_id = settle
    union all select 4, to_jsonb(frozen) from class_settle_nozzle frozen where company_id = of_company and class_settle_id = settle
    union all select 5, to_jsonb(frozen) from class_settle_employee frozen where company_id = of_company and class_settle_id = settle
    union all select 6, to_jsonb(frozen) from class_settle_unpaid frozen where company_id = of_company and class_settle_id = settle
    union all select 7, to_jsonb(frozen) from class_settle_correction frozen where company_id = of_company and class_settle_id = settle
    union all select 8, to_jsonb(frozen) from class_settle_tank frozen where company_id = of_company and class_settle_id = settle
    union all select 9, to_jsonb(frozen) from class_settle_cash frozen where company_id = of_company and class_settle_id = settle
  ) as parts
$$;

-- All that a settlement of a day says.
create or replace function day_settle_content(of_company bigint, settle bigint)
returns text
language sql stable set timezone to 'UTC' set datestyle to 'ISO, YMD' set extra_float_digits to 1 as $$
  select string_agg(part || jsonb_strip_nulls(said)::text, e'\n' order by part, said::text collate "C")
  from (
    select 1 as part, to_jsonb(frozen) as said from day_settle frozen where company_id = of_company and id = settle
    union all select 2, to_jsonb(frozen) from day_settle_shift frozen where company_id = of_company and day_settle_id = settle
    union all select 3, to_jsonb(frozen) from day_settle_pay_type frozen where company_id = of_company and day_settle_id = settle
  ) as parts
$$;

create or replace function class_settle_hash(of_company bigint, settle bigint)
returns bytea
language sql stable as $$ select sha256(convert_to(class_settle_content(of_company, settle), 'UTF8')) $$;

create or replace function day_settle_hash(of_company bigint, settle bigint)
returns bytea
language sql stable as $$ select sha256(convert_to(day_settle_content(of_company, settle), 'UTF8')) $$;

-- The same of a settlement whose company is still to be found: for proofs, which read those of all companies.
create or replace function class_settle_content(settle bigint)
returns text
language sql stable as $$
  select /* all companies */ class_settle_content(company_id, id) from class_settle where id = settle
$$;

create or replace function day_settle_content(settle bigint)
returns text
language sql stable as $$
  select /* all companies */ day_settle_content(company_id, id) from day_settle where id = settle
$$;

-- A shift or day that is settled says so itself.
create or replace function settle_state()
returns trigger
language plpgsql as $$
begin
  update daily_state set settled = true where company_id = new.company_id and id = new.daily_state_id;
  return null;
end $$;
