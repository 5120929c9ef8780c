import mqtt, { type MqttClient } from 'mqtt'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { tellFailure } from '../config/log.ts'
import { every } from '../jobs/every.ts'
import { holdLease, instance } from '../jobs/lease.ts'
import type { Database } from '../postgres/database.ts'
import { Notices, type Message, type Notice } from './notices.ts'
import { Relay, type LiveEvent } from './relay.ts'

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

const readEveryMs = 50
const connectAgainMs = 2000
/** One that takes over, or was away, begins so far back: what was told already is told again. */
const backMs = 30_000

/**
 * Publishes at a broker outside what the own one would tell. One instance does so for all, under a lease: a broker that heard each event
 * from each of them would pass it on as often. What an instance has heard from its devices it publishes by itself.
 */
export function startOutside({ db, clock, url, broker, messageOf, log }: OutsideHost): Outside {
  const failed = tellFailure(log, 'the broker of MQTT_URL could not be told of something; it goes on')
  const client = connectTo(broker)
  client.on('error', error => log.error({ err: error }, 'the broker of MQTT_URL: pages hear nothing until it is there'))
  const publish = ({ topic, payload }: Message): void => {
    if (client.connected) client.publish(topic, JSON.stringify(payload), { qos: 1 })
  }

  const relay = new Relay(db)
  let begun = false
  const afresh = () => {
    begun = false
    relay.rest()
  }
  client.on('close', afresh)
  const read = async () => {
    if (!client.connected) return
    await relay.begin()
    const late = begun ? [] : await relay.recentOfAll(new Date(clock().getTime() - backMs))
    begun = true
    for (const event of [...late, ...(await relay.nextOfAll())]) {
      const message = messageOf(event)
      if (message) publish(message)
    }
  }

  let holds = false
  const begin = () => {
    holds = true
    afresh()
    const stop = every(readEveryMs, read, failed)
    return () => {
      holds = false
      return stop()
    }
  }
  const endLease = holdLease(db, 'live', begin, failed)
  // What has a sender was published by it.
  const notices = new Notices(url, failed, text => {
    const { from, message } = JSON.parse(text) as Notice
    if (holds && from === undefined) publish(message)
  })
  return {
    publish,
    connected: once(client as never, 'connect'),
    async stop() {
      await Promise.all([endLease(), notices.stop()])
      await client.endAsync()
    },
  }
}

function connectTo(broker: string): MqttClient {
  const { username, password, host, protocol, pathname } = new URL(broker)
  return mqtt.connect(`${protocol}//${host}${pathname}`, {
    clientId: `forecourt-${instance}`,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: connectAgainMs,
  })
}
