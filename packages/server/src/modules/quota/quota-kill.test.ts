import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { kill, passLeases, startInstance } from '../../testing/instances.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { fleetWithQuotas } from '../../testing/quota.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { tell } from '../../testing/servers.ts'
import { setClock } from '../../testing/world.ts'

const [kills, days] = [scaled(2, 20), scaled(8, 60)]
const subs = 60

type Fleet = Awaited<ReturnType<typeof fleetWithQuotas>>
const countOf = async ({ rows, company }: Fleet) =>
  (await rows<{ runs: number }>('select count(*)::int as runs from allocation_run where company_id = $1', [company.id]))[0]!.runs
const isDue = async ({ rows, company }: Fleet) =>
  (await rows('select from allocation_plan where company_id = $1 and next_run_date <= now()', [company.id])).length > 0

// Fault F1: kill -9 of one of two servers that work at the same plans, now in a run and now between two.
test(`plans that have been due for ${days} days, on two instances of which one is killed ${kills} times: each period once, to the cent`, {
  timeout: 900_000,
}, async () => {
  const it = await fleetWithQuotas({ subs, principalCents: 2 * days * subs * 2_00 })
  setClock(new Date())
  const ids = [
    (await it.plan({ period: 'day', mode: 'add', amountCents: 1_00 })).id,
    (await it.plan({ period: 'day', mode: 'add', amountCents: 50, hour: 18 })).id,
  ]
  const begin = `update allocation_plan set next_run_date = next_run_date - make_interval(days => ${days}) where company_id = $1`
  await it.rows(begin, [it.company.id])
  await it.rows(`update job set run_date = now() where company_id = $1 and task = 'quota.run'`, [it.company.id])

  const draw = dice(seed)
  const instances = [await startInstance(), await startInstance()]
  const doneAtEachKill: number[] = []
  for (let turn = 0; turn < kills; turn++) {
    const before = await countOf(it)
    await expect.poll(async () => (await countOf(it)) > before || !(await isDue(it)), { timeout: 120_000, interval: 5 }).toBe(true)
    await wait(draw() * 500)
    doneAtEachKill.push(await countOf(it))
    await kill(instances[turn % 2]!)
    await passLeases()
    instances[turn % 2] = await startInstance()
  }
  await expect.poll(() => isDue(it), { timeout: 300_000, interval: 100 }).toBe(false)
  tell(`${kills} kills`, { doneAtEachKill })
  expect(doneAtEachKill.some(done => done < 2 * days)).toBe(true)

  for (const [turn, id] of ids.entries()) {
    const runs = await it.runsOf(id)
    const periods = runs.map(({ period }) => period)
    const first = Temporal.PlainDate.from(periods[0]!)
    expect(periods).toEqual(Array.from({ length: periods.length }, (_, at) => first.add({ days: at }).toString()))
    expect(runs.length).toBeGreaterThanOrEqual(days)
    expect(new Set(runs.map(({ givenCents }) => givenCents))).toEqual(new Set([subs * [1_00, 50][turn]!]))
  }
  const [daily, evening] = [await it.runsOf(ids[0]!), await it.runsOf(ids[1]!)]
  const each = daily.length * 1_00 + evening.length * 50
  const held = await it.held()
  expect(new Set(held.slice(0, subs))).toEqual(new Set([each]))
  expect(held.at(-1)).toBe(2 * days * subs * 2_00 - subs * each)
  const facts = await it.rows(
    `select count(*)::int as entries, count(distinct ref)::int as refs from ledger_entry where company_id = $1
    and ref like 'plan:%'`,
    [it.company.id],
  )
  expect(facts).toEqual([{ entries: daily.length + evening.length, refs: daily.length + evening.length }])
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
