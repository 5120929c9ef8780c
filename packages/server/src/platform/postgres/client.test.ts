import { fuelCodes, orders, stations } from '@forecourt/contract'
import fc from 'fast-check'
import { CompiledQuery, sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { shop } from '../../testing/order.ts'
import { tripsOf } from '../../testing/trips.ts'
import { noon, owned, ownerUrl, pool, setClock, world } from '../../testing/world.ts'
import { planHints, deferredSetting } from './client.ts'
import { setTenantScope } from '../execution/command.ts'
import { openDatabase, openPool, type Tx } from './database.ts'
import { listOf } from '../search/list.ts'
import { totalsOf } from '../search/totals.ts'

const trips = tripsOf(pool)
/** One connection, which all who come after each other share. */
const onlyOne = openPool(ownerUrl, { max: 1, statementTimeoutMs: 600 })
const one = openDatabase(onlyOne)
const oneTrips = tripsOf(onlyOne)
afterAll(() => one.destroy())

const sight = sql<{ companies: string; plans: string; patience: string }>`
  select coalesce(current_setting('app.companies', true), '') as companies, current_setting('plan_cache_mode') as plans,
    current_setting('statement_timeout') as patience`
const nobodys = { companies: '', plans: 'auto', patience: '600ms' }
const sees = async (tx: Tx) => (await sql<{ companyId: number }>`select company_id from station`.execute(tx)).rows.map(row => row.companyId)

const as = <T>(company: number, act: (tx: Tx) => Promise<T>) =>
  one.transaction().execute(async tx => {
    await setTenantScope(tx, [company])
    return act(tx)
  })

test('a page of orders, or what they come to, costs two trips: who asks, and what is asked', async () => {
  setClock(noon)
  const { company, sell } = await shop()
  await sell({ payType: 'cash' })
  const lin = await signedIn(company, { roles: ['admin'] })
  const asked = [orders.list, orders.totals, fuelCodes.list, stations.list]
  for (const endpoint of asked) await lin.call(endpoint as typeof orders.list, {})
  for (const endpoint of asked) expect(await trips.of(() => lin.call(endpoint as typeof orders.list, {}))).toBe(2)
})

test('what an act changes costs no trip to begin with; what is refused before anything is asked costs none at all', async () => {
  const { company } = await world()
  const act = () =>
    as(company.id, async tx => {
      await sql`select 1`.execute(tx)
      await sql`select 2`.execute(tx)
    })
  await act()
  expect(await oneTrips.of(act)).toBe(3)
  expect(await oneTrips.of(() => as(company.id, () => Promise.reject(new Error('refused'))).catch(() => {}))).toBe(0)
  expect(await oneTrips.of(() => as(company.id, async () => 'nothing to ask'))).toBe(0)
})

/** How a question on the shared connection ends. */
const ends = {
  answered: (tx: Tx) => sees(tx),
  'answered, as its last': (tx: Tx) => sql`${planHints({ commitAfter: true, genericPlan: true })} select 1`.execute(tx),
  'planned once': (tx: Tx) => sql`${planHints({ genericPlan: true })} select 1`.execute(tx),
  'wrong at once': (tx: Tx) => sql`select 1 / 0`.execute(tx),
  'wrong as its last': (tx: Tx) => sql`${planHints({ commitAfter: true })} select 1 / 0`.execute(tx),
  'wrong after an answer': async (tx: Tx) => {
    await sees(tx)
    await sql`select 1 / 0`.execute(tx)
  },
  'no statement': (tx: Tx) => sql`selec 1`.execute(tx),
  'too slow': (tx: Tx) => sql`select pg_sleep(9)`.execute(tx),
  'refused before it asked': () => Promise.reject(new Error('refused')),
  'never asked': async () => {},
  'not to be sent': (tx: Tx) => {
    const endless: Record<string, unknown> = {}
    endless['endless'] = endless
    return sql`select ${endless}::jsonb`.execute(tx)
  },
  'written later': (tx: Tx) => sql`${planHints({ deferred: true })} select set_config('app.companies', '0', true)`.execute(tx),
  'wrong later': (tx: Tx) => sql`${planHints({ deferred: true })} select 1 / 0`.execute(tx),
  'caught, and asked again': async (tx: Tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => {})
    await sees(tx)
  },
  'cut off': async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await owned('select pg_terminate_backend($1)', [rows[0]!.pid])
    await sees(tx)
  },
} satisfies Record<string, (tx: Tx) => Promise<unknown>>

