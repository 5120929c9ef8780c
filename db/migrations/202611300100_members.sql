-- compatible
-- Members: what is known of somebody who holds cards besides their account. A member has a row here when something of it was entered.
create table member_profile (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  user_id bigint not null,
  contact_phone text not null default '',
  invoice_title text not null default '',
  tax_id text not null default '',
  -- The ID number sealed under a master key; by what it is found again, under a key derived from the same; and as much as is shown.
  id_number_sealed bytea,
  id_number_key_id text,
  id_number_index bytea,
  id_number_mask text,
  primary key (company_id, id),
  foreign key (company_id, user_id) references user_account (company_id, id) on delete cascade,
  constraint member_profile_of_user unique (company_id, user_id),
  check (num_nulls(id_number_sealed, id_number_key_id, id_number_index, id_number_mask) in (0, 4))
);
select guard_tenant('member_profile');
create index member_profile_id_number on member_profile (company_id, id_number_index) where id_number_index is not null;

-- The leader of a fleet is a member who signs in for it, and no staff.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
update user_account as leader set is_staff = false
where is_staff and exists (select from user_role held
    where held.company_id = leader.company_id and held.user_id = leader.id and held.default_role = 'group_master')
  and not exists (select from user_role held where held.company_id = leader.company_id and held.user_id = leader.id
    and held.default_role not in ('group_master', 'user', 'anonymous'));

create or replace function rows_holding(source text, field text, companies bigint[], keyword text) returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  seen bigint[] := case when current_setting('app.companies', true) = 'all' then null else (select visible_companies())::bigint[] end;
begin
  if (source, field) not in (('user_account', 'name'), ('user_account', 'mobile'), ('user_card_state', 'number'),
    ('user_card_state', 'name'), ('user_card_state', 'plates'), ('member_state', 'name'), ('member_state', 'mobile'),
    ('member_state', 'initials')) then
    raise 'no index knows the substrings of %.%', source, field;
  end if;
  return query execute format(
    'select id from public.%I where company_id = any ($1) and ($2 is null or company_id = any ($2)) and letters_and_pairs(%I) @> $3',
    source, field
  ) using companies, seen, pairs_of(keyword);
end $$;
