import { sql } from 'kysely'
import type { MemberHoldings } from '../../platform/module.ts'

/**
 * Coupons are worth no money: they stand against no farewell. Two who are merged keep what either has; who leaves loses what was not used.
 */
export const memberHoldings: MemberHoldings = {
  of: async () => [],
  move: async ({ tx }, { id, companyId }, into) => {
    await tx.updateTable('userDeal').set({ userId: into }).where('companyId', '=', companyId).where('userId', '=', id).execute()
    return 0
  },
  open: async () => [],
  end: async ({ tx, now }, { id, companyId }, reason) => {
    await sql`
      with back as (
        update user_deal set recalled_date = ${now}::timestamptz, recall_reason = ${reason}, held_order_id = null, held_until = null
        where company_id = ${companyId} and user_id = ${id} and used_date is null and recalled_date is null
        returning company_id, deal_id, worst_cents
      )
      insert into deal_delta (company_id, deal_id, day, committed_cents)
      select back.company_id, deal_id, (${now}::timestamptz at time zone owner.time_zone)::date, -sum(coalesce(worst_cents, 0))
      from back join company owner on owner.id = ${companyId} group by back.company_id, deal_id, owner.time_zone`.execute(tx)
  },
}
