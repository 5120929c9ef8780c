import { call } from './api.ts'
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
  // The stored station may be another user's: first the profile, then the station.
  await readProfile()
  // A fleet's leader works in no station, and may not look for any.
  if (!session().profile?.permissions.includes('org.station.read')) {
    enterStation(undefined)
    return useSession.setState({ stationTotal: 0 })
  }
  const before = session().atStation
  if (before && (await within(before.id))) reading = readSettings(before.id)
  else await firstStation(wanted)
  // Which page is opened first stands among what the station works by.
  const [{ totalElements }] = await Promise.all([call(stationCalls.list, { query: { size: 1 } }, { everywhere: true }), reading])
  useSession.setState({ stationTotal: totalElements })
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
function readSettings(id: number): Promise<void> {
  return call(stationCalls.get, { id, query: { expand: settings } }, { quiet: true })
    .then(known => knowStation(known as unknown as AtStation))
    .catch(() => undefined)
}
/** Whenever another station is entered, what it works by is read; until then it is as everywhere. */
useSession.subscribe(({ atStation }, before) => {
  if (atStation && atStation.id !== before.atStation?.id) reading = readSettings(atStation.id)
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
  const { content } = await call(stationCalls.list, { query: { search: `id:${id}`, size: 1, expand: 'company' } }, { everywhere: true })
  const found = content[0] as unknown as AtStation | undefined
  if (found) enterStation(found)
  return found !== undefined
}
