import { deviceCredential, dispenserStatus, live, liveTicket, stationTopic } from '@forecourt/contract'
import mqtt, { type MqttClient } from 'mqtt'
import { once, type EventEmitter } from 'node:events'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startLive, type LiveChannel } from '../../platform/live/channel.ts'
import { signedIn } from '../../testing/access.ts'
import { forecourt } from '../../testing/forecourt.ts'
import { app, db, noon, ownerUrl, setClock, world } from '../../testing/world.ts'
import { liveHostOf, setLivePorts } from './index.ts'

let channel: LiveChannel
const clients: MqttClient[] = []
beforeAll(async () => {
  setClock(noon)
  channel = await startLive({
    ...liveHostOf(
      db,
      () => noon,
      () => Promise.resolve({ status: 200, body: {} }),
    ),
    db,
    url: ownerUrl,
    log: pino({ level: 'silent' }),
    broker: { host: '127.0.0.1', port: 0, path: live.path },
  })
  setLivePorts({ port: channel.port, tlsPort: channel.port })
})
afterAll(async () => {
  for (const client of clients) client.end(true)
  setLivePorts(undefined)
  await channel.stop()
})

/** A page with this ticket, and the topics that it was told something under. */
async function page(ticket: string, topics: readonly string[]) {
  const told: string[] = []
  const client = mqtt.connect(`ws://127.0.0.1:${channel.port}${live.path}`, {
    username: live.username,
    password: ticket,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  clients.push(client)
  client.on('error', () => {})
  client.on('message', topic => told.push(topic))
  const gone = new Promise(resolve => client.once('close', () => resolve(true)))
  await once(client as unknown as EventEmitter, 'connect')
  await client.subscribeAsync([...topics], { qos: 1 })
  return { told, gone }
}

/** Two stations of a company, each with a till, and head office. */
async function place() {
  const here = await world()
  const other = await here.addStation('Riverside West')
  const tillOf = async (station: typeof here.station) => {
    const yard = forecourt({ ...here, station })
    const [nozzle, device] = [await yard.nozzle(), await yard.device()]
    const master = await signedIn(here.company, { roles: [{ role: 'station_master', stationId: station.id }] })
    const { credential } = await master.call(deviceCredential.enrol, { id: device.id })
    const payload = { dispensers: [], nozzles: [{ logicNo: nozzle.logicNo, state: 'busy' as const }] }
    const url = `/api/v1${dispenserStatus.report.path}`
    return {
      lift: () => app.inject({ method: 'POST', url, headers: { authorization: credential }, payload }),
    }
  }
  const office = await signedIn(here.company, { roles: ['company_user'] })
  return { ...here, other, office, tills: [await tillOf(here.station), await tillOf(other)] as const }
}

test('head office hears of every station that its ticket names, and of no further one', async () => {
  const { station, other, office, tills, addStation } = await place()
  const third = await addStation('Riverside North')
  const { ticket, topics } = await office.call(liveTicket, { body: { stationId: station.id, also: [other.id, other.id, station.id] } })
  const ofStations = topics.filter(topic => topic.startsWith('stations/'))
  expect(new Set(ofStations.map(topic => Number(topic.split('/')[1])))).toEqual(new Set([station.id, other.id]))
  expect(new Set(topics).size).toBe(topics.length)
  const { told } = await page(ticket, topics)
  for (const { lift } of tills) await lift()
  // What is told may be told again; it is never told of another station.
  const heard = new Set([station, other].map(({ id }) => stationTopic(id, 'nozzleStatus')))
  await vi.waitFor(() => expect(new Set(told)).toEqual(heard), { timeout: 5000, interval: 20 })
  await expect(page(ticket, [stationTopic(third.id, 'nozzleStatus')])).rejects.toThrow()
})

test('further stations are refused to those who work in some of them, and where one of them is of another company', async () => {
  const { company, station, other, office } = await place()
  const stranger = await world()
  const both = { stationId: station.id, also: [other.id] }
  const master = await signedIn(company, {
    roles: [
      { role: 'station_master', stationId: station.id },
      { role: 'station_master', stationId: other.id },
    ],
  })
  expect(await master.refused(liveTicket, { body: both })).toBe('auth.forbidden')
  expect(await office.refused(liveTicket, { body: { ...both, also: [other.id, stranger.station.id] } })).toBe('notFound')
  const elsewhere = await signedIn(stranger.company, { roles: ['admin'] })
  expect(await elsewhere.refused(liveTicket, { body: both })).toBe('notFound')
  expect(await elsewhere.refused(liveTicket, { body: { stationId: stranger.station.id, also: [other.id] } })).toBe('notFound')
  expect(await office.refused(liveTicket, { body: { ...both, also: Array.from({ length: 200 }, (_, at) => at + 1) } })).toBe('validation')
})

test('a screen of several stations is cut off when its user is disabled', async () => {
  const { station, other, office, rows } = await place()
  const { ticket, topics } = await office.call(liveTicket, { body: { stationId: station.id, also: [other.id] } })
  const { gone } = await page(ticket, topics)
  await rows('update user_account set disabled = true where id = $1', [office.id])
  expect(await gone).toBe(true)
}, 20_000)
