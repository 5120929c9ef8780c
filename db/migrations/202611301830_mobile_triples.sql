-- compatible
-- Every three characters of a number: a pair of digits stands in a tenth of all mobiles, three in a hundredth.
create function triples_of(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct substr(lower(words), at, 3) from generate_series(1, length(lower(words)) - 2) at)
$$;
grant execute on function triples_of to forecourt_app;
