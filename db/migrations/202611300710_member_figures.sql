-- compatible
-- How many members there are and when they last bought is kept, so that the head of the member centre is read from few rows. What waits to
-- be added up is added by who reads it.

-- Members by the month in which they were added. Each change adds a row of its own; rows of one month are added up later.
create table member_count (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  month date not null,
  count bigint not null,
  primary key (company_id, id)
);
select guard_tenant('member_count', 'select, insert, delete');

-- Members who have bought: one row for a statement that books, however many payments it books. Without a day, what stands of the member
-- is read anew.
create table member_purchase (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  members bigint[] not null,
  days date[] not null check (cardinality(days) = cardinality(members)),
  primary key (company_id, id)
);
select guard_tenant('member_purchase', 'select, insert, delete');

-- The day on which a member last paid with a card, and how many members have each day as their last.
create table member_last_purchase (
  company_id bigint not null references company,
  user_id bigint not null,
  day date not null,
  primary key (company_id, user_id)
);
select guard_tenant('member_last_purchase');
create index on member_last_purchase (company_id, day);
create table member_last_day (
  company_id bigint not null references company,
  day date not null,
  count bigint not null,
  primary key (company_id, day)
);
select guard_tenant('member_last_day');

-- Those who bought the most in a month: a fifth of all who bought.
create table member_top_fifth (
  company_id bigint not null references company,
  month date not null,
  members int not null,
  top_members int not null check (top_members between 0 and members),
  top_cents bigint not null,
  counted_date timestamptz(3) not null,
  primary key (company_id, month)
);
select guard_tenant('member_top_fifth');

-- Their bodies stand in db/routines/member_figures.sql.
create function members_counted() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function member_recounted() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function members_bought() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function members_bought_otherwise() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger members_counted after insert on user_account referencing new table as added
  for each statement execute function members_counted();
create trigger member_recounted after update on user_account for each row
  when ((old.is_staff, old.merged_into_id, old.former_date, old.created_date)
    is distinct from (new.is_staff, new.merged_into_id, new.former_date, new.created_date))
  execute function member_recounted();
create trigger member_uncounted after delete on user_account for each row execute function member_recounted();
create trigger members_bought after insert on user_card_detail referencing new table as added
  for each statement execute function members_bought();
create trigger members_bought_otherwise after update on user_card_detail referencing old table as earlier new table as later
  for each statement execute function members_bought_otherwise();

-- What is there already. From here on nothing is added until the end of this.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into member_count (company_id, month, count)
  select account.company_id, date_trunc('month', account.created_date at time zone own.time_zone)::date, count(*)
  from user_account account join company own on own.id = account.company_id where not account.is_staff group by 1, 2;
insert into member_last_purchase (company_id, user_id, day)
  select detail.company_id, detail.user_id, max(coalesce(use_day, (detail.created_date at time zone own.time_zone)::date))
  from user_card_detail detail
    join company own on own.id = detail.company_id
    join user_account account on account.company_id = detail.company_id and account.id = detail.user_id and not account.is_staff
  where detail.type = 'consume' group by 1, 2;
insert into member_last_day (company_id, day, count)
  select company_id, day, count(*) from member_last_purchase group by 1, 2;
