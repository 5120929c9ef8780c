import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { allCompanies } from '../postgres/name-companies.ts'
import { db, noon, ownerUrl, world } from '../../testing/world.ts'
import { handleBatch, systemActor, type Actor, type RequestMeta } from './command.ts'
import { batcher } from './batcher.ts'
import { openTenantLimit } from '../overload/tenant-limit.ts'

const meta: RequestMeta = { requestId: 'test', language: 'en', ip: '', userAgent: 'test', secure: false }
const harbour = 1,
  river = 2
const lock = 77
const hand = new pg.Client({ connectionString: ownerUrl })
afterAll(() => hand.end())

/** An act for which one company needs a lock that somebody else may hold; and which companies were in one transaction. */
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
  const send = async (company: number) =>
    (await perform({ db, handler, actor: systemActor(company, 'till'), meta, now: noon, input: {} })).value
  return {
    send,
    /** Six calls of each, turn by turn. */
    crowd: () => {
      const [harbours, rivers]: Promise<unknown>[][] = [[], []]
      for (let turn = 0; turn < 6; turn++) {
        harbours!.push(send(harbour))
        rivers!.push(send(river))
      }
      return { harbours: Promise.all(harbours!), rivers: Promise.all(rivers!) }
    },
    sizes: () => groups.map(companies => companies.length),
    /** How many transactions held calls of both. */
    mixed: () => groups.filter(companies => new Set(companies).size > 1).length,
  }
}
const six = (company: number) => Array(6).fill(company)

// Fault F8.
test('a company whose calls last makes no other wait, and its own are answered when they can be', async () => {
  await hand.connect()
  const { crowd, mixed, sizes } = till()
  const calm = crowd()
  expect(await calm.harbours).toEqual(six(harbour))
  expect(await calm.rivers).toEqual(six(river))
  expect(sizes()).toContain(6)

  await hand.query('select pg_advisory_lock($1)', [lock])
  const crowds = []
  for (let turn = 0; turn < 3; turn++) {
    crowds.push(crowd())
    expect(await crowds[turn]!.harbours).toEqual(six(harbour))
  }
  await hand.query('select pg_advisory_unlock($1)', [lock])
  for (const { rivers } of crowds) expect(await rivers).toEqual(six(river))
  expect(mixed()).toBe(0)
})

test('calls of one company that come at one moment share two batches, and a few stay together', async () => {
  const { send, sizes } = till()
  const come = (many: number) => Promise.all(Array.from({ length: many }, () => send(harbour)))
  await come(64)
  expect(sizes()).toEqual([32, 32])
  await come(12)
  expect(sizes()).toEqual([32, 32, 12])
})

test('an act that forgets in a batch whose rows it reads is shown none of another company by the database', async () => {
  const [own, strange] = [await world(), await world()]
  const sizes: number[] = []
  const endpoint = {
    method: 'POST',
    path: '/hole',
    permission: 'public',
    returns: z.array(z.number()),
  } as const
  const handler = handleBatch(endpoint, async members => {
    sizes.push(members.length)
    const { rows } = await sql<{ id: number }>`${sql.raw(allCompanies)} select id from station order by id`.execute(members[0]!.ctx.tx)
    return members.map(() => rows.map(({ id }) => id))
  })
  const perform = batcher(handler)
  const ask = async (actor: Actor) => (await perform({ db, handler, actor, meta, now: noon, input: {} })).value
  const [ownActor, strangeActor] = [own, strange].map(({ company }) => systemActor(company.id, 'till')) as [Actor, Actor]
  const all: Actor = { ...ownActor, companyIds: [own.company.id, strange.company.id] }
  const seen = await Promise.all([ownActor, strangeActor, all, ownActor, strangeActor, all].map(ask))
  const both = [own.station.id, strange.station.id]
  expect(seen).toEqual([[both[0]], [both[1]], both, [both[0]], [both[1]], both])
  expect(sizes).toEqual([2, 2, 2])
})
