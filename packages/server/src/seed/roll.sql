-- Chance that can be told again: a number from 0 up to 1 for each thing and each question about it.
create function pg_temp.roll(thing bigint, question int) returns float8 language sql immutable as
  $$ select (hashint8extended(thing, :seed * 1000 + question) & 9007199254740991)::float8 / 9007199254740992 $$;
create function pg_temp.pick(options text[], thing bigint, question int) returns text language sql immutable as
  $$ select options[1 + floor(pg_temp.roll(thing, question) * cardinality(options))::int] $$;

-- Ids lie before those of the sales, in the order of their kinds; a sale's id is its moment, as everywhere.
create function pg_temp.base_id(kind int, nth bigint) returns bigint language sql immutable as
  $$ select (((extract(epoch from ':start'::date)::bigint - 172800) * 1000 - 1704067200000) * 4096) - kind * 10000000::bigint + nth $$;

-- The hour of the day at which a part of the day's sales has been made: few by night, most in the morning and after work.
create function pg_temp.hour_of(part float8) returns float8 language sql immutable as $$
  select case when part < 0.08 then part / 0.08 * 6 when part < 0.32 then 6 + (part - 0.08) / 0.24 * 3.5
    when part < 0.64 then 9.5 + (part - 0.32) / 0.32 * 6.5 when part < 0.92 then 16 + (part - 0.64) / 0.28 * 4
    else 20 + (part - 0.92) / 0.08 * 3.999 end
$$;

-- What a litre of the nth fuel costs in the nth part of the time.
create function pg_temp.litre_price(station bigint, fuel int, turn bigint) returns bigint language sql immutable as $$
  select (array[755, 805, 880, 728])[fuel] + floor(pg_temp.roll(turn * 10 + fuel, 1) * 40)::bigint - 20
    + floor(pg_temp.roll(station, 2) * 6)::bigint
$$;
