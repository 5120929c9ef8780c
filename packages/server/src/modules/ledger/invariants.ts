import type { Invariant } from '../../platform/invariant.ts'

/** Both sides of every move, where they lie: a set to be joined, not a function of each row. */
export const ledgerSides = `(
        select entry_id, line, source_id as acct, target_id as other, -amount_cents as amt from {ledger_move} ledger_move
        union all select entry_id, line, target_id, source_id, amount_cents from {ledger_move} ledger_move
      ) as side`

/** Accounts and what moves between them. @source the guarantees of the product, invariants I1, I2, I4, I5 */
export const ledgerInvariants: readonly Invariant[] = [
  {
    invariant: 'I1',
    says: 'what leaves one account enters another, within one company and one currency',
    query: `
      select 'entry ' || coalesce(ref, move.entry_id::text) as subject,
        move.company_id = entry.company_id and source.currency = target.currency as holds
      from {ledger_move} move left join {ledger_entry} entry on entry.id = move.entry_id
      left join {audit.account} source on source.id = source_id and source.company_id = entry.company_id
      left join {audit.account} target on target.id = target_id and target.company_id = entry.company_id`,
  },
  {
    invariant: 'I1',
    says: 'all accounts of a company together hold nothing',
    query: `select 'company ' || company_id as subject, sum(balance) = 0 as holds from {audit.account} account group by company_id`,
  },
  {
    invariant: 'I2',
    says: 'every balance is the sum of its moves',
    query: `
      select address as subject, balance = coalesce(sum, 0) as holds
      from {audit.account} account left join (select acct, sum(amt) from ${ledgerSides} group by acct) as moves on acct = account.id`,
  },
  {
    invariant: 'I4',
    says: 'no purse was ever below zero, no debt ever above it',
    query: `
      select address || ' after ' || ref as subject,
        case when kind in ('debt', 'pointsDebt') then running <= 0 else running >= 0 end as holds
      from (
        select account.address, account.kind, entry.ref,
          sum(amt) over (partition by acct order by entry.n, line rows unbounded preceding) as running,
          lead(entry.n) over (partition by acct order by entry.n, line) is distinct from entry.n as settled
        from ${ledgerSides} join {ledger_entry} entry on entry.id = entry_id join {audit.account} account on account.id = acct
        where account.card is not null
      ) as history where settled`,
  },
  {
    invariant: 'I5',
    says: 'gifts are never paid out as money, whichever card they were on',
    query: `
      select 'card ' || owner.card as subject,
        coalesce(sum(-amt) filter (where owner.kind = 'gift' and other.kind = 'tender' and amt < 0), 0) = 0
        and coalesce(sum(-amt) filter (where owner.kind = 'principal' and other.kind = 'tender' and amt < 0), 0)
          <= coalesce(sum(amt) filter (
            where owner.kind in ('principal', 'debt') and other.kind in ('tender', 'opening') and amt > 0), 0)
          + coalesce(sum(amt) filter (where owner.kind = 'principal' and other.kind in ('adjustment', 'principal')), 0) as holds
      from ${ledgerSides}
      join {audit.account} owner on owner.id = acct and owner.card is not null
      join {audit.account} other on other.id = side.other
      group by owner.card`,
  },
]
