-- compatible
-- Devices that call at the same moment are known in one round trip. `device_of` stays for servers of the step before.
create function devices_of(asked jsonb) returns table (
  turn int, id bigint, company_id bigint, station_id bigint, name text, type text, zone text, clock_offset_ms bigint, last_sync timestamptz
) language plpgsql as $$
begin
  perform set_config('app.companies', (
    select string_agg(distinct company::text, ',') from jsonb_to_recordset(asked) as question (company bigint)), true);
  return query
  -- Reckoned before it is compared: behind the tenant wall no index is asked for what is still to be reckoned.
  with question as materialized (
    select nth, company, device, decode(hash, 'hex') as hash, at
    from jsonb_to_recordset(asked) as given (nth int, company bigint, device bigint, hash text, at timestamptz)
  ), known as materialized (
    select question.nth, question.at, device.*, station.time_zone
    from question
    join device_credential credential on credential.device_id = question.device and credential.secret_hash = question.hash
    join device on device.id = question.device and device.company_id = question.company
    join station on station.id = device.station_id
    where device.enabled
  ), heard as (
    -- Who holds a device does not keep the others waiting: its next call says that it is there.
    select device.id, known.at from device join known on known.id = device.id
    where known.last_seen is null or known.last_seen < known.at - interval '1 minute'
    for no key update of device skip locked
  ), noted as (
    update device seen set last_seen = heard.at from heard where seen.id = heard.id
  )
  select known.nth, known.id, known.company_id, known.station_id, known.name, known.type, known.time_zone, known.clock_offset_ms,
    known.last_sync::timestamptz
  from known;
end $$;
grant execute on function devices_of to forecourt_app;
