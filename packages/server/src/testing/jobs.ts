import { pino } from 'pino'
import type { Task } from '../platform/jobs/task.ts'
import { runJob } from '../platform/jobs/run-job.ts'
import { db, noon, owned } from './world.ts'

/** Does what is due, the earliest first, until nothing is; the failures of it stand in the rows. @returns how many runs it took */
export async function runDueJobs(tasks: readonly Task[], now: Date = noon): Promise<number> {
  const log = pino({ level: 'silent' })
  for (let runs = 0; ; runs++) {
    const [due] = await owned<{ id: number; companyId: number; task: string }>(
      `select id, company_id as "companyId", task from job
       where state = 'waiting' and run_date <= $1 and task = any($2) order by run_date, id limit 1`,
      [now, tasks.map(({ name }) => name)],
    )
    if (!due) return runs
    await runJob({ db, clock: () => now, log }, tasks.find(({ name }) => name === due.task)!, { jobId: due.id, companyId: due.companyId })
  }
}
