import { join } from 'node:path'
import type { Logger } from 'pino'
import { drawerOfDemo } from './modules/chip/index.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/postgres/database.ts'

export interface ReaderNeeds {
  readonly db: Database
  /** The company whose cards lie in the drawer. */
  readonly companyId: number
  /** Where the pages are. */
  readonly address: string
  /** What browsers let pages call: a free port is written into it when it is known. */
  readonly policy: { deviceService: string | undefined }
  readonly log: Logger
}

/**
 * The service beside the card reader, which in the world runs on each clerk's own machine: a demo has one with a virtual reader, whose
 * drawer lies with the data. Where its port is taken the demo goes on without it.
 * @returns its end
 */
export async function startReader(
  { client, dataDir }: Config,
  { db, companyId, address, policy, log }: ReaderNeeds,
): Promise<() => Promise<unknown>> {
  const wanted = policy.deviceService && new URL(policy.deviceService)
  // An address elsewhere names a service that somebody else has started.
  if (!wanted || wanted.protocol !== 'http:' || wanted.hostname !== 'localhost') return () => Promise.resolve()
  const { startDeviceService } = await import('@forecourt/device-service/service.ts')
  const { VirtualReader } = await import('@forecourt/device-service/virtual-reader.ts')
  try {
    const chips = await drawerOfDemo(db, companyId)
    const { port, stop } = await startDeviceService({
      reader: new VirtualReader({ chips, folder: join(dataDir, 'reader') }),
      origins: originsOf(new URL(address)),
      port: Number(wanted.port || 80),
      log: line => log.info(line, 'card reader'),
    })
    policy.deviceService = `http://localhost:${port}`
    client.deviceService = policy.deviceService
    return stop
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'the card reader service of the demo could not be started')
    return () => Promise.resolve()
  }
}

/** This machine has two names that users type. */
const originsOf = ({ hostname, origin }: URL): string[] =>
  hostname === 'localhost' ? [origin, origin.replace('localhost', '127.0.0.1')] : [origin]
