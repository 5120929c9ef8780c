-- Holds that a discount lowered are found by its name; the others write nothing.
create index on card_authorisation (company_id, discount_name) where discount_name is not null;
