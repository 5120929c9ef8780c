import { sql } from 'kysely'
import type { Tx } from '../postgres/database.ts'

export interface JobOptions {
  /** Not before; at once when absent. */
  runAt?: Date
  /** While a job with this key is waiting, another one replaces its payload and time. */
  key?: string
  /** For another one of the actor's companies. */
  companyId?: number
}

export interface NewJob {
  readonly companyId: number
  readonly task: string
  readonly key: string | null
  readonly payload: string
  readonly runDate: Date
  readonly createdBy: string
  readonly createdDate: Date
}

/** Written in the transaction of the action. A plain row: queueing it directly would make all commits wait for each other. */
export async function keepJobs(tx: Tx, jobs: readonly NewJob[]): Promise<void> {
  for (const job of jobs) {
    await tx
      .insertInto('job')
      .values(job)
      .onConflict(on =>
        on
          .columns(['companyId', 'task', 'key'])
          // Written out: an index is not found by a value that comes later.
          .where('state', '=', sql.lit('waiting'))
          .doUpdateSet({ payload: job.payload, runDate: job.runDate, attempts: 0, lastError: '' }),
      )
      .execute()
  }
}
