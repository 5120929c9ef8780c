import { fuelCodes, sessions, stations, users } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { browser, password, person, signedIn } from '../../testing/access.ts'
import { serve } from '../../platform/http/http.ts'
import { db, noon, owned, setClock, world } from '../../testing/world.ts'
import { purgeExpired } from '../../maintenance.ts'
import { actorBehind, handlers } from '../index.ts'

beforeEach(() => setClock(noon))
const later = (minutes: number) => setClock(new Date(noon.getTime() + minutes * 60_000))
const hours = 60

// @req ACC-027 ACC-062
test('a profile says who one is, for whom, and what one may open and do', async () => {
  const { company, station } = await world()
  const lin = await signedIn(company, { roles: ['admin'], name: 'Lin', email: 'lin@river.example', over: { search_order_days: 90 } })

  const me = await lin.call(sessions.profile, { query: { expand: 'roles.station' } })
  expect(me).toMatchObject({
    id: lin.id,
    name: 'Lin',
    email: 'lin@river.example',
    mobile: lin.mobile,
    readOnly: false,
    hasPin: false,
    defaultRole: 'admin',
    company: { id: company.id, code: company.code, timeZone: 'Asia/Shanghai', currency: 'CNY', currencyName: '元', symbol: '¥' },
    roles: [{ defaultRole: 'admin', station: null }],
    search: { orderDays: 90, cardDetailDays: null },
  })
  expect(me.permissions).toContain('access.user.write')
  expect(me.menus.web).toEqual(expect.arrayContaining(['Home', 'StaffMge', 'AddStations']))
  expect(JSON.stringify(me)).not.toMatch(/hash|argon/i)
  expect(await lin.refused(sessions.profile, { query: { expand: 'roles.colour' } })).toBe('expand.unknown')

  const wu = await signedIn(company, { roles: [{ role: 'station_bill', stationId: station.id }], name: 'Wu' })
  expect(await wu.call(sessions.profile, { query: { expand: 'roles.station' } })).toMatchObject({
    name: 'Wu',
    roles: [{ defaultRole: 'station_bill', station: { id: station.id, name: station.name } }],
  })
})

// @req SEC-005
test('a session is two halves: either alone, or another’s, is none', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const wu = await signedIn(company, { roles: ['admin'] })
  const { token, cookie } = lin.kept
  const with_ = (kept: { token?: string; cookie?: string }) => browser(kept).refused(sessions.profile, {})

  expect(await with_({ token: token!, cookie: cookie! })).toBe('allowed')
  expect(await with_({ token: `Bearer ${token}`, cookie: cookie! })).toBe('allowed')
  for (const half of [
    {},
    { token: token! },
    { cookie: cookie! },
    { token: token!, cookie: wu.kept.cookie! },
    { token: cookie!, cookie: token! },
    { token: `${token}x`, cookie: cookie! },
    { token: 'Device 1.x', cookie: cookie! },
    { token: 'null', cookie: 'null' },
  ]) {
    expect(await with_(half), JSON.stringify(half)).toBe('auth.required')
  }
  // Neither half lies in the database.
  const kept = JSON.stringify(await owned("select encode(token_hash, 'escape') as t, encode(cookie_hash, 'escape') as c from session"))
  expect(kept).not.toContain(token)
  expect(kept).not.toContain(cookie)
})

// @req ACC-004 ACC-028 ACC-030 ACC-033 ACC-034
test('every answer says when the session ends; a renewed one goes on, and after twelve hours an old one does not', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['company_group'] })
  const wu = await signedIn(company, { roles: ['company_group'] })
  const end = noon.getTime() + 12 * hours * 60_000
  expect(Number((await lin.send(stations.list, {})).headers['expiration'])).toBe(end)

  later(12 * hours - 4)
  const before = { ...lin.kept }
  const reply = await lin.send(sessions.refresh, {})
  expect(reply.json()).toEqual({ token: lin.kept.token, expiration: noon.getTime() + (24 * hours - 4) * 60_000 })
  expect(reply.headers['authorization']).toBe(lin.kept.token)
  expect(lin.kept).not.toEqual(before)
  later(12 * hours - 1)
  expect(await wu.refused(sessions.profile, {})).toBe('allowed')
  later(12 * hours)
  expect(await wu.refused(sessions.profile, {})).toBe('auth.required')
  later(12 * hours + 1)
  expect(await lin.refused(sessions.profile, {})).toBe('allowed')
  later(24 * hours)
  expect(await lin.refused(sessions.profile, {})).toBe('auth.required')
})

test('renewing goes on for two days and no longer', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['company_group'] })
  const ends: number[] = []
  for (const at of [11, 22, 33, 44]) {
    later(at * hours)
    ends.push(((await lin.call(sessions.refresh, {})).expiration - noon.getTime()) / 3_600_000)
  }
  expect(ends).toEqual([23, 34, 45, 48])
})

