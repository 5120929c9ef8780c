-- Substrings of names and numbers by index, from one character on: Chinese names are short, and are not cut into words.
-- Letters in lower case, alone and in pairs: whatever holds a keyword holds each of its pairs.
create function letters_and_pairs(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(words), at, size)), '{}')
  from generate_series(1, length(lower(words))) at, generate_series(1, 2) size where at + size <= length(lower(words)) + 1
$$;
create function pairs_of(keyword text) returns text[] language sql immutable strict parallel safe as $$
  select case when length(lower(keyword)) < 2 then array[lower(keyword)] else array(
    select distinct substr(lower(keyword), at, 2) from generate_series(1, length(lower(keyword)) - 1) at) end
$$;

-- Which rows of these companies may hold a keyword; whoever asks looks at them again. Behind the tenant wall no index of this kind is
-- used, so it is asked before it: for companies that the caller sees, and for ids alone.
create function rows_holding(source text, field text, companies bigint[], keyword text) returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (source, field) not in (('user_account', 'name'), ('user_account', 'mobile'), ('user_card_state', 'number'),
    ('user_card_state', 'name')) then
    raise 'no index knows the substrings of %.%', source, field;
  end if;
  return query execute format(
    'select id from public.%I where company_id = any ($1) and company_id = any ($2) and letters_and_pairs(%I) @> $3', source, field
  ) using companies, (select visible_companies())::bigint[], pairs_of(keyword);
end $$;
revoke execute on function rows_holding from public;
grant execute on function letters_and_pairs, pairs_of, rows_holding to forecourt_app;

create index on user_account using gin (letters_and_pairs(name)) with (fastupdate = off);
create index on user_account using gin (letters_and_pairs(mobile)) with (fastupdate = off);
create index on user_card using gin (letters_and_pairs(number)) with (fastupdate = off);
create index on user_card using gin (letters_and_pairs(name)) with (fastupdate = off);
