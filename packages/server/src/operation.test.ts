import { deviceCredential } from '@forecourt/contract'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { actorBehind, handlers } from './modules/index.ts'
import type { DiskState } from './platform/storage/disk.ts'
import { closeGently, serve, type Host } from './platform/http/http.ts'
import { newestMigration } from './platform/postgres/migrate.ts'
import { asRefusal } from './platform/postgres/refusals-of-postgres.ts'
import { openAdmission } from './platform/overload/admission.ts'
import { signedIn } from './testing/access.ts'
import { cpuContention } from './testing/cpu-contention.ts'
import { shop } from './testing/order.ts'
import { db, noon, ownerUrl } from './testing/world.ts'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

type Busy = Partial<Host & { connections: number; statementTimeoutMs: number; waitMs: number; answerMs: number }>

/** A server of the product with few connections, and who calls it: a station's till, and an administrator at their desk. */
async function busyServer({ connections = 3, statementTimeoutMs = 2000, waitMs = 500, answerMs = 60_000, ...over }: Busy = {}) {
  const it = await shop()
  const { credential } = await (await it.staff('forecourt.device.enrol')).call(deviceCredential.enrol, { id: it.till.id })
  const { kept } = await signedIn(it.company, { roles: ['admin'] })
  const admission = await openAdmission(ownerUrl, { connections, statementTimeoutMs, waitMs, answerMs })
  const app = await serve(handlers, {
    db: admission.poolClasses[0]!.db,
    admission,
    clock: () => noon,
    authenticate: actorBehind(15),
    secure: false,
    newestMigration: newestMigration(),
    ...over,
  })
  ends.push(
    () => admission.stop(),
    () => app.close(),
  )
  const desk = { authorization: kept.token!, cookie: `forecourt=${kept.cookie}`, language: 'en' }
  let sequence = 0
  return {
    ...it,
    app,
    admission,
    desk,
    list: (path: string) => app.inject({ url: `/api/v1${path}`, headers: desk }),
    sell: () =>
      app.inject({
        method: 'POST',
        url: '/api/v1/orders',
        headers: { authorization: `Device ${credential}` },
        payload: it.fuelSale({ sequence: ++sequence }),
      }),
  }
}

/** How it went and how long it took. */
async function timed<T>(act: Promise<T>): Promise<{ reply: T; ms: number }> {
  const begun = performance.now()
  return { reply: await act, ms: performance.now() - begun }
}

// Fault F7.
test('when every connection is held, lists are told within two seconds to come again, and sales still come in', async () => {
  const { admission, list, sell } = await busyServer()
  const [general] = admission.poolClasses
  const held = await Promise.all(Array.from({ length: general!.pool.options.max }, () => general!.pool.connect()))
  const [{ reply: refused, ms }, sale] = await Promise.all([timed(list('/stations')), sell()])
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ code: 'server.busy', message: 'The system is busy. Please try again shortly.' })
  expect(refused.headers['retry-after']).toBe('2')
  expect(ms / cpuContention()).toBeLessThan(2000)
  expect(sale.statusCode).toBe(200)

  for (const client of held) client.release()
  expect((await list('/stations')).statusCode).toBe(200)
})

test('five hundred lists at once are answered or told to come again, none waits for long, and sales overtake them', async () => {
  const { list, sell } = await busyServer({ waitMs: 1500 })
  const crowd = Array.from({ length: 500 }, () => timed(list('/stations')))
  const sales = await Promise.all(Array.from({ length: 5 }, () => timed(sell())))
  expect(sales.map(({ reply }) => reply.statusCode)).toEqual([200, 200, 200, 200, 200])
  const answers = await Promise.all(crowd)
  expect([...new Set(answers.map(({ reply }) => reply.statusCode))].filter(status => status !== 200 && status !== 503)).toEqual([])
  expect(answers.filter(({ reply }) => reply.statusCode === 503 && reply.headers['retry-after'] !== '2')).toEqual([])
  expect((await list('/stations')).statusCode).toBe(200)
})

