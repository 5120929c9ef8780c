-- compatible
-- Tens of thousands of goods are brought in at once, and for each of them every reference was looked up. Goods refer to a category of
-- their company and station, and a shelf refers to goods: the category's own references say that the station and the company exist.
alter table item drop constraint item_company_id_fkey, drop constraint item_station_id_fkey;
alter table item_stock drop constraint item_stock_company_id_fkey;
-- Every statement names its company: goods of a category are found by the index that begins with it. Goods themselves name no product.
drop index item_category_id_idx;
drop index item_product_id_idx;
create index on item (company_id, product_id) where product_id is not null;
