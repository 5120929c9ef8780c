-- compatible
-- From which date the last call that held the counter took it back, if it did: what RETURNING gives on every version that is supported.
alter table order_counter add column stepped_from timestamptz;
