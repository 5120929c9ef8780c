import { sql } from 'kysely'
import { apartMaxMs } from '../execution/clock.ts'
import { setTenantScope } from '../execution/command.ts'
import type { Database } from '../postgres/database.ts'
import { inScope } from '../postgres/name-companies.ts'
import { leaseSeconds } from './lease.ts'

const advisoryLock = 7_062_028
const dispatchMax = 500

/**
 * Dispatches due jobs that are not in the queue: new ones, retries, and those of a queue that was lost. A job created in the future was
 * dated by a clock that was ahead, and is due too. One instance at a time does this. @returns the number of jobs dispatched
 */
export async function dispatch(db: Database, tasks: readonly string[], now: Date): Promise<number> {
  return db.transaction().execute(async tx => {
    const { rows } = await sql<{ mine: boolean; companies: number[] | null }>`
      select pg_try_advisory_xact_lock(${advisoryLock}) as mine,
        (select json_agg(company) from company_directory) as companies`.execute(tx)
    const { mine, companies } = rows[0]!
    if (!mine || !companies) return 0
    const scopedTx = await setTenantScope(tx, companies, true)
    // Two statements: the queue is on one machine, and the jobs of a company may be on another.
    const { rows: due } = await sql<{ id: number; companyId: number; task: string }>`
      select id, company_id, task from job
      where ${inScope(scopedTx)} and state in ('waiting', 'running') and task = any(${tasks})
        and (run_date <= ${now} or greatest(created_date, started_date) > ${new Date(now.getTime() + apartMaxMs)})
        and 'job:' || id not in (select key from graphile_worker._private_jobs where key is not null)
      order by run_date limit ${dispatchMax}`.execute(tx)
    if (due.length > 0)
      await sql`
        select graphile_worker.add_job(task, json_build_object('jobId', id, 'companyId', "companyId"), job_key => 'job:' || id,
          max_attempts => 1000)
        from jsonb_to_recordset(${JSON.stringify(due)}) as due (id bigint, "companyId" bigint, task text)`.execute(tx)
    return due.length
  })
}

/**
 * Releases the job locks of instances that died. A worker is alive as long as its lease; one that just started may not have it yet. A lock
 * dated in the future was written while the database's clock was wrong.
 */
export async function releaseLocks(db: Database): Promise<void> {
  await sql`delete from lease where name like 'worker:%' and expires_date < now() - interval '1 hour'`.execute(db)
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
    where (locked_at < now() - interval '15 seconds' or locked_at > now() + interval '15 seconds')
      and not exists (select from lease where name = 'worker:' || locked_by
        and expires_date between now() and now() + make_interval(secs => ${2 * leaseSeconds}))
    having count(*) > 0`.execute(db)
  // The queue itself puts a job off by six hours at most.
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker._private_jobs
    where run_at > now() + interval '7 hours' having count(*) > 0`.execute(db)
}
