-- compatible
-- What a file of goods says of the coupons that come with them: their names, with how many of each.
alter table item_import_row add column gift_coupons text not null default '';
