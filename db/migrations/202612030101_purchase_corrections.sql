-- compatible
-- A contract of a settled month is put right in the open one: so many kilograms, and so much money, more or less than was booked.
create table purchase_correction (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  contract_id bigint not null,
  day date not null,
  -- Below zero where the supplier takes back or credits something; of a price that was wrong the kilograms are none.
  weight_kg bigint not null,
  amount_cents bigint not null,
  net_cents bigint not null,
  reason text not null check (reason <> ''),
  entered_by_id bigint,
  created_date timestamptz(3) not null,
  primary key (company_id, id),
  constraint "purchaseCorrection.nothing" check (weight_kg <> 0 or amount_cents <> 0),
  constraint "purchaseCorrection.bothWays" check (sign(weight_kg) * sign(amount_cents) >= 0 and sign(amount_cents) * sign(net_cents) >= 0),
  foreign key (company_id, contract_id) references purchase_contract (company_id, id)
);
select guard_tenant('purchase_correction', 'select, insert');
select make_final('purchase_correction');
create index on purchase_correction (company_id, contract_id);

alter table stock_move drop constraint stock_move_document_check;
alter table stock_move add constraint stock_move_document_check check (document in
  ('purchase', 'purchaseCorrection', 'depotTransfer', 'load', 'signature', 'goodsReceipt', 'goodsMove', 'goodsWriteOff', 'stocktake'));
-- What a price was wrong by moves money and no fuel.
alter table stock_move drop constraint stock_move_weight_kg_check;
alter table stock_move add constraint stock_move_weight_kg_check
  check (weight_kg > 0 or (weight_kg = 0 and document = 'purchaseCorrection'));

-- As each depot sees it: what a correction takes away again was bought less.
create or replace view depot_move with (security_invoker = true) as
  select moved.company_id, moved.id, moved.depot_id, moved.day, moved.base_fuel_id, moved.other_depot_id, moved.created_date,
    moved.is_reversal,
    case when moved.is_reversal or (moved.document = 'purchaseCorrection' and not moved.enters) then -moved.weight_kg
      else moved.weight_kg end as weight_kg,
    case
      when moved.document in ('purchase', 'purchaseCorrection') then 'inbound'
      when moved.document <> 'depotTransfer' then 'outbound'
      when moved.enters <> moved.is_reversal then 'transferIn'
      else 'transferOut'
    end as type,
    moved.label as document,
    case when moved.document = 'depotTransfer' then moved.document_id end as transfer_id, moved.is_taken_back
  from (
    select leg.company_id, leg.id * 2 as id, leg.to_depot_id as depot_id, leg.day, leg.base_fuel_id, leg.from_depot_id as other_depot_id,
      leg.created_date, leg.reverses_id is not null as is_reversal, leg.weight_kg, leg.document, leg.document_id, leg.label,
      true as enters, mirror.id is not null as is_taken_back
    from stock_move leg left join stock_move mirror on mirror.company_id = leg.company_id and mirror.reverses_id = leg.id
    where leg.to_depot_id is not null
    union all
    select leg.company_id, leg.id * 2 + 1, leg.from_depot_id, leg.day, leg.base_fuel_id, leg.to_depot_id,
      leg.created_date, leg.reverses_id is not null, leg.weight_kg, leg.document, leg.document_id, leg.label,
      false, mirror.id is not null
    from stock_move leg left join stock_move mirror on mirror.company_id = leg.company_id and mirror.reverses_id = leg.id
    where leg.from_depot_id is not null
  ) moved;
