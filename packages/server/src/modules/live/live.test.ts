import { deviceCredential, dispenserStatus, live, liveTicket, orders, sessions, stationTopic } from '@forecourt/contract'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { signedIn } from '../../testing/access.ts'
import { channelOf, connect, connected, ended, livePort, pageOf, place, turn, until, withChannel, type Told } from '../../testing/live.ts'
import { app, noon } from '../../testing/world.ts'
import { setLivePorts } from './index.ts'

withChannel()

// @req SCR-016 SCR-017 SCR-020
describe('a page hears of its station', () => {
  test('a nozzle that is lifted and a sale are told within a moment, and to nobody of another station', async () => {
    const here = await place()
    const other = await here.addStation('Riverside West')
    const leader = await signedIn(here.company, { roles: [{ role: 'station_leader', stationId: other.id }] })
    const page = await pageOf(here.master, here.station.id)
    const elsewhere = await pageOf(leader, other.id)

    const till = { authorization: here.credential }
    const lifted = { dispensers: [], nozzles: [{ logicNo: here.nozzle.logicNo, state: 'busy' as const }] }
    await app.inject({ method: 'POST', url: `/api/v1${dispenserStatus.report.path}`, headers: till, payload: lifted })
    await until(() =>
      expect(page.told).toContainEqual({
        topic: stationTopic(here.station.id, 'nozzleStatus'),
        payload: expect.objectContaining({ method: 'nozzleStatus', nozzles: [{ logicNo: here.nozzle.logicNo, state: 'busy' }] }),
      }),
    )
    expect(elsewhere.told).toEqual([])
  })

  test('how far a fuelling has come is told as the dispenser says it, and kept nowhere', async () => {
    const here = await place()
    const page = await pageOf(here.master, here.station.id)
    const till = await connected(here.credential)
    const running = [{ logicNo: here.nozzle.logicNo, volumeCl: 1234, amountCents: 9876 }]
    await till.client.publishAsync(`devices/${here.device.id}/status`, JSON.stringify({ fuelling: running }), { qos: 1 })
    await until(() => expect(page.told.map(({ payload }) => payload.fuelling)).toContainEqual(running))
    expect(await here.events()).toEqual([])
  })

  test('a device that says over the channel what its nozzles do has it done as by the call of that name', async () => {
    const here = await place()
    const page = await pageOf(here.master, here.station.id)
    const till = await connected(here.credential)
    await until(() => expect(page.told.map(({ payload }) => payload)).toContainEqual(expect.objectContaining({ online: true })))
    await till.client.subscribeAsync(`devices/${here.device.id}/answers`, { qos: 1 })
    const say = (payload: object) => till.client.publishAsync(`devices/${here.device.id}/status`, JSON.stringify(payload), { qos: 1 })
    await say({ nozzles: [{ logicNo: here.nozzle.logicNo, state: 'idle' }] })
    await until(() =>
      expect(page.told.map(({ payload }) => payload.nozzles)).toContainEqual([{ logicNo: here.nozzle.logicNo, state: 'idle' }]),
    )
    await say({ nozzles: [{ logicNo: 'one', state: 'idle' }] })
    await until(() => expect(till.told.map(({ payload }) => [payload.of, payload.status])).toEqual([['status', 400]]))

    till.client.end(true)
    await until(() => expect(page.told.map(({ payload }) => payload)).toContainEqual(expect.objectContaining({ online: false })))
  })
})

test.each([
  ['starting', 503, 'live.starting'],
  [undefined, 409, 'live.off'],
] as const)('a ticket while the channel is %s: %i %s', async (state, status, code) => {
  const { master, station } = await place()
  setLivePorts(state)
  try {
    await expect(master.call(liveTicket, { body: { stationId: station.id } })).rejects.toThrow(`${status} {"code":"${code}"`)
  } finally {
    setLivePorts({ port: livePort(), tlsPort: livePort() })
  }
})

