import type { Invariant } from '../../platform/invariant.ts'

/** What entries moved out of gift purses, or into them, by entry and card. */
const giftMoved = (side: 'source' | 'target') => `
  select move.company_id, move.entry_id, purse.card, sum(move.amount_cents) as cents
  from {ledger_move} move join {audit.account} purse on purse.id = move.${side}_id and purse.kind = 'gift'
  group by move.company_id, move.entry_id, purse.card`
const used = `
  select used.company_id, used.entry_id, lot.user_card_id as card, sum(used.cents) as cents, sum(used.returned_cents) as returned
  from {gift_lot_use} used join {gift_lot} lot on lot.company_id = used.company_id and lot.id = used.lot_id
  group by used.company_id, used.entry_id, lot.user_card_id`
const gift = `
  select account.card, account.balance as cents from {audit.account} account where account.kind = 'gift'`
const kept = `
  select own.card, sum(case sink.kind when 'lock' then move.amount_cents else 0 end) as cents
  from {ledger_move} move join {audit.account} own on own.id = move.source_id and own.kind = 'gift'
  join {audit.account} sink on sink.id = move.target_id group by own.card`

/** Lots of gifts. @source decisions ME7, ME19; issue 17 */
export const giftInvariants: readonly Invariant[] = [
  {
    invariant: 'I34',
    says: 'a gift lot has left what it was given less what was taken from it, and what it was given came with its entry',
    query: `
      select 'gift lot ' || lot.id as subject, lot.left_cents = lot.cents - coalesce(taken.cents, 0)
        and coalesce(brought.cents, 0) >= of_entry.cents as holds
      from {gift_lot} lot
      left join (select company_id, lot_id, sum(cents - returned_cents) as cents from {gift_lot_use} taken group by company_id, lot_id)
        as taken on taken.company_id = lot.company_id and taken.lot_id = lot.id
      left join (${giftMoved('target')}) as brought
        on brought.company_id = lot.company_id and brought.entry_id = lot.entry_id and brought.card = lot.user_card_id
      join (
        select company_id, entry_id, user_card_id, sum(cents) as cents from {gift_lot} every group by company_id, entry_id, user_card_id
      ) as of_entry on of_entry.company_id = lot.company_id and of_entry.entry_id = lot.entry_id
          and of_entry.user_card_id = lot.user_card_id`,
  },
  {
    invariant: 'I34',
    says: 'what is left of the gift lots of a card lies in its gift purse; what is kept of them was taken out of it to be kept',
    query: `
      select 'card ' || card.number as subject, lots.cents between 0 and coalesce(gift.cents, 0)
        and coalesce(frozen.cents, 0) <= coalesce(kept.cents, 0) as holds
      from (select company_id, user_card_id, sum(left_cents) as cents from {gift_lot} lot group by company_id, user_card_id) as lots
      join {user_card} card on card.company_id = lots.company_id and card.id = lots.user_card_id
      left join (${gift}) as gift on gift.card = lots.user_card_id
      left join (${kept}) as kept on kept.card = lots.user_card_id
      left join (
        select own.card, sum(own.cents - own.returned) as cents from (${used}) as own
        join {ledger_entry} entry on entry.company_id = own.company_id and entry.id = own.entry_id
        where entry.kind in ('card.freeze', 'card.hold') group by own.card) as frozen on frozen.card = lots.user_card_id`,
  },
  {
    invariant: 'I34',
    says: 'an entry took from gift lots no more than from the gift purse, and a refund gave the lots back what it gave the purse',
    query: `
      select 'entry ' || entry.ref as subject, own.cents <= coalesce(out.cents, 0)
        and (entry.kind <> 'card.consume' or own.returned = least(own.cents, coalesce(back.cents, 0))) as holds
      from (${used}) as own join {ledger_entry} entry on entry.company_id = own.company_id and entry.id = own.entry_id
      left join (${giftMoved('source')}) as out
        on out.company_id = own.company_id and out.entry_id = own.entry_id and out.card = own.card
      left join (
        select paid.company_id, paid.ledger_entry_id, sum(back.gift_cents) as cents
        from {user_card_detail} back join {user_card_detail} paid on paid.company_id = back.company_id and paid.id = back.reverses_id
        where back.type = 'refundConsume' group by paid.company_id, paid.ledger_entry_id
      ) as back on back.company_id = own.company_id and back.ledger_entry_id = own.entry_id`,
  },
]
