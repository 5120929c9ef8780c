import { connect, createServer, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { runDueJobs } from '../../testing/jobs.ts'
import { jobTasks } from '../../testing/job-tasks.ts'
import { db, noon, owned, ownerUrl, world } from '../../testing/world.ts'
import { delayMsAfter, StaleRun, runJob } from './run-job.ts'
import { startJobs } from './worker.ts'

const log = pino({ level: 'silent' })
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await owned('delete from job')
  await owned('delete from graphile_worker._private_jobs')
})
const work = (over: { url?: string; clock?: () => Date; graceMs?: number; relayMs?: number } = {}) => {
  const stop = startJobs({ url: ownerUrl, tasks: jobTasks, clock: () => noon, log, ...over })
  ends.push(stop)
  return () => {
    ends.splice(ends.indexOf(stop), 1)
    return stop()
  }
}
const after = (ms: number) => new Date(noon.getTime() + ms)

async function scene() {
  const it = await world()
  return {
    ...it,
    jobs: () => it.rows('select * from job where company_id = $1 order by id', [it.company.id]),
    topics: async () => (await it.events()).map(({ topic }) => topic),
    marks: async () => (await it.events()).map(({ payload }) => payload.mark as string),
    ask: (task: string, payload: object, options?: { runAt?: Date; key?: string }) =>
      it.within(async ctx => ctx.job(task, payload, options)),
  }
}

test('what an action asks for is done after it, once, within the second', async () => {
  const { ask, jobs, events } = await scene()
  work()
  await ask('test.note', { mark: 'a' })
  await expect.poll(events).toMatchObject([{ topic: 'noted', payload: { mark: 'a' } }])
  await expect.poll(jobs).toMatchObject([{ state: 'done', attempts: 1, last_error: '', created_by: 'system:test' }])
})

test('a job that was asked for here begins at once, and not with the next round', async () => {
  const { ask, jobs } = await scene()
  // The next round is a minute away.
  work({ relayMs: 60_000 })
  for (const mark of ['a', 'b', 'c']) {
    await ask('test.note', { mark })
    await expect.poll(async () => (await jobs()).every(({ state }) => state === 'done'), { timeout: 20_000 }).toBe(true)
  }
})

test('a database that is away while the queue begins is waited for', async () => {
  const { ask, jobs } = await scene()
  let away = 3
  const { port, hostname } = new URL(ownerUrl)
  const line = createServer(socket => {
    if (away-- > 0) return void socket.destroy()
    const on = connect(Number(port), hostname)
    for (const [from, end] of [
      [socket, on],
      [on, socket],
    ] as const)
      from.on('error', () => {}).pipe(end)
  })
  await new Promise<void>(done => line.listen(0, '127.0.0.1', done))
  ends.push(async () => line.close())
  const to = new URL(ownerUrl)
  to.port = String((line.address() as AddressInfo).port)

  const stop = work({ url: to.href })
  await ask('test.note', { mark: 'a' })
  await expect.poll(jobs).toMatchObject([{ state: 'done' }])
  expect(away).toBeLessThan(0)
  await stop()
})

test('a queue that is told to end while its database is away ends', async () => {
  const to = new URL(ownerUrl)
  to.port = '1'
  await expect(work({ url: to.href })()).resolves.toBeUndefined()
})

