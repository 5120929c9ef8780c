-- All that a settlement says, as the text that its hash is made of.
create or replace function class_settle_content(of_company bigint, settle bigint)
returns text
language plpgsql stable set timezone to 'UTC' set datestyle to 'ISO, YMD' set extra_float_digits to 1 as $$
begin
  return (select string_agg(part || jsonb_strip_nulls(said)::text, e'\n' order by part, said::text collate "C")
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
  ) as parts);
end $$;

-- All that a settlement of a day says.
create or replace function day_settle_content(of_company bigint, settle bigint)
returns text
language plpgsql stable set timezone to 'UTC' set datestyle to 'ISO, YMD' set extra_float_digits to 1 as $$
begin
  return (select string_agg(part || jsonb_strip_nulls(said)::text, e'\n' order by part, said::text collate "C")
  from (
    select 1 as part, to_jsonb(frozen) as said from day_settle frozen where company_id = of_company and id = settle
    union all select 2, to_jsonb(frozen) from day_settle_shift frozen where company_id = of_company and day_settle_id = settle
    union all select 3, to_jsonb(frozen) from day_settle_pay_type frozen where company_id = of_company and day_settle_id = settle
  ) as parts);
end $$;

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

-- The views by which settlements are proven follow from a row to what belongs to it within its company, as the keys do.
create or replace view audit.settlement with (security_invoker) as
select settle.id, settle.company_id, settle.station_id as station, settle.daily_state_id as shift, settle.business_day, settle.number,
  settle.orders, settle.sales_cents, settle.paid_cents, settle.volume_cl, settle.unpaid_cents, settle.top_up_cents, settle.expected_cents,
  settle.counted_cents, settle.difference_cents, seal.hash, class_settle_hash(settle.company_id, settle.id) as hash_now
from class_settle settle
left join class_settle_seal seal on seal.company_id = settle.company_id and seal.class_settle_id = settle.id;

create or replace view audit.settlement_tender with (security_invoker) as
select settle.company_id, settle.daily_state_id as shift, tender.pay_type, tender.payments, tender.amount_cents, tender.refunded_cents,
  tender.top_up_cents, tender.expected_cents, tender.counted_cents
from class_settle_pay_type tender join class_settle settle on settle.company_id = tender.company_id and settle.id = tender.class_settle_id;

create or replace view audit.settlement_item with (security_invoker) as
select settle.company_id, settle.daily_state_id as shift, item.item_id, item.volume_cl, item.pieces, item.amount_cents,
  item.discount_cents
from class_settle_item item join class_settle settle on settle.company_id = item.company_id and settle.id = item.class_settle_id;

create or replace view audit.day_settlement with (security_invoker) as
select day.id, day.company_id, day.station_id as station, day.business_day, day.shifts, day.orders, day.sales_cents, day.discount_cents,
  day.paid_cents, day.refunded_cents, day.volume_cl, day.pieces, day.top_up_cents, day.unpaid_cents, day.late_cents, day.expected_cents,
  day.counted_cents, day.difference_cents, seal.hash, day_settle_hash(day.company_id, day.id) as hash_now
from day_settle day left join day_settle_seal seal on seal.company_id = day.company_id and seal.day_settle_id = day.id;

create or replace view audit.day_settlement_shift with (security_invoker) as
select chain.company_id, chain.day_settle_id as day, chain.class_settle_id as settlement, chain.hash, seal.hash as hash_of_shift
from day_settle_shift chain
left join class_settle_seal seal on seal.company_id = chain.company_id and seal.class_settle_id = chain.class_settle_id;
