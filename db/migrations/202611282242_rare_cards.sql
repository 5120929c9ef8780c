-- Accounts and chips that are few among many are found by what makes them few, however many there are: those that are lost or stopped,
-- those of fleets and employees, those that wait for their chip, chips in stock or scrapped, and those of a key that is being replaced.
-- What most rows are stands in none of these, so that an import of many writes none.
create index user_card_not_normal on user_card (company_id, status, created_date desc, id desc) where status <> 'normal';
create index user_card_of_few_kinds on user_card (company_id, kind, created_date desc, id desc)
  where kind <> 'personal' and kind <> 'anonymous';
create index user_card_awaiting_chip on user_card (company_id, created_date desc, id desc) where issue_time is null;
create index card_info_underway on card_info (company_id, state, created_date desc, id desc)
  where state <> 'imported' and state <> 'issued';
create index card_info_of_few_types on card_info (company_id, issue_type, created_date desc, id desc)
  where issue_type <> 8 and issue_type <> 10;
create index card_info_scrapped_at on card_info (company_id, created_date desc, id desc) where status = 'disable';
create index on card_info (company_id, key_version) where key_version is not null;
