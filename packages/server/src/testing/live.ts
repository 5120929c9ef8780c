import { deviceCredential, live, liveTicket } from '@forecourt/contract'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { once, type EventEmitter } from 'node:events'
import pino from 'pino'
import { afterAll, beforeAll, vi } from 'vitest'
import { liveHostOf, setLivePorts } from '../modules/live/index.ts'
import type { KeptLimits } from '../platform/live/broker-messages.ts'
import { startLive, type LiveChannel, type LiveHost } from '../platform/live/channel.ts'
import { performOf } from '../start-live.ts'
import { signedIn } from './access.ts'
import { forecourt } from './forecourt.ts'
import { app, db, noon, ownerUrl, setClock, world } from './world.ts'

export interface Told {
  readonly topic: string
  readonly payload: any
}
export interface Listener {
  readonly client: MqttClient
  /** What it was told, oldest first. */
  readonly told: Told[]
}

let now = noon
/** Turns the clock of the product and of its channel. */
export const turn = (to: Date): void => {
  now = to
  setClock(to)
}

export const channelOf = (more: Partial<Pick<LiveHost, 'outside' | 'log'>> = {}, kept?: KeptLimits): Promise<LiveChannel> =>
  startLive({
    ...liveHostOf(db, () => now, performOf(app)),
    db,
    url: ownerUrl,
    log: pino({ level: 'silent' }),
    broker: { host: '127.0.0.1', port: 0, path: live.path, ...(kept && { kept }) },
    ...more,
  })

const clients: MqttClient[] = []
let channel: LiveChannel
/** Where the channel of this file listens. */
export const livePort = (): number => channel.port

/** The tests of a file have a channel, as an instance has. */
export function withChannel(): void {
  beforeAll(async () => {
    turn(noon)
    channel = await channelOf()
    setLivePorts({ port: channel.port, tlsPort: channel.port })
  })
  afterAll(async () => {
    for (const client of clients) client.end(true)
    setLivePorts(undefined)
    await channel.stop()
  })
}

interface Way {
  readonly port?: number
  readonly username?: string
  readonly over?: IClientOptions
}
/** An MQTT client of somebody else's making. */
export function connect(password: string, { port = channel.port, username = live.username, over = {} }: Way = {}): Listener {
  const told: Told[] = []
  const client = mqtt.connect(`ws://127.0.0.1:${port}${live.path}`, { username, password, protocolVersion: 4, reconnectPeriod: 0, ...over })
  clients.push(client)
  client.on('error', () => {})
  client.on('message', (topic, bytes) => told.push({ topic, payload: JSON.parse(bytes.toString()) }))
  return { client, told }
}

/** @throws if it is not let in */
export async function connected(password: string, way: Way = {}): Promise<Listener> {
  const own = connect(password, way)
  // The library's own types know the events of its clients by name, and are no emitter to Node's.
  await once(own.client as unknown as EventEmitter, 'connect')
  return own
}

/** A page of this user, which hears all that its ticket lets it. */
export async function pageOf(user: Pick<Awaited<ReturnType<typeof signedIn>>, 'call'>, stationId: number, port = channel.port) {
  const { ticket, topics } = await user.call(liveTicket, { body: { stationId } })
  const page = await connected(ticket, { port })
  await page.client.subscribeAsync(topics, { qos: 1 })
  return { ...page, topics }
}

export const until = (look: () => void): Promise<void> => vi.waitFor(look, { timeout: 60_000, interval: 20 })
export const ended = (client: MqttClient): Promise<boolean> => new Promise(resolve => client.once('close', () => resolve(true)))

/** A station with a till that has its credential, and a manager who is signed in. */
export async function place() {
  const it = await world()
  const master = await signedIn(it.company, { roles: [{ role: 'station_master', stationId: it.station.id }] })
  const yard = forecourt(it)
  const [nozzle, device] = [await yard.nozzle(), await yard.device()]
  const { credential } = await master.call(deviceCredential.enrol, { id: device.id })
  return { ...it, yard, nozzle, device, master, credential }
}
