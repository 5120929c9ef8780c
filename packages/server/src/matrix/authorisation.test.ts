import { endpoints, metaOf, resources, type Endpoint, type Resource, type Role } from '@forecourt/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { handlers } from '../modules/index.ts'
import type { Handler } from '../platform/execution/command.ts'
import { allCompanies } from '../platform/postgres/name-companies.ts'
import { drawn, seed, whole } from '../testing/sampling.ts'
import { owned } from '../testing/world.ts'
import { expected, signingIn } from './expected.ts'
import { fingerprint, idsOfCompany, leaked, makeScene, nounOf, requestOf, serveWith, someId, type Person, type Scene } from './scene.ts'

const all = endpoints.filter(({ path }) => !path.startsWith('/fixture'))
const guarded = all.filter(({ permission }) => permission !== 'public' && permission !== 'signedIn')
const lists = [...resources.values()].filter(({ list }) => list)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
let scene: Scene, foreign: ReadonlySet<number>
let cases = 0
beforeAll(async () => {
  scene = await makeScene()
  foreign = await idsOfCompany(scene.harbour.id)
}, 120_000)

const person = (role: Role) => scene.people.get(role)!
async function ask(who: Person, endpoint: Endpoint, given: Parameters<typeof requestOf>[1] = {}, app = scene.app) {
  cases++
  return app.inject(requestOf(endpoint, { ...given, headers: { ...who.headers, ...given.headers } }))
}
/** superAdmin and a head office may look further than their company; these may not, and the station roles see some of its stations. */
const insiders = signingIn.filter(role => !['superAdmin', 'company_group', 'group_master'].includes(role))
const atStation = insiders.filter(role => role.startsWith('station_') && role !== 'station_master')

// @req SEC-029 ACC-085 ACC-087
describe('what each role may', { timeout: 60_000 }, () => {
  test.each(signingIn)('%s: every call answers as the table says', async role => {
    expect(await violationsOfRights(role)).toEqual([])
  })
})

/** Calls that ask for more than their own permission, for what the sample sends: here, a change of what a role may. */
const asksMore: Record<string, string> = { 'POST /access/effects': 'access.role.write' }

async function violationsOfRights(role: Role, app = scene.app): Promise<string[]> {
  const wrong: string[] = []
  for (const endpoint of guarded) {
    const reply = await ask(person(role), endpoint, {}, app)
    const refused = reply.statusCode === 403
    if (
      refused === expected.get(asksMore[nameOf(endpoint)] ?? endpoint.permission)!.has(role) ||
      reply.statusCode === 401 ||
      reply.statusCode >= 500
    )
      wrong.push(`${nameOf(endpoint)}: ${reply.statusCode}`)
  }
  return wrong
}

test('nobody is let in without a session, with half of one, or with somebody else’s half', async () => {
  const [lin, chen] = [person('admin'), person('station_master')]
  const halves: Record<string, string>[] = [
    {},
    { authorization: lin.headers['authorization']! },
    { cookie: lin.headers['cookie']! },
    { authorization: lin.headers['authorization']!, cookie: chen.headers['cookie']! },
    { authorization: 'x', cookie: 'forecourt=x' },
  ]
  for (const headers of halves) {
    for (const endpoint of all.filter(({ permission }) => permission !== 'public')) {
      const reply = await scene.app.inject(requestOf(endpoint, { headers }))
      expect([nameOf(endpoint), reply.statusCode]).toEqual([nameOf(endpoint), 401])
      cases++
    }
  }
})

describe('another company', { timeout: 60_000 }, () => {
  test.each(insiders)('%s: its records are not there, by path, by body or by filter, and stay as they are', async role => {
    const before = await fingerprint(scene.harbour.id)
    expect(await violationsOfReach(role)).toEqual([])
    expect(await fingerprint(scene.harbour.id)).toBe(before)
  })
})

