import type { Invariant } from '../../platform/invariant.ts'

/** The money of fleets. @source guarantees I19; decisions FL3, FL4, FL18 */
export const fleetInvariants: readonly Invariant[] = [
  {
    invariant: 'I19',
    says: 'the sub cards of a fleet that shares have no money of their own, and owe nothing',
    query: `
      select 'card ' || card.number as subject, held.value = 0 and held.lock_value = 0 and held.debt = 0 as holds
      from {user_card} card join {fleet} fleet on fleet.company_id = card.company_id and fleet.id = card.group_id
        join {audit.card} held on held.id = card.id
      where card.kind = 'sub' and fleet.value_mode = 'share'`,
  },
  {
    invariant: 'I19',
    says: 'what a sub card spent of another card was the money of its own master, and left the purses of that one alone',
    query: `
      select 'movement ' || movement.id as subject, sub.kind = 'sub' and sub.parent_id = movement.user_card_id
        and movement.type in ('consume', 'refundConsume') and not exists (
          select from {ledger_move} move
          where move.entry_id = movement.ledger_entry_id
            and (move.source_id in (sub.principal_id, sub.gift_id, sub.lock_id, sub.debt_id)
              or move.target_id in (sub.principal_id, sub.gift_id, sub.lock_id, sub.debt_id))) as holds
      from {user_card_detail} movement join {user_card} sub on sub.company_id = movement.company_id and sub.id = movement.spent_by_id
      where movement.spent_by_id is not null`,
  },
  {
    invariant: 'I19',
    says: 'an allocation, or what comes back of it, stays among the cards of one fleet, and neither adds nor takes',
    query: `
      select 'entry ' || entry.id as subject, coalesce(sum(movement.amount_cents), 0) = 0
        and count(distinct coalesce(card.parent_id, card.id)) = 1 and count(*) >= 2 as holds
      from {ledger_entry} entry
        left join {user_card_detail} movement on movement.company_id = entry.company_id and movement.ledger_entry_id = entry.id
        left join {user_card} card on card.company_id = movement.company_id and card.id = movement.user_card_id
      where entry.kind = 'card.assign' group by entry.id`,
  },
  {
    invariant: 'I19',
    says: 'what is held of a master for a sub card is held by a sub card of its own, in a fleet that shares',
    query: `
      select 'authorisation ' || held.id as subject, sub.parent_id = held.master_id
        and (held.status not in ('open', 'gray') or fleet.value_mode = 'share') as holds
      from {card_authorisation} held join {user_card} sub on sub.company_id = held.company_id and sub.id = held.user_card_id
        join {fleet} fleet on fleet.company_id = sub.company_id and fleet.id = sub.group_id
      where held.master_id is not null`,
  },
]
