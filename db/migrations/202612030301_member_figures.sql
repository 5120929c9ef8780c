-- compatible
-- What rules of tags ask after: what a member paid, how much fuel that was and in how many fills, within 30, 90 and 365 days; what their
-- cards hold, and their level. It is added up with who has bought, from what each card uses by day (card_use), and once more on the day on
-- which a day leaves one of these spans: no look at it, and no day, costs more the longer the history is.
create table member_figure (
  company_id bigint not null references company,
  user_id bigint not null,
  spent30_cents bigint not null,
  spent90_cents bigint not null,
  spent365_cents bigint not null,
  bought30_cl bigint not null,
  bought90_cl bigint not null,
  bought365_cl bigint not null,
  fills30 int not null,
  fills90 int not null,
  fills365 int not null,
  kept_balance_cents bigint not null,
  level_id bigint,
  -- The day on which a day leaves one of the spans.
  changes_on date,
  primary key (company_id, user_id)
) with (fillfactor = 80);
select guard_tenant('member_figure');
create index on member_figure (company_id, changes_on) where changes_on is not null;

-- At which stations a member has bought which fuels, and on which day last.
create table member_bought (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_id bigint not null,
  station_id bigint not null,
  product_id bigint,
  last_day date not null,
  primary key (company_id, id),
  unique nulls not distinct (company_id, user_id, station_id, product_id)
);
select guard_tenant('member_bought');
create index on member_bought (company_id, station_id, product_id, user_id);

-- Read off the ID number where one is entered; the day is not kept, which would tell most of the sealed number.
alter table member_profile add column birth_month smallint check (birth_month between 1 and 12);
alter table member_import_row add column birth_month smallint;

create or replace view member_state with (security_invoker = true) as
  select member.id, member.version, member.company_id, member.name, member.initials, member.mobile, member.email, member.avatar_id,
    member.remark, member.disabled, member.created_date,
    coalesce(profile.contact_phone, '') as contact_phone, coalesce(profile.invoice_title, '') as invoice_title,
    coalesce(profile.tax_id, '') as tax_id, profile.id_number_mask,
    -- With a limit, so that it is asked for each member: cards that are lost are never gathered.
    coalesce((select 'loss' from user_card own where own.company_id = member.company_id and own.user_id = member.id
      and own.status = 'lose' and own.closed_time is null limit 1), 'normal') as status,
    (select coalesce(sum(purse.balance_cents), 0)
      from user_card own join ledger_account purse on purse.company_id = own.company_id
        and purse.id = any (array[own.principal_id, own.gift_id, own.lock_id])
      where own.company_id = member.company_id and own.user_id = member.id and own.group_id is null
        and own.closed_time is null)::bigint as balance_cents,
    (select coalesce(sum(purse.balance_cents), 0)
      from user_card own join ledger_account purse on purse.company_id = own.company_id and purse.id = own.lock_id
      where own.company_id = member.company_id and own.user_id = member.id and own.group_id is null
        and own.closed_time is null)::bigint as frozen_cents,
    (select count(*) from user_card own where own.company_id = member.company_id and own.user_id = member.id
      and own.closed_time is null and own.service is null)::integer as card_count,
    (select string_agg(plates_of(own.range_of_use), ' ' order by own.id) from user_card own
      where own.company_id = member.company_id and own.user_id = member.id and own.closed_time is null
        and plates_of(own.range_of_use) is not null) as plates,
    coalesce((select true from member_wechat bound where bound.company_id = member.company_id and bound.user_id = member.id limit 1), false)
      as wechat_bound,
    bought.day as last_purchase_day,
    profile.birth_month,
    figure.spent30_cents, figure.spent90_cents, figure.spent365_cents, figure.bought30_cl, figure.bought90_cl, figure.bought365_cl,
    figure.fills30, figure.fills90, figure.fills365, figure.kept_balance_cents, figure.level_id
  from user_account member
  left join member_profile profile on profile.company_id = member.company_id and profile.user_id = member.id
  left join member_last_purchase bought on bought.company_id = member.company_id and bought.user_id = member.id
  left join member_figure figure on figure.company_id = member.company_id and figure.user_id = member.id
  where not member.is_staff and member.merged_into_id is null and member.former_date is null;

-- A level that was reached or lost, a card that changed its holder or was closed. Its body stands in db/routines/member_figures.sql.
create function member_card_changed() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger member_card_changed after update of level_id, user_id, closed_time on user_card for each row
  when ((old.level_id, old.user_id, old.closed_time) is distinct from (new.level_id, new.user_id, new.closed_time))
  execute function member_card_changed();

-- Who is a member already is added up as if they had just changed, fifty at a time.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into member_purchase (company_id, members, days)
  select company_id, array_agg(id), array_agg(null::date)
  from (
    select company_id, id, row_number() over (partition by company_id order by id) / 50 as part from user_account
    where not is_staff and merged_into_id is null and former_date is null
  ) as member
  group by company_id, part;
