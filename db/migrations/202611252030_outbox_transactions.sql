-- compatible
-- Each event names the transaction that wrote it. Ids and times are drawn before a transaction commits, so that an event may appear behind
-- others; who reads events as they are committed reads again what may still have been on its way.
alter table outbox_event add column tx xid8 not null default pg_current_xact_id();
