import { dispenserStatus, liveTicket } from '@forecourt/contract'
import mqtt from 'mqtt'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askingBroker } from '../../testing/asking-broker.ts'
import { brokerUrl, secret, type AskingBroker } from '../../testing/broker-outside.ts'
import { place } from '../../testing/live.ts'
import { drawn } from '../../testing/sampling.ts'
import { startServer, tell as figures, type Server } from '../../testing/servers.ts'
import { noon, owned, setClock } from '../../testing/world.ts'
import { setLivePorts } from './index.ts'

// Each instance is a process of its own, and a lease lasts for twelve seconds; a machine that is busy takes its time.
vi.setConfig({ testTimeout: 300_000 })

let broker: AskingBroker
beforeAll(async () => {
  setClock(noon)
  broker = await askingBroker()
  setLivePorts({ port: 1, tlsPort: 1, outside: broker.pages })
})
afterAll(async () => {
  setLivePorts(undefined)
  await broker.stop()
})

const instance = () =>
  startServer({ MQTT_URL: brokerUrl(broker.port), MQTT_PAGES_URL: broker.pages, MQTT_HOOK_SECRET: secret, LOG_LEVEL: 'silent' })
const holder = async () =>
  (await owned<{ holder: string }>(`select holder from lease where name = 'live' and expires_date > now()`))[0]?.holder
const patience = { timeout: 120_000, interval: 100 }

/** Two instances, of which the first tells the events. Those of the test before are gone, and so is the lease that they left. */
async function twoInstances(): Promise<[teller: Server, heir: Server]> {
  await owned(`delete from lease where name = 'live'`)
  const teller = await instance()
  await expect.poll(holder, patience).toBeDefined()
  return [teller, await instance()]
}

/** A station whose nozzle is lifted and hung up again and again, and a page that is told of it. */
async function busyStation(via: Server) {
  const { station, nozzle, credential, master } = await place()
  const { ticket, url, clientId, username, topics } = await master.call(liveTicket, { body: { stationId: station.id } })
  const heard: number[] = []
  const page = await mqtt.connectAsync(url!, { username, password: ticket, clientId: clientId!, protocolVersion: 4, reconnectPeriod: 0 })
  page.on('message', (_, bytes) => {
    const { id, method } = JSON.parse(bytes.toString())
    if (method === 'nozzleStatus') heard.push(id)
  })
  await page.subscribeAsync(topics, { qos: 1 })
  let selling = true
  const sells = (async () => {
    for (let turn = 0; selling; turn++, await wait(20)) {
      const { status } = await fetch(`${via.address}/api/v1${dispenserStatus.report.path}`, {
        method: 'POST',
        headers: { authorization: credential, 'content-type': 'application/json' },
        body: JSON.stringify({ nozzles: [{ logicNo: nozzle.logicNo, state: turn % 2 ? 'idle' : 'busy' }] }),
      })
      expect(status).toBe(200)
    }
  })()
  const events = async () =>
    (
      await owned<{ id: number }>(`select id from outbox_event where station_id = ${station.id} and topic = 'nozzleStatus' order by id`)
    ).map(({ id }) => Number(id))
  return {
    heard,
    events,
    newest: async () => (await events()).at(-1)!,
    async rest() {
      selling = false
      await sells
    },
    close: () => page.endAsync(true),
  }
}
type Station = Awaited<ReturnType<typeof busyStation>>

const hears = async (id: number, { heard }: Station) => {
  await expect.poll(() => heard.includes(id), patience).toBe(true)
}
/** Of each of them something is heard that happened from now on. */
const hearsOnwards = async (stations: readonly Station[]) => {
  await wait(500)
  for (const each of stations) await hears(await each.newest(), each)
}

/**
 * Whatever was told under the kill: every event, and each behind the ones before it. What the broker had not yet receipted is told a second
 * time by the heir: once it goes back, by little.
 */
async function nothingLost(stations: readonly Station[], heardBefore: readonly number[]) {
  for (const [at, station] of stations.entries()) {
    await station.rest()
    const events = await station.events()
    await hears(events.at(-1)!, station)
    const { heard } = station
    expect([...new Set(heard)]).toEqual(events)
    const back = heard.filter((id, place) => place > 0 && id <= heard[place - 1]!)
    const twice = heard.length - events.length
    figures('told', { events: events.length, twice })
    expect(back.length).toBeLessThanOrEqual(1)
    expect(twice).toBeLessThan(heardBefore[at]! / 2)
    await station.close()
  }
}

const tried = drawn('relay', ['killed', 'paused'], 1)

// @req SCR-016
test.runIf(tried.includes('killed'))(
  'the instance that tells the events is killed: another goes on where it was, and no page misses one',
  async () => {
    const [teller, heir] = await twoInstances()
    const stations = [await busyStation(heir), await busyStation(heir)]
    const was = await holder()
    for (const { heard } of stations) await expect.poll(() => heard.length, patience).toBeGreaterThan(50)
    teller.child.kill('SIGKILL')
    const before = stations.map(({ heard }) => heard.length)
    await expect.poll(holder, patience).not.toBeOneOf([was, undefined])
    await hearsOnwards(stations)
    await nothingLost(stations, before)
    heir.child.kill('SIGKILL')
  },
)

test.runIf(tried.includes('paused'))(
  'the instance that tells the events stands still for longer than its lease: when it goes on, it tells nothing of what another has told',
  async () => {
    const [teller, heir] = await twoInstances()
    const stations = [await busyStation(heir), await busyStation(heir)]
    const was = await holder()
    for (const { heard } of stations) await expect.poll(() => heard.length, patience).toBeGreaterThan(50)
    teller.child.kill('SIGSTOP')
    const before = stations.map(({ heard }) => heard.length)
    await expect.poll(holder, patience).not.toBeOneOf([was, undefined])
    const now = await holder()
    await hearsOnwards(stations)
    teller.child.kill('SIGCONT')
    // Time for it to find out, and to say what it had in hand.
    await wait(4000)
    await hearsOnwards(stations)
    expect(await holder()).toBe(now)
    await nothingLost(stations, before)
    // It stands ready again: now the heir is killed, and it tells what comes.
    const again = await busyStation(teller)
    heir.child.kill('SIGKILL')
    await expect.poll(holder, patience).toBe(was)
    await hearsOnwards([again])
    await nothingLost([again], [Infinity])
    teller.child.kill('SIGKILL')
  },
)
