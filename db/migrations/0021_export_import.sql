-- Lists written into files in the background, and histories brought in from files.

-- What somebody asked for, as whom he asked: his rights and his reach are reckoned anew when it is written and when it is fetched.
create table export (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  user_id bigint not null references user_account,
  -- As he was signed in: the company of his account, his role, the company and the station he had chosen.
  user_company bigint not null references company,
  role text not null,
  chosen_company bigint references company,
  station_id bigint references station,
  name text not null check (length(name) between 1 and 100),
  type text not null,
  format text not null check (format in ('csv', 'xlsx')),
  search text not null default '',
  sort text not null default '',
  columns jsonb not null check (jsonb_typeof(columns) = 'array'),
  zone text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'fail')),
  -- Which of its runs it belongs to; another that was thought dead ends without a trace.
  run text not null default '',
  rows bigint not null default 0,
  rows_total bigint,
  reason text check (reason in ('revoked', 'filter', 'broken')),
  -- What the writer could see when the file was made; whoever fetches it must still see that much.
  reach jsonb,
  file_id bigint references attachment,
  size bigint,
  created_date timestamptz(3) not null,
  started_date timestamptz(3),
  finished_date timestamptz(3),
  expires_date timestamptz(3),
  check ((status = 'done') = (file_id is not null))
);
select guard_tenant('export');
create index on export (company_id, user_id, created_date desc, id desc);
create index on export (file_id);
create index on export (created_date);

/* As who_is, of somebody who is not there: what he who asked holds now, signed in as he was. Nothing for one who may no longer come. */
create function who_asked(who bigint, of_company bigint, held text, chosen_station bigint, at timestamptz)
returns jsonb language plpgsql as $$
declare
  account user_account;
  access jsonb;
  reach bigint[];
  own company;
  chosen station;
begin
  perform set_config('app.companies', of_company::text, true);
  select * into account from user_account where id = who and not disabled;
  if not found then return null; end if;
  select * into own from company where id = of_company;
  access := access_of(account.id, held);
  if access ->> 'entries' is null then return null; end if;

  reach := case held
    when 'superAdmin' then array(select company from company_directory order by 1)
    when 'company_group' then array(select of_company union select m.company from user_role r
      join company_group_member m using (company_group_id) where r.user_id = account.id and r.default_role = 'company_group' order by 1)
    else array[of_company] end;
  perform set_config('app.companies', array_to_string(reach, ','), true);
  select * into chosen from station where id = chosen_station;

  return access || jsonb_build_object('userId', account.id, 'name', account.name, 'readOnly', account.read_only,
    'role', held, 'companyId', of_company, 'companyIds', reach, 'zone', own.time_zone,
    'stationCompanyId', chosen.company_id, 'stationZone', chosen.time_zone,
    'since', jsonb_strip_nulls(jsonb_build_object(
      'orderDays', at - account.search_order_days * interval '1 day',
      'orderItemDays', at - account.search_order_item_days * interval '1 day',
      'classSettleDays', at - account.search_class_settle_days * interval '1 day',
      'dailyReportDays', at - account.search_daily_report_days * interval '1 day',
      'cardDetailDays', at - account.search_card_detail_days * interval '1 day')));
end $$;

-- An operator's files on their way in: checked first, and brought in when somebody says so.
create table history_import (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  user_id bigint not null references user_account,
  source text not null,
  mapping jsonb not null,
  -- Name and attachment of each file.
  files jsonb not null check (jsonb_typeof(files) = 'array'),
  status text not null check (status in ('checking', 'refused', 'checked', 'running', 'done', 'fail', 'cancelled')),
  step text not null default '',
  done bigint not null default 0,
  total bigint,
  -- What the files hold, and what of it was added.
  found jsonb,
  brought jsonb,
  problems bigint not null default 0,
  -- The first of the problems, for the page; all of them stand in the file.
  examples jsonb not null default '[]',
  error_file_id bigint references attachment,
  created_date timestamptz(3) not null,
  finished_date timestamptz(3)
);
select guard_tenant('history_import');
create index on history_import (company_id, created_date desc, id desc);
create index on history_import (error_file_id);
create index on history_import (user_id);

-- Which of our fields a column of an operator's file turned out to be, for the next file with such a head.
create table history_column (
  company_id bigint not null references company,
  part text not null check (part in ('stations', 'products', 'customers', 'sales')),
  field text not null,
  title text not null,
  primary key (company_id, part, field, title)
);
select guard_tenant('history_column');
