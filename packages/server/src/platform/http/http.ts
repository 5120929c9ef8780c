import fastifyCompress from '@fastify/compress'
import { resources, type FileType } from '@forecourt/contract'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { permit, type Handler } from '../execution/command.ts'
import type { Deadline } from '../execution/deadline.ts'
import { serveBrokerHook, type BrokerHook } from './broker-hook.ts'
import { momentOf, type Clocked } from './driven-clock.ts'
import { actors, fail } from './failure.ts'
import { handSession, idOf, metaOf } from './request-meta.ts'
import { gateOf, refuseWrites, type Doorkeeping } from './gate.ts'
import { batcher } from '../execution/batcher.ts'
import { fileIn, giveFile, uploadBytesMax, withForms } from './http-files.ts'
import { serveMetrics, type Metrics } from './http-metrics.ts'
import { takesKey } from '../execution/idempotency.ts'
import { takeJson } from './json-body.ts'
import { openApi } from './openapi.ts'
import { directivesOf, plainPolicy, type PagePolicy } from './page-policy.ts'
import { QueueDeadline } from '../overload/queue-deadline.ts'
import { Refusal, refuse } from '../execution/refusal.ts'
import { cutSlowBodies } from './slow-body.ts'
import type { Tls } from './tls.ts'
import { askedIn, parsed, visible } from '../execution/validate.ts'
import { serveWeb, type ClientSettings } from './web-files.ts'

export interface Host extends Doorkeeping, Clocked {
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
  /** What a broker outside asks, and the secret that it shows. */
  brokerHook?: { secret: string; hook: BrokerHook } | undefined
  /** The newest migration of the code: without it in the database we are not ready. */
  newestMigration?: string
}

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
  if (host.brokerHook) serveBrokerHook(app, host.brokerHook.secret, host.brokerHook.hook)
  const notFound = (request: FastifyRequest, reply: FastifyReply) => fail(request, reply, new Refusal('notFound'))
  await (host.webDir ? serveWeb(app, host.webDir, host, notFound) : void app.setNotFoundHandler(notFound))
  return app
}

function route(app: FastifyInstance, handler: Handler, host: Host, admit: ReturnType<typeof gateOf>) {
  const perform = batcher(handler, host.admission?.tenantLimit)
  const { method, path, body, query, takes, gives } = handler.endpoint
  const answer = async (request: FastifyRequest, reply: FastifyReply, deadline?: Deadline) => {
    const meta = metaOf(request, host.secure),
      now = momentOf(request.headers, host)
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
    if (issued !== undefined) handSession(reply, issued, host.secure)
    else if (actor.expiresAt) reply.header('expiration', String(actor.expiresAt))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(value ?? null))
  }
  for (const url of spellingsOf(path))
    app.route({
      method,
      url: `/api/v1${url}`,
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

/** The path of a call, and the same under the other spelling of its record. */
function spellingsOf(path: string): string[] {
  const [, name = ''] = path.split('/')
  const other = resources.get(name)?.spelledAlso
  return other ? [path, path.replace(`/${name}`, `/${other}`)] : [path]
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
