import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { refuse } from '../execution/refusal.ts'

/** Who may connect to a broker outside, and what they may hear and say there: it asks with each of them. */
export interface BrokerHook {
  /** @returns when it has to ask again, or undefined for who may not connect */
  readonly authenticate: (client: { username: string; password: string; clientId: string }) => Promise<Date | undefined>
  readonly authorize: (client: { clientId: string; topic: string; says: boolean }) => Promise<boolean>
}

const Connects = z.looseObject({ username: z.string(), password: z.string(), clientid: z.string() })
/** Brokers say it as `action`, or as `acc`: 1 hears, 2 says, 3 both, 4 subscribes. */
const Asks = z
  .looseObject({ clientid: z.string(), topic: z.string() })
  .and(z.union([z.looseObject({ action: z.enum(['publish', 'subscribe']) }), z.looseObject({ acc: z.int().min(1).max(4) })]))

/**
 * What a broker of MQTT_URL asks: `POST /api/v1/live/authenticate` and `/authorize`. Who does not show the secret finds nothing here; all
 * that is not allowed is denied, by the status alone, for brokers differ in what they read of the body.
 */
export function serveBrokerHook(app: FastifyInstance, secret: string, { authenticate, authorize }: BrokerHook): void {
  const ask = (path: string, act: (body: unknown) => Promise<object | undefined>) =>
    app.post(`/api/v1/live/${path}`, async (request, reply) => {
      if (!shows(request, secret)) refuse('notFound')
      const allowed = await act(request.body)
      return reply.status(allowed ? 200 : 403).send(allowed ? { result: 'allow', ok: true, ...allowed } : { result: 'deny', ok: false })
    })

  ask('authenticate', async body => {
    const { data } = Connects.safeParse(body)
    const until = data && (await authenticate({ username: data.username, password: data.password, clientId: data.clientid }))
    return until && { is_superuser: false, expire_at: Math.floor(until.getTime() / 1000) }
  })
  ask('authorize', async body => {
    const { data } = Asks.safeParse(body)
    if (!data) return undefined
    const { clientid: clientId, topic } = data
    const ways = 'action' in data ? [data.action === 'publish'] : data.acc === 3 ? [true, false] : [data.acc === 2]
    const allowed = await Promise.all(ways.map(says => authorize({ clientId, topic, says })))
    return allowed.every(Boolean) ? {} : undefined
  })
}

/** `Authorization: Bearer <secret>`, or the secret as the password of `Basic`, which some brokers can only send as part of an address. */
function shows({ headers: { authorization = '' } }: FastifyRequest, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const [scheme, shown = ''] = authorization.split(' ')
  const word =
    scheme === 'Basic'
      ? Buffer.from(shown, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/, '')
      : shown
  return (scheme === 'Bearer' || scheme === 'Basic') && timingSafeEqual(digest(word), digest(secret))
}
