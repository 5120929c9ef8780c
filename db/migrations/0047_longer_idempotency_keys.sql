-- compatible
-- Callers were promised keys of up to 255 characters.
alter table idempotency_key drop constraint idempotency_key_key_check,
  add constraint idempotency_key_key_check check (length(key) between 1 and 255);
