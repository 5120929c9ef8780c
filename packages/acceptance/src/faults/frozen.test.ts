import { connect } from 'node:net'
import { endpoints, type Endpoint } from '@forecourt/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, png } from '../../../server/src/testing/file.ts'
import { sample } from '../../../server/src/testing/sample.ts'
import { deskOf, openCrowd } from './crowd.ts'
import { chanceOf, drawn, isTaken } from './draw.ts'
import { openHand, openScene, type Scene } from './scene.ts'

let scene: Scene
let desk: Record<string, string>
beforeAll(async () => {
  scene = await openScene()
  desk = await deskOf(scene, scene.demo.companies[0]!)
})
afterAll(() => scene?.close())

const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
/** Guarantee F8. In a small run it is enough that an answer comes while the database stands still. */
const answeredWithinMs = drawn(Infinity, 5000)

const endsSessions = ({ path }: Endpoint) => /session|logout|refresh|password|disable/.test(path)
/** Every call of the contract, or in a small run some of each kind; those after which nobody is signed in come last. */
const calls = endpoints
  .filter(({ path }) => !path.startsWith('/fixture'))
  .filter((_, at) => at % drawn(12, 1) === 0)
  .toSorted((one, other) => Number(endsSessions(one)) - Number(endsSessions(other)))

/** Makes a call with something that it takes. */
async function make({ method, path, body, query, rows, takes }: Endpoint) {
  const file = takes && form({ filename: 'pumps.png', bytes: png() })
  const json = body && JSON.stringify(sample(body))
  const asked = query && !rows ? (sample(query) as object) : {}
  const parameters = Object.entries(asked).map(([name, value]) => [name, String(value)])
  const begun = performance.now()
  const reply = await fetch(`${scene.url}/api/v1${path.replace(':id', '1')}?${new URLSearchParams(parameters).toString()}`, {
    method,
    headers: { ...desk, ...(json && { 'content-type': 'application/json' }), ...file?.headers },
    ...(file ? { body: new Uint8Array(file.payload) } : json && { body: json }),
  })
  const text = await reply.text()
  return { call: `${method} ${path}`, status: reply.status, ms: performance.now() - begun, text }
}
type Made = Awaited<ReturnType<typeof make>>

async function inBatches(of: readonly Endpoint[], size: number): Promise<Made[]> {
  const made: Made[] = []
  for (let at = 0; at < of.length; at += size) made.push(...(await Promise.all(of.slice(at, at + size).map(make))))
  return made
}
const notAsItShould = (made: readonly Made[]) => made.filter(({ status, ms }) => (status >= 500 && status !== 503) || ms > answeredWithinMs)
const statuses = (made: readonly Made[]) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(Object.groupBy(made, ({ status }) => status)).map(([status, of]) => [status, of?.length])),
  )
const longest = (made: readonly Made[]) => Math.round(Math.max(...made.map(({ ms }) => ms)))

// Fault F8.
test.runIf(isTaken('frozen'))(
  'the database stands still: every call is answered meanwhile, those under way too, and no sale is lost or doubled',
  {
    timeout: 600_000,
  },
  async () => {
    const crowd = await openCrowd(scene, chanceOf('the database stands still'), { lanes: 16 })
    await crowd.nextAnswer()
    const list = endpoints.find(({ method, path }) => method === 'GET' && path === '/orders')!
    const underWay = Array.from({ length: 40 }, async (_, at) => {
      await pause(at * 5)
      return make(list)
    })
    await pause(100)
    const goOn = scene.freezeDatabase()
    try {
      const begun = performance.now()
      const ready = await fetch(`${scene.url}/readyz`)
      const figures = await (await fetch(`${scene.url}/metrics`)).text()
      expect(performance.now() - begun).toBeLessThan(2 * answeredWithinMs)
      expect([ready.status, /^forecourt_jobs_due (\S+)/m.exec(figures)?.[1]]).toEqual([503, 'Nan'])
      const made = [...(await Promise.all(underWay)), ...(await inBatches(calls, 60))]
      expect(notAsItShould(made)).toEqual([])
      expect(made.filter(({ status }) => status === 503).length).toBeGreaterThan(calls.length / 2)
      console.log('the database stands still', {
        calls: made.length,
        longestMs: longest(made),
        ofSalesMs: Math.round(crowd.seen.longestMs),
      })
    } finally {
      goOn()
    }
    const back = await crowd.nextAnswer()
    expect(crowd.seen.unknown).toBe(0)
    expect(crowd.seen.longestMs).toBeLessThan(answeredWithinMs)
    await crowd.close()
    console.log('the database goes on', { backMs: Math.round(back), sold: crowd.seen.ok })
    await scene.endsWell()
  },
)

/** What is read to know who calls: all other tables are held, so that each call comes as far as its own question. */
const needed = /^(session|user_account|user_role|role_access|company|fleet$|station$|station_setting|device|migration|lease)/

/** As many at once as a company has places, so that each comes as far as its own question. */
const places = 7

test.runIf(isTaken('frozen'))('every table is held by somebody: each call is answered in time', { timeout: 600_000 }, async () => {
  desk = await deskOf(scene, scene.demo.companies[0]!)
  const hand = await openHand(scene)
  const tables = await scene.rows<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  const held = tables.map(({ name }) => name).filter(name => !needed.test(name))
  await hand.query(`begin; set local idle_in_transaction_session_timeout = 0; lock table ${held.join(', ')} in access exclusive mode`)
  const who = await fetch(`${scene.url}/api/v1/users/sessions`, { headers: desk })
  const made = await inBatches(calls, places)
  await hand.query('rollback')
  await hand.end()
  expect(who.status).toBe(200)
  expect(notAsItShould(made)).toEqual([])
  const turnedAway = made.filter(({ status }) => status === 503)
  expect(turnedAway.length, statuses(made)).toBeGreaterThan(calls.length / 3)
  console.log('every table is held', { calls: made.length, turnedAway: turnedAway.length, longestMs: longest(made) })
  await scene.endsWell()
})

// A minute of waiting is no matter for a small run: a server's test cuts bodies sooner.
test.runIf(drawn(0, 1))('anyone who sends a body byte by byte is hung up on after a minute', { timeout: 120_000 }, async () => {
  const { hostname, port, host } = new URL(scene.url)
  const socket = connect(Number(port), hostname)
  const begun = performance.now()
  let received = ''
  socket.on('data', data => (received += data.toString()))
  socket.on('error', () => {})
  const hungUp = new Promise(done => socket.once('close', done))
  const head = { host, ...desk, 'content-type': 'application/json', 'content-length': '1000' }
  socket.write(
    `POST /api/v1/orders HTTP/1.1\r\n${Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  const drip = setInterval(() => socket.write(' '), 1000)
  await hungUp
  clearInterval(drip)
  expect(received).toContain('408')
  expect(received).toContain('request.tooSlow')
  const ms = performance.now() - begun
  expect(ms).toBeGreaterThan(55_000)
  expect(ms).toBeLessThan(70_000)
})
