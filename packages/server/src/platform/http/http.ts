import fastifyCompress from '@fastify/compress'
import { errors, Id, type ErrorCode, type FileType, type Language } from '@forecourt/contract'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { permit, type Actor, type RequestMeta, type Handler, type IssuedSession } from '../execution/command.ts'
import type { Deadline } from '../execution/deadline.ts'
import { gateOf, refuseWrites, type Doorkeeping } from './gate.ts'
import { batcher } from '../execution/batcher.ts'
import { fileIn, giveFile, uploadBytesMax, withForms } from './http-files.ts'
import { serveMetrics, type Metrics } from './http-metrics.ts'
import { keyOf, takesKey } from '../execution/idempotency.ts'
import { takeJson } from './json-body.ts'
import { openApi } from './openapi.ts'
import { directivesOf, plainPolicy, type PagePolicy } from './page-policy.ts'
import { QueueDeadline } from '../overload/queue-deadline.ts'
import { asRefusal } from '../postgres/refusals-of-postgres.ts'
import { Refusal, refuse } from '../execution/refusal.ts'
import { cutSlowBodies } from './slow-body.ts'
import type { Tls } from './tls.ts'
import { askedIn, parsed, visible } from '../execution/validate.ts'
import { serveWeb, type ClientSettings } from './web-files.ts'

export interface Host extends Doorkeeping {
  clock: () => Date
  /** Whether requests reach us over TLS, by ourselves or by the proxy in front. */
  secure: boolean
  /** The certificate and the key under which we speak TLS ourselves. */
  tls?: Tls | undefined
  /** Proxies whose word on the client's address is believed; without a list, the nearest one where TLS ends before us. */
  proxies?: readonly string[] | undefined
  /** What the browser is told to allow. */
  policy?: PagePolicy
  /** A folder of built pages to serve beside the calls. */
  webDir?: string
  /** Pages that only help to make the product are there. */
  testing?: boolean
  /** What those pages are given of their deployment. */
  client?: ClientSettings
  log?: FastifyBaseLogger
  /** How long the body of a call may take to arrive. */
  bodyMs?: number
  metrics?: Metrics
  /** The newest migration of the code: without it in the database we are not ready. */
  newestMigration?: string
}

const cookieName = (secure: boolean) => (secure ? '__Host-forecourt' : 'forecourt')
/** How long the database may take to say that it is there. */
const readyMs = 2000
const bodyBytesMax = 4 * 1024 * 1024

/** The proxy in front of us says whom it serves; what that one says of others is hearsay. */
const onlyTheNearest = (_address: string, hop: number) => hop === 0

/** What is taken and given is checked by the contract: the compilers of schemas, a tenth of what a start loads, are not asked for. */
const unused = () => () => {
  throw new Error('routes have no schemas: the contract has')
}
const withoutSchemas = { buildValidator: unused, buildSerializer: unused } as never

/** The only file that knows HTTP: find the actor, parse, execute, word the failure. */
export async function serve(handlers: readonly Handler[], host: Host): Promise<FastifyInstance> {
  const { policy = plainPolicy } = host
  const app = Fastify({
    ...(host.log ? { loggerInstance: host.log } : { logger: false }),
    bodyLimit: bodyBytesMax,
    ...(host.tls && { https: { ...host.tls, minVersion: 'TLSv1.2' } as unknown as null }),
    trustProxy: host.proxies ? [...host.proxies] : host.secure && !host.tls && onlyTheNearest,
    genReqId: () => randomBytes(9).toString('base64url'),
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    // An id of any length is ours to refuse, in our words.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    return503OnClosing: true,
    schemaController: { compilersFactory: withoutSchemas },
  })
  // Made once: the plugin of Fastify makes it anew for every call, a twentieth of what a sale costs the server.
  const guard = helmet({
    contentSecurityPolicy: { directives: directivesOf(policy, host.secure) },
    // Older browsers know this header alone, and it cannot name whom it lets.
    frameguard: policy.frameAncestors.length === 0 && { action: 'deny' },
    hsts: host.secure,
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.addHook('onRequest', (request, reply, next) => guard(request.raw, reply.raw, error => next(error as Error | undefined)))
  await app.register(fastifyCompress, { threshold: 4096, globalDecompression: false })
  takeJson(app)
  cutSlowBodies(app, host.bodyMs)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const { state } = host.disk ?? {}
    if (state === 'full' || (state === 'low' && actors.get(request)?.role === 'admin')) reply.header('disk', state)
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })

  // Before the routes: one that is there already keeps the handler of its time.
  app.setErrorHandler((thrown, request, reply) => fail(request, reply, thrown))

  const gate = gateOf(host)
  for (const handler of handlers.filter(({ endpoint }) => !endpoint.takes)) route(app, handler, host, gate)
  await withForms(app, within => {
    for (const handler of handlers.filter(({ endpoint }) => endpoint.takes)) route(within, handler, host, gate)
  })
  // Printed when somebody asks for it first: that takes a while, which no start should.
  let words: string | undefined
  app.get('/api/v1/openapi.json', (_request, reply) => {
    words ??= JSON.stringify(openApi(handlers.map(({ endpoint }) => endpoint)))
    return reply.type('application/json').send(words)
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const { newestMigration: name } = host
    const asked = name ? sql`select from migration where name = ${name}` : sql`select 1`
    const { rows } = await new QueueDeadline(readyMs).wait(asked.execute(host.db))
    return rows.length > 0 ? { status: 'ready' } : refuse('server.busy')
  })
  if (host.metrics) serveMetrics(app, host.metrics)
  const notFound = (request: FastifyRequest, reply: FastifyReply) => fail(request, reply, new Refusal('notFound'))
  await (host.webDir ? serveWeb(app, host.webDir, host, notFound) : void app.setNotFoundHandler(notFound))
  return app
}

