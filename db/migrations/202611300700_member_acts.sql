-- compatible
-- Two members are made one, a member leaves, a member is known to a mini program.

-- Whom a member was merged into, and when one has left. Both are members no more; their movements stay theirs.
alter table user_account add column merged_into_id bigint, add column former_date timestamptz(3);
alter table user_account
  add foreign key (company_id, merged_into_id) references user_account (company_id, id),
  add constraint "member.merged" check (merged_into_id is null or (mobile is null and email is null and not is_staff)),
  add constraint "member.former" check (former_date is null or (mobile is null and email is null and not is_staff));
create index on user_account (company_id, merged_into_id) where merged_into_id is not null;

-- What became of the younger of two members. The number that is not in use any more still finds the member.
create table member_merge (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_id bigint not null,
  into_id bigint not null check (into_id <> user_id),
  into_mobile text,
  from_mobile text,
  -- The one of both that is not in use any more.
  other_mobile text,
  cards int not null check (cards >= 0),
  reason text not null,
  created_by text not null,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, user_id),
  foreign key (company_id, user_id) references user_account (company_id, id),
  foreign key (company_id, into_id) references user_account (company_id, id)
);
select guard_tenant('member_merge', 'select, insert, update');
create index on member_merge (company_id, into_id);
create index on member_merge (company_id, other_mobile) where other_mobile is not null;

-- What was known of somebody who has left, sealed; nothing of it is left when its time is over.
create table member_farewell (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_id bigint not null,
  sealed bytea,
  seal_key text,
  keep_until date not null,
  cards int not null check (cards >= 0),
  reason text not null,
  created_by text not null,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, user_id),
  check ((sealed is null) = (seal_key is null)),
  foreign key (company_id, user_id) references user_account (company_id, id)
);
select guard_tenant('member_farewell', 'select, insert, update');
create index on member_farewell (company_id, keep_until) where sealed is not null;

-- A member in a mini program. The identity that the platform gave is long and drawn by lot: its hash says whether it is the same one.
create table member_wechat (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_id bigint not null,
  app_id text not null,
  open_id_hash bytea not null,
  device_id bigint not null,
  bound_date timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, user_id, app_id),
  constraint "member.wechatTaken" unique (company_id, app_id, open_id_hash),
  foreign key (company_id, user_id) references user_account (company_id, id)
);
select guard_tenant('member_wechat');

-- The code that was sent to a member last.
create table member_wechat_code (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_id bigint not null,
  device_id bigint not null,
  code_hash text not null,
  tries int not null default 0,
  expires_date timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, user_id),
  foreign key (company_id, user_id) references user_account (company_id, id)
);
select guard_tenant('member_wechat_code');
