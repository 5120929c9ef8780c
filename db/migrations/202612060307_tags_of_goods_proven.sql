-- compatible, beside, proof
-- New rows keep this already; what was there before is looked at while sales go on.
alter table item validate constraint item_tag_fkey;
