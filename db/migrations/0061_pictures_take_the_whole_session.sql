-- compatible
-- Pictures are read by the whole session now, like any other call; no cookie alone opens anything. A server of the step before, while
-- it still runs next to new ones, can no longer give pictures to a cookie. It answers them with an error; its other calls go on.
drop function who_looks(bytea, timestamptz);
drop index session_cookie_hash_idx;