// @req SEC-016
test.each(Object.keys(ends) as (keyof typeof ends)[])('who comes after a question that is %s sees nothing of it', async how => {
  const [{ company: harbour }, { company: river }] = [await world(), await world()]
  for (let time = 0; time < 3; time++) {
    await as(harbour.id, ends[how]).catch(() => {})
    expect((await sight.execute(one)).rows).toEqual([nobodys])
    expect((await sql`select from station`.execute(one)).rows).toEqual([])
    expect(await as(river.id, sees)).toEqual([river.id])
  }
})

// @req SEC-016
test('whatever went before on a connection, and however it ended, everyone sees their own', async () => {
  const companies = (await Promise.all([world(), world(), world()])).map(({ company }) => company.id)
  const call = fc.record({ who: fc.nat(2), how: fc.constantFrom(...(Object.keys(ends) as (keyof typeof ends)[])), wide: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 8 }), async calls => {
      for (const { who, how, wide } of calls) {
        const act = async (tx: Tx) => {
          if (wide) await setTenantScope(tx, companies)
          await ends[how](tx)
        }
        await Promise.all([as(companies[who]!, act).catch(() => {}), as(companies[(who + 1) % 3]!, sees)])
        const next = companies[(who + 2) % 3]!
        expect(await as(next, sees)).toEqual([next])
      }
      expect((await sight.execute(one)).rows).toEqual([nobodys])
    }),
    { numRuns: 25 },
  )
}, 240_000)

test('questions asked at the same moment in one transaction all see what it may see', async () => {
  const { company } = await world()
  for (let time = 0; time < 3; time++)
    expect(await as(company.id, tx => Promise.all([sees(tx), sees(tx), sees(tx)]))).toEqual([[company.id], [company.id], [company.id]])
})

test('a caller who no longer waits leaves nothing to anyone who gets the connection next', async () => {
  const [{ company: harbour }, { company: river }] = [await world(), await world()]
  const gone = as(harbour.id, async tx => {
    await sleep(50)
    return sees(tx)
  })
  await Promise.race([gone, sleep(5)])
  expect(await as(river.id, sees)).toEqual([river.id])
  expect(await gone).toEqual([harbour.id])
})

test('where what travels ahead fails, the question is not asked', async () => {
  const { company } = await world()
  const wrong = deferredSetting('select 1 / $1::int')
  const change = as(company.id, async tx => {
    await tx.executeQuery(CompiledQuery.raw(wrong, [0]))
    await sql`update station set name = 'changed'`.execute(tx)
  })
  await expect(change).rejects.toThrow('division by zero')
  expect(await owned('select name from station where company_id = $1', [company.id])).not.toEqual([{ name: 'changed' }])
})

const later = planHints({ deferred: true })

test('a write that answers nothing travels with the next question, or with the end, in its order', async () => {
  const { company } = await world()
  const rename = (name: string, asked = later) => sql`${asked} update station set name = ${name} || ':' || left(name, 3)`
  const act = () =>
    as(company.id, async tx => {
      await rename('first').execute(tx)
      const { rows } = await sql<{ name: string }>`select name from station`.execute(tx)
      await rename('second').execute(tx)
      await rename('third').execute(tx)
      return rows
    })
  expect(await act()).toEqual([{ name: expect.stringMatching(/^first:/) }])
  expect(await owned('select name from station where company_id = $1', [company.id])).toEqual([{ name: 'third:sec' }])
  expect(await oneTrips.of(act)).toBe(2)
  expect(await oneTrips.of(() => as(company.id, tx => rename('alone').execute(tx)))).toBe(1)
  expect(await owned('select name from station where company_id = $1', [company.id])).toEqual([{ name: 'alone:thi' }])
})

