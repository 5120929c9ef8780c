-- It answers more than it did; db/routines brings it anew.
drop function if exists card_hold(bigint, jsonb, boolean);