async function violationsOfReach(role: Role, app = scene.app): Promise<string[]> {
  const who = person(role),
    wrong: string[] = []
  const allowed = guarded.filter(({ permission }) => expected.get(permission)!.has(role))
  for (const endpoint of shareOf(role, allowed)) {
    const id = await someId(nounOf(endpoint), scene.harbour.id)
    const strange = id ?? scene.harbour.stations[0]!.id
    if (endpoint.path.includes('/:id')) {
      const [missing, theirs] = [await ask(who, endpoint, {}, app), await ask(who, endpoint, { id: strange }, app)]
      if (theirs.statusCode !== missing.statusCode || theirs.json().code !== missing.json().code)
        wrong.push(`${nameOf(endpoint)} by id: ${theirs.statusCode} ${theirs.body.slice(0, 80)}`)
    }
    // What was asked for may be said back; nothing else of theirs may.
    const reference = scene.harbour.stations[0]!.id,
      reply = await ask(who, endpoint, { reference }, app)
    if (leaked(reply.body, foreign).some(found => found !== reference))
      wrong.push(`${nameOf(endpoint)} by body: ${reply.body.slice(0, 120)}`)
  }
  for (const resource of lists.filter(({ list }) => expected.get(list.permission)!.has(role)))
    wrong.push(...(await leaksOfList(who, resource, app)))
  return wrong
}

/** Each role asks a third of what all of them together ask; all with CHECK=whole. */
const shareOf = <T>(role: Role, all: readonly T[]): readonly T[] =>
  whole ? all : all.filter((_, place) => (place + signingIn.findIndex(each => each === role) + seed) % 3 === 0)

/** Filters that name what is theirs, every relation, every order: none shows a row of theirs. */
async function leaksOfList(who: Person, resource: Resource, app = scene.app): Promise<string[]> {
  const { harbour } = scene
  const relations = [
    ...Object.keys(resource.many ?? {}),
    ...Object.entries(resource.row.shape)
      .filter(([, field]) => metaOf(field as z.ZodType).ref)
      .map(([name]) => name.replace(/Id$/, '')),
  ]
  const plain: Record<string, string>[] = [
    { size: '500' },
    { search: `id:${(await someId(resource.name, harbour.id)) ?? 1}` },
    { search: `company.id:${harbour.id}` },
    ...(resource.scope === 'station'
      ? [{ search: `station.id:${harbour.stations[0]!.id}` }, { search: 'station.company.code:harbour' }]
      : []),
  ]
  const varied: Record<string, string>[] = [
    ...relations.map(relation => ({ expand: relation, size: '100' })),
    ...Object.keys(resource.row.shape).map(field => ({ sort: `${field},desc`, size: '10' })),
  ]
  const wrong: string[] = []
  for (const query of [...plain, ...shareOf(who.role, varied)]) {
    const reply = await ask(who, resource.list, { ask: query }, app)
    const found = leaked(reply.body, foreign)
    if (found.length > 0) wrong.push(`${resource.name} ${JSON.stringify(query)}: ${found.length} of theirs`)
    if (resource.totals && query['search']) {
      const sums = await ask(who, resource.totals, { ask: { search: query['search'] } }, app)
      if (sums.statusCode === 200 && sums.json().count > 0) wrong.push(`${resource.name} totals ${query['search']}: ${sums.json().count}`)
    }
  }
  return wrong
}

describe('a sister station', { timeout: 60_000 }, () => {
  test.each(atStation)('%s: its records are not there', async role => {
    const [own, sister] = scene.riverside.stations,
      who = person(role)
    const ids = new Set<number>()
    for (const { table, scope } of lists.filter(({ scope }) => scope === 'station')) {
      if (scope === 'station')
        for (const { id } of await owned<{ id: number }>(`select id from ${table} where station_id = $1 limit 3000`, [sister!.id]))
          ids.add(id)
    }
    expect(ids.size).toBeGreaterThan(100)
    for (const resource of lists.filter(({ scope, list }) => scope === 'station' && expected.get(list.permission)!.has(role))) {
      for (const query of [{ size: '500' }, { search: `station.id:${sister!.id}` }] as Record<string, string>[]) {
        const reply = await ask(who, resource.list, { ask: query })
        expect([resource.name, leaked(reply.body, ids)]).toEqual([resource.name, []])
      }
      const id = await someId(resource.name, scene.riverside.id, sister!.id)
      if (resource.get && id) expect((await ask(who, resource.get, { id })).statusCode).toBe(404)
    }
    for (const [header, value] of [
      ['station', sister!.id],
      ['company', scene.harbour.id],
      ['role', 'superAdmin,1'],
    ] as const) {
      const reply = await ask(who, resources.get('stations')!.list, { headers: { [header]: String(value) } })
      expect([header, reply.statusCode]).toEqual([header, 403])
    }
    expect((await ask(who, resources.get('stations')!.list, { headers: { station: String(own!.id) } })).statusCode).toBe(200)
  })
})

