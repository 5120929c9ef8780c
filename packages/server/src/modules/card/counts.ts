import { sql } from 'kysely'
import type { Invariant } from '../../platform/invariant.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** Adds up what was counted of accounts since: the lists of their companies read as many rows as there are keys. */
export async function addCountsUp(tx: Tx): Promise<void> {
  const { rows } = await sql<{ companyId: number }>`
    select company_id from user_card_count where ${inScope(tx)}
    group by company_id having count(*) > count(distinct (status, kind, card_id)) order by company_id`.execute(tx)
  for (const { companyId } of rows) await sql`select user_card_count_add_up(${companyId})`.execute(tx)
}

/** What lists say of how long they are. */
export const countInvariants: readonly Invariant[] = [
  {
    invariant: 'I33',
    says: 'the counts of accounts that lists read are the accounts that there are',
    query: `
      select 'accounts ' || company_id || ' ' || status || ' ' || kind || ' ' || card_id as subject,
        coalesce(kept.count, 0) = coalesce(there.count, 0) as holds
      from (
        select company_id, status, kind, card_id, sum(count) as count from {user_card_count} kept group by company_id, status, kind, card_id
      ) as kept full join (
        select company_id, status, kind, card_id, count(*) as count from {user_card} card group by company_id, status, kind, card_id
      ) as there using (company_id, status, kind, card_id)`,
  },
]
