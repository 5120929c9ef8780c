import { sql } from 'kysely'
import type { Tx } from '../database.ts'

export interface JobOptions {
  /** Not before; at once when absent. */
  runAt?: Date
  /** While one of this key waits, another asks for nothing more: it only says anew what and when. */
  key?: string
  /** For one of the other companies that the actor sees. */
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

/** Kept with the deed. A plain row: handing it on at once would make the commits of all wait for each other. */
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
