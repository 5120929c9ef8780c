-- compatible
-- Documents of the stock of goods: what comes in, goes to another station, is written off or counted. Each moves pieces in the book of
-- stock; what was paid for them stands apart, for few may read it.
create table goods_document (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  kind text not null check (kind in ('receipt', 'move', 'writeOff', 'stocktake')),
  status text not null default 'booked' check (status in ('open', 'booked', 'cancelled', 'reversed')),
  station_id bigint not null,
  -- Of a move.
  to_station_id bigint,
  -- Of a receipt.
  supplier_id bigint,
  document_no text not null default '',
  day date not null,
  -- Of a write-off.
  reason text check (reason in ('expired', 'damaged', 'lost', 'ownUse', 'other')),
  remark text not null default '',
  lines int not null default 0,
  -- Into the shelf above nothing, out of it below.
  pieces bigint not null default 0,
  created_by_id bigint,
  created_date timestamptz(3) not null,
  ended_by_id bigint,
  ended_date timestamptz(3),
  primary key (company_id, id),
  check ((kind = 'move') = (to_station_id is not null)),
  check ((kind = 'writeOff') = (reason is not null)),
  check (kind = 'receipt' or supplier_id is null),
  foreign key (company_id, station_id) references station (company_id, id),
  foreign key (company_id, to_station_id) references station (company_id, id),
  foreign key (company_id, supplier_id) references supplier (company_id, id)
);
select guard_tenant('goods_document');
-- The same delivery note is entered once; one that was taken back may be entered again.
create unique index "goodsReceipt.documentTaken" on goods_document (company_id, station_id, supplier_id, document_no)
  where kind = 'receipt' and status = 'booked' and document_no <> '' and supplier_id is not null;
-- One count runs at a station at a time.
create unique index "stocktake.running" on goods_document (company_id, station_id) where kind = 'stocktake' and status = 'open';
create index on goods_document (company_id, station_id, created_date desc, id desc);
create index on goods_document (company_id, created_date desc, id desc);
create index on goods_document (company_id, to_station_id) where to_station_id is not null;
create index on goods_document (company_id, supplier_id) where supplier_id is not null;

create table goods_document_line (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  goods_document_id bigint not null,
  line int not null,
  station_id bigint not null,
  item_id bigint not null,
  -- The same article at the station that a move goes to.
  to_item_id bigint,
  -- What the document moves; of a count what was counted above or below the book.
  pieces bigint not null,
  -- Of a count: what the book said when the article was scanned last, and how many were found.
  book_pieces bigint,
  counted_pieces bigint check (counted_pieces >= 0),
  scanned_date timestamptz(3),
  primary key (company_id, id),
  unique (company_id, goods_document_id, line),
  constraint "goodsDocument.itemTwice" unique (company_id, goods_document_id, item_id),
  check ((counted_pieces is null) = (book_pieces is null)),
  foreign key (company_id, goods_document_id) references goods_document (company_id, id),
  foreign key (company_id, station_id, item_id) references item (company_id, station_id, id),
  foreign key (company_id, to_item_id) references item (company_id, id)
);
select guard_tenant('goods_document_line');
create index on goods_document_line (company_id, station_id, item_id);
create index on goods_document_line (company_id, item_id);
create index on goods_document_line (company_id, to_item_id) where to_item_id is not null;

-- What was paid for pieces, with tax; or at what cost they came from another station. Of documents that were taken back there is none.
create table goods_cost (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  goods_document_id bigint not null,
  line int not null,
  station_id bigint not null,
  item_id bigint not null,
  day date not null,
  pieces bigint not null check (pieces > 0),
  price_cents bigint check (price_cents >= 0),
  amount_cents bigint not null check (amount_cents >= 0),
  entered_by_id bigint,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  unique (company_id, goods_document_id, line, item_id),
  foreign key (company_id, goods_document_id) references goods_document (company_id, id),
  foreign key (company_id, station_id, item_id) references item (company_id, station_id, id)
);
select guard_tenant('goods_cost');
create index on goods_cost (company_id, item_id, day desc);
create index on goods_cost (company_id, station_id, day desc);

-- Every piece that came to a shelf or left it: the moves of the book, the lines of sales that took from a counted stock, and what came
-- back.
create view goods_move with (security_invoker = true) as
  select stock.item_id as id, stock.company_id, stock.station_id, stock.item_id, 'opening' as kind, stock.opening as pieces,
    null::bigint as goods_document_id, null::bigint as order_id, null::bigint as user_id, item.created_date
  from item_stock stock join item on item.company_id = stock.company_id and item.id = stock.item_id
  where stock.opening <> 0
  union all
  select moved.id, moved.company_id, own.station_id, moved.item_id,
    case when moved.reverses_id is not null then 'reversal' when moved.document = 'goodsReceipt' then 'receipt'
      when moved.document = 'goodsMove' then case when moved.to_station_id = own.station_id then 'moveIn' else 'moveOut' end
      when moved.document = 'goodsWriteOff' then 'writeOff' else 'stocktake' end,
    case when moved.to_place = 'shelf' and moved.to_id = own.station_id then moved.pieces else -moved.pieces end,
    moved.document_id, null, moved.entered_by_id, moved.created_date
  from stock_move moved join item own on own.company_id = moved.company_id and own.id = moved.item_id
  where moved.item_id is not null
  union all
  select line.id, line.company_id, line.station_id, line.item_id, 'sale', -line.pieces, null, line.order_id, null, line.created_date
  from order_line line where line.took_stock
  union all
  select back.id, back.company_id, back.station_id, back.item_id, 'return', back.pieces, null, back.order_id, null, back.created_date
  from item_return back join order_line line on line.company_id = back.company_id and line.id = back.order_line_id
  where line.took_stock;
grant select on goods_move to forecourt_app;

-- What stands on each shelf, at the average of what was paid for it in the twelve months up to its last priced receipt.
create view goods_value with (security_invoker = true) as
  select stock.item_id as id, stock.company_id, stock.station_id, stock.item_id, stock.pieces,
    div(2 * cost.amount_cents + cost.pieces, 2 * cost.pieces)::bigint as average_cents,
    case when cost.pieces is not null
      then div(2 * greatest(stock.pieces, 0)::numeric * cost.amount_cents + cost.pieces, 2 * cost.pieces)::bigint end as value_cents,
    cost.day as last_receipt_day
  from item_stock stock
  left join (
    select paid.company_id, paid.item_id, sum(paid.amount_cents) as amount_cents, sum(paid.pieces) as pieces, max(paid.day) as day
    from (
      select company_id, item_id, day, amount_cents, pieces, max(day) over (partition by company_id, item_id) as last_day from goods_cost
    ) paid
    where paid.day > paid.last_day - interval '1 year'
    group by paid.company_id, paid.item_id
  ) cost on cost.company_id = stock.company_id and cost.item_id = stock.item_id
  where stock.counted;
grant select on goods_value to forecourt_app;
