-- What every account holds: of all of these companies at once, so that the book is read once.
update ledger_account set balance_cents = cents, moved_at = greatest(moved_at, last)
from (
  select account, sum(amount)::bigint as cents, max(at) as last
  from ledger_move move join ledger_entry entry on entry.id = entry_id,
    lateral (values (source_id, -amount_cents), (target_id, amount_cents)) as side (account, amount)
  where move.company_id = any (array(select distinct company_id from seed_site)) group by account
) as moved where id = account;
