-- A second device of the same name is added after a question, and never merged with the first (requirements ORG-029, DEV-013).
alter table device drop constraint "device.nameTaken";
create index on device (station_id, name);
