-- compatible
-- How many accounts and chips there are of each status, kind and product, so that a list of a million of them says how long it is without
-- reading them. Each change adds a row of its own, so that no two changes wait for each other; rows of one key are added up every hour.
create table user_card_count (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  status text not null,
  kind text not null,
  card_id bigint not null,
  count bigint not null,
  primary key (company_id, id)
);
select guard_tenant('user_card_count', 'select, insert, delete');

-- Chips of nobody are those of company 0, so that no company is referred to here.
create table card_info_count (
  company_id bigint not null,
  id bigint not null default next_id(),
  state text not null,
  status text not null,
  card_type smallint not null,
  issue_type smallint not null,
  supplier int not null,
  count bigint not null,
  primary key (company_id, id)
);
select guard_tenant('card_info_count', 'select, insert, delete');

-- Their bodies stand in db/routines/card_counts.sql.
create function user_cards_counted() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function user_card_recounted() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function card_infos_counted() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create function card_info_recounted() returns trigger language plpgsql as $$
begin
  return null;
end $$;

create trigger user_cards_counted after insert on user_card referencing new table as added
  for each statement execute function user_cards_counted();
create trigger user_card_recounted after update on user_card for each row
  when ((old.status, old.kind, old.card_id) is distinct from (new.status, new.kind, new.card_id))
  execute function user_card_recounted();
create trigger user_card_uncounted after delete on user_card for each row execute function user_card_recounted();

create trigger card_infos_counted after insert on card_info referencing new table as added
  for each statement execute function card_infos_counted();
create trigger card_info_recounted after update on card_info for each row
  when ((old.company_id, old.state, old.status, old.card_type, old.issue_type, old.supplier)
    is distinct from (new.company_id, new.state, new.status, new.card_type, new.issue_type, new.supplier))
  execute function card_info_recounted();
create trigger card_info_uncounted after delete on card_info for each row execute function card_info_recounted();

-- What is there already; no user is of company 0, so that it is named besides.
select set_config('app.companies', '0,' || coalesce(string_agg(company::text, ','), ''), true) from company_directory;
insert into user_card_count (company_id, status, kind, card_id, count)
  select company_id, status, kind, card_id, count(*) from user_card group by company_id, status, kind, card_id;
insert into card_info_count (company_id, state, status, card_type, issue_type, supplier, count)
  select company_id, state, status, card_type, issue_type, supplier, count(*) from card_info
  group by company_id, state, status, card_type, issue_type, supplier;
