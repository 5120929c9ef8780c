import { sql } from 'kysely'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { tellWaiting } from './tell.ts'

/** Tells of what waits. */
export const tellLowBalances = workOnCompanies({
  name: 'lowBalances',
  path: '/lowBalances',
  where: () => sql`exists (select from low_balance_notice waiting where waiting.company_id = company.id and waiting.outcome is null)`,
  portions: [async (ctx, companyId) => (await tellWaiting(ctx, companyId)) > 0],
})

export const tellPending = asRollUp(tellLowBalances)
