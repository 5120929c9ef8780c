import { jobs } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { runDueJobs } from '../../testing/jobs.ts'
import { jobTasks } from '../../testing/job-tasks.ts'
import { noon, owned, world } from '../../testing/world.ts'

afterEach(() => owned('delete from job'))

async function failedJob() {
  const it = await world()
  const chen = await it.staff({ role: 'admin' })
  await it.within(async ctx => ctx.job('test.stumble', { times: 10 }, { key: 'one' }))
  for (let day = 0; day < 10; day++) await runDueJobs(jobTasks, new Date(noon.getTime() + day * 86_400_000))
  const one = async () => (await chen.call(jobs.list, {})).content.at(-1)!
  return { ...it, chen, one, id: (await one()).id }
}

test('a job that has failed for good stands in the list until somebody has it run again', async () => {
  const { chen, one, id, audits } = await failedJob()
  expect(await one()).toMatchObject({ state: 'failed', task: 'test.stumble', attempts: 10, lastError: 'fell, 10' })
  await chen.call(jobs.again, { id })
  expect(await one()).toMatchObject({ state: 'waiting', attempts: 0, finishedDate: null })
  await owned(`update job set payload = '{"times": 0}'`)
  await runDueJobs(jobTasks)
  expect(await one()).toMatchObject({ state: 'done', attempts: 1, lastError: '' })
  expect(await chen.refused(jobs.again, { id })).toBe('job.underWay')
  expect((await audits()).map(({ action }) => action)).toContain('job.again')
})

test('one that was cancelled is not run', async () => {
  const { chen, one, id } = await failedJob()
  await chen.call(jobs.again, { id })
  await chen.call(jobs.cancel, { id })
  expect(await runDueJobs(jobTasks)).toBe(0)
  expect(await one()).toMatchObject({ state: 'cancelled' })
  expect(await chen.refused(jobs.cancel, { id })).toBe('job.underWay')
})

test('while another of its key waits, a failed one is not run again', async () => {
  const { chen, id, within } = await failedJob()
  await within(async ctx => ctx.job('test.stumble', { times: 0 }, { key: 'one' }))
  expect(await chen.refused(jobs.again, { id })).toBe('job.asked')
})

test.each([
  ['another company’s administrator', { role: 'admin' }, 'notFound'],
  ['a read-only administrator', { role: 'admin', over: { readOnly: true } }, 'auth.readOnly'],
  ['an employee of the company', { role: 'company_user' }, 'auth.forbidden'],
] as const)('%s runs and cancels nothing', async (_, who, refusal) => {
  const { id, staff, one } = await failedJob()
  const someone = await (refusal === 'notFound' ? (await world()).staff(who) : staff(who))
  expect(await someone.refused(jobs.again, { id })).toBe(refusal)
  expect(await someone.refused(jobs.cancel, { id })).toBe(refusal)
  expect(await one()).toMatchObject({ state: 'failed' })
})
