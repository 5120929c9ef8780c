import { permissionsOf, type Endpoint, type Returned, type Role, type Sent } from '@forecourt/contract'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { actorBehind, handlers } from '../modules/index.ts'
import { execute, systemActor, type Actor, type Ctx, type Handler } from '../platform/execution/command.ts'
import { openDatabase, openPool } from '../platform/postgres/database.ts'
import { learnMachines } from '../platform/postgres/machines.ts'
import { openStore } from '../platform/storage/open-store.ts'
import { keepFilesIn } from '../platform/storage/store.ts'
import { serve } from '../platform/http/http.ts'
import { holdMasterKeys } from '../platform/config/master-key.ts'
import { freshDatabase } from './database.ts'
import { demoTemplate } from './demo-template.ts'
import { explainAll, listen } from './unnamed.ts'

/** One for all tests, so that what was made once with it is read by each of them. */
holdMasterKeys(`tests:${'5e'.repeat(32)}`)
/** One database for each test file; what is asked of it passes here, so that tests may count round trips. */
const fresh = await freshDatabase(inject('cluster'), inject('demo') ? await demoTemplate(inject('cluster')) : 'tmpl')
if (!process.env['TEST_CITUS']) await explainAll(fresh.url)
const statements: string[] = []
export const pool = openPool(fresh.url, { max: 8 })
/** Statements of the product that read rows of companies and do not say of which. */
export const unnamed = listen(pool)
export const db = openDatabase(pool, text => statements.push(text))
if (process.env['TEST_CITUS']) await learnMachines(db)
/** The owner's hand, past every wall: for planting what the product would refuse. */
export const ownerUrl = fresh.url

export const noon = new Date('2026-05-01T04:00:00.000Z') // 12:00 in Shanghai
let now = noon
/** Turns the product's clock. */
export const setClock = (to: Date | string) => {
  now = new Date(to)
}

/** The files of this test file. */
export const filesDir = mkdtempSync(join(tmpdir(), 'forecourt-files-'))
keepFilesIn(await openStore({ dir: filesDir }))
const actors = new Map<string, Actor>()
const whoIsThere = actorBehind(15)
export const app = await serve(handlers, {
  db,
  clock: () => now,
  secure: false,
  async authenticate(_db, meta, at) {
    const { authorization = '', station } = meta
    const actor = actors.get(authorization)
    if (!actor) return whoIsThere(db, meta, at)
    if (!station) return actor
    return { ...actor, stationId: Number(station) }
  },
})
/** What Node.js and the driver warn of: a server of the next version would not do it. */
const deprecated: string[] = []
const noteDeprecated = ({ name, message, stack }: Error) => {
  if (name === 'DeprecationWarning') deprecated.push(stack ?? message)
}
process.on('warning', noteDeprecated)
afterAll(async () => {
  process.off('warning', noteDeprecated)
  await app.close()
  await db.destroy()
  await fresh.drop()
  rmSync(filesDir, { recursive: true })
  expect(deprecated, 'nothing is done in a way that will not be there').toEqual([])
  expect(Object.fromEntries(unnamed), 'every statement says of which company it asks').toEqual({})
})

let turn = 0
/** A number that no other test of this file uses. */
export const unique = () => ++turn

/** How many statements the database was sent while `act` ran. */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const before = statements.length
  await act()
  return statements.slice(before)
}

