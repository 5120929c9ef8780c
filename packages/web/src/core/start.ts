import type { bootstrap, Returned } from '@forecourt/contract'
import { sessionStationExpand } from '@forecourt/contract/start'
import { ApiError, call, reportFailure } from './api.ts'
import { sessionCalls, stationCalls } from './first-calls.ts'
import { bootstrapQuery, opensHome } from './first-request.ts'
import { enterStation, keepProfile, knowStation, session, useSession, whenForbidden, type AtStation } from './session.ts'

let started: Promise<void> | undefined

/**
 * Loads the profile and the station: once after sign-in, once after a reload; then index.html has begun the call. The station chosen before
 * is kept while it is still the user's; else the one a link asked for; else the first. @throws ApiError @source spec 0 §4 "Login"
 */
export function startSession(wantedStation?: number): Promise<void> {
  started ??= start(wantedStation).catch(error => {
    started = undefined
    throw error
  })
  return started
}
export function endStart(): void {
  started = undefined
  figures = undefined
}

/** What the user is and may; menus and buttons follow. */
const readProfile = async (): Promise<void> =>
  keepProfile(await call(sessionCalls.profile, { query: { expand: 'roles.station' } }, { everywhere: true }))
whenForbidden(() => void readProfile().catch(() => undefined))

async function start(wanted?: number): Promise<void> {
  const { atStation } = session()
  const { profile, stationTotal, station, home } = await ask(atStation?.id, wanted)
  keepProfile(profile)
  known = (station ?? undefined) as AtStation | undefined
  enterStation(known)
  figures = home ? { ...home, readAt: Date.now() } : undefined
  useSession.setState({ stationTotal })
}

/** A server that has too much to do is asked for less: home then asks for its figures itself. */
async function ask(kept: number | undefined, wanted: number | undefined) {
  const asked = (home: boolean, quiet: boolean) =>
    call(sessionCalls.bootstrap, { query: bootstrapQuery(kept, wanted, home) }, { everywhere: true, quiet })
  if (!opensHome(location, session().atStation)) return asked(false, false)
  try {
    return await asked(true, true)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 503) return asked(false, false)
    error.reported = false
    reportFailure(error)
    throw error
  }
}

type Figures = NonNullable<Returned<typeof bootstrap>['home']> & { readonly readAt: number }
let figures: Figures | undefined
/** The figures of home that came with the session, if they are of this station and day; home reads them anew by itself. */
export const firstFigures = (station: number | undefined, day: string): Figures | undefined =>
  figures?.stationId === station && figures?.day === day ? figures : undefined

/** The station that came with the session; what it works by came with it. */
let known: AtStation | undefined
let reading: Promise<void> = Promise.resolve()
/** Until what the entered station works by has been read, or could not be. */
export const stationKnown = (): Promise<void> => reading
/** Whenever another station is entered, what it works by is read; until then it is as everywhere. */
useSession.subscribe(({ atStation }, before) => {
  if (atStation && atStation.id !== before.atStation?.id && atStation !== known) reading = readSettings(atStation.id)
})

/** @source spec 0 §7 "GET /stations/{id}" */
const readSettings = (id: number): Promise<void> =>
  call(stationCalls.get, { id, query: { expand: sessionStationExpand } }, { quiet: true }).then(
    station => knowStation(station as unknown as AtStation),
    () => undefined,
  )
