import {
  displayPermissions,
  displays,
  displaysAtMost,
  endpoints,
  liveTicket,
  sessions,
  stations,
  statistics,
  type Endpoint,
} from '@forecourt/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { browser, signedIn } from '../../testing/access.ts'
import { shop } from '../../testing/order.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'
import { setLivePorts } from '../live/index.ts'

beforeEach(() => setLivePorts({ port: 1, tlsPort: 2 }))
afterEach(() => {
  setClock(noon)
  setLivePorts(undefined)
})
const later = (minutes: number) => setClock(new Date(noon.getTime() + minutes * 60_000))
const day = { from: '2026-05-01', to: '2026-05-01', group: 'station' }

/** A head office that hangs up a screen: of the company, or of one station. */
async function hung({ ofStation = false } = {}) {
  const it = await shop()
  const office = await signedIn(it.company, { name: 'Lin', roles: ['company_user'] })
  const other = await it.addStation('Riverside West')
  const open = (name = 'Lobby', stationId: number | null = ofStation ? it.station.id : null) =>
    office.call(displays.open, { body: { name, stationId } })
  const { id, code } = await open()
  const screen = browser()
  const paired = await screen.call(displays.pair, { body: { code } })
  return { ...it, office, other, open, id, code, screen, paired }
}

test('a screen is signed in by a code, and shows the company, by the name of the screen', async () => {
  const { station, other, office, sell, screen, id, paired } = await hung()
  expect(paired).toMatchObject({ name: 'Lobby', stationId: null })
  const shown = await screen.call(sessions.profile, {})
  expect(shown).toMatchObject({ display: { id, name: 'Lobby', stationId: null }, readOnly: true, idleMinutes: null })
  expect([shown.menus.web, shown.name, shown.mobile, shown.roles]).toEqual([['DataScreen'], 'Lobby', null, []])
  await sell()
  const sold = await screen.call(statistics.sales, { query: day })
  expect(sold.content).toMatchObject([{ stationId: station.id, totalCents: 240_00 }])
  const seen = await screen.call(stations.list, {})
  expect(new Set(seen.content.map(each => each.id))).toEqual(new Set([station.id, other.id]))
  const { topics } = await screen.call(liveTicket, { body: { stationId: station.id, also: [other.id] } })
  expect(topics).toContain(`stations/${other.id}/orders`)
  // What is told to its user alone is not for a wall.
  expect(topics.filter(topic => !topic.startsWith('stations/'))).toEqual([])

  expect(await office.call(sessions.list, {})).toMatchObject({ totalElements: 1 })
})

/** What a screen may call, of all calls there are: what reads what it shows, and what opens the page. */
const opens = ({ permission, method, reads, display }: Endpoint) =>
  permission === 'signedIn' ? display === true : displayPermissions.has(permission) && (method === 'GET' || reads === true)

test('every other call is closed to it, before what it asks is looked at', async () => {
  const { screen } = await hung()
  const called = endpoints.filter(({ permission }) => permission !== 'public')
  const refused = ['auth.forbidden', 'auth.readOnly']
  for (const endpoint of called) {
    const { method, path } = endpoint
    const reply = await screen.raw(method, path.replace('/:id', '/1'), method === 'GET' ? undefined : {})
    const isClosed = [401, 403].includes(reply.statusCode) && refused.includes(reply.json<{ code: string }>().code)
    expect([method, path, isClosed]).toEqual([method, path, !opens(endpoint)])
  }
  const own = called
    .filter(endpoint => endpoint.permission === 'signedIn' && opens(endpoint))
    .map(({ method, path }) => `${method} ${path}`)
  expect(own.toSorted()).toEqual(['GET /bootstrap', 'GET /users/profile', 'POST /live/tickets'])
})

test('a screen of one station shows no other, whatever it asks for', async () => {
  const { station, other, screen, paired } = await hung({ ofStation: true })
  expect(paired.stationId).toBe(station.id)
  const seen = await screen.call(stations.list, {})
  expect(seen.content.map(({ id }) => id)).toEqual([station.id])
  expect(await screen.refused(stations.list, {}, { Station: String(other.id) })).toBe('auth.forbidden')
  expect(await screen.refused(stations.list, {}, { company: String((await world()).company.id) })).toBe('auth.forbidden')
  const elsewhere = await screen.call(statistics.sales, { query: { ...day, stationId: other.id } })
  expect(elsewhere.content).toEqual([])
  expect(await screen.refused(liveTicket, { body: { stationId: other.id } })).toBe('notFound')
  expect(await screen.refused(liveTicket, { body: { stationId: station.id, also: [other.id] } })).not.toBe('allowed')
})

test('a screen that the platform’s own administrator opened shows the company it was opened for, and no other', async () => {
  const [here, there] = [await world(), await world()]
  const keeper = await signedIn(here.company, { roles: ['superAdmin'] })
  const { code } = await keeper.call(displays.open, { body: { name: 'Hall' } }, { company: String(there.company.id) })
  const screen = browser()
  await screen.call(displays.pair, { body: { code } })
  const seen = await screen.call(stations.list, {})
  expect(seen.content.map(({ id }) => id)).toEqual([there.station.id])
  expect((await screen.call(sessions.profile, {})).company.id).toBe(there.company.id)
  expect(await screen.refused(stations.list, {}, { company: String(here.company.id) })).toBe('auth.forbidden')
  expect(await screen.refused(stations.get, { id: here.station.id })).toBe('notFound')
})

