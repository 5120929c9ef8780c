-- compatible
-- Activities: what gives coupons by itself, to whom and for what, once for each; and prices that are lower while they last.
create table deal_task (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  description text not null default '',
  kind text not null check (kind in ('newMember', 'topUp', 'purchase', 'birthday', 'lapsed', 'issue', 'price')),
  coupons jsonb not null default '[]',
  gift_count int not null default 1 check (gift_count > 0),
  max_issue int not null default 0 check (max_issue >= 0),
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  from_cents bigint check (from_cents > 0),
  from_cl bigint check (from_cl > 0),
  idle_days int check (idle_days > 0),
  tag_id bigint,
  cents_per_l bigint check (cents_per_l > 0),
  percent numeric(5, 2) check (percent > 0 and percent < 100),
  products jsonb not null default '[]',
  stations jsonb not null default '[]',
  weekdays jsonb not null default '[]',
  hours jsonb not null default '[]',
  sms_notice boolean not null default false,
  official_notice boolean not null default false,
  disabled boolean not null default false,
  given_count int not null default 0 check (given_count >= 0),
  coupon_count int not null default 0 check (coupon_count >= 0),
  refused_count int not null default 0 check (refused_count >= 0),
  completed_date timestamptz(3),
  -- The refusal that stands against issuing its coupons to anybody.
  stopped_by text,
  -- Of birthdays and of those who bought nothing for long: the day, by the company's calendar, of which everybody was looked at.
  looked_on date,
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, tag_id) references tag (company_id, id),
  constraint "dealTask.nameTaken" unique (company_id, name),
  constraint "dealTask.endsBeforeStart" check (start_time < end_time),
  constraint "dealTask.limitReached" check (max_issue = 0 or given_count <= max_issue),
  constraint "dealTask.couponsMissing" check (jsonb_array_length(coupons) <= 5
    and (jsonb_array_length(coupons) = 0) = (kind = 'price')),
  constraint "dealTask.incomplete" check (case kind
    when 'topUp' then from_cents is not null and num_nonnulls(from_cl, idle_days, tag_id, cents_per_l, percent) = 0
    when 'purchase' then num_nonnulls(from_cents, from_cl) = 1 and num_nonnulls(idle_days, tag_id, cents_per_l, percent) = 0
    when 'lapsed' then idle_days is not null and num_nonnulls(from_cents, from_cl, tag_id, cents_per_l, percent) = 0
    when 'issue' then tag_id is not null and num_nonnulls(from_cents, from_cl, idle_days, cents_per_l, percent) = 0
    when 'price' then num_nonnulls(cents_per_l, percent) = 1 and num_nonnulls(from_cents, from_cl, idle_days, tag_id) = 0
    else num_nonnulls(from_cents, from_cl, idle_days, tag_id, cents_per_l, percent) = 0 end)
);
select guard_tenant('deal_task');
create index on deal_task (company_id, kind, end_time) where not disabled;
create index on deal_task (company_id, tag_id) where tag_id is not null;

-- What an activity gave, or could not give: once for each member and each thing that it gives for. Without a reference to the member, as
-- coupons have none.
create table deal_task_gift (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  deal_task_id bigint not null,
  user_id bigint not null,
  fact text not null check (fact in ('member', 'topUp', 'order', 'birthday', 'lapsed', 'tag')),
  -- The member, the top-up, the order; the year of a birthday; the day of the last purchase as 20261204; 0 of an issue to a tag.
  fact_id bigint not null,
  order_id bigint generated always as (case fact when 'order' then fact_id end) stored,
  top_up_id bigint generated always as (case fact when 'topUp' then fact_id end) stored,
  coupon_count int not null default 0 check (coupon_count >= 0),
  refusal text,
  created_date timestamptz(3) not null,
  taken_back_date timestamptz(3),
  taken_back_count int not null default 0,
  kept_count int not null default 0,
  primary key (company_id, id),
  foreign key (company_id, deal_task_id) references deal_task (company_id, id),
  unique (company_id, deal_task_id, fact, fact_id, user_id),
  check (coupon_count > 0 or refusal is not null),
  check (taken_back_count >= 0 and kept_count >= 0 and taken_back_count + kept_count <= coupon_count),
  check (taken_back_date is not null or taken_back_count + kept_count = 0)
);
select guard_tenant('deal_task_gift');
create index on deal_task_gift (company_id, created_date desc, id desc);
create index on deal_task_gift (company_id, deal_task_id, created_date desc, id desc);
create index on deal_task_gift (company_id, user_id);
create index on deal_task_gift (company_id, fact, fact_id) where fact in ('topUp', 'order');

-- What happened and has not been looked at by activities: new members, top-ups, paid sales, and what was given back of both.
create table deal_task_pending (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  fact text not null check (fact in ('member', 'topUp', 'order')),
  fact_id bigint not null,
  primary key (company_id, id)
);
select guard_tenant('deal_task_pending');

-- Their bodies stand in db/routines/activity.sql.
create function note_new_member() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function note_top_up() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function note_purchases() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger note_new_member after insert on user_account for each row when (not new.is_staff) execute function note_new_member();
create trigger note_top_up after insert on user_card_detail for each row when (new.type in ('charge', 'refundCharge'))
  execute function note_top_up();
create trigger note_purchases after insert on sale_order referencing new table as later for each statement
  execute function note_purchases();
create trigger note_purchases_changed after update on sale_order referencing old table as earlier new table as later
  for each statement execute function note_purchases();

-- What lowers the price of a hold may be an activity.
alter table card_authorisation drop constraint card_authorisation_discount_kind_check;
alter table card_authorisation add constraint card_authorisation_discount_kind_check
  check (discount_kind in ('card', 'fleet', 'level', 'activity')) not valid;
alter table card_authorisation validate constraint card_authorisation_discount_kind_check;
