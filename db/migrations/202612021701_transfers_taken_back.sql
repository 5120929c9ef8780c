-- compatible
-- A move of a depot says which transfer it belongs to, and whether it has been taken back since.
create or replace view depot_move with (security_invoker = true) as
  select moved.company_id, moved.id, moved.depot_id, moved.day, moved.base_fuel_id, moved.other_depot_id, moved.created_date,
    moved.is_reversal, case when moved.is_reversal then -moved.weight_kg else moved.weight_kg end as weight_kg,
    case
      when moved.document = 'purchase' then 'inbound'
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
