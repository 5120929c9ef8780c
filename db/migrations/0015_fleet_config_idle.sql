-- Fleets and their leaders, settings of companies and stations, and sign-ins that end when nobody is there.

-- A fleet (单位会员): a customer with many cards and one who leads it and may sign in for it.
create table fleet (
  id bigint primary key default next_id(),
  version int not null default 1,
  company_id bigint not null references company,
  name text not null,
  user_id bigint references user_account,
  -- Its sub cards spend from the master card, or what was allocated to each.
  value_mode text not null default 'assign' check (value_mode in ('share', 'assign')),
  invoice_type text not null default 'consume' check (invoice_type in ('forbidden', 'consume', 'charge')),
  end_time timestamptz(3),
  remark text not null default '',
  created_date timestamptz(3) not null default now(),
  constraint "fleet.nameTaken" unique (company_id, name),
  unique (company_id, id)
);
select guard_tenant('fleet', 'select, insert, update');
create index on fleet (company_id, created_date desc, id desc);
create index on fleet (user_id);

alter table user_role add foreign key (company_id, fleet_id) references fleet (company_id, id);
create index on user_role (fleet_id) where fleet_id is not null;

alter table user_card add column group_id bigint;
alter table user_card add foreign key (company_id, group_id) references fleet (company_id, id);
create index on user_card (group_id) where group_id is not null;
create or replace view user_card_state with (security_invoker) as
select id, version, company_id, number, physical_number, name, kind, status, card_id, user_id, parent_id,
  payment_cents_max, day_cents_max, password_from_cents, has_pay_password, remark, issue_time, created_date,
  (select sum(balance_cents) from ledger_account where id in (principal_id, gift_id))::bigint as value,
  (select balance_cents from ledger_account where id = lock_id) as lock_value,
  (select balance_cents from ledger_account where id = principal_id) as principal_cents,
  (select balance_cents from ledger_account where id = gift_id) as gift_cents,
  (select balance_cents from ledger_account where id = debt_id) as debt_cents,
  (select count(*) from user_card child where child.parent_id = user_card.id)::int as child_card_num,
  group_id
from user_card;

-- Only what was set: a station has what it set itself, else what its company set, else what everyone has.
alter table company add column config jsonb not null default '{}' check (jsonb_typeof(config) = 'object');
alter table station add column config jsonb not null default '{}' check (jsonb_typeof(config) = 'object');

-- The one device from which somebody may sign in, where that was said.
alter table user_account add column login_device_id text not null default '';

-- As before; but whoever handles money and has not been heard of for that long is signed out.
create function who_is(token bytea, cookie bytea, chosen_station bigint, at timestamptz, idle interval, idle_roles text[])
returns jsonb language plpgsql as $$
begin
  delete from session
    where token_hash = token and cookie_hash = cookie and default_role = any(idle_roles) and seen_date < at - idle;
  return who_is(token, cookie, chosen_station, at);
end $$;
