import { assignRole, bootstrap, roleAccesses, sessions, stations, users } from '@forecourt/contract'
import { beforeEach, expect, test } from 'vitest'
import { password, person, browser, signedIn } from '../../testing/access.ts'
import { shop } from '../../testing/order.ts'
import { noon, owned, setClock, statementsOf, world } from '../../testing/world.ts'

beforeEach(() => setClock(noon))

/** Three stations, of which the manager works at two; the first by its name is West. */
async function three() {
  const it = await world()
  const west = await it.addStation('A West')
  const north = await it.addStation('B North')
  const roles = [it.station, west].map(({ id }) => ({ role: 'station_master' as const, stationId: id }))
  return { ...it, west, north, lin: await signedIn(it.company, { roles }) }
}

// @req ACC-039
test('the station: the kept one while it is the user’s, else the one a link asks for, else the first', async () => {
  const { station, west, north, lin } = await three()
  const selected = async (query: { kept?: number; wanted?: number }, headers?: Record<string, string>) =>
    (await lin.call(bootstrap, { query }, headers)).station?.['id']
  expect(await selected({ kept: station.id, wanted: west.id })).toBe(station.id)
  expect(await selected({ kept: north.id, wanted: station.id })).toBe(station.id)
  expect(await selected({ wanted: station.id })).toBe(station.id)
  expect(await selected({ kept: north.id, wanted: north.id })).toBe(west.id)
  expect(await selected({})).toBe(west.id)
  // A program that names its station with each call works there.
  expect(await selected({}, { Station: String(station.id) })).toBe(station.id)
  expect((await lin.call(bootstrap, {})).stationTotal).toBe(2)
})

test('a user without a station is told who they are, and nothing else', async () => {
  const it = await world()
  const lin = await signedIn(it.company, { roles: ['admin'] })
  await owned('delete from station where company_id = $1', [it.company.id])
  const profile = await lin.call(sessions.profile, { query: { expand: 'roles.station' } })
  expect(await lin.call(bootstrap, { query: { home: 'true' } })).toEqual({ profile, stationTotal: 0, station: null, home: null })
})

// @req ACC-039 ACC-062
test('a user who is given only a few pages still has a station: it goes with no page', async () => {
  const { company, station } = await world()
  const wu = await signedIn(company, { roles: ['admin'] })
  for (const role of ['company_user', 'company_group', 'admin'] as const) {
    const lin = await signedIn(company, { roles: [role] })
    const { id, version } = (await wu.call(users.get, { id: lin.id })).roles![0]!
    await wu.call(assignRole, { id, body: { version, menus: { web: ['CompanyDetails'] }, buttons: null } })
    const answer = await lin.call(bootstrap, {})
    expect([role, answer.profile.menus.web.includes('DataScreen'), answer.station?.['id']]).toEqual([role, false, station.id])
  }
})

// @req SEC-029
test('where the list of sales is closed to a role, home’s money is not answered either', async () => {
  const { company, station, sell } = await shop()
  await sell()
  const lin = await signedIn(company, { roles: [{ role: 'station_bill', stationId: station.id }] })
  const home = async () => (await lin.call(bootstrap, { query: { home: 'true' } })).home!
  expect((await home()).sales!.today.content).toMatchObject([{ count: 1, totalCents: 240_00, volumeCl: 30_00 }])

  const wu = await signedIn(company, { roles: ['admin'] })
  const { id, version } = (await wu.call(roleAccesses.list, { query: { search: 'defaultRole:station_bill' } })).content[0]!
  const none = { on: [], off: [] }
  const closed = { menus: none, buttons: none, tasks: none, interfaces: { on: [], off: ['order.sale.read' as const] } }
  await wu.call(roleAccesses.update, { id, body: { ...closed, version } })
  expect(await home()).toMatchObject({ sales: null, shift: { sold: null } })
  expect(JSON.stringify(await home())).not.toContain('Cents')
})

test('home’s figures are of the day of the station, by its own clock, and only where home is opened', async () => {
  const it = await shop({ timeZone: 'America/New_York' })
  const lin = await signedIn(it.company, { roles: ['admin'] })
  await it.sell()
  const { home } = await lin.call(bootstrap, { query: { home: 'true' } })
  // At noon in Shanghai it is midnight in New York; what is counted there lies between its own midnights.
  expect(home).toMatchObject({ day: '2026-05-01', at: noon.toISOString(), sales: { today: { content: [{ hour: 0, count: 1 }] } } })
  setClock(new Date(noon.getTime() - 60_000))
  expect((await lin.call(bootstrap, { query: { home: 'true' } })).home).toMatchObject({
    day: '2026-04-30',
    sales: { today: { content: [] } },
  })
  expect((await lin.call(bootstrap, {})).home).toBeNull()
})

test('without a session, or of a closed account, it is refused as by the profile; a token is answered with its end', async () => {
  const { company } = await world()
  expect(await browser().refused(bootstrap, {})).toBe('auth.required')
  const [wu, lin] = [await signedIn(company, { roles: ['admin'] }), await signedIn(company, { roles: ['company_user'] })]
  const reply = await lin.send(bootstrap, {})
  expect(reply.headers['expiration']).toBe((await lin.send(sessions.profile, {})).headers['expiration'])
  await wu.call(users.disable, { id: lin.id, body: {} } as never)
  expect(await lin.refused(bootstrap, {})).toBe(await lin.refused(sessions.profile, {}))
  expect(await lin.refused(bootstrap, {})).toBe('auth.required')
})

test('a user of two companies’ stations is answered at the one that is kept, under its own company', async () => {
  const [here, there] = [await world(), await world()]
  const lin = await person(here.company, { roles: ['superAdmin'] })
  const page = browser()
  await page.raw('POST', '/users/login', { mobile: lin.mobile, password, companyId: here.company.code })
  const answer = await page.call(bootstrap, { query: { kept: there.station.id, home: 'true' } })
  expect(answer).toMatchObject({
    profile: { company: { id: here.company.id } },
    station: { id: there.station.id, company: { id: there.company.id } },
    home: { stationId: there.station.id, sales: { today: { content: [] } } },
  })
  expect(answer.stationTotal).toBe((await page.call(stations.list, { query: { size: 1 } })).totalElements)
})

test('it only reads, in one transaction', async () => {
  const { company } = await shop()
  const lin = await signedIn(company, { roles: ['admin'] })
  await lin.call(bootstrap, { query: { home: 'true' } })
  const sent = await statementsOf(() => lin.call(bootstrap, { query: { home: 'true' } }))
  expect(sent.filter(text => /^(begin|start transaction)/.test(text))).toEqual([
    expect.stringMatching(/repeatable read.*read only|read only.*repeatable read/),
  ])
  expect(sent.filter(text => /^\s*(insert|update|delete)\b/.test(text))).toEqual([])
})
