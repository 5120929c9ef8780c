-- compatible
-- Since when a dispenser or a nozzle has been in the state that was last reported: `state_at` is renewed by each report, this is not.
alter table dispenser add column state_since timestamptz(3);
alter table nozzle_control add column state_since timestamptz(3);
