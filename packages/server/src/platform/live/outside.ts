import mqtt, { type MqttClient } from 'mqtt'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { tellFailure } from '../config/log.ts'
import { holdLease, instance } from '../jobs/lease.ts'
import type { Database } from '../postgres/database.ts'
import { Notices, type Message, type Notice } from './notices.ts'
import { leaseName, tellEvents, type Telling } from './outside-events.ts'
import type { LiveEvent } from './relay.ts'

export interface OutsideHost {
  readonly db: Database
  readonly clock: () => Date
  /** Straight to the database. */
  readonly url: string
  /** The broker, with the server's own name and password there: mqtts://user:password@host:8883 */
  readonly broker: string
  readonly messageOf: (event: LiveEvent) => Message | undefined
  readonly log: Logger
}

/** A broker that pages are connected to instead of ours. */
export interface Outside {
  /** What this instance has to tell that the database does not hold. */
  publish(message: Message): void
  /** That it is connected; for those who wait for it. */
  readonly connected: Promise<unknown>
  stop(): Promise<void>
}

const connectAgainMs = 2000

/**
 * Publishes at a broker outside what the own one would tell. One instance does so for all, under a lease: a broker that heard each event
 * from each of them would pass it on as often. What an instance has heard from its devices it publishes by itself.
 */
export function startOutside({ db, clock, url, broker, messageOf, log }: OutsideHost): Outside {
  const failed = tellFailure(log, 'the broker of MQTT_URL could not be told of something; it goes on')
  const unreached = (error: unknown) => log.error({ err: error }, 'the broker of MQTT_URL: pages hear nothing until it is there')
  const client = connectTo(broker, `forecourt-${instance}`, connectAgainMs).on('error', unreached)

  let telling: Telling | undefined
  const begin = () => {
    const own = tellEvents({ db, clock, messageOf, failed, connect: name => connectTo(broker, name, 0).on('error', unreached) })
    telling = own
    return () => {
      telling = undefined
      return own.stop()
    }
  }
  const endLease = holdLease(db, leaseName, begin, failed)
  // What has a sender was published by it.
  const notices = new Notices(url, failed, text => {
    const { from, message } = JSON.parse(text) as Notice
    if (from === undefined) telling?.say(message)
  })
  return {
    publish({ topic, payload }) {
      if (client.connected) client.publish(topic, JSON.stringify(payload), { qos: 1 })
    },
    connected: once(client as never, 'connect'),
    async stop() {
      await Promise.all([endLease(), notices.stop()])
      await client.endAsync()
    },
  }
}

function connectTo(broker: string, clientId: string, reconnectPeriod: number): MqttClient {
  const { username, password, host, protocol, pathname } = new URL(broker)
  return mqtt.connect(`${protocol}//${host}${pathname}`, {
    clientId,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    protocolVersion: 4,
    clean: true,
    reconnectPeriod,
    connectTimeout: 10_000,
    keepalive: 15,
  })
}