// @req SCR-001
describe('pages and instances', () => {
  test('what a page says to the pages of its station reaches those of every instance', async () => {
    const second = await channelOf()
    const here = await place()
    const [one, two] = [await pageOf(here.master, here.station.id), await pageOf(here.master, here.station.id, second.port)]
    const view = { method: 'updateView', client: 'web', page: 'home', timestamp: noon.toISOString() }
    await one.client.publishAsync(stationTopic(here.station.id, 'broadcast'), JSON.stringify(view), { qos: 1 })
    for (const { told } of [one, two])
      await until(() => expect(told).toContainEqual({ topic: stationTopic(here.station.id, 'broadcast'), payload: view }))
    // What is no such word is told to nobody.
    await one.client.publishAsync(stationTopic(here.station.id, 'broadcast'), JSON.stringify({ method: 'script' }), { qos: 1 })
    await one.client.publishAsync(stationTopic(here.station.id, 'broadcast'), JSON.stringify(view), { qos: 1 })
    await until(() => expect(one.told).toHaveLength(2))
    expect(one.told.map(({ payload }) => payload)).toEqual([view, view])
    two.client.end(true)
    await second.stop()
  })
})

describe('nobody hears what is not theirs', () => {
  test('a ticket lets in for a minute, and what is no ticket never', async () => {
    const here = await place()
    const { ticket, topics } = await here.master.call(liveTicket, { body: { stationId: here.station.id } })
    const enters = (password: string, more = {}) => {
      const { client } = connect(password, more)
      return new Promise<boolean>(resolve => {
        client.once('connect', () => resolve(true))
        client.once('error', () => resolve(false))
      })
    }
    expect(await enters(ticket)).toBe(true)
    expect(await enters(ticket, { username: 'somebody' })).toBe(false)
    expect(await enters(`${ticket.slice(0, -4)}AAAA`)).toBe(false)
    expect(await enters(here.master.kept.token!)).toBe(false)
    expect(await enters('')).toBe(false)
    turn(new Date(noon.getTime() + 61_000))
    expect(await enters(ticket)).toBe(false)
    turn(noon)
    const own = new Set([`stations/${here.station.id}`, `users/${here.master.id}`])
    expect(new Set(topics.map(topic => topic.split('/').slice(0, 2).join('/')))).toEqual(own)
  })

  test('of another station there is no ticket, and no topic but those of the ticket is heard or said', async () => {
    const here = await place()
    const there = await place()
    expect(await here.master.refused(liveTicket, { body: { stationId: there.station.id } })).toBe('notFound')
    const { client, topics } = await pageOf(here.master, here.station.id)
    for (const topic of [
      '#',
      '+/+/orders',
      `stations/+/orders`,
      '$SYS/#',
      `stations/${there.station.id}/orders`,
      `devices/${here.device.id}/answers`,
    ])
      await expect(client.subscribeAsync(topic, { qos: 1 })).rejects.toThrow()
    const neighbour = await pageOf(there.master, there.station.id)
    const forged = JSON.stringify({ method: 'order.paid' })
    for (const topic of [
      stationTopic(there.station.id, 'orders'),
      stationTopic(here.station.id, 'orders'),
      `devices/${here.device.id}/status`,
    ]) {
      const { client: other } = await pageOf(here.master, here.station.id)
      const gone = ended(other)
      other.publish(topic, forged, { qos: 1 })
      expect(await gone).toBe(true)
    }
    expect(neighbour.told.filter(({ payload }) => payload.method === 'order.paid')).toEqual([])
    expect(topics).toContain(stationTopic(here.station.id, 'orders'))
  })
})

