import { call, type CallOptions } from './api.ts'
import { sessionCalls, stationCalls } from './first-calls.ts'
import { enterStation, keepProfile, knowStation, session, useSession, whenForbidden, type AtStation } from './session.ts'

let started: Promise<void> | undefined

/** Loads the profile and the station: once after sign-in, once after a reload. @throws ApiError @source spec 0 §4 "Login" */
export function startSession(wantedStation?: number): Promise<void> {
  started ??= start(wantedStation).catch(error => {
    started = undefined
    throw error
  })
  return started
}
export function endStart(): void {
  started = undefined
}

/** What the user is and may; menus and buttons follow. */
const readProfile = async (): Promise<void> =>
  keepProfile(await call(sessionCalls.profile, { query: { expand: 'roles.station' } }, { everywhere: true }))
whenForbidden(() => void readProfile().catch(() => undefined))

async function start(wanted?: number): Promise<void> {
  // What the station of last time needs is asked for at once. It may be another user's: its answers count once it is known who asks.
  const before = session().atStation
  const ahead = before && {
    station: known(stationOf(before.id, quietly)),
    settings: settingsOf(before.id),
    total: known(countStations(quietly)),
  }
  await readProfile()
  // A fleet's leader works in no station, and may not look for any.
  if (!session().profile?.permissions.includes('org.station.read')) {
    enterStation(undefined)
    return useSession.setState({ stationTotal: 0 })
  }
  const station = await ahead?.station
  if (ahead && station) {
    enterStation(station)
    reading = ahead.settings.then(take)
  } else if (before && (await within(before.id))) reading = settingsOf(before.id).then(take)
  else await firstStation(wanted)
  // Which page is opened first stands among what the station works by.
  const [stationTotal] = await Promise.all([ahead?.total.then(total => total ?? countStations()) ?? countStations(), reading])
  useSession.setState({ stationTotal })
}

/** What was asked for before it was known who asks: nothing where it failed, and then it is asked for again. */
const known = <T>(asked: Promise<T>): Promise<T | undefined> => asked.catch(() => undefined)

const ofAll = { everywhere: true } as const
const quietly = { ...ofAll, quiet: true } as const
const countStations = async (how: CallOptions = ofAll): Promise<number> =>
  (await call(stationCalls.list, { query: { size: 1 } }, how)).totalElements
const stationOf = async (id: number, how: CallOptions = ofAll): Promise<AtStation | undefined> => {
  const { content } = await call(stationCalls.list, { query: { search: `id:${id}`, size: 1, expand: 'company' } }, how)
  return content[0] as unknown as AtStation | undefined
}

/** What a station works by, as far as the pages ask for it. @source spec 0 §7 "GET /stations/{id}" */
const settings = [
  'company.products',
  'company.config.debitCard',
  ...['otherTradeType', 'notify', 'search', 'webChargeTradeType', 'device', 'homePage', 'package', 'unionCard', 'confirm'].map(
    key => `config.${key}`,
  ),
  'configDetail.otherTradeType',
  'authCodeDetail',
]
let reading: Promise<void> | undefined
const settingsOf = (id: number): Promise<AtStation | undefined> =>
  known(call(stationCalls.get, { id, query: { expand: settings } }, { quiet: true }) as unknown as Promise<AtStation>)
const take = (station: AtStation | undefined): void => station && knowStation(station)
/** Whenever another station is entered, what it works by is read; until then it is as everywhere. */
useSession.subscribe(({ atStation }, before) => {
  if (atStation && atStation.id !== before.atStation?.id) reading = settingsOf(atStation.id).then(take)
})

/** The station chosen before is kept while it is still the user's; else the one a link asked for; else the first. */
async function firstStation(wanted?: number): Promise<void> {
  enterStation(undefined)
  if (wanted && (await within(wanted))) return
  const { content } = await call(stationCalls.list, { query: { size: 1, expand: 'company' } }, { everywhere: true })
  enterStation(content[0] as AtStation | undefined)
}

/** Enters the station if the user may. */
async function within(id: number): Promise<boolean> {
  const found = await stationOf(id)
  if (found) enterStation(found)
  return found !== undefined
}
