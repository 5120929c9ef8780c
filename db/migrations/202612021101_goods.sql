-- Goods have a rank, a validity and a stock that is counted. What stands on a shelf is a row of its own: each sale changes it, and
-- none of them touches what a person edits.
alter table item
  add column description text not null default '',
  add column weight int not null default 0,
  add column start_time timestamptz(3),
  add column end_time timestamptz(3),
  add column low_stock int check (low_stock >= 0),
  add column barcode_doubled boolean not null default false,
  add constraint "item.endNotAfterStart" check (end_time > start_time);

-- Barcodes that are there twice stay, and are listed for mending; no further one is added.
update item set barcode_doubled = true
where product_id is null and barcode <> '' and exists (
  select from item other
  where other.company_id = item.company_id and other.station_id = item.station_id and other.barcode = item.barcode and other.id <> item.id);
create unique index "item.barcodeTaken" on item (company_id, station_id, barcode) where barcode <> '' and not barcode_doubled;
create index on item (company_id, station_id, weight desc, id);
create index on item (company_id, category_id);

-- The pieces of goods whose stock is counted; below zero what tills have sold beyond it. Goods without a row, and those whose row is not
-- counted any more, are sold without limit.
create table item_stock (
  company_id bigint not null references company,
  item_id bigint not null,
  station_id bigint not null,
  counted boolean not null default true,
  -- What stood there when counting began; the moves, the sold lines and the returns since then are added to it.
  opening bigint not null default 0,
  pieces bigint not null default 0,
  primary key (company_id, item_id),
  foreign key (company_id, station_id, item_id) references item (company_id, station_id, id) on delete cascade
);
select guard_tenant('item_stock');
create index on item_stock (company_id, station_id);

insert into item_stock (company_id, item_id, station_id, opening, pieces)
select company_id, id, station_id, inventory, inventory from item where inventory >= 0 and product_id is null;
drop function item_at;
alter table item drop column inventory;

-- The line of a sale says whether it took its pieces from the counted stock, and why the goods were not on sale where a till sold them
-- nevertheless.
alter table order_line
  add column took_stock boolean not null default false,
  add column off_sale text check (off_sale in ('item', 'category', 'time'));
create index on order_line (company_id, item_id) where took_stock;
create index on order_line (company_id, station_id, created_date desc) where off_sale is not null;

-- Pieces that came back with a refund, or with an order that nobody paid.
create table item_return (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  station_id bigint not null,
  order_id bigint not null,
  order_line_id bigint not null,
  item_id bigint not null,
  refund_id bigint,
  pieces bigint not null check (pieces > 0),
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, order_id) references sale_order (company_id, id),
  foreign key (company_id, order_line_id) references order_line (company_id, id),
  foreign key (company_id, station_id, item_id) references item (company_id, station_id, id),
  foreign key (company_id, refund_id) references refund (company_id, id)
);
select guard_tenant('item_return', 'select, insert');
select make_final('item_return');
create index on item_return (company_id, order_line_id);
create index on item_return (company_id, order_id);
create index on item_return (company_id, item_id, created_date);
create index on item_return (company_id, station_id);
create index on item_return (company_id, refund_id) where refund_id is not null;
