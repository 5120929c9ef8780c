import { Id, type Language } from '@forecourt/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IssuedSession, RequestMeta } from '../execution/command.ts'
import { keyOf } from '../execution/idempotency.ts'
import { refuse } from '../execution/refusal.ts'

const cookieName = (secure: boolean) => (secure ? '__Host-forecourt' : 'forecourt')

/** What a request says of itself besides what it asks for: its caller's credentials, where from, in which language. */
export function metaOf(request: FastifyRequest, secure: boolean): RequestMeta {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const optional = {
    inUrl: secretsIn(request.url),
    authorization: header('authorization'),
    company: header('company'),
    station: header('station'),
    role: header('role'),
    client: header('client'),
    idempotencyKey: keyOf(header('idempotency-key')),
    cookie: header('cookie')
      ?.split('; ')
      .find(each => each.startsWith(`${cookieName(secure)}=`))
      ?.slice(cookieName(secure).length + 1),
  }
  return {
    requestId: request.id,
    language: languageOf(request),
    ip: request.ip,
    userAgent: header('user-agent') ?? '',
    secure,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  }
}

/** Values as long as our secrets are. Few requests have any. */
function secretsIn(url: string): readonly string[] | undefined {
  const values = [...new URLSearchParams(url.split('?')[1] ?? '').values()].filter(value => /^(display\.)?[\w-]{43}$/.test(value))
  return values.length > 0 ? values.slice(0, 5) : undefined
}

export const languageOf = (request: FastifyRequest): Language =>
  String(request.headers['language'] ?? request.headers['accept-language'] ?? 'zh')
    .toLowerCase()
    .startsWith('en')
    ? 'en'
    : 'zh'

/** The record that the address names. @throws notFound */
export function idOf(request: FastifyRequest): number {
  const text = (request.params as { id: string }).id
  const id = Id.safeParse(/^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined)
  return id.success ? id.data : refuse('notFound')
}

/** Gives the browser its session, or takes it away. */
export function handSession(reply: FastifyReply, session: IssuedSession | null, secure: boolean) {
  const flags = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  if (session === null) {
    reply.header('set-cookie', `${cookieName(secure)}=; ${flags}; Max-Age=0`).header('clear-site-data', '"cache", "cookies"')
    return
  }
  reply
    .header('authorization', session.token)
    .header('expiration', String(session.expiresAt))
    .header('set-cookie', `${cookieName(secure)}=${session.cookie}; ${flags}; Expires=${new Date(session.expiresAt).toUTCString()}`)
}
