import { sql } from 'kysely'
import type { MemberHoldings } from '../../platform/module.ts'

/** Two who are merged are told what the elder of them said, or else the younger; of who leaves nothing is kept. */
export const memberHoldings: MemberHoldings = {
  of: async () => [],
  move: async ({ tx }, { id, companyId }, into) => {
    await sql`
      update notice_consent kept set user_id = ${into} where kept.company_id = ${companyId} and kept.user_id = ${id}
        and not exists (select from notice_consent other where other.company_id = ${companyId} and other.user_id = ${into})`.execute(tx)
    await tx.deleteFrom('noticeConsent').where('companyId', '=', companyId).where('userId', '=', id).execute()
    return 0
  },
  open: async () => [],
  end: async ({ tx }, { id, companyId }) => {
    await tx.deleteFrom('noticeConsent').where('companyId', '=', companyId).where('userId', '=', id).execute()
  },
}