function route(app: FastifyInstance, handler: Handler, host: Host, admit: ReturnType<typeof gateOf>) {
  const perform = batcher(handler, host.admission?.tenantLimit)
  const { method, path, body, query, takes, gives } = handler.endpoint
  const answer = async (request: FastifyRequest, reply: FastifyReply, deadline?: Deadline) => {
    const meta = factsOf(request, host.secure),
      now = host.clock()
    const { db, actor, throttle, queueDeadline } = await admit(handler, meta, now, deadline)
    actors.set(request, actor)
    permit(handler.endpoint, actor)
    refuseWrites(host, handler.endpoint)
    takesKey(handler.endpoint, meta.idempotencyKey)
    const asked = askedIn(query, request.query, meta.language)
    const input: { query?: unknown } = {
      ...(path.includes('/:id') && { id: idOf(request) }),
      ...(body && { body: parsed(body, visible(request.body === undefined ? {} : request.body, meta.language), meta.language) }),
      ...(query && { query: asked }),
    }
    if (takes) {
      handler.admit?.(actor, input)
      const receive = () => fileIn(request, (input.query as { type: FileType }).type, actor.companyId)
      Object.assign(input, { file: await (deadline?.outside(receive) ?? receive()) })
    }
    const run = () => perform({ db, handler, actor, meta, now, input, queueDeadline, deadline })
    const work = handler.guess ? throttle.run(meta.ip, now, run, handler.guess, queueDeadline) : run()
    const { value, issued } = await (deadline?.answer(work) ?? work)
    if (gives) return giveFile(request, reply, value as Parameters<typeof giveFile>[2])
    if (issued !== undefined) hand(reply, issued, host.secure)
    else if (actor.expiresAt) reply.header('expiration', String(actor.expiresAt))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(value ?? null))
  }
  app.route({
    method,
    url: `/api/v1${path}`,
    ...(takes && { bodyLimit: uploadBytesMax }),
    async handler(request, reply) {
      const deadline = host.admission?.deadline()
      try {
        return await answer(request, reply, deadline)
      } finally {
        deadline?.done()
      }
    },
  })
}

/** Stops a server: new calls are refused, running calls may finish, but not for longer than this. */
export async function closeGently(app: FastifyInstance, graceMs = 10_000): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs)
  // A line on which the last answer went out is idle from then on.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearTimeout(timer)
  clearInterval(sweep)
}

function factsOf(request: FastifyRequest, secure: boolean): RequestMeta {
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
  const values = [...new URLSearchParams(url.split('?')[1] ?? '').values()].filter(value => /^[\w-]{43}$/.test(value))
  return values.length > 0 ? values.slice(0, 5) : undefined
}

const languageOf = (request: FastifyRequest): Language =>
  String(request.headers['language'] ?? request.headers['accept-language'] ?? 'zh')
    .toLowerCase()
    .startsWith('en')
    ? 'en'
    : 'zh'

function idOf(request: FastifyRequest): number {
  const text = (request.params as { id: string }).id
  const id = Id.safeParse(/^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined)
  return id.success ? id.data : refuse('notFound')
}

function hand(reply: FastifyReply, session: IssuedSession | null, secure: boolean) {
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

const actors = new WeakMap<FastifyRequest, Actor>()

/** Who was denied what. The request's own line says where from. */
function logDenied(request: FastifyRequest, { code, detail }: Refusal) {
  request.log.info(
    { code, actor: actors.get(request)?.key ?? 'nobody', permission: detail['permission'], call: request.routeOptions.url },
    'denied',
  )
}

/** Why the database gave no answer, in a line: there may be very many of them. */
function logUnanswered(request: FastifyRequest, thrown: unknown) {
  const { code, message } = thrown as { code?: string; message?: string }
  request.log.warn({ code, reason: message, call: request.routeOptions.url }, 'the database did not answer')
}

function fail(request: FastifyRequest, reply: FastifyReply, thrown: unknown) {
  const refusal = thrown instanceof Refusal ? thrown : (asRefusal(thrown) ?? ofFastify(thrown))
  if (!refusal) request.log.error({ err: thrown }, 'failed')
  else if (refusal.status === 401 || refusal.status === 403) logDenied(request, refusal)
  else if (refusal.status === 503 && refusal !== thrown) logUnanswered(request, thrown)
  const said = refusal ?? new Refusal('internal', { requestId: request.id })
  if (said.status === 503) reply.header('retry-after', '2')
  if (said.status === 429) reply.header('retry-after', String(said.detail['retryAfter'] ?? 60))
  return reply
    .status(said.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(said.body(languageOf(request))))
}

const fastifyRefusals: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupportedType',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
}
function ofFastify(thrown: unknown): Refusal | undefined {
  const { code = '', statusCode } = thrown as { code?: string; statusCode?: number }
  const known = fastifyRefusals[code]
  return known
    ? new Refusal(known)
    : statusCode === 400
      ? new Refusal('request.malformed')
      : statusCode === 429
        ? new Refusal('request.tooMany')
        : undefined
}

export const statuses = Object.fromEntries(Object.entries(errors).map(([code, { status }]) => [code, status]))
