import { oneCurrency, type Invariant } from '../../platform/invariant.ts'
import { ledgerSides } from '../ledger/index.ts'
import { fleetInvariants } from './fleet-invariants.ts'
import { holdInvariants } from './hold-invariants.ts'

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
    invariant: 'CD17',
    says: 'a card that was returned has paid out and given up what its return says, holds nothing, and is closed',
    query: `
      select 'card ' || card.number as subject, back.id is not null and value = 0 and lock_value = 0
        and coalesce((select -sum(principal) from {audit.card_movement} movement
          where txn = back.ledger_entry_id and movement.card = card.id), 0) = back.principal_cents
        and coalesce((select -sum(gift) from {audit.card_movement} movement
          where txn = back.ledger_entry_id and movement.card = card.id), 0) = back.gift_cents as holds
      from {user_card} card join {audit.card} held on held.id = card.id left join {card_return} back on back.user_card_id = card.id
      where card.closed_time is not null or back.id is not null`,
  },
  {
    invariant: 'CD24',
    says: 'the black list has those cards whose state says so, for that reason, and the numbers that were replaced; no other',
    query: `
      select 'card ' || number as subject, meant.reason is not distinct from listed.reason as holds
      from (
        select card.company_id, card.number, case when card.closed_time is not null then 'returned'
          when card.status in ('lose', 'disable', 'lock') then card.status
          when card.valid_until < head.expired_before then 'expired' when card.stopped_at is not null then 'stopped' end as reason
        from {user_card} card left join {card_black_list_head} head on head.company_id = card.company_id
        union all
        select past.company_id, past.number, 'replaced' from {card_replacement} past where past.replaced_at is not null
      ) as meant full join (
        select listed.company_id, listed.number, listed.reason from {card_black_list} listed
      ) as listed using (company_id, number)`,
  },
  {
    invariant: 'CD24',
    says: 'the black list has every version once, and its changes lead to what stands on it',
    query: `
      select 'black list of company ' || head.company_id as subject, head.version = coalesce(made.newest, head.forgotten)
        and coalesce(made.changes, 0) = head.version - head.forgotten and coalesce(made.wrong, 0) = 0 as holds
      from {card_black_list_head} head left join (
        select change.company_id, max(change.version) as newest, count(*) as changes,
          count(*) filter (where change.version = change.latest
            and (change.listed <> (listed.number is not null) or listed.version <> change.version)) as wrong
        from (
          select every.*, max(every.version) over (partition by every.company_id, every.number) as latest
          from {card_black_list_change} every
        ) as change left join {card_black_list} listed on listed.company_id = change.company_id and listed.number = change.number
        group by change.company_id
      ) as made on made.company_id = head.company_id`,
  },
  {
    invariant: 'CD21',
    says: 'what a card has used of its limits, by day and by month, is what its movements say, and what is held of it',
    query: `
      select 'use of card ' || card.number || ' in ' || period || ' ' || begins as subject,
        coalesce(kept.cents, 0) = coalesce(moved.cents, 0) and coalesce(kept.volume_cl, 0) = coalesce(moved.volume_cl, 0)
          and coalesce(kept.fills, 0) = coalesce(moved.fills, 0) as holds
      from {card_use} kept full join (
        select user_card_id, period, begins, sum(used.cents) as cents, sum(used.volume_cl) as volume_cl, sum(used.fills) as fills
        from (
          select coalesce(spent_by_id, user_card_id) as user_card_id, use_day, -amount_cents as cents, use_cl as volume_cl,
            use_fills as fills
          from {user_card_detail} movement where use_day is not null
          union all
          select user_card_id, use_day, approved_cents, approved_cl, use_fills
          from {card_authorisation} authorisation where status in ('open', 'gray')
        ) as used cross join lateral (
          values ('day', use_day), ('month', use_day - extract(day from use_day)::int + 1)
        ) as span (period, begins)
        group by user_card_id, period, begins
      ) as moved using (user_card_id, period, begins) join {user_card} card on card.id = user_card_id`,
  },
  {
    invariant: 'I21',
    // A fee is taken by a clause that was signed: its module proves it.
    says: 'every correction of a balance has somebody who answers for it, a reason, and an audit entry',
    query: `
      select 'movement ' || movement.id as subject, operator_id is not null and remark <> '' and exists (
        select from {audit_entry} audit_entry where company_id = movement.company_id and action = 'card.adjust'
          and subject = 'userCards:' || user_card_id and (detail ->> 'amountCents')::bigint = amount_cents) as holds
      from {user_card_detail} movement join {ledger_entry} entry on entry.company_id = movement.company_id
        and entry.id = movement.ledger_entry_id
      where type = 'adjust' and entry.kind <> 'fleet.fee'`,
  },
  {
    invariant: 'I31',
    says: 'a movement of a card that is marked by a clock fault names one that is recorded',
    query: `
      select 'movement ' || detail.id as subject, fault.id is not null as holds
      from {user_card_detail} detail left join clock_fault fault on fault.id = clock_fault_id where clock_fault_id is not null`,
  },
  ...holdInvariants,
  ...fleetInvariants,
  oneCurrency('movements of cards', [
    { subject: "'movement ' || own.id", rows: '{audit.card_movement}', parent: '{user_card}', on: 'parent.id = own.card' },
  ]),
]