test('it stays signed in for months without anyone at it, and is listed with where it hangs and when it was seen', async () => {
  const { company, screen, id, station } = await hung({ ofStation: true })
  const months = 60 * 24 * 120
  later(months)
  expect(await screen.refused(stations.list, {})).toBe('allowed')
  const colleague = await signedIn(company, { roles: ['company_user'] })
  const seenDate = new Date(noon.getTime() + months * 60_000).toISOString()
  const at = { id: station.id, name: station.name }
  const { content } = await colleague.call(displays.list, {})
  expect(content).toMatchObject([{ id, name: 'Lobby', openedBy: 'Lin', station: at, pairedDate: noon.toISOString(), seenDate }])
  const stranger = await signedIn((await world()).company, { roles: ['admin'] })
  expect(await stranger.call(displays.list, {})).toEqual({ content: [], totalElements: 0 })
  expect(await stranger.refused(displays.end, { id })).toBe('notFound')
  later(60 * 24 * 400)
  expect(await screen.refused(stations.list, {})).toBe('auth.required')
})

test('its code is good once, for ten minutes, and however it is typed', async () => {
  const { open, code } = await hung()
  const typed = (text: string, page = browser({}, {}, '198.51.100.7')) => page.refused(displays.pair, { body: { code: text } })
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  expect(await typed(code)).toBe('display.codeSpent')
  const [one, two] = [(await open()).code, (await open()).code]
  later(9)
  expect(await typed(` ${one.toLowerCase().replace('-', ' ')} `)).toBe('allowed')
  later(10)
  expect(await typed(two)).toBe('display.codeSpent')
  expect(await typed('0OI1-AAAA')).toBe('validation')
  // The tenth wrong one in a row locks the place that it was typed at, and no other.
  for (let guess = 0; guess < 10; guess++) await typed('AAAA-AAAA')
  const { code: right } = await open()
  expect(await typed(right)).toBe('login.locked')
  expect(await typed(right, browser())).toBe('allowed')
})

test.each<[string, (it: Awaited<ReturnType<typeof hung>>) => Promise<unknown>]>([
  ['it is ended by a colleague', async it => (await signedIn(it.company, { roles: ['admin'] })).call(displays.end, { id: it.id })],
  ['it is signed out itself', it => it.screen.call(sessions.logout, {})],
  ['who opened it is disabled', it => owned('update user_account set disabled = true where id = $1', [it.office.id])],
  ['who opened it loses the role', it => owned('delete from user_role where user_id = $1', [it.office.id])],
  [
    'the page is closed to the role',
    it =>
      owned(`update role_access set menus = '{"on":[],"off":["dataScreen"]}' where company_id = $1 and default_role = 'company_user'`, [
        it.company.id,
      ]),
  ],
])('it shows nothing more as soon as %s', async (_, act) => {
  const it = await hung()
  const { ticket: _ticket } = await it.screen.call(liveTicket, { body: { stationId: it.station.id } })
  await act(it)
  expect(await it.screen.refused(stations.list, {})).toBe('auth.required')
  expect(await it.screen.refused(liveTicket, { body: { stationId: it.station.id } })).toBe('auth.required')
})

test('half of its sign-in is nothing; in an address its token is refused; neither it nor the code is kept as it is', async () => {
  const { screen, code, audits } = await hung()
  const { token, cookie } = { ...screen.kept }
  expect(await browser({ token: token! }).refused(stations.list, {})).toBe('auth.required')
  expect(await browser({ cookie: cookie! }).refused(stations.list, {})).toBe('auth.required')
  expect(await browser({ token: token!, cookie: `${cookie}x` }).refused(stations.list, {})).toBe('auth.required')
  const inAddress = await browser().raw('GET', `/stations?search=${token}`)
  expect(inAddress.json()).toMatchObject({ code: 'auth.tokenInUrl' })
  const kept = JSON.stringify([await audits(), await owned(`select d, encode(token_hash, 'escape') as token from display d`)])
  for (const secret of [token!, cookie!, code.replace('-', '')]) expect(kept).not.toContain(secret)
  expect((await audits()).map(({ action }) => action)).toEqual(expect.arrayContaining(['access.display.open', 'access.display.pair']))
})

test('a company has a hundred at most; a station of another company gets none', async () => {
  const { company, office, open } = await hung()
  await owned(
    `insert into display (company, name, user_account, user_company, default_role, code_hash, code_expires_date, created_date, expires_date)
     select $1::bigint, 'Wall', $2, $1::bigint, 'company_user', decode(md5(n::text || $1::bigint), 'hex'), later, $3::timestamptz, later
     from generate_series(2, $4) n, (select $3::timestamptz + interval '1 day' as later) t`,
    [company.id, office.id, noon, displaysAtMost],
  )
  await expect(open()).rejects.toThrow('display.tooMany')
  const stranger = await world()
  expect(await office.refused(displays.open, { body: { name: 'Theirs', stationId: stranger.station.id } })).toBe('notFound')
  for (const name of ['', ' ', 'x'.repeat(41)]) expect(await office.refused(displays.open, { body: { name } })).toBe('validation')
})

test.each(['station_master', 'station_bill', 'group_master'] as const)('%s opens none and sees none', async role => {
  const it = await world()
  const who = await signedIn(it.company, { roles: [role === 'group_master' ? role : { role, stationId: it.station.id }] })
  expect([await who.refused(displays.open, { body: { name: 'Hall' } }), await who.refused(displays.list, {})]).toEqual([
    'auth.forbidden',
    'auth.forbidden',
  ])
})
