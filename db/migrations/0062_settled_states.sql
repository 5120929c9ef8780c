-- compatible: a column that a trigger keeps
-- Whether a shift or natural day is settled stands in its own row: what asks for it need not know of settlements.
alter table daily_state add column settled boolean not null default false;
-- The wall is as high for the owner of the tables as for everyone.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
update daily_state set settled = true where exists (select from class_settle where daily_state_id = daily_state.id);

create function settle_state() returns trigger language plpgsql as $$
begin
  update daily_state set settled = true where id = new.daily_state_id;
  return null;
end $$;
create trigger settle_state after insert on class_settle for each row execute function settle_state();