test('an action that is refused leaves no job behind', async () => {
  const { within, jobs } = await scene()
  const refused = within(async ctx => {
    ctx.job('test.note', { mark: 'never' })
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(await jobs()).toEqual([])
})

test('two instances share the jobs of all companies: each is done once', async () => {
  const [one, other] = [await scene(), await scene()]
  const marks = Array.from({ length: 40 }, (_, at) => String(at).padStart(2, '0'))
  for (const mark of marks) await (Number(mark) % 2 ? one : other).ask('test.note', { mark })
  work()
  work()
  await expect.poll(async () => new Set([...(await one.marks()), ...(await other.marks())])).toEqual(new Set(marks))
  expect(new Set((await one.jobs()).map(({ attempts, state }) => `${state} ${attempts}`))).toEqual(new Set(['done 1']))
})

test('a job for later waits for its time', async () => {
  const { ask, marks } = await scene()
  await ask('test.note', { mark: 'later' }, { runAt: after(60_000) })
  expect(await runDueJobs(jobTasks, after(59_000))).toBe(0)
  expect(await runDueJobs(jobTasks, after(60_000))).toBe(1)
  expect(await marks()).toEqual(['later'])
})

test('while one of its key waits, asking again only says anew what and when; another company has its own', async () => {
  const [{ ask, jobs, marks }, other] = [await scene(), await scene()]
  await ask('test.note', { mark: 'first' }, { key: 'k', runAt: after(9000) })
  await ask('test.note', { mark: 'second' }, { key: 'k' })
  await other.ask('test.note', { mark: 'theirs' }, { key: 'k' })
  expect(await jobs()).toHaveLength(1)
  await runDueJobs(jobTasks)
  expect([await marks(), await other.marks()]).toEqual([['second'], ['theirs']])
  await ask('test.note', { mark: 'third' }, { key: 'k' })
  expect(await jobs()).toHaveLength(2)
})

test('what fails is tried again, each time after a longer wait, and what it wrote is not kept', async () => {
  const { ask, jobs, topics } = await scene()
  await ask('test.stumble', { times: 2 })
  expect(await runDueJobs(jobTasks)).toBe(1)
  expect(await jobs()).toMatchObject([{ state: 'waiting', attempts: 1, last_error: 'fell, 1' }])
  const [{ run_date: second }] = (await jobs()) as [{ run_date: string }]
  expect(new Date(second)).toEqual(after(delayMsAfter(1)))
  expect(await runDueJobs(jobTasks, new Date(second))).toBe(1)
  const [{ run_date: third }] = (await jobs()) as [{ run_date: string }]
  expect(Date.parse(third) - Date.parse(second)).toBeGreaterThan(delayMsAfter(1))
  expect(await topics()).toEqual([])
  expect(await runDueJobs(jobTasks, new Date(third))).toBe(1)
  expect(await topics()).toEqual(['stumbled'])
  expect(await jobs()).toMatchObject([{ state: 'done', attempts: 3, last_error: '' }])
})

test('after its last try it stands as failed and is left alone', async () => {
  const { ask, jobs } = await scene()
  await ask('test.stumble', { times: 99 })
  for (let day = 0; day < 12; day++) await runDueJobs(jobTasks, after(day * 86_400_000))
  expect(await jobs()).toMatchObject([{ state: 'failed', attempts: 10, last_error: 'fell, 10' }])
})

test.each([
  ['a payload that is not as declared', 'test.note', { mark: 7 }],
  ['a payload that lacks all', 'test.nap', {}],
])('%s fails by itself, and others go on', async (_, name, payload) => {
  const { ask, jobs, marks } = await scene()
  await ask(name, payload)
  await ask('test.note', { mark: 'fine' })
  await runDueJobs(jobTasks)
  expect(await jobs()).toMatchObject([{ state: 'waiting', attempts: 1 }, { state: 'done' }])
  expect(await marks()).toEqual(['fine'])
})

test('a job runs within its company: it sees no row of another, whatever it was given', async () => {
  const [mine, other] = [await scene(), await scene()]
  await mine.ask('test.note', { mark: 'mine' })
  const [{ id }] = (await mine.jobs()) as [{ id: number }]
  await runJob({ db, clock: () => noon, log }, jobTasks[0]!, { jobId: id, companyId: other.company.id })
  expect([await mine.marks(), await other.marks()]).toEqual([[], []])
  expect(await mine.jobs()).toMatchObject([{ state: 'waiting', attempts: 0 }])
})

test('a run that was overtaken by a later one keeps nothing', async () => {
  const { ask, jobs, topics } = await scene()
  await ask('test.nap', { ms: 300 })
  const [{ id, company_id: companyId }] = (await jobs()) as [{ id: number; company_id: number }]
  const host = { db, clock: () => noon, log }
  const first = runJob(host, jobTasks[2]!, { jobId: id, companyId })
  await expect.poll(topics).toEqual(['napping'])
  await owned('update job set attempts = attempts + 1 where id = $1', [id])
  await expect(first).rejects.toThrow(StaleRun)
  expect(await jobs()).toMatchObject([{ state: 'running', attempts: 2, last_error: '' }])
})

test('a queue that was lost, as after a restore, is filled again from the jobs', async () => {
  const { ask, jobs, marks } = await scene()
  await ask('test.note', { mark: 'kept' })
  await owned(`update job set state = 'running', attempts = 1 where company_id = $1`, [(await jobs())[0]!.company_id])
  work()
  await expect.poll(marks).toEqual(['kept'])
  await expect.poll(async () => (await jobs())[0]!.state).toBe('done')
})

test('a server that ends lets its jobs end; one that takes too long is given back and done by the next', async () => {
  const { ask, events, topics, jobs } = await scene()
  const stop = work()
  await ask('test.nap', { ms: 700 })
  await expect.poll(topics).toEqual(['napping'])
  await stop()
  expect(await topics()).toEqual(['napping', 'woke'])
  expect(await jobs()).toMatchObject([{ state: 'done', attempts: 1 }])

  const hurried = work({ graceMs: 100 })
  await ask('test.nap', { ms: 1500 })
  await expect.poll(topics).toHaveLength(3)
  await hurried()
  expect((await jobs())[1]).toMatchObject({ state: 'running', attempts: 1 })
  work()
  await expect.poll(async () => (await jobs())[1]).toMatchObject({ state: 'done', attempts: 2 })
  expect((await events()).map(({ topic, payload }) => `${topic} ${payload.attempt}`)).toContain('woke 2')
})

test('a task that this version does not know waits for the one that does', async () => {
  const { ask, jobs } = await scene()
  await ask('test.future', {})
  work()
  await ask('test.note', { mark: 'now' })
  await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(['waiting', 'done'])
})

test('a run that was thought dead and lives does not take the job from the one that followed it', async () => {
  const { ask, jobs, events } = await scene()
  work()
  work()
  await ask('test.nap', { ms: 4000 })
  await expect.poll(events).toMatchObject([{ topic: 'napping' }])
  await owned(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs`)
  await expect.poll(jobs, { timeout: 30_000 }).toMatchObject([{ state: 'done', attempts: 2 }])
  expect((await events()).map(({ payload }) => payload.attempt)).toEqual([1, 2, 1, 2])
})
