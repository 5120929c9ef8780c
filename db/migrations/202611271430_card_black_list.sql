-- The black list of cards: numbers that no pump may take, with a version for each company. A version is drawn under the row of the
-- company's head, which stays locked until the transaction ends: versions come in the order of commits, none is left out, and none is
-- used again.

create table card_black_list_head (
  company_id bigint primary key references company,
  version bigint not null default 0,
  -- Changes up to this version are kept no more: who has an older list is given the whole.
  forgotten bigint not null default 0 check (forgotten between 0 and version),
  -- Cards whose last day was before this one stand on the list as expired. It goes on when the list is asked for.
  expired_before date
);
select guard_tenant('card_black_list_head', 'select, insert, update');

create table card_black_list_change (
  company_id bigint not null references company,
  version bigint not null check (version > 0),
  number text not null,
  -- Whether it came onto the list, or left it; and for which reason it stands there, or stood.
  listed boolean not null,
  reason text not null check (reason in ('lose', 'disable', 'lock', 'replaced', 'returned', 'expired', 'stopped')),
  at timestamptz(3) not null,
  primary key (company_id, version)
);
select guard_tenant('card_black_list_change', 'select, insert, delete');

create table card_black_list (
  company_id bigint not null references company,
  number text not null,
  reason text not null check (reason in ('lose', 'disable', 'lock', 'replaced', 'returned', 'expired', 'stopped')),
  -- Since when it stands there for this reason.
  version bigint not null,
  at timestamptz(3) not null,
  primary key (company_id, number)
);
select guard_tenant('card_black_list');
create index on card_black_list (company_id, version);

-- Which version a device said that it has, when it asked last.
create table card_black_list_device (
  company_id bigint not null references company,
  device_id bigint not null,
  version bigint not null check (version >= 0),
  asked_at timestamptz(3) not null,
  primary key (company_id, device_id),
  foreign key (company_id, device_id) references device (company_id, id) on delete cascade
);
select guard_tenant('card_black_list_device');

-- Since when its fleet is stopped.
alter table user_card add column stopped_at timestamptz(3);
create index on user_card (company_id, valid_until) where valid_until is not null;

-- Fuel that was delivered to a card on the list: booked to the card, and shown to the leader until it is given back.
create table listed_fill (
  company_id bigint not null references company,
  order_id bigint not null,
  station_id bigint not null,
  user_card_id bigint not null,
  number text not null,
  reason text not null,
  listed_at timestamptz(3) not null,
  at timestamptz(3) not null,
  primary key (company_id, order_id),
  foreign key (company_id, order_id) references sale_order (company_id, id),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('listed_fill', 'select, insert');
create index on listed_fill (company_id, station_id, at);
create index on listed_fill (company_id, user_card_id);

alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (reason in ('paidWrong', 'changeTender', 'afterLoss', 'other'));

-- Whatever changes a card keeps the list with it, in the same transaction: a card changes its status in many acts, some of them in
-- functions of the database, and none of them can forget it.
create function keep_black_list() returns trigger language plpgsql as $$
declare
  before date := (select expired_before from card_black_list_head where company_id = new.company_id);
begin
  -- A new card that is in use, and goes on being so for days, needs no version, and is not to wait for those who draw one.
  if tg_op = 'INSERT' and card_black_list_reason(new.status, new.closed_time, new.valid_until, new.stopped_at, before + 2) is null then
    return null;
  end if;
  before := card_black_list_lock(new.company_id);
  perform card_black_list_put(new.company_id, new.number,
    card_black_list_reason(new.status, new.closed_time, new.valid_until, new.stopped_at, before));
  if tg_op = 'UPDATE' and old.number <> new.number and not exists (
    select from card_replacement where company_id = new.company_id and number = old.number and replaced_at is not null
  ) then
    perform card_black_list_put(new.company_id, old.number, null);
  end if;
  return null;
end $$;
create trigger keep_black_list_of_new after insert on user_card for each row
  when (new.status in ('lose', 'disable', 'lock') or new.closed_time is not null or new.stopped_at is not null
    or new.valid_until is not null)
  execute function keep_black_list();
create trigger keep_black_list after update on user_card for each row
  when (old.number <> new.number or old.closed_time is distinct from new.closed_time or old.stopped_at is distinct from new.stopped_at
    or old.valid_until is distinct from new.valid_until
    or old.status <> new.status and (old.status in ('lose', 'disable', 'lock') or new.status in ('lose', 'disable', 'lock')))
  execute function keep_black_list();

-- A number that was replaced stays on the list for ever.
create function list_replaced() returns trigger language plpgsql as $$
begin
  perform card_black_list_lock(new.company_id);
  perform card_black_list_put(new.company_id, new.number, 'replaced');
  return null;
end $$;
create trigger list_replaced_of_new after insert on card_replacement for each row when (new.replaced_at is not null)
  execute function list_replaced();
create trigger list_replaced after update on card_replacement for each row when (old.replaced_at is null and new.replaced_at is not null)
  execute function list_replaced();

-- What is lost, disabled, locked, returned or replaced already. Whose last day is over comes onto the list when it is asked for.
insert into card_black_list_change (company_id, version, number, listed, reason, at)
  select company_id, row_number() over (partition by company_id order by number), number, true, reason, now()
  from (
    select company_id, number, case when closed_time is not null then 'returned' else status end as reason from user_card
    where status in ('lose', 'disable', 'lock') or closed_time is not null
    union all
    select company_id, number, 'replaced' from card_replacement where replaced_at is not null
  ) as listed;
insert into card_black_list (company_id, number, reason, version, at)
  select company_id, number, reason, version, at from card_black_list_change;
insert into card_black_list_head (company_id, version)
  select company_id, max(version) from card_black_list_change group by company_id;
