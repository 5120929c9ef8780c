import { bootstrap, dailyStates, ownSales, salesByHour, sessions, sessionStationExpand, stations, type Endpoint } from '@forecourt/contract'
import { beforeAll, expect, test } from 'vitest'
import { expected, signingIn } from './expected.ts'
import { idsOfCompany, leaked, makeScene, type Person, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await makeScene()
}, 120_000)

type Query = Record<string, string>
const ask = (who: Person, { path }: Endpoint, query: Query, headers: Query = {}, id?: number) =>
  scene.app.inject({ url: `/api/v1${path.replace(':id', String(id))}`, query, headers: { ...who.headers, ...headers } })

/** What a call of its own answers; null where it is refused. */
async function own(who: Person, endpoint: Endpoint, query: Query, headers: Query, id?: number) {
  const reply = await ask(who, endpoint, query, headers, id)
  return reply.statusCode === 200 ? reply.json() : null
}

// @req SEC-029 ACC-014 ACC-043
test.each(signingIn)('%s is answered in one call what the calls for each part answer, and no more', { timeout: 60_000 }, async role => {
  const who = scene.people.get(role)!
  const kept = scene.riverside.stations[0]!.id
  const reply = await ask(who, bootstrap, { kept: String(kept), home: 'true' })
  expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, expect.any(String)])
  const whole = reply.json()
  expect(whole.profile).toEqual(await own(who, sessions.profile, { expand: 'roles.station' }, {}))
  const all = await own(who, stations.list, { size: '1' }, {})
  expect(whole.stationTotal).toBe(all?.totalElements ?? 0)
  if (!all) return expect(whole).toMatchObject({ station: null, home: null })

  // As the pages ask: at the station that is selected.
  const { station, home } = whole
  const there = { company: String(station.company.id), Station: String(station.id) }
  expect(station).toEqual(await own(who, stations.get, { expand: sessionStationExpand.join(',') }, there, station.id))
  const hours = (from: string, to: string) => own(who, salesByHour, { from, to }, there)
  const day = { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z', at: scene.now.toISOString() }
  const weekBefore = (instant: string) => new Date(Date.parse(instant) - 7 * 86_400_000).toISOString()
  const sales = expected.get(salesByHour.permission)!.has(role) && {
    today: await hours(day.from, day.to),
    lastWeek: await hours(weekBefore(day.from), weekBefore(day.to)),
    lastWeekUntilNow: await hours(weekBefore(day.from), weekBefore(day.at)),
  }
  expect(home).toMatchObject({ stationId: station.id, day: '2026-11-20', at: day.at, sales: sales || null })
  expect(home.own).toEqual(await own(who, ownSales, {}, there))
  const states = await own(who, dailyStates.list, { size: '2', sort: 'id,desc', search: `station.id:${station.id}` }, there)
  expect(home.shift?.states ?? null).toEqual(states)
  expect(home.shift.sold !== null).toBe(sales !== false)
})

// @req SEC-029
test('the station of another company, kept or asked for, is not entered, and nothing of it is answered', async () => {
  const theirs = scene.harbour.stations[0]!.id
  const foreign = await idsOfCompany(scene.harbour.id)
  for (const role of ['admin', 'company_user', 'station_master', 'station_bill'] as const) {
    const who = scene.people.get(role)!
    for (const name of ['kept', 'wanted']) {
      const reply = await ask(who, bootstrap, { [name]: String(theirs), home: 'true' })
      expect([role, reply.statusCode, leaked(reply.body, foreign)]).toEqual([role, 200, []])
      const [first] = (await own(who, stations.list, { size: '1' }, {})).content
      expect(reply.json().station.id).toBe(first.id)
    }
    expect((await ask(who, bootstrap, {}, { Station: String(theirs) })).statusCode).toBe(403)
  }
})
