import { formerMember, type Endpoint, type ErrorCode, type Returned, type Sent } from '@forecourt/contract'
import { language, t } from '../i18n/index.ts'
import { noteDisk } from './disk.ts'
import { noteConnectivity } from './connectivity.ts'
import { refreshWithinMs, takeBegun } from './first-request.ts'
import { once, somethingDone } from './once.ts'
import { plainHeaders, urlOf, type Given } from './request.ts'
import { sourceOf } from './search.ts'
import { expireSession, keepToken, noteForbidden, session } from './session.ts'

/** What the server, or the way there, had to say against a call. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 when there was no answer. */
  readonly status: number
  readonly code: ErrorCode | 'network'
  /** The field it is about, where there is one. */
  readonly field: string | undefined
  readonly detail: Record<string, unknown>
  readonly position: number | undefined
  readonly requestId: string | undefined
  /** Its words need no toast any more: one was shown, or what asked shows them itself while its user types. */
  reported = false

  constructor(status: number, body: Refusal, requestId?: string) {
    super(body.message)
    this.status = status
    this.code = body.code
    this.field = body.field
    this.detail = body.detail ?? {}
    this.position = body.position
    this.requestId = requestId
  }
}
interface Refusal {
  code: ErrorCode | 'network'
  message: string
  field?: string
  detail?: Record<string, unknown>
  position?: number
}

/**
 * One act of a user, from the press of the button until its outcome is known. While it is not known (no answer, or the server
 * failed), trying again is the same act and carries the same key, so money moves once. After an answer the next press is a new act.
 */
export interface Act {
  key: string | undefined
}
export const newAct = (): Act => ({ key: undefined })

export interface CallOptions {
  /** What is read by a query comes with a signal; the query cache reports its failure, once its tries are used up. */
  signal?: AbortSignal
  /** Done in the background: its failure is no message to the user. */
  quiet?: boolean
  /** Of a form, which has a guard of its own against a second press. */
  act?: Act
  /** Asks about everything the user may see, not only the selected station and company. */
  everywhere?: boolean
  /** Asks about all stations of the selected company, as far as the user may see them. */
  company?: boolean
}
export interface Answer<T> {
  body: T
  headers: Headers
  status: number
}

/** @source spec 0 §7 "Timeout 300000 ms" */
export const timeoutMs = 300_000
const retriesMs = [1_000, 3_000]

/** Makes a call of the contract and gives its answer. @throws ApiError */
export async function call<E extends Endpoint>(endpoint: E, input: Sent<E>, options: CallOptions = {}): Promise<Returned<E>> {
  return (await callWhole(endpoint, input, options)).body
}

/** The same with status and headers. What a button without a form does is done once, however often it is pressed. */
export async function callWhole<E extends Endpoint>(endpoint: E, input: Sent<E>, options: CallOptions = {}): Promise<Answer<Returned<E>>> {
  const given = input as Given
  const guarded = options.act || options.signal || options.quiet || endpoint.method === 'GET' || endpoint.permission === 'public'
  if (guarded) return make(endpoint, given, options)
  const what = [endpoint.method, urlOf(endpoint.path, given), session().atStation?.id, JSON.stringify(given.body)].join(' ')
  return once(what, () => make(endpoint, given, options))
}

async function make<E extends Endpoint>(endpoint: E, given: Given, options: CallOptions): Promise<Answer<Returned<E>>> {
  const act = options.act ?? newAct()
  if (endpoint.idempotent) act.key ??= crypto.randomUUID()
  if (endpoint.permission !== 'public') await refreshIfDue(endpoint)
  try {
    const answer = await sendRepeating(endpoint, given, { ...options, act })
    act.key = undefined
    if (options.act) somethingDone()
    return answer as Answer<Returned<E>>
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status >= 400 && error.status < 500) act.key = undefined
    // A judgement of what is being typed stands in its form.
    if (options.quiet || (options.signal && endpoint.method !== 'GET')) error.reported = true
    else if (!options.signal) reportFailure(error, endpoint.permission === 'public')
    throw error
  }
}

let report: ((error: ApiError) => void) | undefined
/** What says a failed call to the user, besides what stands where it was asked. @source spec 0 §8 "Errors" */
export const whenCallFails = (say: (error: ApiError) => void): void => {
  report = say
}
/** Says a failure, once. A 401 of a session has ended that session, and that is said instead. @source decisions.md C5 */
export function reportFailure(error: ApiError, open = false): void {
  if (error.reported || (error.status === 401 && !open)) return
  error.reported = true
  report?.(error)
}

/** What carries a key may be sent again when no answer came: it has one effect. */
async function sendRepeating(endpoint: Endpoint, given: Given, options: CallOptions): Promise<Answer<unknown>> {
  for (const wait of endpoint.idempotent ? retriesMs : []) {
    try {
      return await send(endpoint, given, options)
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 0)) throw error
      await new Promise(resolve => setTimeout(resolve, wait))
    }
  }
  return send(endpoint, given, options)
}

let lastRequest: string | undefined
/** The number of the last call, under which the server's log knows it. */
export const lastRequestId = (): string | undefined => lastRequest

