-- compatible: a column that may be empty
-- A price that was set by mistake is set back by a further row, which names the wrong one (ADR 8). Each is set back once.
alter table product_price add corrects_id bigint references product_price;
create unique index "price.setBackAlready" on product_price (corrects_id) where corrects_id is not null;
