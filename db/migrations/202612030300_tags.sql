-- compatible
-- Tags of members: given by hand, or carried because a search over members finds them. Who carries one is kept for both, so that lists,
-- offers and exports ask one table; a rule is applied anew each night, and whenever it is changed.
create table tag (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  name text not null,
  description text not null default '',
  rule text,
  kind text not null generated always as (case when rule is null then 'hand' else 'rule' end) stored,
  created_by_id bigint,
  member_count int not null default 0 check (member_count >= 0),
  counted_date timestamptz(3),
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "tag.nameTaken" unique (company_id, name)
);
select guard_tenant('tag');

-- Without a reference to the member: a rule adds a million rows at once, and each would lock the account that it names. Who leaves, or is
-- merged, loses the rows in the same transaction.
create table tag_member (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  tag_id bigint not null,
  user_id bigint not null,
  created_by_id bigint,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, tag_id) references tag (company_id, id) on delete cascade,
  unique (company_id, tag_id, user_id)
);
select guard_tenant('tag_member');
create index on tag_member (company_id, user_id);
