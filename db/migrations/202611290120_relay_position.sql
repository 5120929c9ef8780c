-- compatible
-- Up to which transactions events have been told to the broker of MQTT_URL and taken by it. The instance that tells them next goes on
-- from there.
create table relay_position (
  name text primary key,
  snapshot text not null,
  saved_date timestamptz(3) not null
);
grant select, insert, update on relay_position to forecourt_app;
