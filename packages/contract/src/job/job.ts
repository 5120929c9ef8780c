import { z } from 'zod'
import { Id, Instant } from '../units.ts'
import { endpoint, resource } from '../kit.ts'
import { actsBy } from '../status-acts.ts'

export const JobState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled'])

const job = resource('jobs', {
  table: 'job',
  scope: 'company',
  permission: 'job',
  body: z.object({}),
  read: {
    task: z.string(),
    state: JobState,
    /** Not before. */
    runDate: Instant,
    attempts: z.int(),
    /** Why the last run failed, as the program says it. */
    lastError: z.string(),
    key: z.string().nullable(),
    /** Whose action asked for it: `user:12`. */
    createdBy: z.string(),
    createdDate: Instant,
    startedDate: Instant.nullable(),
    finishedDate: Instant.nullable(),
  },
  sort: 'createdDate,desc',
  versioned: false,
  acts: ['list', 'get'],
})

const Done = z.object({ id: Id })

/** What the product does after an action, by itself; what failed for good stands here until somebody has it run again. */
export const jobs = {
  ...job,
  again: endpoint('POST', '/jobs/:id/again', {
    permission: 'job.write',
    returns: Done,
    summary: 'Runs a job that has failed or was cancelled again, or one that waits at once',
  }),
  cancel: endpoint('POST', '/jobs/:id/cancel', {
    permission: 'job.write',
    returns: Done,
    summary: 'Takes a job that has not begun, or has failed, off the list of what is to be done',
  }),
}

export const jobActs = actsBy('jobs.state', JobState, {
  again: { call: jobs.again, in: ['waiting', 'failed', 'cancelled'] },
  cancel: { call: jobs.cancel, in: ['waiting', 'failed'] },
})