/** A company of its own for each test, so no test sees another's rows and none needs cleaning up. */
export async function world({ shifts = false, timeZone = 'Asia/Shanghai' }: { shifts?: boolean; timeZone?: string } = {}) {
  const mark = unique()
  const company = await asOwner(
    `insert into company (code, name, time_zone) values ('c${mark}', 'Riverside ${mark}', '${timeZone}') returning id, code, name`,
  )
  const companyId = company.id as number
  const addStation = (name = 'Riverside East', shiftsHere = shifts) =>
    asOwner(
      `insert into station (company_id, code, name, time_zone, enable_shift_settle)
     values (${companyId}, 's${unique()}', '${name}', '${timeZone}', ${shiftsHere}) returning id, code, name`,
    ) as Promise<{ id: number; code: string; name: string }>
  const station = await addStation()

  return {
    db,
    company: { ...company, id: companyId } as { id: number; code: string; name: string },
    station,
    addStation,
    /** Runs a piece of a module inside a transaction of this company, as the product itself. */
    within: <T>(run: (ctx: Ctx) => Promise<T>, over: Partial<Actor> = {}) =>
      within(run, { ...systemActor(companyId, 'test', timeZone), ...over }),

    /** Someone of this company: with these permissions, or with those of a role, in all its stations or in the ones given. */
    async staff(...given: (string | { role?: Role; stationIds?: number[]; over?: Partial<Actor> })[]) {
      const { role = 'admin', stationIds, over = {} } = given.find(each => typeof each === 'object') ?? {}
      const permissions = given.filter(each => typeof each === 'string')
      const id = (await asOwner(`select next_id() as id`)).id as number
      return actAs({
        kind: 'user',
        id,
        key: `user:${id}`,
        companyId,
        companyIds: [companyId],
        role,
        readOnly: false,
        zone: timeZone,
        permissions: permissions.length ? new Set(permissions) : permissionsOf(role),
        ...(stationIds && { stationIds }),
        ...over,
      })
    },
    /** Any caller you describe, e.g. a device. */
    as: (over: Partial<Actor>) => actAs({ ...systemActor(companyId, `any${unique()}`, timeZone), ...over }),
    audits: () =>
      owned<{ action: string; subject: string; detail: any }>(
        'select action, subject, detail from audit_entry where company_id = $1 order by id',
        [companyId],
      ),
    events: () =>
      owned<{ topic: string; payload: any }>('select topic, payload from outbox_event where company_id = $1 order by id', [companyId]),
    rows: <T = any>(text: string, values: unknown[] = []) => owned<T>(text, values),
  }
}

async function within<T>(run: (ctx: Ctx) => Promise<T>, actor: Actor): Promise<T> {
  let result!: T
  const piece = {
    endpoint: { method: 'POST', path: '/piece', permission: 'public', rows: true },
    run: async (ctx: Ctx) => {
      result = await run(ctx)
    },
  } as unknown as Handler
  await execute(db, piece, actor, testFacts, now, {})
  return result
}

export const testFacts = { requestId: 'test', language: 'en', ip: '127.0.0.1', userAgent: 'test', secure: false } as const

function actAs(actor: Actor) {
  const token = crypto.randomUUID()
  actors.set(token, actor)
  const send = async <E extends Endpoint>({ method, path }: E, sent: Sent<E>, headers: Record<string, string> = {}) => {
    const { id, body, query } = (sent ?? {}) as { id?: number; body?: object; query?: Record<string, unknown> }
    return app.inject({
      method,
      url: `/api/v1${path.replace('/:id', `/${id}`)}`,
      headers: { authorization: token, language: 'en', ...headers },
      ...(body && { payload: body }),
      ...(query && { query: query as Record<string, string> }),
    })
  }
  return {
    actor,
    send,
    /** Any HTTP call at all, for what the contract would not let one write. */
    raw: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown, headers: Record<string, string> = {}) =>
      app.inject({
        method,
        url: `/api/v1${url}`,
        headers: { authorization: token, language: 'en', ...headers },
        ...(payload !== undefined && { payload: payload as object }),
      }),
    async call<E extends Endpoint>(endpoint: E, sent: Sent<E>, headers?: Record<string, string>): Promise<Returned<E>> {
      const reply = await send(endpoint, sent, headers)
      if (reply.statusCode !== 200) throw new Error(`${endpoint.method} ${endpoint.path}: ${reply.statusCode} ${reply.body}`)
      return reply.json()
    },
    /** The code it was refused with, or `allowed`. */
    async refused<E extends Endpoint>(endpoint: E, sent: Sent<E>, headers?: Record<string, string>): Promise<string> {
      const reply = await send(endpoint, sent, headers)
      return reply.statusCode === 200 ? 'allowed' : reply.json().code
    },
  }
}

/** Past the wall, for setting a scene. The owner of a test cluster is its superuser. */
export async function owned<T>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await ownerPool.query(text, values)).rows as T[]
}
/** As the database's superuser, past triggers, references and walls, on every machine: the worst administrator there could be. */
export async function tamper(text: string, values: unknown[] = []): Promise<void> {
  const client = await ownerPool.connect()
  try {
    // Set for the transaction: only such a setting is made on each of several machines.
    for (const each of ['begin', 'set local session_replication_role = replica']) await client.query(each)
    await (values.length > 0 ? client.query(text, values) : client.query(text))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
const ownerPool = openPool(fresh.url, { max: 2, role: 'none' })
afterAll(() => ownerPool.end())
const asOwner = async (text: string) => (await owned<Record<string, any>>(text))[0]!
