-- compatible
-- A member has one open account of a service of the company: one of points, one of levels. Which cards are such accounts stands on them,
-- so that the rule is kept where the rows are.
alter table user_card add column service text check (service in ('score', 'level'));

-- Its body stands in db/routines/card.sql.
create function note_service() returns trigger language plpgsql as $$
begin
  return new;
end $$;
create trigger note_service before insert on user_card for each row execute function note_service();

-- Of a member who has two already, the one that earns: the first.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;
update user_card held set service = product.type
from card product
where product.company_id = held.company_id and product.id = held.card_id and product.type in ('score', 'level')
  and held.id = (
    select min(first.id) from user_card first
    where first.company_id = held.company_id and first.user_id = held.user_id and first.card_id = held.card_id
      and first.closed_time is null);
create unique index "service.alreadyJoined" on user_card (company_id, user_id, card_id) where service is not null and closed_time is null;

-- What comes with a merge of two members, and what goes.
alter table points_detail drop constraint points_detail_type_check;
alter table points_detail add constraint points_detail_type_check
  check (type in ('earn', 'earnBack', 'reward', 'deduct', 'spend', 'end', 'merge', 'topUp', 'topUpBack')) not valid;
alter table points_detail validate constraint points_detail_type_check;
