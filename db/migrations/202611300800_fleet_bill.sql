-- compatible
-- Agreements with fleets, and the bills of their months. A bill is drawn up as often as somebody asks while it is open; issued, neither
-- it nor what stands on it changes any more.

create table fleet_agreement (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  version int not null default 1,
  group_id bigint not null,
  number text not null,
  from_date date not null,
  until_date date,
  discount_id bigint,
  file_id bigint,
  auto_issue boolean not null default false,
  remark text not null default '',
  created_date timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint "agreement.numberTaken" unique (company_id, group_id, number),
  constraint "agreement.endsBeforeBegin" check (from_date <= until_date),
  foreign key (company_id, group_id) references fleet (company_id, id),
  foreign key (company_id, discount_id) references discount (company_id, id),
  foreign key (company_id, file_id) references attachment (company_id, id)
);
select guard_tenant('fleet_agreement');
create index on fleet_agreement (company_id, discount_id) where discount_id is not null;
create index on fleet_agreement (company_id, file_id) where file_id is not null;

create table fleet_agreement_clause (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  agreement_id bigint not null,
  turn int not null,
  name text not null,
  kind text not null check (kind in ('perFill', 'perMonth', 'percentOfSales')),
  amount_cents bigint check (amount_cents > 0),
  percent numeric(5, 2) check (percent > 0 and percent < 100),
  primary key (company_id, id),
  constraint "agreement.clauseTwice" unique (company_id, agreement_id, name),
  constraint "agreement.clauseValue" check (case kind when 'percentOfSales' then percent is not null and amount_cents is null
    else amount_cents is not null and percent is null end),
  foreign key (company_id, agreement_id) references fleet_agreement (company_id, id) on delete cascade
);
select guard_tenant('fleet_agreement_clause');

create table fleet_bill (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  group_id bigint not null,
  fleet_name text not null,
  month date not null check (extract(day from month) = 1),
  from_time timestamptz(3) not null,
  to_time timestamptz(3) not null check (to_time > from_time),
  status text not null default 'open' check (status in ('open', 'issued')),
  fills int not null default 0,
  late_lines int not null default 0,
  volume_cl bigint not null default 0,
  list_cents bigint not null default 0,
  net_cents bigint not null default 0,
  realised_cents bigint not null generated always as (list_cents - net_cents) stored,
  promised_cents bigint not null default 0,
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  opening_cents bigint not null default 0,
  in_cents bigint not null default 0 check (in_cents >= 0),
  out_cents bigint not null default 0 check (out_cents >= 0),
  closing_cents bigint not null default 0,
  -- What moved its money, by kind.
  flows jsonb not null default '[]',
  prepared_date timestamptz(3) not null,
  issued_date timestamptz(3) check ((issued_date is not null) = (status = 'issued')),
  issued_by_id bigint,
  -- Movements of its cards with a lower number were there when it was issued.
  issued_before bigint check ((issued_before is not null) = (status = 'issued')),
  primary key (company_id, id),
  constraint "bill.exists" unique (company_id, group_id, month),
  constraint fleet_bill_closes check (opening_cents + in_cents - out_cents = closing_cents),
  foreign key (company_id, group_id) references fleet (company_id, id)
);
select guard_tenant('fleet_bill');
create index on fleet_bill (company_id, month desc, id desc);
create trigger final before update or delete on fleet_bill for each row when (old.status = 'issued') execute function final();

-- Says no to whoever adds to an issued bill, changes what stands on it or takes it away.
create function fleet_bill_final() returns trigger language plpgsql as $$ begin return coalesce(new, old); end $$;

create table fleet_bill_line (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  bill_id bigint not null,
  group_id bigint not null,
  -- The movement of the card that paid it, and which of its lines this is.
  user_card_detail_id bigint not null,
  turn int not null,
  kind text not null check (kind in ('fill', 'refund')),
  late boolean not null,
  sold_at timestamptz(3) not null,
  sold_on date not null,
  station_name text not null,
  plate text,
  driver text not null,
  card_number text not null,
  user_card_id bigint not null,
  order_id bigint,
  odometer_km int,
  product text not null,
  volume_cl bigint not null,
  pieces bigint not null,
  list_price_cents bigint,
  list_cents bigint not null,
  rule text not null check (rule in ('list', 'discount', 'price')),
  rule_name text not null,
  net_cents bigint not null,
  realised_cents bigint not null generated always as (list_cents - net_cents) stored,
  promised_cents bigint not null,
  primary key (company_id, id),
  unique (company_id, bill_id, user_card_detail_id, turn),
  foreign key (company_id, bill_id) references fleet_bill (company_id, id),
  foreign key (company_id, user_card_detail_id) references user_card_detail (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id),
  foreign key (company_id, order_id) references sale_order (company_id, id)
);
select guard_tenant('fleet_bill_line');
create index on fleet_bill_line (company_id, bill_id, sold_at, id);
create index on fleet_bill_line (company_id, group_id, sold_at, id);
create index on fleet_bill_line (company_id, user_card_detail_id);
create index on fleet_bill_line (company_id, user_card_id);
create index on fleet_bill_line (company_id, order_id);

