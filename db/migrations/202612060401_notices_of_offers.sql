-- compatible
-- Who has agreed to be told of offers by SMS, and by what each of them stops it; and of what an activity gave, whether it was told.
create table notice_consent (
  company_id bigint not null references company,
  user_id bigint not null,
  agreed boolean not null,
  said_by text not null check (said_by in ('staff', 'member', 'link')),
  changed_by_id bigint,
  changed_date timestamptz(3) not null,
  -- Stands in the messages.
  code text not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references user_account (company_id, id),
  unique (company_id, code)
);
select guard_tenant('notice_consent');

alter table deal_task_gift add column notice text;
alter table deal_task_gift add constraint deal_task_gift_notice_check
  check (notice in ('waiting', 'written', 'notAgreed', 'noMobile', 'noGateway', 'gone')) not valid;
