-- compatible
-- The tag that goods carry, for finding and changing together what belongs together. A tag that goods carry is not deleted.
alter table item add column tag_id bigint;
alter table item add constraint item_tag_fkey foreign key (company_id, tag_id) references tag (company_id, id) not valid;
