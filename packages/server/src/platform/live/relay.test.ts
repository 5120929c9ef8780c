import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { db, noon, ownerUrl, world } from '../../testing/world.ts'
import { Relay } from './relay.ts'

const clients: pg.Client[] = []
async function transaction(companyId: number) {
  const client = new pg.Client({ connectionString: ownerUrl })
  clients.push(client)
  await client.connect()
  await client.query('begin')
  await client.query(`select set_config('app.companies', $1, true)`, [String(companyId)])
  return client
}
afterAll(() => Promise.all(clients.map(client => client.end())))

async function place() {
  const { company, station } = await world()
  const write = (client: pg.Client, topic: string) =>
    client.query('insert into outbox_event (company_id, station_id, topic, payload, at) values ($1, $2, $3, $4, $5)', [
      company.id,
      station.id,
      topic,
      {},
      noon,
    ])
  const relay = new Relay(db)
  await relay.begin()
  const next = async () => (await relay.next([company.id], [station.id])).map(({ topic }) => topic)
  return { company, station, write, relay, next }
}

// @req SCR-016
test('an event whose transaction commits late is read then, and none is read twice', async () => {
  const { company, write, next } = await place()
  const slow = await transaction(company.id)
  await write(slow, 'drawn first')
  const quick = await transaction(company.id)
  await write(quick, 'committed first')
  await quick.query('commit')
  expect(await next()).toEqual(['committed first'])
  expect(await next()).toEqual([])
  await slow.query('commit')
  expect(await next()).toEqual(['drawn first'])
  expect(await next()).toEqual([])
})

test('what was never committed, and what was there before, is not read', async () => {
  const { company, write, relay, next } = await place()
  const given = await transaction(company.id)
  await write(given, 'taken back')
  await given.query('rollback')
  const before = await transaction(company.id)
  await write(before, 'before')
  await before.query('commit')
  relay.rest()
  expect(await next()).toEqual([])
})

test('of another station, or of a company that nobody listens to, nothing is read', async () => {
  const here = await place()
  const there = await place()
  const client = await transaction(there.company.id)
  await there.write(client, 'there')
  await client.query('commit')
  expect(await here.next()).toEqual([])
  expect(await here.relay.next([here.company.id], [there.station.id])).toEqual([])
  expect(await there.next()).toEqual(['there'])
})

test('of several companies each event is read once, wherever they lie, and whichever was begun first', async () => {
  const places = [await place(), await place(), await place(), await place()]
  const open = await Promise.all(places.map(({ company }) => transaction(company.id)))
  for (const [at, { write }] of places.entries()) await write(open[at]!, `of ${at}`)
  const { relay } = places[0]!
  const companies = places.map(({ company }) => company.id)
  const stations = places.map(({ station }) => station.id)
  const next = async () => (await relay.next(companies, stations)).map(({ topic }) => topic)
  for (const at of [3, 1]) await open[at]!.query('commit')
  expect((await next()).toSorted()).toEqual(['of 1', 'of 3'])
  for (const at of [0, 2]) await open[at]!.query('commit')
  expect((await next()).toSorted()).toEqual(['of 0', 'of 2'])
  expect(await next()).toEqual([])
})

test('what has gathered is read in parts, each event once, and the position stands still until the last of them', async () => {
  const { company, station, write, relay } = await place()
  const before = relay.position
  const client = await transaction(company.id)
  for (let at = 0; at < 5; at++) await write(client, `gathered ${at}`)
  await client.query('commit')
  const own = async () => (await relay.nextOfAll(2)).filter(({ stationId }) => stationId === station.id).map(({ topic }) => topic)
  expect(await own()).toEqual(['gathered 0', 'gathered 1'])
  expect(relay.position).toBeUndefined()
  const late = await transaction(company.id)
  await write(late, 'meanwhile')
  await late.query('commit')
  expect([await own(), await own()]).toEqual([['gathered 2', 'gathered 3'], ['gathered 4']])
  const between = relay.position
  expect(await own()).toEqual(['meanwhile'])
  const after = relay.position
  relay.rest(between)
  expect(await own()).toEqual(['meanwhile'])
  relay.rest(after)
  expect(await own()).toEqual([])
  relay.rest(before)
  expect([await own(), await own(), await own()].flat()).toHaveLength(6)
})
