import { isIP, type AddressInfo } from 'node:net'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { nonceHeader, nonceSeconds, readerCalls, type ReaderCallName } from '@forecourt/contract/reader/reader-calls.ts'
import { readerAnswers, readerBodies } from '@forecourt/contract/reader/reader-schemas.ts'
import { resultCodes, type FailureReason, type ResultReason } from '@forecourt/contract/reader/result-codes.ts'
import type { z } from 'zod'
import { callsOf, type Answering } from './calls.ts'
import { allowOrigin, answerPreflight, checkHost, checkOrigin } from './guard.ts'
import { lineOf, type Log } from './log.ts'
import { Nonces } from './nonces.ts'
import { ReaderFailure, type Reader } from './reader.ts'
import { SlotQueue } from './slot-queue.ts'
import { languageOf, words } from './words.ts'

export interface ServiceOptions {
  readonly reader: Reader
  /** Origins whose pages may call, such as https://forecourt.example.com. */
  readonly origins: readonly string[]
  /** 0 takes a free one. */
  readonly port: number
  /** How long a reader has for one call. */
  readonly timeoutMs?: number
  readonly log?: Log
  readonly now?: () => number
}
export interface DeviceService {
  readonly port: number
  stop(): Promise<void>
}

const bodyBytesMax = 16 * 1024
/** The rest is said in the body, with 200: the reader was asked, and this is what came of it. */
const statuses: Partial<Record<FailureReason, number>> = {
  badRequest: 400,
  unknownPath: 404,
  tooLarge: 413,
  internal: 500,
  originRefused: 403,
  hostRefused: 421,
  nonceRefused: 403,
}

/** @throws where the port is taken, or where this machine's own address is not its own */
export async function startDeviceService(options: ServiceOptions): Promise<DeviceService> {
  const { reader, port, log = () => {} } = options
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    connectionTimeout: 30_000,
    requestTimeout: 10_000,
  })
  // A page may send words without being asked whether it may; JSON it may not.
  app.removeContentTypeParser('text/plain')
  const failures = new WeakMap<FastifyRequest, FailureReason>()
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const failure = asFailure(error)
    failures.set(request, failure.reason)
    if (failure.reason === 'internal') log({ level: 'error', ...traceOf(error) })
    return reply.code(statuses[failure.reason] ?? 200).send(answerOf(request, failure.reason, failure.data))
  }
  app.setErrorHandler((error, request, reply) => fail(request, reply, error))
  app.setNotFoundHandler((request, reply) => fail(request, reply, new ReaderFailure('unknownPath')))
  guard(app, options)
  route(app, callsOf(reader, new SlotQueue(options.timeoutMs ?? 5000)))
  app.addHook('onResponse', async (request, reply) =>
    log(lineOf(request, { result: failures.get(request) ?? 'ok', ms: Math.round(reply.elapsedTime), origins: options.origins })),
  )

  // Both families, where the machine has both: a browser may try either.
  await app.listen({ host: 'localhost', port })
  const addresses = app.addresses() as AddressInfo[]
  const stop = async () => {
    await app.close()
    await reader.close()
  }
  if (!addresses.every(({ address }) => address === '::1' || (isIP(address) === 4 && address.startsWith('127.')))) {
    await stop()
    throw new Error('localhost does not lead to this machine alone: look at its hosts file.')
  }
  return { port: addresses[0]!.port, stop }
}

/** Who may call at all; and who may change something, which takes a nonce. Nothing of a body is read before. */
function guard(app: FastifyInstance, { origins, now = Date.now }: ServiceOptions): void {
  const nonces = new Nonces(now)
  const changing = new Set<string>(Object.values(readerCalls).flatMap(({ changes, path }) => (changes ? [path] : [])))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
    checkHost(request)
    const origin = checkOrigin(request, origins)
    allowOrigin(reply, origin)
    if (request.method === 'OPTIONS') return answerPreflight(request, reply)
    if (changing.has(request.routeOptions.url ?? '') && !nonces.spend(String(request.headers[nonceHeader]), origin))
      throw new ReaderFailure('nonceRefused')
  })
  app.get(readerCalls.nonce.path, request =>
    answerOf(request, 'ok', { nonce: nonces.give(request.headers.origin!), seconds: nonceSeconds }),
  )
}

function route(app: FastifyInstance, calls: Answering): void {
  for (const [name, answer] of Object.entries(calls) as [ReaderCallName, (body: unknown) => Promise<unknown>][]) {
    const { method, path } = readerCalls[name]
    app.route({
      method,
      url: path,
      handler: async request => answerOf(request, 'ok', readerAnswers[name].parse(await answer(bodyOf(name, request.body)))),
    })
  }
}

/** @throws badRequest, with the names of the fields that are wrong */
function bodyOf(name: ReaderCallName, body: unknown): unknown {
  const schema = (readerBodies as Partial<Record<ReaderCallName, z.ZodType>>)[name]
  const read = schema?.safeParse(body)
  if (read && !read.success) throw new ReaderFailure('badRequest', { fields: read.error.issues.map(({ path }) => path.join('.')) })
  return read?.data
}

const answerOf = (request: FastifyRequest, reason: ResultReason, data?: unknown) => ({
  resultCode: resultCodes[reason],
  resultMessage: words[reason][languageOf(request.query, request.headers)],
  ...(reason !== 'ok' && { reason }),
  ...(data !== undefined && { data }),
})

function asFailure(error: unknown): ReaderFailure {
  if (error instanceof ReaderFailure) return error
  const { statusCode } = error as FastifyError
  if (statusCode === 413) return new ReaderFailure('tooLarge')
  return new ReaderFailure(statusCode !== undefined && statusCode < 500 ? 'badRequest' : 'internal')
}

/** Where it happened. The words of an error may repeat what was sent, and that is not logged. */
const traceOf = (error: unknown) => {
  const { name, stack = '' } = error as Error
  return {
    error: name,
    at: stack
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .slice(0, 8),
  }
}
