-- compatible
-- Sales that a device had finished with a card in hand: what it charged stands, and what our own rules come to is kept next to it.
create table sale_to_reckon (
  company_id bigint not null references company,
  order_id bigint not null,
  -- When the fuelling began.
  at timestamptz(3) not null,
  primary key (company_id, order_id)
);
select guard_tenant('sale_to_reckon');

create table sale_reckoning (
  company_id bigint not null references company,
  line_id bigint not null,
  order_id bigint not null,
  -- What the device charged, its own discount off; what the line costs by our rules, and by the price list alone.
  charged_cents bigint not null,
  reckoned_cents bigint not null check (reckoned_cents >= 0),
  list_cents bigint not null check (list_cents >= reckoned_cents),
  -- The rule that lowers the line most, as it stood then; empty where none does.
  kind text check (kind in ('card', 'fleet', 'level', 'activity')),
  name text,
  source_id bigint,
  source_version int,
  created_date timestamptz(3) not null,
  primary key (company_id, line_id),
  foreign key (company_id, order_id) references sale_order (company_id, id),
  foreign key (company_id, line_id) references order_line (company_id, id),
  check (num_nonnulls(kind, name, source_id, source_version) in (0, 4)),
  check ((kind is null) = (list_cents = reckoned_cents))
);
select guard_tenant('sale_reckoning', 'select, insert');
create index on sale_reckoning (company_id, order_id);
