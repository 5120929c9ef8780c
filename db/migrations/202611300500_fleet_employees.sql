-- compatible
-- Who drives for a fleet, and the vehicles of fleets and members. Those who left, and vehicles that were removed, stay.
create table fleet_employee (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  group_id bigint not null,
  user_id bigint not null,
  name text not null,
  department text not null default '',
  email text,
  left_date timestamptz(3),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, group_id) references fleet (company_id, id),
  foreign key (company_id, user_id) references user_account (company_id, id)
);
select guard_tenant('fleet_employee', 'select, insert, update');
-- Of one fleet at most at a time.
create unique index "employee.otherFleet" on fleet_employee (company_id, user_id) where left_date is null;
create index on fleet_employee (company_id, user_id);
create index on fleet_employee (company_id, group_id, created_date desc, id desc);

create table car (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  plate text not null,
  fuel_type text not null check (fuel_type in ('gasoline', 'diesel')),
  group_id bigint,
  user_id bigint,
  tank_cl bigint,
  litres_per100_km numeric(4, 1),
  usual_hours jsonb not null default '[]',
  remark text not null default '',
  removed_date timestamptz(3),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, group_id) references fleet (company_id, id),
  foreign key (company_id, user_id) references user_account (company_id, id),
  constraint "car.ownerMissing" check (group_id is not null or user_id is not null)
);
select guard_tenant('car', 'select, insert, update');
create unique index "car.plateTaken" on car (company_id, plate) where removed_date is null;
create index on car (company_id, plate, id);
create index on car (company_id, group_id);
create index on car (company_id, user_id);

-- A file of employees: what became of it, and the lines that were wrong.
create table employee_import (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  group_id bigint not null,
  attachment_id bigint not null,
  file_name text not null,
  status text not null check (status in ('importing', 'partial', 'success', 'fail')),
  total int not null default 0,
  added int not null default 0,
  changed int not null default 0,
  known int not null default 0,
  wrong int not null default 0,
  user_id bigint not null,
  user_company bigint not null,
  created_date timestamptz(3) not null,
  finished_date timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, group_id) references fleet (company_id, id),
  foreign key (company_id, attachment_id) references attachment (company_id, id),
  foreign key (user_company, user_id) references user_account (company_id, id),
  check ((status = 'importing') = (finished_date is null)),
  check (added + changed + known + wrong = total)
);
select guard_tenant('employee_import', 'select, insert, update');
create index on employee_import (company_id, created_date desc, id desc);
create index on employee_import (company_id, group_id);
create index on employee_import (company_id, attachment_id);
create index on employee_import (user_company, user_id);

create table employee_import_problem (
  company_id bigint not null,
  id bigint not null default next_id(),
  employee_import_id bigint not null,
  line int not null,
  reason text not null,
  value text not null default '',
  primary key (company_id, id),
  foreign key (company_id, employee_import_id) references employee_import (company_id, id)
);
select guard_tenant('employee_import_problem', 'select, insert');
create index on employee_import_problem (company_id, employee_import_id, line);

-- With their vehicles, and how many of the fleet's cards they hold.
create view fleet_employee_state with (security_invoker = true) as
  select employee.id, employee.version, employee.company_id, employee.group_id, employee.user_id, employee.name, employee.department,
    employee.email, employee.left_date, employee.created_date, holder.mobile,
    (select string_agg(car.plate, ' ' order by car.plate) from car
      where car.company_id = employee.company_id and car.group_id = employee.group_id and car.user_id = employee.user_id
        and car.removed_date is null and employee.left_date is null) as plates,
    (select count(*) from user_card card
      where card.company_id = employee.company_id and card.group_id = employee.group_id and card.user_id = employee.user_id
        and card.closed_time is null and employee.left_date is null)::integer as card_count
  from fleet_employee employee
  join user_account holder on holder.company_id = employee.company_id and holder.id = employee.user_id;
grant select on fleet_employee_state to forecourt_app;

-- With its leader, its master card, and how many sub cards and employees there are.
create view fleet_state with (security_invoker = true) as
  select fleet.id, fleet.version, fleet.company_id, fleet.name, fleet.user_id, fleet.value_mode, fleet.invoice_type, fleet.discount_id,
    fleet.end_time, fleet.mini_program_off, fleet.stopped_at, fleet.remark, fleet.created_date,
    leader.name as leader_name, leader.mobile as leader_mobile,
    master.id as master_id, master.card_id, master.status, principal.balance_cents + gift.balance_cents as balance_cents,
    (select count(*) from user_card sub where sub.company_id = fleet.company_id and sub.group_id = fleet.id and sub.kind = 'sub'
      and sub.closed_time is null)::integer as sub_count,
    (select count(*) from fleet_employee employee where employee.company_id = fleet.company_id and employee.group_id = fleet.id
      and employee.left_date is null)::integer as employee_count,
    (select coalesce(jsonb_agg(jsonb_build_object('attachmentId', file.id, 'name', file.name, 'size', file.size) order by file.id), '[]')
      from attachment_use used
        join attachment file on file.company_id = used.company_id and file.id = used.attachment_id
      where used.company_id = fleet.company_id and used.subject = 'groups:' || fleet.id) as attachments
  from fleet
  left join user_account leader on leader.company_id = fleet.company_id and leader.id = fleet.user_id
  left join user_card master on master.company_id = fleet.company_id and master.id = (
    select min(card.id) from user_card card where card.company_id = fleet.company_id and card.group_id = fleet.id
      and card.kind = 'master' and card.closed_time is null)
  left join ledger_account principal on principal.company_id = master.company_id and principal.id = master.principal_id
  left join ledger_account gift on gift.company_id = master.company_id and gift.id = master.gift_id;
grant select on fleet_state to forecourt_app;
