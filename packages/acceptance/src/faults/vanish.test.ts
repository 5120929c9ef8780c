import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTaken } from './draw.ts'
import { form, png } from '../../../server/src/testing/file.ts'
import { deskOf } from './crowd.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene?.close())

const steps = 16
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

interface Call {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** Sends so many sixteenths of a call, and is gone without a word. */
async function vanishAfter(sixteenths: number, { path, headers, body }: Call): Promise<void> {
  const { hostname, port, host } = new URL(scene.url)
  const head = Object.entries({ host, ...headers, 'content-length': String(body.length) })
  const whole = Buffer.concat([
    Buffer.from(`POST /api/v1${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`),
    body,
  ])
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(whole.subarray(0, Math.floor((whole.length * sixteenths) / steps)))
  // Long enough for the server to begin with what has come.
  await pause(40)
  socket.resetAndDestroy()
}
const ask = ({ path, headers, body }: Call) =>
  fetch(`${scene.url}/api/v1${path}`, { method: 'POST', headers, body: new Uint8Array(body) }).then(async reply => ({
    status: reply.status,
    json: (await reply.json()) as { id: number },
  }))

// Fault F14.
test.runIf(isTaken('vanish'))(
  'a till that vanishes in the middle of sending a sale has sent nothing; sent again, it is one sale',
  async () => {
    const [station] = scene.demo.companies[0]!.stations
    const { id, credential, nextSequence } = station!.devices.find(device => device.credential)!
    const sale = (sequence: number): Call => ({
      path: '/orders',
      headers: { authorization: `Device ${credential}`, 'content-type': 'application/json' },
      body: Buffer.from(
        JSON.stringify({ sequence, nozzleControlId: station!.nozzles[0]!.id, payType: 'cash', lineItems: [{ volumeCl: 20_00 }] }),
      ),
    })
    const kept = () =>
      scene.rows<{ sequence: number; id: number }>(
        'select sequence, id from sale_order where device_id = $1 and sequence >= $2 order by 1',
        [id, nextSequence],
      )
    for (let step = 0; step < steps; step++) await vanishAfter(step, sale(nextSequence + step))
    expect(await kept()).toEqual([])

    // The whole of it came, and the client did not wait for the answer: it may be there, and is there once when asked again.
    await vanishAfter(steps, sale(nextSequence))
    const answers = []
    for (let step = 0; step <= steps; step++) answers.push(await ask(sale(nextSequence + step)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await kept()).toEqual(answers.map(({ json }, step) => ({ sequence: nextSequence + step, id: json.id })))
    await scene.endsWell()
  },
)

test.runIf(isTaken('vanish'))(
  'a browser that vanishes in the middle of putting up a picture leaves neither a record nor a file behind',
  async () => {
    const [company] = scene.demo.companies
    const desk = await deskOf(scene, company!)
    const { payload, headers } = form({ filename: 'pumps.png', bytes: png({ filler: 600_000 }) })
    const picture: Call = { path: '/upload?type=stationPicture', headers: { ...headers, ...desk }, body: payload }
    const records = async () => (await scene.rows<{ count: number }>('select count(*)::int as count from attachment'))[0]!.count
    const lying = (part: string) => {
      const at = join(scene.filesDir, part)
      return existsSync(at) ? readdirSync(at, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).length : 0
    }
    const before = { records: await records(), kept: lying('kept'), quarantine: lying('quarantine') }
    for (let step = 0; step < steps; step++) await vanishAfter(step, picture)
    await expect.poll(() => lying('incoming'), { timeout: 60_000 }).toBe(0)
    expect({ records: await records(), kept: lying('kept'), quarantine: lying('quarantine') }).toEqual(before)

    expect((await ask(picture)).status).toBe(200)
    expect({ records: await records(), kept: lying('kept'), incoming: lying('incoming') }).toEqual({
      records: before.records + 1,
      kept: before.kept + 1,
      incoming: 0,
    })
    await scene.endsWell()
  },
)
