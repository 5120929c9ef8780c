-- A company begins with the rights of each role.
create or replace function keep_role_access()
returns trigger
language plpgsql as $$
begin
  insert into role_access (company_id, default_role)
  select owner.id, role from company owner cross join unnest(array['admin', 'company_group', 'company_user', 'station_master',
    'station_leader', 'station_bill', 'station_employee', 'station_salesman', 'group_master']) as role
  where owner.id = new.id;
  return new;
end $$;
