-- compatible
-- Why stuck nozzles are released: a list of each company's own, and for each release the cause that was given. Who gave it
-- stands in the audit log.
create table release_cause (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name_zh text not null,
  name_en text not null,
  position int not null check (position between 1 and 999),
  in_use boolean not null default true,
  wants_note boolean not null default false,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "releaseCause.nameTaken" unique (company_id, name_zh),
  constraint "releaseCause.nameEnTaken" unique (company_id, name_en)
);
select guard_tenant('release_cause');

create table nozzle_release (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  nozzle_control_id bigint not null,
  -- Null where the company has no cause in use.
  release_cause_id bigint,
  note text not null,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, nozzle_control_id) references nozzle_control (company_id, id),
  constraint "releaseCause.used" foreign key (company_id, release_cause_id) references release_cause (company_id, id),
  check (release_cause_id is not null or note <> '')
);
select guard_tenant('nozzle_release', 'select, insert');
create index on nozzle_release (company_id, station_id);
create index on nozzle_release (company_id, nozzle_control_id);
create index on nozzle_release (company_id, release_cause_id) where release_cause_id is not null;

-- How often each was given, for the list of causes: read when it is asked for, and kept nowhere.
create view release_cause_state with (security_invoker = true) as
  select cause.id, cause.version, cause.company_id, cause.name_zh, cause.name_en, cause.position, cause.in_use, cause.wants_note,
    cause.created_date,
    (select count(*) from nozzle_release given
      where given.company_id = cause.company_id and given.release_cause_id = cause.id)::integer as release_count
  from release_cause cause;
grant select on release_cause_state to forecourt_app;

-- A company begins with the usual ones (db/routines/order.sql), and so do those that are there.
create function keep_release_causes() returns trigger language plpgsql as $$
begin
  return new;
end $$;
create trigger keep_release_causes after insert on company for each row execute function keep_release_causes();

select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into release_cause (company_id, name_zh, name_en, position, wants_note)
select directory.company, zh, en, turn, wants_note
from company_directory directory
cross join (values
  (1, '油枪未挂好', 'Nozzle not hung up', false),
  (2, '加油机断电或离线', 'Dispenser without power or offline', false),
  (3, '未收到加油记录', 'Sale not received', false),
  (4, '支付终端未返回结果', 'Payment terminal did not answer', false),
  (5, '顾客未付款离开', 'Customer left without paying', false),
  (6, '其他', 'Other', true)) as usual (turn, zh, en, wants_note)
join company owner on owner.id = directory.company;