async function send(endpoint: Endpoint, given: Given, { signal, act, everywhere, company }: CallOptions): Promise<Answer<unknown>> {
  const response = await ask(urlOf(endpoint.path, fromSource(endpoint, given)), signal, {
    method: endpoint.method,
    headers: headersOf(act?.key, everywhere, company),
    cache: 'no-store',
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
  })
  noteDisk(response.headers.get('disk'))
  lastRequest = response.headers.get('x-request-id') ?? undefined
  return read(response, endpoint.permission === 'public')
}

/** Sums say where they are read from, where the deployment names a source for all of them. @source spec 0 §7 */
const fromSource = ({ path }: Endpoint, given: Given): Given =>
  path.endsWith('/statistics') ? { ...given, query: { ...given.query, ...sourceOf() } } : given

type Sending = RequestInit & { headers: Record<string, string> }

/** Calls whose answer has not begun. A renewal waits for them: the token that they carry ends the session once there is another. */
const onTheirWay = new Set<Promise<Response>>([globalThis.window?.begun?.answer ?? []].flat())
export const awaitsAnswers = (): boolean => onTheirWay.size > 0

async function ask(url: string, signal: AbortSignal | undefined, init: Sending): Promise<Response> {
  const limit = AbortSignal.timeout(timeoutMs)
  const asked = takeBegun(url, init.headers) ?? fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit })
  onTheirWay.add(asked)
  try {
    const response = await asked
    noteConnectivity(true)
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    noteConnectivity(false)
    throw new ApiError(0, { code: 'network', message: t('error.network') })
  } finally {
    onTheirWay.delete(asked)
  }
}

/**
 * Asks for the bytes of a file with the whole session. `no-cache` lets the browser keep them, and use them again each time that the
 * server has let this session in. @throws ApiError
 */
export async function callFile(
  endpoint: Endpoint,
  given: Given,
  options: Pick<CallOptions, 'signal' | 'everywhere'> & { cache?: 'no-store' | 'no-cache' } = {},
): Promise<Response> {
  await refreshIfDue(endpoint)
  const { cache = 'no-store', signal, everywhere } = options
  // These two would keep the browser from using what it has.
  const { 'Cache-Control': _cache, Pragma: _pragma, ...headers } = headersOf(undefined, everywhere)
  const { token } = session()
  const response = await ask(urlOf(endpoint.path, given), signal, { headers, cache })
  // Another tab has renewed the session since, so that the new cookie travelled with the old token.
  if (response.status === 401 && session().token && session().token !== token) return callFile(endpoint, given, options)
  if (!response.ok) await read(response, false)
  return response
}

/** The name of a member who has left is the same in every record, in the language of the company: here it is said in the reader's. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return JSON.parse(language() === 'zh' ? text : text.replaceAll(JSON.stringify(formerMember), () => JSON.stringify(t('people.former'))))
  } catch {
    return undefined
  }
}

/** A refused sign-in says nothing of a session that there is already. */
export async function read(response: Response, open: boolean): Promise<Answer<unknown>> {
  const body = await bodyOf(response)
  if (response.status !== 200) {
    if (response.status === 401 && !open) expireSession()
    const refusal = isRefusal(body) ? body : { code: 'internal' as const, message: t('error.unreadable', { status: response.status }) }
    if (refusal.code === 'auth.forbidden') noteForbidden()
    throw new ApiError(response.status, refusal, response.headers.get('x-request-id') ?? undefined)
  }
  keepToken(response.headers.get('authorization'), response.headers.get('expiration'))
  return { body, headers: response.headers, status: response.status }
}

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'code' in body && typeof (body as Refusal).message === 'string'

/** @source spec 0 §7 "Conventions" */
export function headersOf(key?: string, everywhere = false, company = false): Record<string, string> {
  const { token, atStation, profile } = session()
  const held = profile?.roles.find(entry => entry.station?.id === atStation?.id) ?? profile?.roles[0]
  return {
    ...plainHeaders(language(), token),
    ...(atStation && !everywhere && { company: String(atStation.company.id), ...(!company && { Station: String(atStation.id) }) }),
    ...(held && { Role: held.defaultRole === 'group_master' ? 'group_master' : `${held.defaultRole},${held.id}` }),
    ...(key && { 'Idempotency-Key': key }),
  }
}

let refreshing: Promise<unknown> | undefined

/** Before a call: ends a sign-in that is past its time, renews one that soon will be. One renewal serves all calls that wait for it. */
export async function refreshIfDue(endpoint: Endpoint): Promise<void> {
  const { token, expiration } = session()
  if (!token || !expiration || endpoint.path === '/users/refresh') return
  const left = expiration - Date.now()
  if (left <= 0) {
    expireSession()
    throw new ApiError(401, { code: 'auth.required', message: t('error.expired') })
  }
  if (left >= refreshWithinMs) return
  refreshing ??= answered()
    .then(() => send({ ...endpoint, method: 'GET', path: '/users/refresh' }, {}, {}))
    .finally(() => {
      refreshing = undefined
    })
  await refreshing.catch(() => undefined)
}

/** A call that hangs does not keep the session from being renewed in time. */
const renewAfterMs = 10_000
const answered = (): Promise<unknown> =>
  Promise.race([Promise.allSettled(onTheirWay), new Promise(resolve => setTimeout(resolve, renewAfterMs))])
