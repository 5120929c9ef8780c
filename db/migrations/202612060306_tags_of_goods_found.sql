-- compatible, beside
-- Goods are found by their tag.
create index concurrently if not exists item_tag on item (company_id, tag_id) where tag_id is not null;