test('a token that was renewed and shows up again ends the whole family: one of the two is a thief', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const stolen = { ...lin.kept }
  await lin.call(sessions.refresh, {})
  expect(await lin.refused(sessions.profile, {})).toBe('allowed')

  expect(await browser(stolen).refused(sessions.profile, {})).toBe('auth.required')
  expect(await lin.refused(sessions.profile, {})).toBe('auth.required')
})

test('of two renewals at once, one succeeds', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const both = await Promise.all([
    browser({ ...lin.kept }).refused(sessions.refresh, {}),
    browser({ ...lin.kept }).refused(sessions.refresh, {}),
  ])
  expect(new Set(both)).toEqual(new Set(['allowed', 'auth.required']))
})

// @req ACC-029 ACC-035
test('log out ends the session at once, tells the browser to forget it, and may be said twice', async () => {
  const { company } = await world()
  const lin = await signedIn(company, { roles: ['admin'] })
  const kept = { ...lin.kept }
  const reply = await lin.send(sessions.logout, {})
  expect([reply.statusCode, reply.headers['set-cookie'], reply.headers['clear-site-data']]).toEqual([
    200,
    expect.stringMatching(/^forecourt=; .*Max-Age=0/),
    '"cache", "cookies"',
  ])
  expect(await browser(kept).refused(sessions.profile, {})).toBe('auth.required')
  expect(await browser(kept).refused(sessions.logout, {})).toBe('allowed')

  // A session that is over by its time, or that never was, is logged out of as well.
  const wu = await signedIn(company, { roles: ['admin'] })
  later(13 * hours)
  expect([await wu.refused(sessions.profile, {}), await wu.refused(sessions.logout, {})]).toEqual(['auth.required', 'allowed'])
  expect(await browser().refused(sessions.logout, {})).toBe('allowed')
})

test('five sessions stand side by side; the sixth ends the oldest, and each can be ended from another', async () => {
  const { company, audits } = await world()
  const lin = await person(company, { roles: ['admin'] })
  const pages = []
  for (let n = 0; n < 6; n++) {
    later(n)
    const page = browser({}, { client: `web/${n}` })
    await page.raw('POST', '/users/login', { mobile: lin.mobile, password, companyId: company.code })
    pages.push(page)
  }
  const [first, second, third, , , last] = pages
  expect(await first!.refused(sessions.profile, {})).toBe('auth.required')
  const open = await last!.call(sessions.list, {})
  expect(new Set(open.content.map(({ client }) => /^web\/\d/.exec(client)?.[0]))).toEqual(
    new Set(['web/1', 'web/2', 'web/3', 'web/4', 'web/5']),
  )
  expect(open.content.filter(({ current }) => current)).toMatchObject([{ source: '127.0.0.1', defaultRole: 'admin' }])

  await last!.call(sessions.end, { id: open.content.find(({ client }) => client.startsWith('web/1'))!.id })
  expect(await second!.refused(sessions.profile, {})).toBe('auth.required')
  const wu = await signedIn(company, { roles: ['admin'] })
  expect(await wu.refused(sessions.end, { id: open.content[0]!.id })).toBe('notFound')
  expect(await last!.call(sessions.endAll, {})).toEqual({ ended: 4 })
  expect(await third!.refused(sessions.profile, {})).toBe('auth.required')
  expect((await audits()).map(({ action }) => action)).toEqual(expect.arrayContaining(['access.session.end', 'access.session.endAll']))
})

// @req SEC-008 SEC-009 SEC-010
test('the headers company, Station and Role choose among what one has, and never give more', async () => {
  const { company, station, addStation } = await world()
  const [west, north] = [await addStation('West'), await addStation('North')]
  const { company: other, station: foreign } = await world()
  const lin = await signedIn(company, {
    roles: [
      { role: 'station_master', stationId: station.id },
      { role: 'station_master', stationId: west.id },
    ],
  })
  const { roles } = await lin.call(sessions.profile, {})
  const outcome = (headers: object) => lin.refused(stations.list, {}, headers as Record<string, string>)

  for (const own of [
    {},
    { Station: `${west.id}` },
    { company: `${company.id}` },
    { company: `${company.id}`, Station: `${station.id}` },
    { Role: `station_master,${roles[0]!.id}` },
    { Role: `station_master,${roles[1]!.id}` },
  ]) {
    expect(await outcome(own), JSON.stringify(own)).toBe('allowed')
  }
  for (const more of [
    { Station: `${north.id}` },
    { Station: `${foreign.id}` },
    { Station: '1' },
    { Station: 'x' },
    { Station: '0' },
    { Station: '-1' },
    { Station: `${station.id},${west.id}` },
    { company: `${other.id}` },
    { company: '1' },
    { company: company.code },
    { company: `${other.id}`, Station: `${foreign.id}` },
    { Role: 'admin' },
    { Role: 'superAdmin,1' },
    { Role: `admin,${roles[0]!.id}` },
    { Role: 'station_master,1' },
    { Role: 'station_master' },
    { Role: 'group_master' },
  ]) {
    expect(await outcome(more), JSON.stringify(more)).toBe('auth.forbidden')
  }
})

