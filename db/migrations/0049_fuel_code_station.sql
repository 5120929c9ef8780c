-- Fuel codes belong to a station and no longer to the company: each station's pumps name their grades by codes of their own.
-- Every station of a company gets what the company had listed. The first one keeps the rows themselves, so that the audit log still
-- leads to them; the others get copies.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;

alter table fuel_code drop constraint "fuelCode.taken";
alter table fuel_code add column station_id bigint references station;
create temporary table first_station on commit drop as select company_id, min(id) as id from station group by company_id;

insert into fuel_code (company_id, station_id, code, type, description, created_date)
  select code.company_id, station.id, code.code, code.type, code.description, code.created_date
  from fuel_code code join station on station.company_id = code.company_id
  where station.id not in (select id from first_station);
update fuel_code set station_id = first_station.id
  from first_station where first_station.company_id = fuel_code.company_id and fuel_code.station_id is null;

-- A company without any station has no pumps. What it had listed can be read in its audit log.
insert into audit_entry (company_id, actor, action, subject, detail, request_id, at)
  select company_id, 'system:migration', 'fuelCodes.delete', 'fuelCodes:' || id,
    jsonb_build_object('id', id, 'code', code, 'type', type, 'description', description), 'migration-0049', now()
  from fuel_code where station_id is null;
delete from fuel_code where station_id is null;

alter table fuel_code alter column station_id set not null;
alter table fuel_code add constraint "fuelCode.taken" unique (station_id, code);