test.each(['the next question', 'the end'])('one that fails, fails with %s, and nothing of its transaction is kept', async when => {
  const { company } = await world()
  const change = as(company.id, async tx => {
    await sql`${later} update station set name = 'changed'`.execute(tx)
    await sql`${later} select 1 / 0`.execute(tx)
    if (when === 'the next question') await sees(tx)
  })
  await expect(change).rejects.toThrow('division by zero')
  expect(await owned('select name from station where company_id = $1', [company.id])).not.toEqual([{ name: 'changed' }])
  expect(await as(company.id, sees)).toEqual([company.id])
})

test('one of a transaction that is given up is not sent', async () => {
  const { company } = await world()
  const change = as(company.id, async tx => {
    await sql`${later} update station set name = 'changed'`.execute(tx)
    throw new Error('refused')
  })
  await expect(change).rejects.toThrow('refused')
  await as(company.id, sees)
  expect(await owned('select name from station where company_id = $1', [company.id])).not.toEqual([{ name: 'changed' }])
})

test('a transaction is over with its last question: what it changed is kept, and nothing more can be asked in it', async () => {
  const { company } = await world()
  const change = as(company.id, async tx => {
    await sql`${planHints({ commitAfter: true })} update station set name = 'changed'`.execute(tx)
    await sees(tx)
  })
  await expect(change).rejects.toThrow('query after the last of its transaction')
  expect(await owned('select name from station where company_id = $1', [company.id])).toEqual([{ name: 'changed' }])
})

test('an act that ends otherwise than it thinks fails: nothing of it was kept', async () => {
  const { company } = await world()
  const change = as(company.id, async tx => {
    await sql`update station set name = 'changed'`.execute(tx)
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await expect(change).rejects.toThrow()
  expect(await owned('select name from station where company_id = $1', [company.id])).not.toEqual([{ name: 'changed' }])
})

test('how all orders are found is planned once, and which days hold filtered ones; how these are read, with each who asks', async () => {
  const { company } = await world()
  const scope = { companyIds: [company.id], zone: 'Asia/Shanghai' }
  const plansOf = async (search: string) => {
    const fresh = openDatabase(openPool(ownerUrl, { max: 1 }))
    const found = await fresh.transaction().execute(async tx => {
      await setTenantScope(tx, [company.id])
      for (let time = 0; time < 3; time++) {
        await listOf(tx, orders, { search }, scope)
        await totalsOf(tx, orders, { search }, scope)
      }
      return sql<{ once: boolean; each: boolean }>`select sum(generic_plans) > 0 as once, sum(custom_plans) > 0 as each
        from pg_prepared_statements where statement ~ 'statistic_whole|list_total' and statement !~ 'pg_prepared'`.execute(tx)
    })
    await fresh.destroy()
    return found.rows[0]
  }
  expect(await plansOf('')).toEqual({ once: true, each: false })
  expect(await plansOf('status:success')).toEqual({ once: true, each: true })
  expect(await plansOf('totalCents>20000')).toEqual({ once: false, each: true })
})

test('a statement gets its name although thousands were sent once before it', async () => {
  const fresh = openDatabase(openPool(ownerUrl, { max: 1 }))
  try {
    const named = await fresh.connection().execute(async one => {
      for (let number = 0; number < 2100; number++) await sql`select ${1}::int as ${sql.id(`seldom${number}`)}`.execute(one)
      for (let time = 0; time < 2; time++) await sql`select ${1}::int as often`.execute(one)
      return sql`select from pg_prepared_statements where statement like '%as often'`.execute(one)
    })
    expect(named.rows).toHaveLength(1)
  } finally {
    await fresh.destroy()
  }
})
