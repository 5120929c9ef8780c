-- Where a deed came from and in which station it was done, as far as that is known; and who did it, as records to be searched by.
alter table audit_entry add column source text check (source <> '');
alter table audit_entry add column station_id bigint references station;
alter table audit_entry add column user_id bigint generated always as
  (case when actor ~ '^user:\d{1,16}$' then substr(actor, 6)::bigint end) stored;
alter table audit_entry add column device_id bigint generated always as
  (case when actor ~ '^device:\d{1,16}$' then substr(actor, 8)::bigint end) stored;
create index on audit_entry (company_id, at desc, id desc);

-- A PIN was right a moment ago, for this deed on this record with this amount, and for no other. Only the hash of its proof is kept.
create table pin_proof (
  code_hash bytea primary key,
  company_id bigint not null references company,
  user_account bigint not null references user_account,
  action text not null,
  subject text not null,
  amount_cents bigint,
  expires_date timestamptz(3) not null
);
select guard_tenant('pin_proof', 'select, insert, delete');
create index on pin_proof (expires_date);

-- A link that signs somebody in, once, within the minute, on the client it was made for. It is looked up before any company is known.
create table login_code (
  code_hash bytea primary key,
  user_account bigint not null references user_account,
  company bigint not null references company,
  default_role text not null,
  client text not null,
  expires_date timestamptz(3) not null,
  used_date timestamptz(3)
);
grant select, insert, update, delete on login_code to forecourt_app;
create index on login_code (expires_date);