// Fault F8.
test('a table that somebody holds costs its callers a statement, not the server', async () => {
  const { list } = await busyServer({ connections: 5 })
  const hand = new pg.Client({ connectionString: ownerUrl })
  await hand.connect()
  await hand.query('begin; lock table sale_order in access exclusive mode')
  const orders = timed(list('/orders'))
  const stations = await list('/stations')
  expect(stations.statusCode).toBe(200)
  const { reply, ms } = await orders
  expect(reply.statusCode).toBe(503)
  expect(ms / cpuContention()).toBeLessThan(5000)
  await hand.query('rollback')
  await hand.end()
  expect((await list('/orders')).statusCode).toBe(200)
})

test('who calls too often is told how long to wait: by source before signing in, by session after', async () => {
  const { app, list } = await busyServer({ limits: { source: 3, session: 5 } })
  const from = (remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/v1/users/login', payload: { mobile: '1', password: 'x', companyId: 'none' }, remoteAddress })
  const stranger = []
  for (let turn = 0; turn < 4; turn++) stranger.push(await from('10.0.0.1'))
  expect(stranger.map(({ statusCode }) => statusCode === 429)).toEqual([false, false, false, true])
  expect(stranger[3]!.json().code).toBe('request.tooMany')
  expect(stranger[3]!.headers['retry-after']).toBe('60')
  expect((await from('10.0.0.2')).statusCode).not.toBe(429)

  const desk = []
  for (let turn = 0; turn < 6; turn++) desk.push((await list('/stations')).statusCode)
  expect(desk).toEqual([200, 200, 200, 200, 200, 429])
  const bent = []
  for (let turn = 0; turn < 4; turn++)
    bent.push(await app.inject({ url: '/api/v1/stations', headers: { authorization: `guess-${turn}` }, remoteAddress: '10.0.0.3' }))
  expect(bent.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429])
})

test('it is ready only with a database of its own version, that answers', async () => {
  const { app } = await busyServer()
  const ready = async () => (await app.inject({ url: '/readyz' })).statusCode
  expect(await ready()).toBe(200)
  const { app: newer } = await busyServer({ newestMigration: '9999_future.sql' })
  expect((await newer.inject({ url: '/readyz' })).statusCode).toBe(503)
  expect((await newer.inject({ url: '/healthz' })).statusCode).toBe(200)
  const { app: cut, admission } = await busyServer({ connections: 2 })
  const held = await admission.poolClasses[0]!.pool.connect()
  expect((await cut.inject({ url: '/readyz' })).statusCode).toBe(503)
  held.release()
  expect((await cut.inject({ url: '/readyz' })).statusCode).toBe(200)
})

test('a server that ends lets nobody in and answers anyone who is inside, but does not wait for ever', async () => {
  const { app, desk } = await busyServer({ statementTimeoutMs: 5000 })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const hand = new pg.Client({ connectionString: ownerUrl })
  await hand.connect()
  // Of this database: others of the cluster have locks of their own.
  const waits = async () => {
    const own = 'database = (select oid from pg_database where datname = current_database())'
    return (await hand.query(`select from pg_locks where not granted and ${own}`)).rowCount
  }
  await hand.query('begin; lock table sale_order in access exclusive mode')
  const inside = fetch(`${url}/api/v1/orders`, { headers: desk })
  await expect.poll(waits).toBeGreaterThan(0)
  const begun = performance.now()
  const ended = closeGently(app)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  await hand.query('rollback')
  expect((await inside).status).toBe(200)
  await ended
  expect((performance.now() - begun) / cpuContention()).toBeLessThan(5000)

  const { app: stubborn, desk: other } = await busyServer({ statementTimeoutMs: 5000 })
  const at = await stubborn.listen({ port: 0, host: '127.0.0.1' })
  await hand.query('begin; lock table sale_order in access exclusive mode')
  const cut = fetch(`${at}/api/v1/orders`, { headers: other }).then(
    ({ status }) => status,
    () => 'cut',
  )
  await expect.poll(waits).toBeGreaterThan(0)
  const { ms } = await timed(closeGently(stubborn, 300))
  expect(ms / cpuContention()).toBeLessThan(4000)
  expect(await cut).toBe('cut')
  await hand.query('rollback')
  await hand.end()
})

