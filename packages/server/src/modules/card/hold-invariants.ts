import type { Invariant } from '../../platform/invariant.ts'

/** What facts of holds have put into the purses `lock`, less what their ends took back, by the purse it came from. */
const heldInBook = `
  select company_id, card, coalesce(sum(cents) filter (where kind = 'principal'), 0) as principal,
    coalesce(sum(cents) filter (where kind = 'gift'), 0) as gift
  from (
    select entry.company_id, source.card, source.kind, move.amount_cents as cents
    from {ledger_entry} entry join {ledger_move} move on move.entry_id = entry.id
      join {audit.account} source on source.id = move.source_id and source.kind <> 'lock' where entry.kind = 'card.hold'
    union all
    select entry.company_id, sink.card, sink.kind, -move.amount_cents
    from {ledger_entry} entry join {ledger_move} move on move.entry_id = entry.id
      join {audit.account} sink on sink.id = move.target_id and sink.kind <> 'lock'
    where entry.kind in ('card.capture', 'card.void', 'card.release')
  ) as moved group by company_id, card`
const heldByHolds = `
  select company_id, coalesce(master_id, user_card_id) as card, sum(principal_cents) as principal, sum(gift_cents) as gift
  from {card_authorisation} authorisation where status in ('open', 'gray') group by company_id, coalesce(master_id, user_card_id)`

/** Holds of cards. @source decisions CD18, CD20, CD32 */
export const holdInvariants: readonly Invariant[] = [
  {
    invariant: 'CD18',
    says: 'what is held of a card is what open and gray authorisations of its money hold, purse by purse, and no more than cannot be spent',
    query: `
      select 'card ' || card.number as subject, coalesce(booked.principal, 0) = coalesce(held.principal, 0)
        and coalesce(booked.gift, 0) = coalesce(held.gift, 0)
        and coalesce(held.principal + held.gift, 0) <= shown.lock_value as holds
      from {user_card} card join {audit.card} shown on shown.id = card.id
        left join (${heldByHolds}) as held on held.card = card.id left join (${heldInBook}) as booked on booked.card = card.id`,
  },
  {
    invariant: 'CD18',
    says: 'what is held in a company is what its open and gray authorisations hold',
    query: `
      select 'company ' || company_id as subject, coalesce(held.cents, 0) = coalesce(booked.cents, 0) as holds
      from (select company_id, sum(principal + gift) as cents from (${heldByHolds}) as held group by company_id) as held
        full join (select company_id, sum(principal + gift) as cents from (${heldInBook}) as booked group by company_id) as booked
        using (company_id)`,
  },
  {
    invariant: 'CD18',
    says: 'an authorisation is booked, and its fact is reversed once it has ended, as it has ended',
    query: `
      select 'authorisation ' || held.id as subject, entry.id is not null and case held.status
        when 'captured' then back.kind = 'card.capture' when 'voided' then back.kind = 'card.void'
        when 'released' then back.kind = 'card.release' else back.id is null end as holds
      from {card_authorisation} held
        left join {ledger_entry} entry on entry.company_id = held.company_id and entry.ref = 'hold:' || held.id and entry.kind = 'card.hold'
        left join {ledger_entry} back on back.company_id = held.company_id and back.reverses = entry.id`,
  },
  {
    invariant: 'CD18',
    says: 'an authorisation that was captured is paid by its own card, with what the pump delivered',
    query: `
      select 'authorisation ' || held.id as subject, held.captured_cents = 0 or exists (
        select from {user_card_detail} paid where paid.company_id = held.company_id
          and coalesce(paid.spent_by_id, paid.user_card_id) = held.user_card_id
          and paid.order_id = held.order_id and paid.type = 'consume' and paid.amount_cents = -held.captured_cents) as holds
      from {card_authorisation} held where held.status = 'captured'`,
  },
]
