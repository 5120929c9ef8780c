-- A load that was signed for within a settled month stays as it was settled, and so does one of a history.
create or replace function keep_settled_transport()
returns trigger
language plpgsql as $$
begin
  if old.source is not null or (old.stage = 'signed'
    and old.signed_day < (select month + interval '1 month' from settled_month where company_id = old.company_id)) then
    raise 'the month of the signature is settled: it violates check constraint "transport.settled"'
      using errcode = 'check_violation', constraint = 'transport.settled';
  end if;
  return coalesce(new, old);
end $$;
