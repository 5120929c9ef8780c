import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints, errors, metaOf, permissions, permissionsOf, resources, roles, type Endpoint } from '@forecourt/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { handlers } from './modules/index.ts'
import { allCompanies } from './platform/postgres/name-companies.ts'
import { openApi } from './platform/http/openapi.ts'
import { owned, pool, world } from './testing/world.ts'
import { sample } from './testing/sample.ts'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const guarded = handlers.map(({ endpoint }) => endpoint).filter(({ permission }) => permission !== 'public')
const bodyOf = ({ body }: Endpoint, reference?: number) => body && (sample(body, reference) as object)
const anything = (endpoint: Endpoint, id = 1) =>
  ({
    id,
    ...(endpoint.body && { body: bodyOf(endpoint) }),
    ...(endpoint.query && !endpoint.rows && { query: sample(endpoint.query) as object }),
  }) as never
const lists = [...resources.values()].filter(({ list }) => list)

let mine: Awaited<ReturnType<typeof world>>
beforeAll(async () => {
  mine = await world()
})

/** What must hold for every call there is, checked for every call there is: the contract is a list one can walk. */
describe.each(guarded.map(endpoint => [nameOf(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  test('asks who is there', async () => {
    const stranger = await mine.staff('nothing')
    const reply = await stranger.send(endpoint, anything(endpoint), { authorization: 'nobody-s' })
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'auth.required'])
  })

  test.runIf(endpoint.permission !== 'signedIn')('is refused without its permission', async () => {
    expect(await (await mine.staff('nothing')).refused(endpoint, anything(endpoint))).toBe('auth.forbidden')
  })

  test.runIf(endpoint.method !== 'GET' && endpoint.permission !== 'signedIn' && !endpoint.reads)(
    'changes nothing for a read-only user',
    async () => {
      const reader = await mine.staff(endpoint.permission, { over: { readOnly: true } })
      expect(await reader.refused(endpoint, anything(endpoint))).toBe('auth.readOnly')
    },
  )

  test.runIf(endpoint.reads)('answers a read-only user, and could not write if it wanted to', async () => {
    const reader = await mine.staff(endpoint.permission, { over: { readOnly: true } })
    expect(await reader.refused(endpoint, anything(endpoint))).not.toBe('auth.readOnly')
  })

  test.runIf(endpoint.path.includes('/:id') && endpoint.permission !== 'signedIn')('knows no record that is not there', async () => {
    expect(await (await mine.staff(endpoint.permission)).refused(endpoint, anything(endpoint, 987654321))).toBe('notFound')
  })

  test('refuses a parameter that it does not know', async () => {
    const lin = await mine.staff(endpoint.permission)
    const { body } = anything(endpoint) as { body?: object }
    const reply = await lin.raw(endpoint.method, `${endpoint.path.replace('/:id', '/1')}?noSuchParameter=1`, body)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'validation'])
    expect(reply.json().detail.issues).toContainEqual(expect.objectContaining({ field: 'noSuchParameter', code: 'unknown' }))
  })

  test.runIf(endpoint.method !== 'GET' && !endpoint.reads)('honours an Idempotency-Key, or refuses it', async () => {
    const lin = await mine.staff(endpoint.permission)
    const code = await lin.refused(endpoint, anything(endpoint), { 'idempotency-key': 'a-key' })
    expect(code === 'idempotency.notHonoured').toBe(!endpoint.idempotent)
  })

  test.runIf(endpoint.body)('refuses a field it does not know, and a body that is none', async () => {
    const lin = await mine.staff(endpoint.permission)
    const known = bodyOf(endpoint)
    for (const body of [{ ...known, noSuchField: 1 }, [], 'text', 7, null]) {
      const url = endpoint.path.replace('/:id', '/1')
      const reply = await lin.raw(endpoint.method, url, body !== null && typeof body === 'object' ? body : JSON.stringify(body), {
        'content-type': 'application/json',
      })
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'validation'])
      expect(reply.json().message).toMatch(/\S/)
    }
  })
})

