-- The rows of some companies whose number ends so, out of the index that has it backwards. Which index serves is decided before the wall
-- is, for it hides nothing but what is of other companies; the list looks at each row found as at any other.
create or replace function rows_ending(source text, field text, companies bigint[], ending text)
returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  seen bigint[] := case when current_setting('app.companies', true) = 'all' then null else (select visible_companies())::bigint[] end;
  backwards text := reverse(lower(ending));
  beyond text := backwards || chr(1114111);
begin
  if (source, field) = ('user_card_state', 'number') then
    return query select id from user_card
      where company_id = any (companies) and (seen is null or company_id = any (seen))
        and reverse(lower(number)) collate "C" >= backwards and reverse(lower(number)) collate "C" < beyond;
  elsif (source, field) = ('card_info_state', 'number') then
    return query select id from card_info
      where company_id = any (companies) and (seen is null or company_id = any (seen))
        and number_back >= backwards and number_back < beyond;
  else
    raise 'no index has %.% backwards', source, field;
  end if;
end $$;
grant execute on function rows_ending to forecourt_app;

-- Which rows of these companies may hold a keyword: the list looks at each again. Behind the tenant wall no index of this kind is
-- used, so it is asked before it: for companies that the caller sees, and for ids alone.
create or replace function rows_holding(source text, field text, companies bigint[], keyword text) returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  seen bigint[] := case when current_setting('app.companies', true) = 'all' then null else (select visible_companies())::bigint[] end;
  by_triples boolean := field = 'mobile' and length(lower(keyword)) >= 3;
begin
  if (source, field) not in (('user_account', 'name'), ('user_account', 'mobile'), ('user_card_state', 'number'),
    ('user_card_state', 'name'), ('user_card_state', 'plates'), ('member_state', 'name'), ('member_state', 'mobile'),
    ('member_state', 'initials')) then
    raise 'no index knows the substrings of %.%', source, field;
  end if;
  return query execute format(
    'select id from public.%I where company_id = any ($1) and ($2 is null or company_id = any ($2)) and %s(%I) @> $3',
    source, case when by_triples then 'triples_of' else 'letters_and_pairs' end, field
  ) using companies, seen, case when by_triples then triples_of(keyword) else pairs_of(keyword) end;
end $$;
