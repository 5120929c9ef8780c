import { users, type Endpoint, type Returned, type Role, type Sent } from '@forecourt/contract'
import { hashPassword, hashSecret, newSecret } from '../modules/access/secret.ts'
import type { ProvenAction } from '../modules/access/index.ts'
import { app, owned, unique } from './world.ts'

export const password = 'river-otter-7'
const hashed = hashPassword(password)

export interface Person {
  name?: string
  mobile?: string
  email?: string
  roles: (Role | { role: Role; stationId: number })[]
  readOnly?: boolean
  disabled?: boolean
  /** Columns of user_account. */
  over?: Record<string, unknown>
}

/** A user with an account of their own, who signs in through the API. */
export async function person(
  company: { id: number; code: string },
  { roles, readOnly = false, disabled = false, over = {}, ...given }: Person,
) {
  const turn = unique()
  const facts = { name: `Lin ${turn}`, mobile: `138${String(turn).padStart(8, '0')}`, ...given }
  const row = { ...facts, company_id: company.id, password_hash: await hashed, read_only: readOnly, disabled, is_staff: true, ...over }
  const names = Object.keys(row),
    values = Object.values(row)
  const [user] = await owned<{ id: number }>(
    `insert into user_account (${names.join(', ')}) values (${values.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    values,
  )
  for (const each of roles) {
    const [role, stationId] = typeof each === 'string' ? [each, null] : [each.role, each.stationId]
    await owned('insert into user_role (company_id, user_id, default_role, station_id) values ($1, $2, $3, $4)', [
      company.id,
      user!.id,
      role,
      stationId,
    ])
  }
  return { id: user!.id, companyId: company.code, ...facts }
}

/** A record as a form would send it back: the fields its edit takes, as they were read. */
export const asSent = <E extends Endpoint>({ body }: E, row: object): Sent<E> extends { body: infer B } ? B : never =>
  Object.fromEntries(
    Object.keys((body as unknown as { shape: object }).shape).flatMap(field =>
      field in row ? [[field, (row as Record<string, unknown>)[field]]] : [],
    ),
  ) as never

/** A proof by PIN as `verifyPin` gives it, for an actor who has no account. @throws what that call would refuse */
export async function proofOf(
  actor: { id: number; companyId: number },
  { action, subject, amountCents = null }: ProvenAction,
): Promise<string> {
  users.verifyPin.body!.parse({ pin: '274951', action, subject, amountCents })
  const proof = newSecret()
  const values = [hashSecret(proof), actor.companyId, actor.id, action, subject, amountCents]
  await owned('alter table pin_proof drop constraint if exists pin_proof_user_account_fkey')
  await owned(`insert into pin_proof values ($1, $2, $3, $4, $5, $6, 'infinity', $2)`, values)
  return proof
}

type Headers = Record<string, string>

/** A browser: it keeps the token it was given and the cookie, and shows both. */
export function browser(kept: { token?: string; cookie?: string } = {}, headers: Headers = {}, from = '127.0.0.1') {
  const raw = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown, more: Headers = {}) => {
    const reply = await app.inject({
      method,
      remoteAddress: from,
      url: `/api/v1${url}`,
      ...(payload !== undefined && { payload: payload as object }),
      headers: {
        language: 'en',
        ...(kept.token && { authorization: kept.token }),
        ...(kept.cookie && { cookie: `forecourt=${kept.cookie}` }),
        ...headers,
        ...more,
      },
    })
    const cookie = /forecourt=([^;]*)/.exec(String(reply.headers['set-cookie'] ?? ''))?.[1]
    if (reply.headers['authorization']) kept.token = reply.headers['authorization']
    if (cookie !== undefined) kept.cookie = cookie
    return reply
  }
  const send = <E extends Endpoint>({ method, path }: E, sent: Sent<E>, more: Headers = {}) => {
    const { id, body, query } = (sent ?? {}) as { id?: number; body?: object; query?: Record<string, string> }
    return raw(method, `${path.replace('/:id', `/${id}`)}${query ? `?${new URLSearchParams(query)}` : ''}`, body, more)
  }
  return {
    kept,
    raw,
    send,
    async call<E extends Endpoint>(endpoint: E, sent: Sent<E>, more?: Headers): Promise<Returned<E>> {
      const reply = await send(endpoint, sent, more)
      if (reply.statusCode !== 200) throw new Error(`${endpoint.method} ${endpoint.path}: ${reply.statusCode} ${reply.body}`)
      return reply.json()
    },
    /** The code it was refused with, or `allowed`. */
    async refused<E extends Endpoint>(endpoint: E, sent: Sent<E>, more?: Headers): Promise<string> {
      const reply = await send(endpoint, sent, more)
      return reply.statusCode === 200 ? 'allowed' : reply.json().code
    },
  }
}

/** A user signed in through the API, with both halves of the session. */
export async function signedIn(company: { id: number; code: string }, who: Person, headers?: Headers) {
  const someone = await person(company, who)
  const page = browser({}, headers)
  const reply = await page.raw('POST', '/users/login', { mobile: someone.mobile, password, companyId: company.code })
  if (reply.statusCode !== 200 || !page.kept.token) throw new Error(`no session: ${reply.body}`)
  return { ...page, ...someone }
}
