-- compatible, beside
create index concurrently if not exists outbox_event_tx_idx on outbox_event (tx);
