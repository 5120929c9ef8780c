-- compatible
-- Whether a fleet has given the ID number of an employee: then the fleet sees of it what a profile shows. The number itself stands
-- sealed in the member's profile alone.
alter table fleet_employee add column id_number_given boolean not null default false;

create or replace view fleet_employee_state with (security_invoker = true) as
  select employee.id, employee.version, employee.company_id, employee.group_id, employee.user_id, employee.name, employee.department,
    employee.email, employee.left_date, employee.created_date, holder.mobile,
    (select string_agg(car.plate, ' ' order by car.plate) from car
      where car.company_id = employee.company_id and car.group_id = employee.group_id and car.user_id = employee.user_id
        and car.removed_date is null and employee.left_date is null) as plates,
    (select count(*) from user_card card
      where card.company_id = employee.company_id and card.group_id = employee.group_id and card.user_id = employee.user_id
        and card.closed_time is null and employee.left_date is null)::integer as card_count,
    case when employee.id_number_given then profile.id_number_mask end as id_number_mask
  from fleet_employee employee
  join user_account holder on holder.company_id = employee.company_id and holder.id = employee.user_id
  left join member_profile profile on profile.company_id = employee.company_id and profile.user_id = employee.user_id;

-- A file of employees is let go of once it has been read: it says more of people than is kept of them.
alter table employee_import alter column attachment_id drop not null;
update employee_import set attachment_id = null where finished_date is not null;
delete from attachment_use where subject like 'employeeImports:%';
