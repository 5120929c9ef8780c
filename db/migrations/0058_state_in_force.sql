-- compatible
-- Dispensers and nozzles as they are at a moment: what no device has confirmed for two minutes is offline, and what none has ever reported
-- has no state, so that lists show, search and sort by one state. A migration that adds a column to either table replaces its function.
create function state_in_force(state text, state_at timestamptz, moment timestamptz) returns text language sql immutable as $$
  select case when state_at is null then null when moment - state_at > interval '120 seconds' then 'offline' else state end
$$;
create function dispenser_at(moment timestamptz) returns setof dispenser language sql stable as $$
  select id, version, company_id, station_id, number, name, picture_id, protocol, state_in_force(state, state_at, moment), state_at,
    created_date
  from dispenser
$$;
create function nozzle_control_at(moment timestamptz) returns setof nozzle_control language sql stable as $$
  select id, version, company_id, station_id, logic_no, physical_no, dispenser_id, tank_id, item_id,
    state_in_force(state, state_at, moment), state_at, created_date
  from nozzle_control
$$;
grant execute on function state_in_force(text, timestamptz, timestamptz), dispenser_at(timestamptz), nozzle_control_at(timestamptz)
  to forecourt_app;