test('its figures are for the machine itself or anyone who shows the token', async () => {
  const token = 'figures-for-prometheus'
  const admission = await openAdmission(ownerUrl, { connections: 3 })
  ends.push(() => admission.stop())
  const { app, list } = await busyServer({ metrics: { token, poolClasses: admission.poolClasses, db } })
  await list('/stations')
  const read = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ url: '/metrics', headers, remoteAddress })
  const figures = await read()
  expect(figures.statusCode).toBe(200)
  for (const line of [
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/stations",status="200"\} 1$/m,
    /^forecourt_database_connections\{pool="reserved",state="idle"\} \d+$/m,
    /^forecourt_outbox_backlog \d+$/m,
    /^forecourt_audit_backlog \d+$/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
  ])
    expect(figures.body).toMatch(line)
  expect((await read({}, '10.0.0.1')).statusCode).toBe(404)
  expect((await read({ 'x-forwarded-for': '10.0.0.1' })).statusCode).toBe(404)
  expect((await read({ authorization: 'Bearer guess' }, '10.0.0.1')).statusCode).toBe(404)
  expect((await read({ authorization: `Bearer ${token}` }, '10.0.0.1')).statusCode).toBe(200)
})

// Fault F5.
test('on a full disk lists are read on and people sign in; a refused change says why', async () => {
  const disk = { state: 'full' as DiskState }
  const { app, desk, list, sell } = await busyServer({ disk })
  const read = await list('/stations')
  expect([read.statusCode, read.headers['disk']]).toEqual([200, 'full'])
  const sale = await sell()
  expect([sale.statusCode, sale.json().code, sale.headers['retry-after']]).toEqual([503, 'server.diskFull', '2'])
  const saved = await app.inject({ method: 'POST', url: '/api/v1/fuelCodes', headers: desk, payload: {} })
  expect([saved.statusCode, saved.json().code]).toEqual([503, 'server.diskFull'])
  const login = { mobile: '13800009999', password: 'Nobody-knows-26', companyId: 'none' }
  const stranger = await app.inject({ method: 'POST', url: '/api/v1/users/login', payload: login })
  expect(stranger.json().code).not.toBe('server.diskFull')

  disk.state = 'low'
  expect((await list('/stations')).headers['disk']).toBe('low')
  expect((await sell()).headers['disk']).toBeUndefined()
})

test('a database that has no room for a row, and a folder that has none for a file, say so', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT'])
    expect(asRefusal(Object.assign(new Error('no room'), { code }))?.code).toBe('server.diskFull')
})

test('anyone who sends a body byte by byte is hung up on, and anyone who sends it at once is answered', async () => {
  const { app, desk, list } = await busyServer({ bodyMs: 300 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', data => (received += data.toString()))
  const hungUp = once(socket, 'close')
  const head = { host: 'localhost', ...desk, 'content-type': 'application/json', 'content-length': '1000' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/v1/fuelCodes HTTP/1.1\r\n${lines.join('')}\r\n{`)
  await hungUp
  expect(received).toContain('HTTP/1.1 408')
  expect(received).toContain('request.tooSlow')
  expect((await list('/stations')).statusCode).toBe(200)
})

// Fault F8.
test('a connection on which the database says nothing any more is given up when its call must be answered', async () => {
  const { app, admission, desk } = await busyServer({ statementTimeoutMs: 60_000, answerMs: 700 })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('begin; lock table fuel_code in access exclusive mode')
  const replies = await Promise.all([1, 2].map(() => app.inject({ url: '/api/v1/fuelCodes', headers: desk })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  await expect.poll(() => admission.poolClasses[0]!.pool.totalCount - admission.poolClasses[0]!.pool.idleCount).toBe(0)
  await owner.query('rollback')
  await owner.end()
  expect((await app.inject({ url: '/api/v1/fuelCodes', headers: desk })).statusCode).toBe(200)
})
