-- What chips and holds are looked up by, besides their numbers: the maker's own serial, who has a card that is no customer's, the number
-- and plate that were told when a hold was asked for, and who asked at a till. Of most chips and holds most of this is not said.
create index on card_info (company_id, code) where code <> '';
create index on card_info (company_id, handed_to) where handed_to <> '';
create index on card_authorisation (company_id, card_number);
create index on card_authorisation (company_id, plate) where plate is not null;
create index on card_authorisation (company_id, operator_id) where operator_id is not null;
