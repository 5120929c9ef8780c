-- compatible, beside
-- Accounts are asked for by the last digits that somebody reads out: their numbers stand backwards in an index, as those of chips do.
create index concurrently if not exists user_card_number_back on user_card (company_id, (reverse(lower(number)) collate "C"));