describe('the second wall', { timeout: 60_000 }, () => {
  /** Every handler made to believe that it may list the whole world: what remains is row-level security. */
  const withoutScope = (handler: Handler): Handler => ({
    endpoint: handler.endpoint,
    run: (ctx, input) =>
      handler.run({ ...ctx, scope: { zone: ctx.scope.zone, companyIds: [scene.riverside.id, scene.harbour.id] } }, input),
  })

  test.each(drawn('second wall', ['admin', 'station_leader', 'station_bill'] as const, 1))(
    '%s: with the scope switched off, still no row of another company',
    async role => {
      const app = await serveWith(handlers.map(withoutScope))
      const wrong = []
      for (const resource of lists.filter(({ list }) => expected.get(list.permission)!.has(role)))
        wrong.push(...(await leaksOfList(person(role), resource, app)))
      expect(wrong).toEqual([])
      await app.close()
    },
  )

  test('is open to each role for the companies of its session alone; to the administrator of the platform for all', async () => {
    const seen = new Map<Role, number[]>()
    const looking = (handler: Handler): Handler => ({
      endpoint: handler.endpoint,
      run: async (ctx, input) => {
        const { rows } = await sql<{ id: number }>`${sql.raw(allCompanies)} select id from company order by id`.execute(ctx.tx)
        const ids = rows.map(({ id }) => id)
        seen.set(ctx.actor.role!, ids)
        if (ctx.actor.role !== 'superAdmin') expect(ids).toEqual([...ctx.actor.companyIds].sort((a, b) => a - b))
        return handler.run(ctx, input)
      },
    })
    const bootstrap = all.find(({ path }) => path === '/bootstrap')!
    const app = await serveWith(handlers.map(handler => (handler.endpoint === bootstrap ? looking(handler) : handler)))
    for (const role of signingIn) expect([role, (await ask(person(role), bootstrap, {}, app)).statusCode]).toEqual([role, 200])
    const every = (await owned<{ id: number }>('select id from company order by id')).map(({ id }) => id)
    expect([...seen.keys()].sort()).toEqual([...signingIn].sort())
    expect(seen.get('superAdmin')).toEqual(every)
    for (const role of insiders) expect([role, seen.get(role)]).toEqual([role, [scene.riverside.id]])
    expect(seen.get('company_group')!.length).toBeLessThan(every.length)
    await app.close()
  })

  test('a hole in that wall would be seen: with the scope off and one table unguarded, the same questions find their rows', async () => {
    const app = await serveWith(handlers.map(withoutScope))
    await owned('alter table product disable row level security')
    try {
      expect(await leaksOfList(person('admin'), resources.get('products')!, app)).not.toEqual([])
    } finally {
      await owned('alter table product enable row level security')
      await app.close()
    }
  })
})

describe('a planted hole', () => {
  test('in the scope is caught by the same questions', async () => {
    const open = (handler: Handler): Handler => ({
      endpoint: handler.endpoint,
      run: async (ctx, input) => {
        if (handler.endpoint.path !== '/tanks') return handler.run(ctx, input)
        await ctx.tx.executeQuery({
          sql: `select set_config('app.companies', '${scene.riverside.id},${scene.harbour.id}', true)`,
          parameters: [],
          query: { kind: 'RawNode' },
        } as never)
        return handler.run(
          { ...ctx, scope: { ...ctx.scope, companyIds: [scene.riverside.id, scene.harbour.id], stationIds: undefined } },
          input,
        )
      },
    })
    const app = await serveWith(handlers.map(open))
    expect(await leaksOfList(person('admin'), resources.get('tanks')!, app)).not.toEqual([])
    await app.close()
  })

  test('in a permission is caught by the same table', async () => {
    const app = await serveWith(
      handlers.map(handler =>
        handler.endpoint.path === '/orders/:id/close'
          ? { ...handler, endpoint: { ...handler.endpoint, permission: 'order.sale.read' } }
          : handler,
      ),
    )
    expect(await violationsOfRights('station_bill', app)).toEqual(['POST /orders/:id/close: 404'])
    await app.close()
  })
})

test('the matrix is as large as it claims', () => {
  console.info(`${cases} cases`)
  expect(cases).toBeGreaterThan(5000)
})
