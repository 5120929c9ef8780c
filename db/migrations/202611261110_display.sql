-- compatible
-- A data screen on a wall: it shows one company, or one of its stations, by the rights that the user who opened it has now, and can do
-- nothing else. It is looked up before any company is known, as sessions are. First it has a code that is typed at the screen, then the two
-- halves of a sign-in that last until it is ended. A server that does not know the table knows none of its tokens.
create table display (
  id bigint primary key default next_id(),
  company bigint not null references company,
  station bigint,
  name text not null,
  user_account bigint not null,
  -- The company of that user's account.
  user_company bigint not null,
  default_role text not null,
  code_hash bytea unique,
  code_expires_date timestamptz(3),
  token_hash bytea unique,
  cookie_hash bytea,
  client text not null default '',
  source text not null default '',
  created_date timestamptz(3) not null,
  paired_date timestamptz(3),
  seen_date timestamptz(3),
  expires_date timestamptz(3) not null,
  constraint display_station_fkey foreign key (company, station) references station (company_id, id) on delete cascade,
  constraint display_user_account_fkey foreign key (user_company, user_account) references user_account (company_id, id),
  constraint display_halves check ((token_hash is null) = (cookie_hash is null) and (token_hash is null) = (paired_date is null)),
  constraint display_code_or_token check ((code_hash is null) <> (token_hash is null)
    and (code_hash is null) = (code_expires_date is null))
);
grant select, insert, update, delete on display to forecourt_app;
create index on display (company, station);
create index on display (user_company, user_account);
create index on display (expires_date);
