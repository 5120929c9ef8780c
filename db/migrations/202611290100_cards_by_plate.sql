-- Cards are found by a part of a number plate that their own limits name. Most cards name none, and stand in no index of them.
create function plates_of(limits jsonb) returns text language sql immutable strict parallel safe as $$
  select string_agg(plate, ' ' order by place) from jsonb_array_elements_text(
    case jsonb_typeof(limits -> 'plates') when 'array' then limits -> 'plates' end) with ordinality as named (plate, place)
$$;
grant execute on function plates_of to forecourt_app;
create index user_card_plates on user_card using gin (letters_and_pairs(plates_of(range_of_use))) with (fastupdate = off)
  where plates_of(range_of_use) is not null;

create or replace view user_card_state with (security_invoker = true) as
  select card.id, card.version, card.company_id, card.number, card.physical_number, card.name, card.kind, card.status, card.card_id,
    card.user_id, card.parent_id, card.payment_cents_max, card.day_cents_max, card.password_from_cents, card.has_pay_password,
    card.remark, card.issue_time, card.created_date,
    principal.balance_cents + gift.balance_cents as value, frozen.balance_cents as lock_value,
    principal.balance_cents as principal_cents, gift.balance_cents as gift_cents, debt.balance_cents as debt_cents,
    (select count(*) from user_card child
      where child.company_id = card.company_id and child.parent_id = card.id)::integer as child_card_num,
    card.group_id, card.closed_time, card.valid_until, card.limit_profile_id, card.range_of_use,
    (select coalesce(sum(principal_cents + gift_cents), 0) from card_authorisation held
      where held.company_id = card.company_id and held.user_card_id = card.id and held.status in ('open', 'gray'))::bigint as held_cents,
    card.to_write, card.discount_id,
    -- A fleet's stands for all of its cards.
    coalesce(fleet.invoice_type, card.billing_type) as billing_type,
    plates_of(card.range_of_use) as plates
  from user_card card
  left join ledger_account principal on principal.company_id = card.company_id and principal.id = card.principal_id
  left join ledger_account gift on gift.company_id = card.company_id and gift.id = card.gift_id
  left join ledger_account frozen on frozen.company_id = card.company_id and frozen.id = card.lock_id
  left join ledger_account debt on debt.company_id = card.company_id and debt.id = card.debt_id
  left join fleet on fleet.company_id = card.company_id and fleet.id = card.group_id;

create or replace function rows_holding(source text, field text, companies bigint[], keyword text) returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  seen bigint[] := case when current_setting('app.companies', true) = 'all' then null else (select visible_companies())::bigint[] end;
begin
  if (source, field) not in (('user_account', 'name'), ('user_account', 'mobile'), ('user_card_state', 'number'),
    ('user_card_state', 'name'), ('user_card_state', 'plates')) then
    raise 'no index knows the substrings of %.%', source, field;
  end if;
  return query execute format(
    'select id from public.%I where company_id = any ($1) and ($2 is null or company_id = any ($2)) and letters_and_pairs(%I) @> $3',
    source, field
  ) using companies, seen, pairs_of(keyword);
end $$;
