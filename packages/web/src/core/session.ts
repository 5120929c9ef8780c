import type { Returned, sessions, StationSettings } from '@forecourt/contract'
import { offerOf, type Offer, type Role } from '@forecourt/contract/start'
import { create } from 'zustand'
import { language, setCurrency, setTenderWords } from '../i18n/index.ts'
import { setZone } from './time.ts'

/** The selected station, with what the session needs to know of its company. */
export interface AtStation {
  id: number
  name: string
  timeZone: string
  enableShiftSettle: boolean
  notifyDays: number
  endTime: string | null
  expireTime: string | null
  company: { id: number; name: string; currencyName: string; symbol: string; bigLogoId?: number | null; smallLogoId?: number | null }
  /** What it works by; absent until it was read. */
  config?: StationSettings
  authCodeDetail?: { package?: Partial<StationSettings['package']> } | null
}
export type Profile = Returned<typeof sessions.profile>

interface Session {
  token?: string | undefined
  /** When the sign-in ends, in milliseconds since 1970. */
  expiration?: number | undefined
  profile?: Profile | undefined
  atStation?: AtStation | undefined
  /** How many stations the user may choose from. */
  stationTotal: number
  /** It ended while the page was open: everything waits for a new sign-in. */
  expired: boolean
  /** It came from an embedding client, which logs out by itself. */
  embedded: boolean
}

const stored = (key: string) => localStorage.getItem(key) ?? undefined
const keep = (key: string, value: string | number | undefined) =>
  value === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, String(value))

function kept<T>(key: string): T | undefined {
  try {
    return JSON.parse(stored(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const useSession = create<Session>(() => ({
  token: stored('smartToken'),
  expiration: Number(stored('smartExpiration')) || undefined,
  atStation: kept<AtStation>('smartAtStation'),
  stationTotal: 0,
  expired: false,
  embedded: stored('SmartClient') !== undefined && stored('SmartClient') !== 'web',
}))
export const session = (): Session => useSession.getState()
const takeTenderWords = ({ atStation }: Session): void => setTenderWords(atStation?.config?.otherTradeType)
takeTenderWords(session())
useSession.subscribe(takeTenderWords)

/** Takes over what an answer says of the sign-in. @source spec 0 §4 "Token" */
export function keepToken(token: string | null, expiration: string | null): void {
  if (token) {
    keep('smartToken', token)
    useSession.setState({ token })
  }
  const until = Number(expiration)
  if (expiration && until > 0) {
    keep('smartExpiration', until)
    useSession.setState({ expiration: until })
  }
}

/** The sign-in is for an embedding client, which logs out by itself. @source spec 0 §4 */
export function keepClient(client: string): void {
  keep('SmartClient', client)
  useSession.setState({ embedded: client !== 'web' })
}

export function keepProfile(profile: Profile): void {
  keep('smartUserId', profile.id)
  if (!stored('SmartClient')) keep('SmartClient', 'web')
  keep('smartGroup', profile.roles.find(held => held.defaultRole === 'group_master')?.id)
  setZone(profile.company.timeZone)
  setCurrency(wordOfMoney(profile.company), profile.company.symbol)
  useSession.setState({ profile })
}

/** Works from now on in this station; its zone is the zone of every time shown, its company's money the money of every word. */
export function enterStation(entered: AtStation | undefined): void {
  const { config, authCodeDetail, id } = session().atStation ?? {}
  // What was read of the same station before holds until it is read anew.
  const station =
    entered && entered.id === id ? { ...(config && { config }), ...(authCodeDetail && { authCodeDetail }), ...entered } : entered
  keep('smartAtStation', station && JSON.stringify(station))
  if (station) {
    setZone(station.timeZone)
    setCurrency(wordOfMoney(station.company), station.company.symbol)
  }
  useSession.setState({ atStation: station })
}

/** 元 stands in Chinese; labels in English say RMB. @source spec 1 §1 */
const wordOfMoney = ({ currencyName }: { currencyName: string }) => (language() === 'en' && currencyName === '元' ? 'RMB' : currencyName)

export function forgetSession(): void {
  for (const key of ['smartToken', 'smartUserId', 'smartExpiration', 'smartGroup', 'SmartClient']) localStorage.removeItem(key)
  useSession.setState({ token: undefined, expiration: undefined, profile: undefined, stationTotal: 0, embedded: false })
}

/** The sign-in is over: what is on screen stays readable, nothing more can be done with it. */
export function expireSession(): void {
  if (!session().token) return
  forgetSession()
  useSession.setState({ expired: true })
}

/**
 * Tabs share one sign-in: what another tab renewed or ended holds here too, and another user's sign-in begins this tab anew.
 * Without this the tab that did not renew would show an old token, and end the sign-in of both.
 */
function follow({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
  const { token, profile } = session()
  if (key === 'smartToken' && newValue) useSession.setState({ token: newValue })
  else if (key === 'smartToken' && token) {
    useSession.setState({ token: undefined, expiration: undefined, profile: undefined, expired: true })
  } else if (key === 'smartExpiration' && newValue) useSession.setState({ expiration: Number(newValue) })
  else if (key === 'smartUserId' && newValue && profile && newValue !== String(profile.id)) location.reload()
}
globalThis.addEventListener?.('storage', follow)

/** Adds what was read of the station meanwhile, if it is still the one selected. What may be opened is reckoned anew from it. */
export function knowStation(known: AtStation): void {
  const { atStation, profile } = session()
  if (atStation?.id !== known.id) return
  const whole = { ...atStation, ...known, company: { ...atStation.company, ...known.company } }
  keep('smartAtStation', JSON.stringify(whole))
  useSession.setState({ atStation: whole, ...(profile && { profile: { ...profile } }) })
}

/** What is to be had at the selected station, in this deployment. */
export const offer = (): Offer => offerOf(session().atStation, globalThis.window?.forecourt?.profile ?? 'standard')

export const role = (): Role | undefined => session().profile?.defaultRole

let readAnew: (() => void) | undefined
let askedAt = 0
/** What is done when the server forbids what this page offered: rights were changed since it was opened. */
export const whenForbidden = (act: () => void): void => {
  readAnew = act
}
/** Asked at most once in ten seconds: a page may be refused many things at once. */
export function noteForbidden(): void {
  if (!session().token || Date.now() - askedAt < 10_000) return
  askedAt = Date.now()
  readAnew?.()
}

/** The permissions at the selected station, else those that hold everywhere. */
const permissionsOf = ({ profile, atStation }: Session): readonly string[] =>
  profile?.roles.find(entry => entry.station && entry.station.id === atStation?.id)?.permissions ?? profile?.permissions ?? []

/** Whether the server will let the user do it; the server decides again. */
export const may = (permission: string): boolean => permissionsOf(session()).includes(permission)
export const useMay = (permission: string): boolean => useSession(state => permissionsOf(state).includes(permission))
