import { plainHeaders, urlOf } from './request.ts'
import type { Language } from '../i18n/index.ts'

export const bootstrapPath = '/bootstrap'

type Place = Pick<Location, 'pathname' | 'search'>
/** What was kept of the station of last time, as far as it is looked at before anything else is known. */
interface KeptStation {
  readonly id?: unknown
  readonly config?: { readonly homePage?: { readonly page?: string | null } }
}

/** Whether home is opened next: it was asked for, or is the first page of who is signed in; at the sign-in, what comes after it counts. */
export function opensHome({ pathname, search }: Place, station: KeptStation | undefined): boolean {
  const wanted = pathname === '/login' ? (new URLSearchParams(search).get('redirect') ?? '/').split('?')[0] : pathname
  return wanted === '/home' || (wanted === '/' && ['home', '', null, undefined].includes(station?.config?.homePage?.page))
}

/** What the call that begins a session asks for. The station of last time may be another user's: the server knows whose it is. */
export const bootstrapQuery = (kept: unknown, wanted: unknown, home: boolean) => ({
  ...(isId(kept) && { kept }),
  ...(isId(wanted) && { wanted }),
  ...(home && { home: 'true' as const }),
})
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** A call that index.html began before the code was there that will ask for it. */
export interface Begun {
  readonly url: string
  readonly token: string
  readonly language: Language
  readonly answer: Promise<Response>
}

/** A sign-in that ends sooner than this is refreshed first. @source spec 0 §4 */
export const refreshWithinMs = 300_000

/**
 * Begins the call that begins a session, for who is signed in. Where nobody is, where somebody signs in (at the sign-in page, or by the
 * code of a link), and where the sign-in is to be renewed first, nothing is begun.
 */
export function beginSession({ pathname, search }: Place, kept: Pick<Storage, 'getItem'>, language: Language): Begun | undefined {
  const token = kept.getItem('smartToken')
  const address = new URLSearchParams(search)
  const left = Number(kept.getItem('smartExpiration')) - Date.now()
  if (!token || pathname === '/login' || address.has('token') || left < refreshWithinMs) return undefined
  const station = JSON.parse(kept.getItem('smartAtStation') ?? 'null') as KeptStation | undefined
  const query = bootstrapQuery(station?.id, Number(address.get('stationId')), opensHome({ pathname, search }, station))
  const url = urlOf(bootstrapPath, { query })
  const answer = fetch(url, { headers: plainHeaders(language, token), cache: 'no-store' })
  // Its failure is said where it is taken up, and is not one that nobody handles until then.
  answer.catch(() => undefined)
  return { url, token, language, answer }
}

/** The answer that is on its way to this very call; it is given once. */
export function takeBegun(url: string, headers: Readonly<Record<string, string>>): Promise<Response> | undefined {
  const { begun } = globalThis.window ?? {}
  if (begun?.url !== url) return undefined
  delete window.begun
  return headers['Authorization'] === begun.token && headers['language'] === begun.language ? begun.answer : undefined
}
