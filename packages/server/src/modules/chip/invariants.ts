import type { Invariant } from '../../platform/invariant.ts'

/** What may follow what in a chip's life. @source decisions CD7 */
const path = `(values (null, 'import'), (null, 'issue'), ('import', 'prepare'), ('import', 'scrap'), ('import', 'reserve'),
  ('import', 'stock'), ('prepare', 'unprepare'), ('prepare', 'stock'), ('prepare', 'reserve'), ('prepare', 'scrap'),
  ('unprepare', 'prepare'), ('unprepare', 'scrap'),
  ('stock', 'reserve'), ('stock', 'scrap'), ('reserve', 'reserve'), ('reserve', 'release'), ('reserve', 'issue'), ('release', 'reserve'),
  ('release', 'scrap'), ('import', 'handOver'), ('handOver', 'handBack'), ('handBack', 'handOver'), ('handOver', 'scrap'),
  ('handBack', 'scrap'), ('issue', 'return'), ('issue', 'scrap'),
  ('issue', 'sync'), ('sync', 'sync'), ('sync', 'return'), ('sync', 'scrap'),
  ('return', 'reserve'), ('return', 'scrap')) as step (before, after)`

/** Chips and their accounts. @source the guarantees of the product, invariants I22, I23; decisions CD7, CD9 */
export const chipInvariants: readonly Invariant[] = [
  {
    invariant: 'I22',
    says: 'a chip has gone the way of a chip, step by step',
    query: `
      select 'cardInfo ' || card.id as subject, count(*) filter (where not exists (
        select from ${path} where before is not distinct from past.before and after = past.act)) = 0 as holds
      from {card_info} card, lateral (
        select entry ->> 'act' as act, lag(entry ->> 'act') over (order by n) as before
        from jsonb_array_elements(card.life) with ordinality as acts (entry, n)
      ) as past group by card.id`,
  },
  {
    invariant: 'I22',
    says: 'a chip of a known maker stands in the register of all chips, under its number, and its maker in theirs',
    query: `
      select 'cardInfo ' || card.id as subject, maker.code is not null and known.id = card.id and known.number = card.number as holds
      from {card_info} card left join card_uuid known on known.uuid = card.uuid and known.supplier = card.supplier
      left join card_supplier maker on maker.code = card.supplier
      where card.supplier <> 0`,
  },
  {
    invariant: 'I23',
    says: 'a chip and its account are issued together, or neither is; one that is reserved has the number that the account is to have',
    query: `
      select 'cardInfo ' || chip.id as subject, coalesce(case
        when chip.issue_time is not null then card.issue_time is not null and card.number = chip.number and card.physical_number = chip.uuid
        when card.issue_time is null then card.number = chip.number
        else coming.successor = chip.number end, false) as holds
      from {card_info} chip left join {user_card} card on card.id = chip.user_card_id
      left join {card_replacement} coming on coming.user_card_id = card.id and coming.replaced_at is null
      where chip.user_card_id is not null`,
  },
  {
    invariant: 'I23',
    says: 'an account that names a chip has it',
    query: `
      select 'card ' || card.number as subject, chip.id is not null as holds
      from {user_card} card
      left join {card_info} chip on chip.user_card_id = card.id and chip.uuid = card.physical_number and chip.issue_time is not null
      where card.physical_number is not null`,
  },
  {
    invariant: 'I23',
    says: 'nothing has moved on a card that is not issued',
    query: `
      select 'card ' || card.number as subject, moved.id is null as holds
      from {user_card} card left join {user_card_detail} moved on moved.user_card_id = card.id
      where card.issue_time is null`,
  },
]
