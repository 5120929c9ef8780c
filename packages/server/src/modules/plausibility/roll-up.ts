import { sql } from 'kysely'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { judgeWaiting } from './judge.ts'

/** Judges what waits. */
export const judgeFills = workOnCompanies({
  name: 'fills',
  path: '/fills',
  where: () => sql`exists (select from fill_pending waiting where waiting.company_id = company.id)`,
  portions: [async (ctx, companyId) => (await judgeWaiting(ctx, companyId)) > 0],
})

export const judgePending = asRollUp(judgeFills)
