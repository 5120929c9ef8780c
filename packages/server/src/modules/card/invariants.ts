import { oneCurrency, type Invariant } from '../../platform/invariant.ts'
import { ledgerSides } from '../ledger/index.ts'

/** Cards and their movements. @source the guarantees of the product, invariants I3, I4, I8, I20, I21, I31, decision O16 */
export const cardInvariants: readonly Invariant[] = [
  {
    invariant: 'I3',
    says: 'a card shows what its purses hold',
    query: `
      select 'card ' || number as subject, value + lock_value = coalesce(sum, 0) and shown_balance * 100 = value + lock_value as holds
      from {audit.card} card left join (
        select account.card, sum(amt) from ${ledgerSides} join {audit.account} account on account.id = acct
        where account.kind in ('principal', 'gift', 'lock') group by account.card
      ) as moves on moves.card = card.id`,
  },
  {
    invariant: 'I4',
    says: 'the movements of a card tell all that its purses hold and owe, step by step',
    query: `
      select 'card ' || number as subject,
        coalesce(moved, 0) = value + lock_value + debt and coalesce(owed, 0) = debt and coalesce(stepped, true) as holds
      from {audit.card} card left join (
        select card, sum(amt) as moved, sum(debt) as owed, bool_and(balance_after = running) as stepped
        from (
          select movement.*, sum(amt) over (partition by card order by entry.n, movement.id rows unbounded preceding) as running
          from {audit.card_movement} movement join {ledger_entry} entry on entry.id = movement.txn
        ) as steps group by card
      ) as movements on movements.card = card.id`,
  },
  {
    invariant: 'I8',
    says: 'a card gets back at most what it paid, purse by purse and in all',
    query: `
      select 'movement ' || paid.id as subject, coalesce(sum(back.amt), 0) between 0 and -paid.amt
        and coalesce(sum(back.gift), 0) between 0 and -paid.gift as holds
      from {audit.card_movement} paid left join {audit.card_movement} back on back.reverses = paid.id
      where paid.type = 'consume' group by paid.id, paid.amt, paid.gift`,
  },
  {
    invariant: 'I20',
    says: 'a top-up is given back once at most, and by exactly what was paid in',
    query: `
      select 'movement ' || paid.id as subject, count(back.id) <= 1 and coalesce(sum(back.amt), -paid.amt) = -paid.amt as holds
      from {audit.card_movement} paid left join {audit.card_movement} back on back.reverses = paid.id
      where paid.type = 'charge' group by paid.id, paid.amt`,
  },
  {
    invariant: 'I21',
    says: 'every correction of a balance has somebody who answers for it, a reason, and an audit entry',
    query: `
      select 'movement ' || movement.id as subject, operator_id is not null and remark <> '' and exists (
        select from {audit_entry} audit_entry where company_id = movement.company_id and action = 'card.adjust'
          and subject = 'userCards:' || user_card_id and (detail ->> 'amountCents')::bigint = amount_cents) as holds
      from {user_card_detail} movement where type = 'adjust'`,
  },
  {
    invariant: 'I31',
    says: 'a movement of a card that is marked by a clock fault names one that is recorded',
    query: `
      select 'movement ' || detail.id as subject, fault.id is not null as holds
      from {user_card_detail} detail left join clock_fault fault on fault.id = clock_fault_id where clock_fault_id is not null`,
  },
  oneCurrency('movements of cards', [
    { subject: "'movement ' || own.id", rows: '{audit.card_movement}', parent: '{user_card}', on: 'parent.id = own.card' },
  ]),
]
