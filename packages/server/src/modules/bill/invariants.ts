import type { Invariant } from '../../platform/invariant.ts'
import { ledgerSides } from '../ledger/index.ts'

/** Bills of fleets beside the book. @source decisions FL14, FL18; the guarantees of the product, invariant I21 */
export const billInvariants: readonly Invariant[] = [
  {
    invariant: 'FL14',
    says: 'an issued bill says of the purses of its fleet what the book says: what came, what went, and what is left',
    query: `
      select 'bill ' || bill.id as subject, bill.in_cents - bill.out_cents = coalesce(booked.cents, 0)
        and bill.opening_cents = coalesce(cards.opening, 0) and bill.closing_cents = coalesce(cards.closing, 0)
        and coalesce(cards.agree, true) as holds
      from {fleet_bill} bill left join (
        select entry.bill_id, sum(amt) as cents
        from (
          select distinct moved.bill_id, movement.ledger_entry_id, movement.user_card_id
          from {fleet_bill_movement} moved join {user_card_detail} movement on movement.company_id = moved.company_id
            and movement.id = moved.user_card_detail_id
        ) as entry
        join ${ledgerSides} on side.entry_id = entry.ledger_entry_id
        join {audit.account} account on account.id = side.acct and account.card = entry.user_card_id
        group by entry.bill_id
      ) as booked on booked.bill_id = bill.id left join (
        select card.bill_id, sum(card.opening_cents) as opening, sum(card.closing_cents) as closing,
          bool_and(before.id is null or before.closing_cents = card.opening_cents) as agree
        from {fleet_bill_card} card join {fleet_bill} own on own.company_id = card.company_id and own.id = card.bill_id
        left join {fleet_bill} last on last.company_id = own.company_id and last.group_id = own.group_id and last.status = 'issued'
          and last.month = (own.month - interval '1 month')::date
        left join {fleet_bill_card} before on before.company_id = card.company_id and before.bill_id = last.id
          and before.user_card_id = card.user_card_id
        group by card.bill_id
      ) as cards on cards.bill_id = bill.id
      where bill.status = 'issued'`,
  },
  {
    invariant: 'FL14',
    says: 'every payment and refund by a card of a fleet stands on its bill to the cent, and the bill is the sum of its lines',
    query: `
      select 'bill ' || bill.id as subject, bill.net_cents = coalesce(lines.net, 0) and bill.list_cents = coalesce(lines.list, 0)
        and bill.promised_cents = coalesce(lines.promised, 0) and bill.volume_cl = coalesce(lines.volume, 0)
        and coalesce(paid.agree, true) and coalesce(paid.cents, 0) = bill.net_cents as holds
      from {fleet_bill} bill left join (
        select bill_id, sum(net_cents) as net, sum(list_cents) as list, sum(promised_cents) as promised, sum(volume_cl) as volume
        from {fleet_bill_line} line group by bill_id
      ) as lines on lines.bill_id = bill.id left join (
        select moved.bill_id, sum(-movement.amount_cents) as cents, bool_and(-movement.amount_cents = (
          select coalesce(sum(line.net_cents), 0) from {fleet_bill_line} line
          where line.company_id = moved.company_id and line.bill_id = moved.bill_id and line.user_card_detail_id = movement.id)) as agree
        from {fleet_bill_movement} moved join {user_card_detail} movement on movement.company_id = moved.company_id
          and movement.id = moved.user_card_detail_id
        where movement.type in ('consume', 'refundConsume') group by moved.bill_id
      ) as paid on paid.bill_id = bill.id
      where bill.status = 'issued'`,
  },
  {
    invariant: 'FL14',
    says: 'no movement of a billed card is left out: what was there when a bill was issued stands on one',
    query: `
      select 'movement ' || movement.id as subject, moved.bill_id is not null as holds
      from {fleet_bill} bill join {fleet_bill_card} card on card.company_id = bill.company_id and card.bill_id = bill.id
      join {user_card_detail} movement on movement.company_id = card.company_id and movement.user_card_id = card.user_card_id
        and movement.created_date >= bill.from_time and movement.created_date < bill.to_time and movement.id < bill.issued_before
      left join {fleet_bill_movement} moved on moved.company_id = movement.company_id and moved.user_card_detail_id = movement.id
      where bill.status = 'issued'
        and not exists (select from {ledger_dated} dated where dated.company_id = movement.company_id
          and dated.entry_id = movement.ledger_entry_id)`,
  },
  {
    invariant: 'I21',
    says: 'every fee that was taken from a card stands on an issued bill, by a clause of an agreement with its fleet',
    query: `
      select 'movement ' || movement.id as subject, coalesce(bill.status = 'issued' and agreement.group_id = bill.group_id
        and card.group_id = bill.group_id and fee.amount_cents = -movement.amount_cents, false) as holds
      from {user_card_detail} movement join {ledger_entry} entry on entry.company_id = movement.company_id
        and entry.id = movement.ledger_entry_id and entry.kind = 'fleet.fee'
      join {user_card} card on card.company_id = movement.company_id and card.id = movement.user_card_id
      left join {fleet_bill_fee} fee on fee.company_id = entry.company_id and fee.ledger_entry_id = entry.id
      left join {fleet_bill} bill on bill.company_id = fee.company_id and bill.id = fee.bill_id
      left join {fleet_agreement_clause} clause on clause.company_id = fee.company_id and clause.id = fee.clause_id
      left join {fleet_agreement} agreement on agreement.company_id = clause.company_id and agreement.id = clause.agreement_id`,
  },
  {
    invariant: 'FL18',
    says: 'what an issued bill charges was taken, fee by fee, and nothing else came to the fees of the company',
    query: `
      select 'fees of company ' || coalesce(charged.company_id, booked.company_id) as subject,
        coalesce(charged.cents, 0) = coalesce(booked.cents, 0) and coalesce(charged.agree, true) as holds
      from (
        select bill.company_id, sum(bill.fee_cents) as cents, bool_and(bill.fee_cents = coalesce((
          select sum(fee.amount_cents) from {fleet_bill_fee} fee
          where fee.company_id = bill.company_id and fee.bill_id = bill.id and fee.ledger_entry_id is not null), 0)) as agree
        from {fleet_bill} bill where bill.status = 'issued' group by bill.company_id
      ) as charged full join (
        select account.company_id, sum(amt) as cents
        from ${ledgerSides} join {audit.account} account on account.id = side.acct
        where account.address like 'fee:%' group by account.company_id
      ) as booked on booked.company_id = charged.company_id`,
  },
]
