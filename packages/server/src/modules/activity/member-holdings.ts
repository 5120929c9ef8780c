import { sql } from 'kysely'
import type { MemberHoldings } from '../../platform/module.ts'

/** What activities gave goes over with its coupons; what both were given for, such as the same birthday, stays with each. */
export const memberHoldings: MemberHoldings = {
  of: async () => [],
  move: async ({ tx }, { id, companyId }, into) => {
    await sql`
      update deal_task_gift gift set user_id = ${into} where company_id = ${companyId} and user_id = ${id} and not exists (
        select from deal_task_gift other where other.company_id = ${companyId} and other.deal_task_id = gift.deal_task_id
          and other.fact = gift.fact and other.fact_id = gift.fact_id and other.user_id = ${into})`.execute(tx)
    return 0
  },
  open: async () => [],
  end: async () => {},
}
