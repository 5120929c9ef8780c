import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { longTask, task, type Task } from '../platform/jobs/task.ts'

/** What the stories of jobs let be done; each leaves an event behind. */
export const jobTasks: readonly Task[] = [
  task('test.note', z.object({ mark: z.string() }), async (ctx, { mark }) => ctx.emit('noted', { mark })),
  /** Writes, and then fails, the first `times` times. */
  task('test.stumble', z.object({ times: z.int() }), async (ctx, { times }) => {
    ctx.emit('stumbled', {})
    const { attempts } = await ctx.tx.selectFrom('job').where('task', '=', 'test.stumble').select('attempts').executeTakeFirstOrThrow()
    if (attempts <= times) throw new Error(`fell, ${attempts}`)
  }),
  longTask('test.nap', z.object({ ms: z.int() }), async (job, { ms }) => {
    await job.within(async ctx => ctx.emit('napping', { attempt: job.attempt, pid: process.pid }))
    await wait(ms)
    await job.within(async ctx => ctx.emit('woke', { attempt: job.attempt, pid: process.pid }))
  }),
]
