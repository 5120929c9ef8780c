-- How many cards have each limit profile, for its list: read when it is asked for, and kept nowhere.
create view card_limit_profile_state with (security_invoker = true) as
  select profile.id, profile.version, profile.company_id, profile.name, profile.range_of_use, profile.created_date,
    (select count(*) from user_card card
      where card.company_id = profile.company_id and card.limit_profile_id = profile.id)::integer as card_count
  from card_limit_profile profile;
grant select on card_limit_profile_state to forecourt_app;

-- An order shows how its payments by card were judged.
create index on card_judgement (company_id, order_id) where order_id is not null;
