-- Says no to whoever adds to an issued bill, changes what stands on it or takes it away.
create or replace function fleet_bill_final()
returns trigger
language plpgsql as $$
declare
  of_company bigint := case when tg_op = 'DELETE' then old.company_id else new.company_id end;
  of_bill bigint := case when tg_op = 'DELETE' then old.bill_id else new.bill_id end;
begin
  if exists (select from fleet_bill where company_id = of_company and id = of_bill and status = 'issued') then
    raise '% is final: it is corrected by a further row, never edited', regexp_replace(tg_table_name, '_\d+$', '') using errcode = 'FC001';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

-- An entry that takes a fee bears the number of the fee, and that one stands on a clause.
create or replace function fee_has_clause()
returns trigger
language plpgsql as $$
begin
  if not exists (select from fleet_bill_fee where company_id = new.company_id and new.ref = 'fleetFee:' || id) then
    raise 'entry % takes a fee without a clause: it violates check constraint "fee.withoutClause"', new.ref
      using errcode = '23514', constraint = 'fee.withoutClause';
  end if;
  return new;
end $$;
