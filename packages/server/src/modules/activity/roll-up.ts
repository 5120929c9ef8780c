import { sql } from 'kysely'
import { asRollUp, workOnCompanies } from '../../platform/jobs/company-work.ts'
import { givePending } from './pending.ts'

/** Gives what activities give for what has happened since. */
export const rollUpActivities = workOnCompanies({
  name: 'activities',
  path: '/dealTasks',
  where: () => sql`exists (select from deal_task_pending waiting where waiting.company_id = company.id)`,
  portions: [async (ctx, companyId) => (await givePending(ctx, companyId)) > 0],
})

export const rollUpPending = asRollUp(rollUpActivities)
