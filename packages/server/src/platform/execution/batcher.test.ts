import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { db, noon, ownerUrl } from '../../testing/world.ts'
import { handleBatch, systemActor, type RequestMeta } from './command.ts'
import { batcher } from './batcher.ts'
import { openTenantLimit } from '../overload/tenant-limit.ts'

const meta: RequestMeta = { requestId: 'test', language: 'en', ip: '', userAgent: 'test', secure: false }
const harbour = 1,
  river = 2
const lock = 77
const hand = new pg.Client({ connectionString: ownerUrl })
afterAll(() => hand.end())

/** An act for which one company needs what somebody may hold; and which companies were in one transaction. */
function till() {
  const groups: number[][] = []
  const endpoint = { method: 'POST', path: '/told', permission: 'public', returns: z.number() } as const
  const handler = handleBatch(endpoint, async members => {
    const companies = members.map(({ ctx }) => ctx.actor.companyId)
    groups.push(companies)
    // Those who come meanwhile come together.
    const needs = companies.includes(river) ? sql`select pg_advisory_xact_lock_shared(${lock})` : sql`select pg_sleep(0.02)`
    await needs.execute(members[0]!.ctx.tx)
    return companies
  })
  const perform = batcher(handler, openTenantLimit(3))
  const tell = async (company: number) =>
    (await perform({ db, handler, actor: systemActor(company, 'till'), meta, now: noon, input: {} })).value
  return {
    tell,
    /** Six calls of each, turn by turn. */
    crowd: () => {
      const [harbours, rivers]: Promise<unknown>[][] = [[], []]
      for (let turn = 0; turn < 6; turn++) {
        harbours!.push(tell(harbour))
        rivers!.push(tell(river))
      }
      return { harbours: Promise.all(harbours!), rivers: Promise.all(rivers!) }
    },
    sizes: () => groups.map(companies => companies.length),
    /** How often the two waited for each other. */
    mixed: () => groups.filter(companies => new Set(companies).size > 1).length,
  }
}
const six = (company: number) => Array(6).fill(company)

// Fault F8.
test('a company whose calls last costs the others one wait: then nobody waits for it until its calls are quick again', async () => {
  await hand.connect()
  const { tell, crowd, mixed } = till()
  const calm = crowd()
  expect(await calm.harbours).toEqual(six(harbour))
  expect(await calm.rivers).toEqual(six(river))
  const before = mixed()
  expect(before).toBeGreaterThan(0)

  await hand.query('select pg_advisory_lock($1)', [lock])
  const first = crowd()
  expect(await first.harbours).toEqual(six(harbour))
  const once = mixed()
  expect(once).toBe(before + 1)
  const second = crowd()
  expect(await second.harbours).toEqual(six(harbour))
  const third = crowd()
  expect(await third.harbours).toEqual(six(harbour))
  expect(mixed()).toBe(once)

  await hand.query('select pg_advisory_unlock($1)', [lock])
  for (const { rivers } of [first, second, third]) expect(await rivers).toEqual(six(river))
  for (let turn = 0; turn < 5; turn++) await tell(river)
  await Promise.all(Object.values(crowd()))
  expect(mixed()).toBeGreaterThan(once)
})

test('those who come at one moment share the places: no group is larger than its part, and a few stay together', async () => {
  const { tell, sizes } = till()
  const come = (many: number) => Promise.all(Array.from({ length: many }, () => tell(harbour)))
  await come(64)
  expect(sizes()).toEqual([32, 32])
  await come(12)
  expect(sizes()).toEqual([32, 32, 12])
})
