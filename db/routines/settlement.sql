-- All that a settlement says, as the text that its hash is made of.
create or replace function class_settle_content(settle bigint)
returns text
language sql stable set timezone to 'UTC' set datestyle to 'ISO, YMD' set extra_float_digits to 1 as $$
  select string_agg(part || jsonb_strip_nulls(said)::text, e'\n' order by part, said::text collate "C")
  from (
    select 1 as part, to_jsonb(kept) as said from class_settle kept where id = settle
    union all select 2, to_jsonb(kept) from class_settle_pay_type kept where class_settle_id = settle
    union all select 3, to_jsonb(kept) from class_settle_item kept where class_settle_id = settle
    union all select 4, to_jsonb(kept) from class_settle_nozzle kept where class_settle_id = settle
    union all select 5, to_jsonb(kept) from class_settle_employee kept where class_settle_id = settle
    union all select 6, to_jsonb(kept) from class_settle_unpaid kept where class_settle_id = settle
    union all select 7, to_jsonb(kept) from class_settle_correction kept where class_settle_id = settle
    union all select 8, to_jsonb(kept) from class_settle_tank kept where class_settle_id = settle
    union all select 9, to_jsonb(kept) from class_settle_cash kept where class_settle_id = settle
  ) as parts
$$;
