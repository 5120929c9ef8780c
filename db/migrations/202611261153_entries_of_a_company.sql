-- compatible
-- The moves of an entry are those of its company: said in the join, so that a database of several machines proves a company on its own.
create or replace view audit.entry with (security_invoker = true) as
  select entry.id as txn, entry.n, entry.company_id, entry.kind, entry.ref, entry.at, entry.actor, entry.reverses, move.line,
    side.acct, side.amt, company.currency
  from ledger_entry entry
  join ledger_move move on move.company_id = entry.company_id and move.entry_id = entry.id
  join company on company.id = entry.company_id
  cross join lateral (values (move.source_id, -move.amount_cents), (move.target_id, move.amount_cents)) as side (acct, amt);
