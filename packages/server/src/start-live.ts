import { drivenClockHeader, live } from '@forecourt/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { DemoFacts } from './modules/demo/index.ts'
import { brokerHookOf, liveHostOf, messageOf, setLivePorts, type Perform } from './modules/live/index.ts'
import type { Config } from './platform/config/config.ts'
import { productClock } from './platform/execution/clock.ts'
import { readTls, type TlsFiles } from './platform/http/tls.ts'
import { startLive, type LiveChannel } from './platform/live/channel.ts'
import type { Database } from './platform/postgres/database.ts'

const now = () => productClock().now()

interface Needs {
  readonly db: Database
  /** Straight to the database. */
  readonly url: string
  readonly app: FastifyInstance
  /** Where the calls are answered. */
  readonly port: number
  /** Where pages may connect, by their content policy. A free port is written into it when it is known. */
  readonly ports: { port: number; tlsPort: number }
  readonly demo: DemoFacts | undefined
  readonly log: Logger
}

/** A page that asks before the channel has started is asked to come back. @returns the ports of its policy, as far as they are known yet */
export function announceChannel({ policy }: Config): Needs['ports'] {
  setLivePorts('starting')
  return { ...policy.live }
}

let running: LiveChannel | undefined
/** New connections are shown this certificate. */
export const renewChannel = (files: TlsFiles): void => running?.renew(readTls(files, now()))

/**
 * Starts the live channel, and has the demo's station sell. Without a channel pages are as they were when they were read: the server goes
 * on, and says why.
 * @returns its end
 */
export async function startChannel(config: Config, needs: Needs): Promise<() => Promise<unknown>> {
  const { tls, host } = config
  const { db, app, url, ports, log } = needs
  const wanted = tls ? ports.tlsPort : ports.port
  const broker = { host, port: wanted, path: live.path, kept: config.liveKept, ...(tls && { tls: readTls(tls, now()) }) }
  const outside = config.outside && (await openOutside(config.outside.broker, needs))
  try {
    running = await startLive({ ...liveHostOf(db, now, performOf(app)), db, url, log, broker, outside })
  } catch (error) {
    setLivePorts(undefined)
    await outside?.stop()
    log.error({ err: error, port: wanted }, 'the live channel could not be started: pages do not update by themselves')
    return () => Promise.resolve()
  }
  if (wanted === 0) Object.assign(ports, { port: running.port, tlsPort: running.port })
  setLivePorts({ ...ports, outside: config.outside?.pages })
  const endSelling = await startSelling(config, needs, running.port)
  return async () => {
    await endSelling()
    setLivePorts(undefined)
    await running?.stop()
    await outside?.stop()
  }
}

/** Its client is loaded where there is such a broker alone. */
async function openOutside(broker: string, { db, url, log }: Needs) {
  const { startOutside } = await import('./platform/live/outside.ts')
  return startOutside({ db, clock: now, url, broker, messageOf, log })
}

/** What a broker outside may ask, where there is one. */
export const brokerHookFor = ({ outside }: Config, db: Database) => outside && { secret: outside.secret, hook: brokerHookOf(db, now) }

/** Makes a call as any client does, without a connection. */
export const performOf =
  (app: FastifyInstance): Perform =>
  async (authorization, path, body, moment) => {
    const headers = { authorization, 'content-type': 'application/json', ...(moment !== undefined && { [drivenClockHeader]: moment }) }
    const reply = await app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload: JSON.stringify(body ?? null) })
    return { status: reply.statusCode, body: reply.json<unknown>() }
  }

async function startSelling(
  { tls, mode, demoSells }: Config,
  { db, demo, port }: Needs,
  livePort: number,
): Promise<() => Promise<unknown>> {
  if (!demo || mode !== 'development' || !demoSells) return () => Promise.resolve()
  const [calls, mqtt] = tls ? ['https', 'wss'] : ['http', 'ws']
  const here = { address: `${calls}://127.0.0.1:${port}`, channel: `${mqtt}://127.0.0.1:${livePort}${live.path}` }
  const { startDemoLive } = await import('./demo-live.ts')
  return startDemoLive(db, demo, here, now())
}
