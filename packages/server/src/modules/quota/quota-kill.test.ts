import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { kill, passLeases, startInstance } from '../../testing/instances.ts'
import { invariantsOf } from '../../testing/invariants.ts'
import { fleetWithQuotas } from '../../testing/quota.ts'
import { dice, scaled, seed } from '../../testing/sampling.ts'
import { tell } from '../../testing/servers.ts'
import { setClock } from '../../testing/world.ts'

const [kills, days, subs] = [scaled(2, 20), scaled(12, 20), 60]
/** More than all plans of the test give. */
const principalCents = 2 * kills * (days + 2) * subs * 1_00

type Fleet = Awaited<ReturnType<typeof fleetWithQuotas>>

/** Two plans that have been due for so many days, and are to be done now. */
async function duePlans(it: Fleet, turn: number): Promise<number[]> {
  const daily = await it.plan({ period: 'day', mode: 'add', amountCents: 10 + turn })
  const evening = await it.plan({ period: 'day', mode: 'add', amountCents: 50, hour: 18 })
  const ids = [daily.id, evening.id]
  await it.rows('update allocation_plan set next_run_date = next_run_date - make_interval(days => $2::int) where id = any($1)', [ids, days])
  await it.rows(`update job set run_date = now() where company_id = $1 and key = any($2)`, [it.company.id, ids.map(id => `plan:${id}`)])
  return ids
}

// Fault F1: kill -9 of one of two servers that work at the same plans, now in a run and now between two.
test(`plans that have been due for ${days} days, on two instances that are killed ${kills} times: each period once, to the cent`, {
  timeout: 900_000,
}, async () => {
  const it = await fleetWithQuotas({ subs, principalCents })
  const draw = dice(seed)
  const plans: number[] = []
  const doneOf = async (ids: readonly number[]) =>
    (await it.rows<{ runs: number }>('select count(*)::int as runs from allocation_run where plan_id = any($1)', [ids]))[0]!.runs
  const instances = [await startInstance(), await startInstance()]
  const doneAtEachKill: number[] = []
  for (let turn = 0; turn < kills; turn++) {
    setClock(new Date())
    const ids = await duePlans(it, turn)
    plans.push(...ids)
    await expect.poll(() => doneOf(ids), { timeout: 120_000, interval: 2 }).toBeGreaterThan(0)
    await wait(draw() * 150)
    await kill(instances[turn % 2]!)
    doneAtEachKill.push(await doneOf(ids))
    await passLeases()
    instances[turn % 2] = await startInstance()
  }
  const isDue = async () => (await it.rows('select from allocation_plan where id = any($1) and next_run_date <= now()', [plans])).length > 0
  await expect.poll(isDue, { timeout: 300_000, interval: 100 }).toBe(false)
  tell(`${kills} kills`, { runsOfEachPair: 2 * days, doneAtEachKill })
  expect(doneAtEachKill.some(done => done < 2 * days)).toBe(true)

  let [each, runs] = [0, 0]
  for (const id of plans) {
    const its = await it.runsOf(id)
    const periods = its.map(({ period }) => period)
    const first = Temporal.PlainDate.from(periods[0]!)
    expect(periods).toEqual(periods.map((_, at) => first.add({ days: at }).toString()))
    expect(its.length).toBeGreaterThanOrEqual(days)
    expect(its.every(({ served, short }) => served === subs && short === 0)).toBe(true)
    runs += its.length
    each += its.reduce((sum, { givenCents }) => sum + givenCents / subs, 0)
  }
  const held = await it.held()
  expect(new Set(held.slice(0, subs))).toEqual(new Set([each]))
  expect(held.at(-1)).toBe(principalCents - subs * each)
  const facts = await it.rows(
    `select count(*)::int as entries, count(distinct ref)::int as refs from ledger_entry where company_id = $1 and ref like 'plan:%'`,
    [it.company.id],
  )
  expect(facts).toEqual([{ entries: runs, refs: runs }])
  expect((await invariantsOf(it)).filter(({ breaches }) => breaches > 0)).toEqual([])
})