test('staff of stations see those; an admin their company; a head office the companies it groups; a superAdmin all', async () => {
  const here = await world(),
    there = await world(),
    away = await world()
  const west = await here.addStation('West')
  const [group] = await owned<{ id: number }>("insert into company_group (name) values ('Rivers') returning id")
  await owned('insert into company_group_member values ($1, $2)', [group!.id, there.company.id])
  const office = await person(here.company, { roles: [] })
  await owned("insert into user_role (company_id, user_id, default_role, company_group_id) values ($1, $2, 'company_group', $3)", [
    here.company.id,
    office.id,
    group!.id,
  ])
  const page = browser()
  await page.raw('POST', '/users/login', { mobile: office.mobile, password, companyId: here.company.code })
  const seen = async (who: ReturnType<typeof browser>, headers?: Record<string, string>) =>
    (await who.call(stations.list, { query: { size: 500, sort: 'id,asc' } }, headers)).content.map(({ id }) => id)

  expect(await seen(await signedIn(here.company, { roles: [{ role: 'station_bill', stationId: west.id }] }))).toEqual([west.id])
  expect(await seen(await signedIn(here.company, { roles: ['admin'] }))).toEqual([here.station.id, west.id])
  expect(await seen(page)).toEqual([here.station.id, west.id, there.station.id].toSorted((a, b) => a - b))
  expect(await page.refused(stations.get, { id: away.station.id })).toBe('notFound')
  const all = await signedIn(here.company, { roles: ['superAdmin'] })
  expect(await seen(all)).toEqual(expect.arrayContaining([here, there, away].map(({ station }) => station.id)))
  // Choosing a station chooses its company; the list to choose from stays whole.
  const chosen = { Station: `${away.station.id}` }
  expect(await seen(all, chosen)).toEqual(expect.arrayContaining([here.station.id, away.station.id]))
  expect((await all.call(sessions.profile, {}, chosen)).company.id).toBe(away.company.id)
  expect((await all.call(users.list, {}, chosen)).totalElements).toBe(0)
})

// @req ACC-087 ORG-014
test('who may only read is refused every change, and may still look after their own password', async () => {
  const { company, station } = await world()
  const lin = await signedIn(company, { roles: ['admin'], readOnly: true })
  const body = { ...(await lin.call(stations.get, { id: station.id })), name: 'East' }
  expect(await lin.refused(stations.update, { id: station.id, body: { code: body.code, name: 'East', version: body.version } })).toBe(
    'auth.readOnly',
  )
  expect(await lin.refused(stations.create, { body: { code: 'n1', name: 'North' } })).toBe('auth.readOnly')
  expect(await lin.refused(fuelCodes.delete, { id: 1 })).toBe('auth.readOnly')
  expect(await lin.refused(fuelCodes.list, {})).toBe('allowed')
  expect(await lin.refused(users.password, { id: lin.id, body: { oldPassword: password, password: 'badger-tunnel-44' } })).toBe('allowed')
})

test('behind TLS the cookie is bound to it, and the proxy alone says where a request comes from', async () => {
  const { company } = await world()
  const lin = await person(company, { roles: ['admin'] })
  const door = await serve(handlers, { db, clock: () => noon, authenticate: actorBehind(15), secure: true })
  const knock = (headers: Record<string, string>, url: string, payload?: object) =>
    door.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api/v1${url}`,
      remoteAddress: '127.0.0.1',
      headers,
      ...(payload && { payload }),
    })

  const forged = { 'x-forwarded-for': '8.8.8.8, 10.0.0.7' }
  const reply = await knock(forged, '/users/login', { mobile: lin.mobile, password, companyId: company.code })
  expect(reply.headers['set-cookie']).toMatch(/^__Host-forecourt=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; /)
  const cookie = String(reply.headers['set-cookie']).split(';')[0]!
  const both = { authorization: String(reply.headers['authorization']), ...forged }
  expect((await knock({ ...both, cookie }, '/users/sessions')).json().content).toMatchObject([{ source: '10.0.0.7' }])
  expect((await knock({ ...both, cookie: cookie.replace('__Host-', '') }, '/users/sessions')).statusCode).toBe(401)
  await door.close()
})

test('a session that was opened while the clock was a year ahead ends when the clock is right again', async () => {
  const { company } = await world()
  const right = await signedIn(company, { roles: ['admin'] })
  later(400 * 24 * hours)
  const wrong = await signedIn(company, { roles: ['admin'] })
  later(5)
  await purgeExpired(db, new Date(noon.getTime() + 5 * 60_000))
  expect(await wrong.refused(sessions.profile, {})).toBe('auth.required')
  expect(await right.refused(sessions.profile, {})).toBe('allowed')
})
