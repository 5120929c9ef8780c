import { sql } from 'kysely'
import { systemActor } from '../../platform/execution/command.ts'
import { keepJobs } from '../../platform/jobs/schedule.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { inScope } from '../../platform/postgres/name-companies.ts'
import { taskName } from './run.ts'

/**
 * Asks once more for the runs that are due: each plan has a job for its next moment, but one that failed for good would have no further
 * run. Of one that waits already nothing changes.
 */
export async function askForRuns(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; companyId: number }>`
    select plan.id, plan.company_id from allocation_plan plan
    where ${inScope(tx, 'plan.company_id')} and plan.active and plan.next_run_date <= ${now}
      and not exists (select from job where job.company_id = plan.company_id and job.task = ${taskName}
        and job.key = 'plan:' || plan.id and job.state in ('waiting', 'running'))
    order by plan.company_id, plan.id`.execute(tx)
  const jobs = rows.map(({ id, companyId }) => {
    const createdBy = systemActor(companyId, 'maintenance').key
    return { companyId, task: taskName, key: `plan:${id}`, payload: JSON.stringify({ id }), runDate: now, createdBy, createdDate: now }
  })
  await keepJobs(tx, jobs)
}
