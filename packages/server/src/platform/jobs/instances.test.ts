import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { cpuContention } from '../../testing/cpu-contention.ts'
import { drawn } from '../../testing/sampling.ts'
import { db, owned, ownerUrl, world } from '../../testing/world.ts'
import { takeLease } from './lease.ts'
import { releaseLocks, dispatch } from './queue.ts'

// Each instance is a process of its own; a machine that is busy takes its time.
vi.setConfig({ testTimeout: 600_000 })

const started: ChildProcess[] = []
afterAll(() => started.forEach(child => child.kill('SIGKILL')))

async function startInstance() {
  const child = fork(join(import.meta.dirname, '../../testing/job-instance.ts'), [ownerUrl], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  started.push(child)
  const [said] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, pid: child.pid!, name: said.toString().trim() }
}
const holders = async () =>
  (await owned<{ holder: string }>(`select holder from lease where name = 'maintenance' and expires_date > now()`)).map(
    ({ holder }) => holder,
  )

const tried = drawn('instances', ['killed', 'slow'], 1)

// Fault: kill -9 of the instance that does the periodic work, in the middle of a job.
test.runIf(tried.includes('killed'))(
  'when the instance that does the maintenance is killed in the middle of a job, another has both within thirty seconds',
  async () => {
    const { company, within, events, rows } = await world()
    const instances = [await startInstance(), await startInstance()]
    await expect.poll(holders).toHaveLength(1)
    const [owner] = await holders()
    const [victim, heir] = instances.toSorted((a, b) => Number(b.name === owner) - Number(a.name === owner))
    expect(victim!.name).toBe(owner)

    // Both have room for two: three naps are in both.
    for (let nap = 0; nap < 4; nap++) await within(async ctx => ctx.job('test.nap', { ms: 4000 }))
    await expect.poll(async () => (await events()).map(({ payload }) => payload.pid)).toContain(victim!.pid)
    victim!.child.kill('SIGKILL')
    const killed = performance.now()
    await expect.poll(holders, { timeout: 300_000, interval: 200 }).toEqual([heir!.name])
    expect((performance.now() - killed) / cpuContention()).toBeLessThan(30_000)

    const woken = async () => (await events()).filter(({ topic }) => topic === 'woke')
    await expect.poll(async () => (await woken()).length, { timeout: 120_000, interval: 200 }).toBe(4)
    expect(new Set((await woken()).map(({ payload }) => payload.pid))).toContain(heir!.pid)
    const kept = () =>
      rows("select state, max(attempts) as tries from job where company_id = $1 and task = 'test.nap' group by 1", [company.id])
    await expect.poll(kept).toEqual([{ state: 'done', tries: 2 }])
  },
)

test.runIf(tried.includes('slow'))('what a living instance works at is not given to another, however long it takes', async () => {
  const { within, events, company, rows } = await world()
  const { child } = await startInstance()
  await within(async ctx => ctx.job('test.nap', { ms: 10_000 }))
  await expect.poll(async () => (await events()).length, { timeout: 60_000 }).toBe(1)
  // It says within seconds that it is alive, long before its job could be given back.
  const alive = () => owned(`select from graphile_worker._private_jobs join lease on lease.name = 'worker:' || locked_by`)
  await expect.poll(alive, { timeout: 60_000 }).toHaveLength(1)
  // As if it had been at it for an hour.
  const aged = await owned(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_by is not null
    returning locked_by`)
  expect(aged).not.toEqual([])
  await releaseLocks(db)
  expect(await owned(`select locked_by from graphile_worker._private_jobs where locked_at < now() - interval '30 minutes'`)).toEqual(aged)
  const kept = () => rows("select state, attempts from job where company_id = $1 and task = 'test.nap'", [company.id])
  await expect.poll(kept, { timeout: 60_000 }).toEqual([{ state: 'done', attempts: 1 }])
  child.kill('SIGKILL')
})

// As if the clock of the database had been 400 days ahead and were right again.
test('leases and jobs, begun or waiting, that a wrong clock of the database dated a year ahead are not waited for', async () => {
  const { company, within, rows } = await world()
  await owned(`insert into lease (name, holder, expires_date) values ('kept', 'one', now() + interval '5 seconds'),
    ('ahead', 'one', now() + interval '400 days')`)
  expect([await takeLease(db, 'kept', 'other'), await takeLease(db, 'ahead', 'other')]).toEqual([false, true])

  // A task that no worker of the tests knows: once it is due again, none takes it before it is looked at.
  await within(async ctx => ctx.job('test.ofNobody', { mark: 'a' }))
  const [job] = await rows<{ id: number; created_date: Date }>(
    "select id, created_date from job where company_id = $1 and task = 'test.ofNobody'",
    [company.id],
  )
  const right = new Date(new Date(job!.created_date).getTime() - 400 * 86_400_000)
  expect(await dispatch(db, ['test.ofNobody'], right)).toBe(1)
  await owned(`update graphile_worker._private_jobs set run_at = now() + interval '400 days', locked_at = now() + interval '400 days',
    locked_by = 'gone' where key = 'job:${job!.id}'`)
  await owned(`insert into lease (name, holder, expires_date) values ('worker:gone', 'gone', now() + interval '400 days')`)
  await releaseLocks(db)
  expect(await owned(`select locked_by, run_at <= now() as due from graphile_worker._private_jobs where key = 'job:${job!.id}'`)).toEqual([
    { locked_by: null, due: true },
  ])
})
