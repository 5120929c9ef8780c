import { sql } from 'kysely'
import { noCompany } from '../../platform/execution/ctx.ts'
import type { Invariant } from '../../platform/invariant.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/** Adds up what was counted of chips since, those of no company as well. */
export async function addCountsUp(tx: Tx): Promise<void> {
  const { rows } = await sql<{ companyId: number }>`
    select company_id from card_info_count where ${inScope(tx)} or company_id = ${noCompany}
    group by company_id having count(*) > count(distinct (state, status, card_type, issue_type, supplier)) order by company_id`.execute(tx)
  for (const { companyId } of rows) await sql`select card_info_count_add_up(${companyId})`.execute(tx)
}

const key = 'company_id, state, status, card_type, issue_type, supplier'

/** What lists say of how long they are. */
export const countInvariants: readonly Invariant[] = [
  {
    invariant: 'I33',
    says: 'the counts of chips that lists read are the chips that there are',
    query: `
      select 'chips ' || concat_ws(' ', ${key}) as subject, coalesce(kept.count, 0) = coalesce(there.count, 0) as holds
      from (select ${key}, sum(count) as count from {card_info_count} kept group by ${key}) as kept
      full join (select ${key}, count(*) as count from {card_info} card group by ${key}) as there using (${key})`,
  },
]
