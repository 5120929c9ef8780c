import { sql } from 'kysely'
import type { Invariant } from '../../platform/invariant.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { setScopeToAll } from '../../platform/execution/command.ts'
import type { RollUp } from '../../platform/module.ts'

/**
 * Adds up what was counted of accounts, and of their money, since: the lists of their companies read as many rows as there are keys.
 * @param least of a company that has so many rows beyond that
 */
export async function addCountsUp(tx: Tx, least = 1): Promise<void> {
  const { rows } = await sql<{ companyId: number }>`
    select company_id from user_card_count where ${inScope(tx)}
    group by company_id having count(*) >= count(distinct (status, kind, card_id)) + ${least}::int order by company_id`.execute(tx)
  for (const { companyId } of rows) await sql`select user_card_count_add_up(${companyId})`.execute(tx)
}

/** Bookings add rows all the time: those of a company are added up when there are so many. */
const many = 200
export const rollUpCounts: RollUp = db => db.transaction().execute(async tx => addCountsUp(await setScopeToAll(tx), many))

/** What lists say of how long they are. */
export const countInvariants: readonly Invariant[] = [
  {
    invariant: 'I33',
    says: 'the counts of accounts that lists read, and of the money on them, are the accounts that there are and what they hold',
    query: `
      select 'accounts ' || company_id || ' ' || status || ' ' || kind || ' ' || card_id as subject,
        coalesce(kept.sums, array[0, 0, 0, 0, 0]::numeric[]) = coalesce(there.sums, array[0, 0, 0, 0, 0]::numeric[]) as holds
      from (
        select company_id, status, kind, card_id,
          array[sum(count), sum(principal_cents), sum(gift_cents), sum(lock_cents), sum(debt_cents)] as sums
        from {user_card_count} kept group by company_id, status, kind, card_id
      ) as kept full join (
        select card.company_id, status, card.kind, card_id, array[count(*), sum(principal.balance_cents), sum(gift.balance_cents),
          sum(frozen.balance_cents), sum(debt.balance_cents)] as sums
        from {user_card} card
          join {ledger_account} principal on principal.company_id = card.company_id and principal.id = principal_id
          join {ledger_account} gift on gift.company_id = card.company_id and gift.id = gift_id
          join {ledger_account} frozen on frozen.company_id = card.company_id and frozen.id = lock_id
          join {ledger_account} debt on debt.company_id = card.company_id and debt.id = debt_id
        group by card.company_id, status, card.kind, card_id
      ) as there using (company_id, status, kind, card_id)`,
  },
]