describe('rights are those of now', () => {
  test('a role is told of what it may see: who may not see sales hears of none', async () => {
    const here = await place()
    const salesman = await signedIn(here.company, { roles: [{ role: 'station_employee', stationId: here.station.id }] })
    const topics = async (who: typeof salesman) => (await who.call(liveTicket, { body: { stationId: here.station.id } })).topics
    expect(await topics(here.master)).toContain(stationTopic(here.station.id, 'orders'))
    expect(await topics(salesman)).not.toContain(stationTopic(here.station.id, 'orders'))
    expect((await salesman.refused(orders.list, {})) === 'allowed').toBe(
      (await topics(salesman)).includes(stationTopic(here.station.id, 'orders')),
    )
  })

  test('who is signed out, disabled or without a role is cut off within seconds; so is a device with another credential', async () => {
    const here = await place()
    const leader = await signedIn(here.company, { roles: [{ role: 'station_leader', stationId: here.station.id }] })
    const second = await signedIn(here.company, { roles: [{ role: 'station_leader', stationId: here.station.id }] })
    const pages = await Promise.all([here.master, leader, second].map(user => pageOf(user, here.station.id)))
    const till = await connected(here.credential)
    const gone = [...pages, till].map(({ client }) => ended(client))
    await here.master.call(deviceCredential.rotate, { id: here.device.id })
    await here.master.call(sessions.logout, {})
    await here.rows('update user_account set disabled = true where id = $1', [leader.id])
    await here.rows('delete from user_role where user_id = $1', [second.id])
    expect(await Promise.all(gone)).toEqual([true, true, true, true])
  }, 20_000)
})

describe('a connection', () => {
  test('what happened while a page was on its way is told when it listens, to it alone', async () => {
    const here = await place()
    const report = (state: 'idle' | 'busy') =>
      app.inject({
        method: 'POST',
        url: `/api/v1${dispenserStatus.report.path}`,
        headers: { authorization: here.credential },
        payload: { dispensers: [], nozzles: [{ logicNo: here.nozzle.logicNo, state }] },
      })
    const heard = ({ told }: { told: Told[] }, state: string) => told.filter(({ payload }) => payload.nozzles?.[0]?.state === state).length
    // The early page has been told what it had missed by the time the nozzle is lifted.
    await report('idle')
    const early = await pageOf(here.master, here.station.id)
    const { ticket, topics } = await here.master.call(liveTicket, { body: { stationId: here.station.id } })
    await until(() => expect(heard(early, 'idle')).toBeGreaterThan(0))
    await report('busy')
    await until(() => expect(heard(early, 'busy')).toBe(1))
    const late = await connected(ticket)
    await late.client.subscribeAsync(topics, { qos: 1 })
    await until(() => expect(heard(late, 'busy')).toBe(1))
    expect(heard(early, 'busy')).toBe(1)
  })

  test('pages of another host may not connect with what their user is', async () => {
    const answered = (origin?: string) =>
      new Promise(resolve => {
        const socket = new WebSocket(`ws://127.0.0.1:${livePort()}${live.path}`, ['mqtt'], { origin })
        socket.once('open', () => resolve(101)).once('unexpected-response', (_, { statusCode }) => resolve(statusCode))
        socket.on('error', () => {}).once('open', () => socket.close())
      })
    expect(await answered('https://elsewhere.example')).toBe(401)
    expect(await answered('null')).toBe(401)
    expect(await answered('http://127.0.0.1:8080')).toBe(101)
    expect(await answered()).toBe(101)
  })

  test('a page that stops reading delays no other, and is cut off', async () => {
    const here = await place()
    const reads = await pageOf(here.master, here.station.id)
    const { ticket } = await here.master.call(liveTicket, { body: { stationId: here.station.id } })
    let socket: WebSocket | undefined
    const createWebsocket = (url: string, protocols: string[]) => (socket = new WebSocket(url, protocols))
    const stuck = await connected(ticket, { over: { createWebsocket } })
    await stuck.client.subscribeAsync(stationTopic(here.station.id, 'nozzleStatus'), { qos: 1 })
    const gone = ended(stuck.client)
    socket!.pause()
    const till = await connected(here.credential)
    const running = (turn: number) => Array.from({ length: 999 }, (_, at) => ({ logicNo: at + 1, volumeCl: turn, amountCents: at }))
    for (let turn = 0; turn < 160; turn++) {
      await till.client.publishAsync(`devices/${here.device.id}/status`, JSON.stringify({ fuelling: running(turn) }), { qos: 1 })
      await until(() => expect(reads.told.at(-1)?.payload.fuelling?.[0]?.volumeCl).toBe(turn))
    }
    socket!.resume()
    expect(await gone).toBe(true)
  }, 60_000)
})
