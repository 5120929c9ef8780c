-- Why a card stands on the black list; null for one that does not.
create or replace function card_black_list_reason(status text, closed_time timestamptz, valid_until date, stopped_at timestamptz,
  expired_before date)
returns text
language sql immutable as $$
  select case when closed_time is not null then 'returned' when status in ('lose', 'disable', 'lock') then status
    when valid_until < expired_before then 'expired' when stopped_at is not null then 'stopped' end
$$;

-- Holds the black list of a company until the transaction ends: who reads the cards afterwards sees what those before have committed.
-- Answers from which day on cards have expired by it.
create or replace function card_black_list_lock(of_company bigint)
returns date
language plpgsql as $$
begin
  if not exists (select from card_black_list_head where company_id = of_company) then
    insert into card_black_list_head (company_id) values (of_company) on conflict do nothing;
  end if;
  return (select expired_before from (
    select expired_before from card_black_list_head where company_id = of_company for no key update) as head);
end $$;

-- Puts a number onto the list for a reason, or takes it off where there is none; a version is drawn where this changes anything.
-- The list is held.
create or replace function card_black_list_put(of_company bigint, of_number text, wanted text)
returns void
language plpgsql as $$
declare
  had text := (select reason from card_black_list where company_id = of_company and number = of_number);
  drawn bigint;
  moment timestamptz := clock_timestamp();
begin
  if had is not distinct from wanted then
    return;
  end if;
  update card_black_list_head set version = version + 1 where company_id = of_company returning version into drawn;
  insert into card_black_list_change (company_id, version, number, listed, reason, at)
    values (of_company, drawn, of_number, wanted is not null, coalesce(wanted, had), moment);
  if wanted is null then
    delete from card_black_list where company_id = of_company and number = of_number;
  elsif had is null then
    insert into card_black_list (company_id, number, reason, version, at)
      values (of_company, of_number, wanted, drawn, moment);
  else
    update card_black_list set reason = wanted, version = drawn, at = moment
      where company_id = of_company and number = of_number;
  end if;
end $$;

-- Puts those cards onto the list whose last day is over at this moment, by the calendar of the company.
create or replace function card_black_list_expire(of_company bigint, at timestamptz)
returns void
language plpgsql as $$
declare
  today date := (select (at at time zone time_zone)::date from company where id = of_company);
  before date;
  late text;
begin
  if exists (select from card_black_list_head where company_id = of_company and expired_before >= today) then
    return;
  end if;
  before := card_black_list_lock(of_company);
  if before >= today then
    return;
  end if;
  update card_black_list_head set expired_before = today where company_id = of_company;
  for late in
    select number from user_card
    where company_id = of_company and valid_until < today and (before is null or valid_until >= before)
      and card_black_list_reason(status, closed_time, valid_until, stopped_at, today) = 'expired'
    order by valid_until, number
  loop
    perform card_black_list_put(of_company, late, 'expired');
  end loop;
end $$;