describe.each(lists.map(each => [each.name, each] as const))('list of %s', (_name, resource) => {
  test('takes page, size, sort and search, and answers content with totalElements', async () => {
    const lin = await mine.staff(resource.list.permission)
    const answer = await lin.call(resource.list, { query: { page: 0, size: 10, sort: resource.sort, search: 'id>0' } })
    expect(answer).toMatchObject({ content: expect.any(Array), totalElements: expect.any(Number) })
    expect(await lin.refused(resource.list, { query: { search: 'noSuchField:1' } })).toBe('search_unknown_field')
    expect(await lin.refused(resource.list, { query: { sort: 'noSuchField,asc' } })).toBe('search_unknown_field')
    expect(await lin.refused(resource.list, { query: { expand: 'noSuchThing' } })).toBe('expand.unknown')
    expect(await lin.refused(resource.list, { query: { size: 0 } })).toBe('validation')
    for (const relation of relationsOf(resource)) await lin.call(resource.list, { query: { expand: relation } })
  })
})

const relationsOf = (resource: (typeof lists)[number]) => [
  ...Object.keys(resource.many ?? {}),
  ...Object.entries(resource.row.shape)
    .filter(([, field]) => metaOf(field as z.ZodType).ref)
    .map(([field]) => field.replace(/Id$/, '')),
]

test('every call of the contract has one handler, and every handler is called', () => {
  const served = handlers.map(({ endpoint }) => nameOf(endpoint)).toSorted((a, b) => a.localeCompare(b))
  expect(served).toEqual(
    endpoints
      .filter(each => !each.path.startsWith('/fixture'))
      .map(nameOf)
      .toSorted((a, b) => a.localeCompare(b)),
  )
  expect(new Set(served).size).toBe(served.length)
})

test('every permission that a call names is in the catalogue, and every role that may sign in holds some', () => {
  expect(guarded.map(({ permission }) => permission).filter(name => name !== 'signedIn' && !(name in permissions))).toEqual([])
  const idle = roles.filter(role => permissionsOf(role).size === 0)
  expect(idle.filter(role => !['group_master', 'user', 'anonymous'].includes(role))).toEqual([])
})

const migrations = join(import.meta.dirname, '../../../db/migrations')

test('every dotted constraint of the migrations is a refusal of the contract', () => {
  const text = readdirSync(migrations)
    .map(file => readFileSync(join(migrations, file), 'utf8'))
    .join('\n')
  const dropped = new Set([...text.matchAll(/drop index "([^"]+)"/g)].map(([, name]) => name!))
  const named = [...text.matchAll(/(?:constraint|index) "([^"]+)"/g)].map(([, name]) => name!)
  expect(named.filter(name => !(name in errors) && !dropped.has(name))).toEqual([])
  expect(named.length).toBeGreaterThan(5)
})

test('every refusal says something in both languages, and names no detail in one that it leaves out of the other', () => {
  const details = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted((a, b) => a.localeCompare(b))
  for (const [code, { zh, en, status }] of Object.entries(errors)) {
    expect(zh, code).toMatch(/[一-鿿]/)
    expect(en, code).not.toMatch(/[一-鿿]/)
    expect(details(zh), code).toEqual(details(en))
    expect(status, code).toBeGreaterThanOrEqual(400)
  }
})

test('every table that belongs to companies stands behind the wall, and without a company it is empty', async () => {
  const open = await owned<{
    table: string
  }>(`select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)`)
  expect(open).toEqual([])
  const tables = await owned<{
    table: string
  }>(`select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  expect(tables.length).toBeGreaterThan(15)
  for (const { table } of tables) {
    const {
      rows: [row],
    } = await pool.query(`${allCompanies} select count(*)::int as count from ${table}`)
    expect([table, row.count]).toEqual([table, 0])
  }
})

// @req SEC-001
test('the contract is published as OpenAPI 3.1, every call of it under /api/v1', async () => {
  const reply = await (await mine.staff('nothing')).raw('GET', '/openapi.json')
  const published = reply.json()
  expect(published.openapi).toBe('3.1.0')
  expect(Object.keys(published.paths).every(path => path.startsWith('/api/v1/'))).toBe(true)
  expect(published).toEqual(JSON.parse(JSON.stringify(openApi(handlers.map(({ endpoint }) => endpoint)))))
})
