import { live, liveTicket, stationTopic, userTopic } from '@forecourt/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../testing/access.ts'
import { allows, ask } from '../../testing/asking-broker.ts'
import { secret } from '../../testing/broker-outside.ts'
import { place } from '../../testing/live.ts'
import { app, db, noon, setClock } from '../../testing/world.ts'
import { brokerHookOf, setLivePorts } from './index.ts'

beforeAll(() => setClock(noon))
beforeAll(() => setLivePorts({ port: 1, tlsPort: 1, outside: 'wss://broker.example.com:8084/mqtt' }))
afterAll(() => setLivePorts(undefined))
const ticketOf = async (who: Awaited<ReturnType<typeof signedIn>>, stationId: number) => {
  const { ticket, clientId, username } = await who.call(liveTicket, { body: { stationId } })
  return { username, password: ticket, clientid: clientId! }
}

test('what a broker asks is answered to nobody who does not show the secret', async () => {
  const { master, station } = await place()
  const shown = await ticketOf(master, station.id)
  const topic = stationTopic(station.id, 'orders')
  const basic = (password: string) => `Basic ${Buffer.from(`broker:${password}`).toString('base64')}`
  for (const wrong of ['', 'Bearer', `Bearer ${secret.slice(1)}`, secret, basic('x')]) {
    expect((await ask('authenticate', shown, wrong)).status).toBe(404)
    expect((await ask('authorize', { clientid: shown.clientid, topic, acc: 1 }, wrong)).status).toBe(404)
  }
  const reply = await ask('authenticate', shown, basic(secret))
  expect([reply.status, await reply.json()]).toEqual([
    200,
    { result: 'allow', ok: true, is_superuser: false, expire_at: noon.getTime() / 1000 + 600 },
  ])
  // A server without such a broker has no such calls.
  const none = await app.inject({ method: 'POST', url: '/api/v1/live/authenticate', headers: { authorization: `Bearer ${secret}` } })
  expect(none.statusCode).toBe(404)
})

test('a ticket lets in under its own client id alone, for a minute', async () => {
  const { master, station, addStation, company } = await place()
  const shown = await ticketOf(master, station.id)
  const admin = await signedIn(company, { roles: ['admin'] })
  const other = await ticketOf(admin, (await addStation('West')).id)
  expect(await allows('authenticate', shown)).toBe(true)
  for (const wrong of [
    { ...shown, clientid: other.clientid },
    { ...shown, clientid: 'page' },
    { ...shown, username: 'somebody' },
    { ...shown, password: shown.clientid },
    { ...shown, clientid: shown.password },
    { username: shown.username },
  ])
    expect(await allows('authenticate', wrong)).toBe(false)
  const later = brokerHookOf(db, () => new Date(noon.getTime() + 61_000))
  expect(await later.authenticate({ ...shown, clientId: shown.clientid })).toBeUndefined()
})

test('a page hears the topics of its ticket, says the broadcast of its station, and nothing of either once it may no longer', async () => {
  const { master, station, addStation, rows } = await place()
  const there = await addStation('West')
  const { topics, clientId } = await master.call(liveTicket, { body: { stationId: station.id } })
  const may = (topic: string, way: object) => allows('authorize', { clientid: clientId, username: live.username, topic, ...way })
  const hears = { action: 'subscribe' }
  for (const topic of topics) expect([topic, await may(topic, hears), await may(topic, { acc: 4 })]).toEqual([topic, true, true])
  expect(topics).toContain(userTopic(master.id, 'exports'))
  for (const topic of ['#', 'stations/#', stationTopic(there.id, 'orders'), userTopic(master.id + 1, 'exports'), '$SYS/#'])
    expect([topic, await may(topic, hears)]).toEqual([topic, false])
  const broadcast = stationTopic(station.id, 'broadcast')
  expect(await may(broadcast, { action: 'publish' })).toBe(true)
  expect(await may(broadcast, { acc: 3 })).toBe(true)
  for (const topic of [stationTopic(station.id, 'orders'), stationTopic(there.id, 'broadcast'), 'devices/1/status'])
    expect([topic, await may(topic, { acc: 2 })]).toEqual([topic, false])
  for (const strange of [{}, { acc: 0 }, { action: 'all' }]) expect(await may(broadcast, strange)).toBe(false)
  expect(await allows('authorize', { clientid: 'page', topic: broadcast, acc: 1 })).toBe(false)
  await rows('update user_account set disabled = true where id = $1', [master.id])
  for (const topic of topics) expect([topic, await may(topic, hears)]).toEqual([topic, false])
})
