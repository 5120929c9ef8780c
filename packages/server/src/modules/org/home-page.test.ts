import { homeTiles, setCompanyConfig, setStationConfig, stations, type StationSettings } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'

type HomePage = StationSettings['homePage']

async function atHome() {
  const it = await world()
  const master = await it.staff({ role: 'station_master', stationIds: [it.station.id], over: { stationId: it.station.id } })
  const read = async (who = master) =>
    (await who.call(stations.get, { id: it.station.id, query: { expand: 'config.homePage,configDetail.homePage' } })) as {
      config: { homePage: HomePage }
      configDetail: { homePage: { from: string } }
    }
  const set = async (homePage: unknown) => {
    const { version } = await master.call(stations.get, { id: it.station.id })
    return master.send(
      setStationConfig,
      { id: it.station.id, body: { version, config: { homePage: homePage as HomePage } } },
      { language: 'en' },
    )
  }
  return { it, master, read, set }
}

// @req SCR-007
test('a station names the page that opens first and the parts of home; else its company does, else it is home as a whole', async () => {
  const { it, read, set } = await atHome()
  expect(await read()).toMatchObject({ config: { homePage: { page: null } }, configDetail: { homePage: { from: 'default' } } })

  const head = await it.staff({ role: 'company_user' })
  const ofCompany: HomePage = { page: 'allQuery', tiles: ['stations', 'figures'] }
  await head.call(setCompanyConfig, { id: it.company.id, body: { version: 1, config: { homePage: ofCompany } } })
  expect(await read()).toMatchObject({ config: { homePage: ofCompany }, configDetail: { homePage: { from: 'company' } } })

  const own: HomePage = { page: 'classSettle', tiles: ['shift', 'tanks'] }
  expect((await set(own)).statusCode).toBe(200)
  const shown = await read()
  expect(shown.config).toEqual({ homePage: own })
  expect(shown.configDetail.homePage.from).toBe('station')
  expect((await it.audits()).at(-1)).toMatchObject({ action: 'stations.config' })
  // An attendant reads it with the station, and sets nothing.
  const attendant = await it.staff({ role: 'station_employee', stationIds: [it.station.id] })
  expect((await read(attendant)).config).toEqual({ homePage: own })
  expect(await attendant.refused(setStationConfig, { id: it.station.id, body: { version: 2, config: {} } })).toBe('auth.forbidden')
})

// @req SCR-007
test.each([
  ['home, and all there is', { page: 'home', tiles: [...homeTiles] }, undefined],
  ['no parts that are chosen', { page: null, tiles: null }, undefined],
  ['a page that does not exist', { page: 'moonQuery' }, 'config.homePage.page'],
  ['the page of one record', { page: 'orderDetails' }, 'config.homePage.page'],
  ['the sign-in', { page: 'login' }, 'config.homePage.page'],
  ['an address', { page: '/queryStatistics/allQuery' }, 'config.homePage.page'],
  ['a part that home does not have', { page: null, tiles: ['weather'] }, 'config.homePage.tiles.0'],
  ['none of the parts', { page: null, tiles: [] }, 'config.homePage.tiles'],
  ['another field', { page: null, colour: 'red' }, 'config.homePage.colour'],
])('as what is opened first: %s', async (_, homePage, field) => {
  const { read, set } = await atHome()
  const reply = await set(homePage)
  if (field === undefined) {
    expect(reply.statusCode).toBe(200)
    expect((await read()).config).toEqual({ homePage })
    return
  }
  expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([400, 'validation', field])
  expect((await read()).config).toEqual({ homePage: { page: null } })
})
