import { drivenClockHeader, sessions, type Endpoint, type Returned, type Sent } from '@forecourt/contract'
import { Refused, type Caller, type Person, type Product } from './product.ts'

/** Somebody who has not called for this long signs in again. */
const sessionMs = 5 * 60_000

/**
 * The product over HTTP, as equipment and pages speak to it. Each call names its moment; only a server that is made for tests, or for a
 * simulation, takes the time from its callers.
 */
export class OverHttp implements Product {
  readonly #address: string
  readonly #sessions = new Map<number, { headers: Record<string, string>; at: number }>()

  /** @param address https://host:port */
  constructor(address: string) {
    this.#address = address
  }

  async call<E extends Endpoint>(by: Caller, at: number, endpoint: E, sent: Sent<E>): Promise<Returned<E>> {
    const headers = 'device' in by ? { authorization: by.device.credential } : await this.#signedIn(by.person, at)
    return (await this.#send(at, endpoint, sent, { ...headers, ...('person' in by && { station: String(by.stationId) }) })).answer
  }

  /** A session has two halves, a token and a cookie. */
  async #signedIn(person: Person, at: number): Promise<Record<string, string>> {
    const known = this.#sessions.get(person.id)
    if (known && at - known.at < sessionMs) return known.headers
    const { companyCode: companyId, mobile, password } = person
    const { answer, cookie } = await this.#send(at, sessions.login, { body: { companyId, mobile, password } }, {})
    const { token } = answer
    if (!token) throw new Error(`${mobile} has several roles, and the simulator picks none`)
    const headers = { authorization: token, cookie }
    this.#sessions.set(person.id, { headers, at })
    return headers
  }

  async #send<E extends Endpoint>(at: number, endpoint: E, sent: Sent<E>, headers: Record<string, string>) {
    const { id, query = {}, body } = sent as { id?: number; query?: Record<string, unknown>; body?: unknown }
    const asked = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => [value].flat().map(each => [name, String(each)])))
    const path = endpoint.path.replace(':id', String(id))
    const response = await fetch(`${this.#address}/api/v1${path}${asked.size > 0 ? `?${asked}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...headers,
        language: 'en',
        [drivenClockHeader]: new Date(at).toISOString(),
        ...(endpoint.body && { 'content-type': 'application/json' }),
      },
      ...(endpoint.body && { body: JSON.stringify(body ?? {}) }),
    })
    const answer = (await response.json()) as { code?: string; message?: string; detail?: Record<string, unknown> }
    if (response.status !== 200)
      throw new Refused(answer.code ?? String(response.status), `${endpoint.method} ${path} ${answer.message}`, answer.detail ?? {})
    const cookie = response.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
    return { answer: answer as Returned<E>, cookie }
  }
}