create table fleet_bill_card (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  bill_id bigint not null,
  group_id bigint not null,
  user_card_id bigint not null,
  card_number text not null,
  driver text not null,
  opening_cents bigint not null,
  in_cents bigint not null,
  out_cents bigint not null,
  closing_cents bigint not null check (opening_cents + in_cents - out_cents = closing_cents),
  primary key (company_id, id),
  unique (company_id, bill_id, user_card_id),
  foreign key (company_id, bill_id) references fleet_bill (company_id, id),
  foreign key (company_id, user_card_id) references user_card (company_id, id)
);
select guard_tenant('fleet_bill_card');
create index on fleet_bill_card (company_id, user_card_id);

-- A fee stands on a clause of a signed agreement, or there is none. Its entry of the book comes when its bill is issued.
create table fleet_bill_fee (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  bill_id bigint not null,
  clause_id bigint constraint "fee.withoutClause" check (clause_id is not null),
  agreement text not null,
  name text not null,
  kind text not null check (kind in ('perFill', 'perMonth', 'percentOfSales')),
  basis bigint not null,
  rate_cents bigint,
  percent numeric(5, 2),
  amount_cents bigint not null check (amount_cents > 0),
  ledger_entry_id bigint,
  primary key (company_id, id),
  unique (company_id, bill_id, clause_id),
  foreign key (company_id, bill_id) references fleet_bill (company_id, id),
  foreign key (company_id, clause_id) references fleet_agreement_clause (company_id, id),
  foreign key (company_id, ledger_entry_id) references ledger_entry (company_id, id)
);
select guard_tenant('fleet_bill_fee');
create index on fleet_bill_fee (company_id, clause_id);
create index on fleet_bill_fee (company_id, ledger_entry_id) where ledger_entry_id is not null;

-- Every movement of a fleet's cards is on one issued bill, once.
create table fleet_bill_movement (
  company_id bigint not null references company,
  user_card_detail_id bigint not null,
  bill_id bigint not null,
  primary key (company_id, user_card_detail_id),
  foreign key (company_id, bill_id) references fleet_bill (company_id, id),
  foreign key (company_id, user_card_detail_id) references user_card_detail (company_id, id)
);
select guard_tenant('fleet_bill_movement', 'select, insert');
create index on fleet_bill_movement (company_id, bill_id);

create trigger final before insert or update or delete on fleet_bill_line for each row execute function fleet_bill_final();
create trigger final before insert or update or delete on fleet_bill_card for each row execute function fleet_bill_final();
create trigger final before insert or update or delete on fleet_bill_fee for each row execute function fleet_bill_final();
create trigger final before insert or update or delete on fleet_bill_movement for each row execute function fleet_bill_final();

-- An entry of the book that takes a fee names the fee, which stands on a clause.
create function fee_has_clause() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger fee_has_clause before insert on ledger_entry for each row when (new.kind = 'fleet.fee') execute function fee_has_clause();

create view fleet_agreement_state with (security_invoker = true) as
  select agreement.id, agreement.version, agreement.company_id, agreement.group_id, agreement.number, agreement.from_date,
    agreement.until_date, agreement.discount_id, agreement.file_id, agreement.auto_issue, agreement.remark, agreement.created_date,
    coalesce((
      select jsonb_agg(jsonb_build_object('name', clause.name, 'kind', clause.kind, 'amountCents', clause.amount_cents,
        'percent', clause.percent) order by clause.turn)
      from fleet_agreement_clause clause
      where clause.company_id = agreement.company_id and clause.agreement_id = agreement.id), '[]') as clauses,
    (select least((max(bill.month) + interval '1 month' - interval '1 day')::date, agreement.until_date) from fleet_bill bill
      where bill.company_id = agreement.company_id and bill.group_id = agreement.group_id and bill.status = 'issued'
        and bill.month + interval '1 month' > agreement.from_date) as billed_until
  from fleet_agreement agreement;
grant select on fleet_agreement_state to forecourt_app;
