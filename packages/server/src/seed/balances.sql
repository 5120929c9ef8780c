-- What every account holds: of all of these companies at once, so that the book is read once.
update ledger_account set balance_cents = cents, moved_at = greatest(moved_at, last)
from (
  select account, sum(amount)::bigint as cents, max(at) as last
  from ledger_move move join ledger_entry entry on entry.id = entry_id,
    lateral (values (source_id, -amount_cents), (target_id, amount_cents)) as side (account, amount)
  where move.company_id = any (array(select distinct company_id from seed_site)) group by account
) as moved where id = account;

-- What the accounts of each status, kind and product hold: triggers are off here.
insert into user_card_count (company_id, status, kind, card_id, count, principal_cents, gift_cents, lock_cents, debt_cents)
select card.company_id, card.status, card.kind, card.card_id, 0,
  coalesce(sum(purse.balance_cents) filter (where purse.kind = 'principal'), 0),
  coalesce(sum(purse.balance_cents) filter (where purse.kind = 'gift'), 0),
  coalesce(sum(purse.balance_cents) filter (where purse.kind = 'lock'), 0),
  coalesce(sum(purse.balance_cents) filter (where purse.kind = 'debt'), 0)
from user_card card join ledger_account purse on purse.company_id = card.company_id and purse.owner_id = card.id and purse.is_purse
where card.company_id = any (array(select distinct company_id from seed_site))
group by card.company_id, card.status, card.kind, card.card_id;
