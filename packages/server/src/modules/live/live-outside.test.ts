import { dispenserStatus, live, liveTicket, stationTopic } from '@forecourt/contract'
import mqtt from 'mqtt'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMosquitto, startMosquitto } from '../../bench/mosquitto.ts'
import { setTenantScope } from '../../platform/execution/command.ts'
import { tellPages } from '../../platform/live/notices.ts'
import { startOutside, type Outside } from '../../platform/live/outside.ts'
import { askingBroker } from '../../testing/asking-broker.ts'
import { brokerUrl, own, type AskingBroker, type Broker } from '../../testing/broker-outside.ts'
import { channelOf, connected, place, until, type Told } from '../../testing/live.ts'
import { app, db, noon, ownerUrl, setClock } from '../../testing/world.ts'
import { messageOf, setLivePorts } from './index.ts'

/** Without a plugin it asks nobody: pages hear of stations, and only the server says anything. */
const mosquitto = async () => {
  const { webPort, ...broker } = await startMosquitto({ ...own, acl: `topic read stations/#\nuser ${own.user}\ntopic write #\n` })
  return { ...broker, pages: `ws://127.0.0.1:${webPort}${live.path}` }
}

const brokers: [name: string, start: () => Promise<Broker>][] = [['a broker that asks us', askingBroker]]
if (hasMosquitto) brokers.push(['Mosquitto', mosquitto])

let now = noon
/** What the server publishes there. */
const toBroker = (port: number) =>
  startOutside({
    db,
    clock: () => now,
    url: ownerUrl,
    broker: brokerUrl(port),
    messageOf,
    log: pino({ level: 'silent' }),
  })

/** A page as ours is: it goes where its ticket sends it. */
async function page(who: Awaited<ReturnType<typeof place>>, name: string) {
  const { ticket, url, clientId, username, topics } = await who.master.call(liveTicket, { body: { stationId: who.station.id } })
  const told: Told[] = []
  const asks = name === 'Mosquitto' ? {} : { username, password: ticket, clientId: clientId! }
  const client = await mqtt.connectAsync(url!, { ...asks, protocolVersion: 4, reconnectPeriod: 0 })
  client.on('message', (topic, bytes) => told.push({ topic, payload: JSON.parse(bytes.toString()) }))
  const heard = topics.filter(topic => name !== 'Mosquitto' || topic.startsWith('stations/'))
  await client.subscribeAsync(heard, { qos: 1 })
  return { client, told, topics }
}

test('what happens while the server alone does not reach the broker is told when it does, even minutes later', async () => {
  setClock(noon)
  const broker: AskingBroker = await askingBroker()
  setLivePorts({ port: 1, tlsPort: 1, outside: broker.pages })
  const outside = toBroker(broker.port)
  const here = await place()
  const { client, told } = await page(here, '')
  const lift = async (state: 'busy' | 'idle') => {
    const payload = { nozzles: [{ logicNo: here.nozzle.logicNo, state }] }
    const headers = { authorization: here.credential }
    await app.inject({ method: 'POST', url: `/api/v1${dispenserStatus.report.path}`, headers, payload })
  }
  const states = () => told.flatMap(({ payload }) => (payload.nozzles ?? []).map(({ state }: { state: string }) => state))
  await lift('busy')
  await until(() => expect(states()).toEqual(['busy']))
  // It comes back two seconds after it was cut off, by a clock that has gone on for five minutes.
  broker.cutServer()
  await lift('idle')
  now = new Date(noon.getTime() + 5 * 60_000)
  setClock(now)
  await lift('busy')
  await until(() => expect(states()).toEqual(['busy', 'idle', 'busy']))
  now = noon
  setClock(now)
  setLivePorts(undefined)
  await client.endAsync(true)
  await outside.stop()
  await broker.stop()
})

describe.each(brokers)('pages are connected to %s', (name, start) => {
  let broker: Broker
  let outside: Outside
  let channel: Awaited<ReturnType<typeof channelOf>>
  beforeAll(async () => {
    setClock(noon)
    broker = await start()
    outside = toBroker(broker.port)
    await outside.connected
    channel = await channelOf({ outside })
    setLivePorts({ port: 1, tlsPort: 1, outside: broker.pages })
  })
  afterAll(async () => {
    setLivePorts(undefined)
    await channel.stop()
    await outside.stop()
    await broker.stop()
  })

  test('what is committed, what a device says as it runs, and what is told to pages is heard there, once', async () => {
    const here = await place()
    const { client, told } = await page(here, name)
    const lifted = { dispensers: [], nozzles: [{ logicNo: here.nozzle.logicNo, state: 'busy' as const }] }
    const headers = { authorization: here.credential }
    await app.inject({ method: 'POST', url: `/api/v1${dispenserStatus.report.path}`, headers, payload: lifted })
    const topic = stationTopic(here.station.id, 'nozzleStatus')
    await until(() => expect(told).toContainEqual({ topic, payload: expect.objectContaining({ nozzles: lifted.nozzles }) }))

    const till = await connected(here.credential, { port: channel.port })
    const fuelling = [{ logicNo: here.nozzle.logicNo, volumeCl: 1234, amountCents: 9876 }]
    await till.client.publishAsync(`devices/${here.device.id}/status`, JSON.stringify({ fuelling }), { qos: 1 })
    await until(() => expect(told).toContainEqual({ topic, payload: { method: 'nozzleStatus', fuelling } }))

    const last = { topic: stationTopic(here.station.id, 'broadcast'), payload: { method: 'last' } }
    await db.transaction().execute(async tx => tellPages(await setTenantScope(tx, [here.company.id]), last))
    await until(() => expect(told).toContainEqual(last))
    const methods = told.map(({ payload }) => JSON.stringify(payload))
    expect(methods.length).toBe(new Set(methods).size)
    await Promise.all([client.endAsync(true), till.client.endAsync(true)])
  })
  if (name !== 'Mosquitto') return

  test('a client of its own makers hears of the station', async () => {
    const here = await place()
    const topic = stationTopic(here.station.id, 'nozzleStatus')
    const heard = promisify(execFile)('mosquitto_sub', ['-p', String(broker.port), '-q', '1', '-t', topic, '-C', '1', '-W', '20'])
    const lift = (state: 'busy' | 'idle') =>
      app.inject({
        method: 'POST',
        url: `/api/v1${dispenserStatus.report.path}`,
        headers: { authorization: here.credential },
        payload: { nozzles: [{ logicNo: here.nozzle.logicNo, state }] },
      })
    let turn = 0
    const saying = setInterval(() => void lift(turn++ % 2 ? 'idle' : 'busy'), 200)
    const { stdout } = await heard.finally(() => clearInterval(saying))
    expect(JSON.parse(stdout)).toMatchObject({ method: 'nozzleStatus', nozzles: [{ logicNo: here.nozzle.logicNo }] })
  })
})
