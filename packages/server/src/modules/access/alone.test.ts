import { roleAccesses, sessions, stations, users } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '../../platform/http/http.ts'
import { browser, password, person, signedIn } from '../../testing/access.ts'
import { app, db, noon, owned, setClock, world } from '../../testing/world.ts'
import { actorBehind, handlers } from '../index.ts'

beforeEach(() => setClock(noon))
const later = (minutes: number, seconds = 0) => setClock(new Date(noon.getTime() + minutes * 60_000 + seconds * 1000))

test('anyone who handles money and left their screen is signed out after a quarter of an hour; a user who only reads is not', async () => {
  const { company, station } = await world()
  const leader = await signedIn(company, { roles: [{ role: 'station_leader', stationId: station.id }] })
  const bill = await signedIn(company, { roles: [{ role: 'station_bill', stationId: station.id }] })
  expect((await leader.call(sessions.profile, {})).idleMinutes).toBe(15)
  expect((await bill.call(sessions.profile, {})).idleMinutes).toBeNull()

  for (const minute of [10, 20, 30]) {
    later(minute)
    expect(await leader.refused(stations.list, {})).toBe('allowed')
  }
  later(45)
  expect(await leader.refused(stations.list, {})).toBe('allowed')
  later(60, 1)
  expect(await leader.refused(stations.list, {})).toBe('auth.required')
  expect(await owned('select id from session where user_account = $1', [leader.id])).toEqual([])
  expect(await bill.refused(stations.list, {})).toBe('allowed')
})

test('how long, is a setting; with 0 nobody is signed out for being away', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const asked = async (minutes: number, at: number) => {
    const door = await serve(handlers, {
      db,
      clock: () => new Date(noon.getTime() + at * 60_000),
      authenticate: actorBehind(minutes),
      secure: false,
    })
    const headers = { authorization: lin.kept.token!, cookie: `forecourt=${lin.kept.cookie}` }
    const { statusCode } = await door.inject({ method: 'GET', url: '/api/v1/stations', headers })
    await door.close()
    return statusCode
  }
  expect(await asked(0, 300)).toBe(200)
  expect(await asked(60, 359)).toBe(200)
  expect(await asked(5, 366)).toBe(401)
})

// @req ORG-013 ACC-087
test('somebody who may sign in from one device only is told so elsewhere, by password and by link', async () => {
  const { company } = await world()
  const lin = await person(company, { roles: ['admin'], over: { login_device_id: 'till-2', login_reason: 'Till 2 only' } })
  const enter = (deviceId?: string) =>
    browser().raw('POST', '/users/login', { mobile: lin.mobile, password, companyId: company.code, ...(deviceId && { deviceId }) })
  expect((await enter('till-2')).statusCode).toBe(200)
  for (const other of [undefined, 'till-1']) {
    const reply = (await enter(other)).json()
    expect([reply.code, reply.message]).toEqual(['login.restricted', 'You cannot sign in now: Till 2 only'])
  }
  const page = browser()
  await page.raw('POST', '/users/login', { mobile: lin.mobile, password, companyId: company.code, deviceId: 'till-2' })
  const linked = async (deviceId?: string) => {
    const { code } = await page.call(sessions.code, { body: { client: 'desk' } })
    return browser().refused(sessions.loginByCode, { body: { code, client: 'desk', ...(deviceId && { deviceId }) } })
  }
  expect(await linked()).toBe('login.restricted')
  expect(await linked('till-2')).toBe('allowed')
})

test('of a thousand wrong PINs at once at most five are compared', { timeout: 300_000 }, async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  await lin.call(users.pin, { id: lin.id, body: { password, pin: '274951' } })
  const guess = (turn: number) => {
    const body = { pin: String(300_000 + 311 * turn), action: 'order.refund', subject: 'orders:1' } as const
    return lin.refused(users.verifyPin, { id: lin.id, body })
  }
  const outcomes = await Promise.all(Array.from({ length: 1000 }, (_, turn) => guess(turn)))
  const compared = await owned<{ tries: number }>(
    `select (detail ->> 'tries')::int as tries from audit_entry where company_id = $1 and action = 'access.pin.wrong' order by id`,
    [company.id],
  )
  expect(compared.map(({ tries }) => tries)).toEqual([1, 2, 3, 4, 5])
  expect(
    Object.fromEntries(
      Map.groupBy(outcomes, code => code)
        .entries()
        .map(([code, all]) => [code, all.length]),
    ),
  ).toEqual({
    'pin.wrong': 4,
    'pin.locked': 996,
  })
  expect(await lin.refused(users.verifyPin, { id: lin.id, body: { pin: '274951', action: 'order.refund', subject: 'orders:1' } })).toBe(
    'pin.locked',
  )
})

test('what is changed in one instance holds in the other with its very next call', async () => {
  const { company, station } = await world()
  const admin = await signedIn(company, { roles: ['admin'] })
  const bill = await signedIn(company, { roles: [{ role: 'station_bill', stationId: station.id }] })
  const second = await serve(handlers, { db, clock: () => noon, authenticate: actorBehind(15), secure: false })
  expect(second).not.toBe(app)
  const headers = { authorization: bill.kept.token!, cookie: `forecourt=${bill.kept.cookie}` }
  const elsewhere = async (path: string) => (await second.inject({ method: 'GET', url: `/api/v1${path}`, headers })).statusCode
  expect(await elsewhere('/transactions')).toBe(200)

  const { content } = await admin.call(roleAccesses.list, { query: { search: 'defaultRole:station_bill' } })
  const { id, version } = content[0]!
  const off = ['transactions' as const, 'transactionsStatistic' as const]
  const closed = { menus: { on: [], off }, buttons: {}, interfaces: {}, tasks: {} }
  await admin.call(roleAccesses.update, { id, body: { version, ...closed } })
  expect(await elsewhere('/transactions')).toBe(403)

  await admin.call(users.disable, { id: bill.id })
  expect(await elsewhere('/stations')).toBe(401)
  await second.close()
})
