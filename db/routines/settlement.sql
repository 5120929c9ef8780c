-- All that a settlement says, as the text that its hash is made of.
create or replace function class_settle_content(settle bigint)
returns text
language sql stable set timezone to 'UTC' set datestyle to 'ISO, YMD' set extra_float_digits to 1 as $$
  select string_agg(part || jsonb_strip_nulls(said)::text, e'\n' order by part, said::text collate "C")
  from (
    select 1 as part, to_jsonb(frozen) as said from class_settle frozen where id = settle
    union all select 2, to_jsonb(frozen) from class_settle_pay_type frozen where class_settle_id = settle
    union all select 3, to_jsonb(frozen) from class_settle_item frozen where class_settle_id = settle
    union all select 4, to_jsonb(frozen) from class_settle_nozzle frozen where class_settle_id = settle
    union all select 5, to_jsonb(frozen) from class_settle_employee frozen where class_settle_id = settle
    union all select 6, to_jsonb(frozen) from class_settle_unpaid frozen where class_settle_id = settle
    union all select 7, to_jsonb(frozen) from class_settle_correction frozen where class_settle_id = settle
    union all select 8, to_jsonb(frozen) from class_settle_tank frozen where class_settle_id = settle
    union all select 9, to_jsonb(frozen) from class_settle_cash frozen where class_settle_id = settle
  ) as parts
$$;
