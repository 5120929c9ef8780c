import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { dataFolder, postgresOf, startProduct, type Product } from './product.ts'
import { demoOf } from './visitor.ts'

const folder = dataFolder()
let product: Product | undefined
afterAll(async () => {
  await product?.stop()
  folder.remove()
})

const kills = 20
const lanes = 8
const pause = (ms: number) => new Promise(done => setTimeout(done, ms))

/** A till that keeps each sale until it is acknowledged, whatever happens to the line meanwhile. */
function till(url: string, { credential, nextSequence }: { credential: string; nextSequence: number }, nozzleControlId: number) {
  const acknowledged = new Map<number, { id: number; totalCents: number }>()
  let sequence = nextSequence
  const closing = new AbortController()
  const send = async (path: string, body?: object) => {
    const reply = await fetch(`${url}/api/v1${path}`, {
      signal: AbortSignal.timeout(10_000),
      headers: { authorization: `Device ${credential}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: reply.status, json: await reply.json() }
  }
  const deliver = async (sale: { sequence: number }) => {
    for (;;) {
      const reply = await send('/orders', sale).catch(() => undefined)
      if (reply?.status === 200) return acknowledged.set(sale.sequence, reply.json)
      // Refused for what it says, and not for who is there to hear it, a sale would be lost for good.
      if (reply && reply.status < 500) throw new Error(JSON.stringify(reply.json))
      await pause(50)
    }
  }
  const work = async () => {
    while (!closing.signal.aborted) await deliver(saleOf(sequence++, nozzleControlId))
  }
  return {
    acknowledged,
    send,
    lanes: Array.from({ length: lanes }, work),
    close: () => closing.abort(),
    first: nextSequence,
    last: () => sequence - 1,
  }
}
const saleOf = (sequence: number, nozzleControlId: number) => ({
  sequence,
  nozzleControlId,
  payType: 'cash',
  lineItems: [{ volumeCl: 100 + (sequence % 5000) }],
})

// Faults F1 and F2, invariants I10 and I11.
test('server and database are killed twenty times while sales come in: none that was acknowledged is lost, none is doubled', {
  timeout: 300_000,
}, async () => {
  product = await startProduct({ dataDir: folder.path })
  const { url } = product
  const [station] = demoOf(folder.path).companies[0]!.stations
  const [device] = station!.devices
  const shop = till(url, { ...device!, credential: device!.credential! }, station!.nozzles[0]!.id)
  const { json: before } = await shop.send(`/devices/${device!.id}/gaps`)

  for (let kill = 0; kill < kills; kill++) {
    const sold = shop.acknowledged.size
    await pause(100 + ((kill * 37) % 200))
    if (kill % 2) process.kill(postgresOf(folder.path)!, 'SIGKILL')
    else {
      await product.kill()
      product = await startProduct({ dataDir: folder.path, env: { PORT: new URL(url).port } })
    }
    await expect.poll(() => shop.acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(sold)
  }
  shop.close()
  await Promise.all(shop.lanes)

  const told = `device.id:${device!.id},sequence>=${shop.first}`
  const { json: kept } = await shop.send(`/orders/statistics?search=${encodeURIComponent(told)}`)
  const cents = [...shop.acknowledged.values()].reduce((sum, order) => sum + order.totalCents, 0)
  expect(kept).toMatchObject({ count: shop.acknowledged.size, totalCents: cents, paidCents: cents })
  expect(shop.acknowledged.size).toBe(shop.last() - shop.first + 1)
  expect(new Set([...shop.acknowledged.values()].map(order => order.id)).size).toBe(shop.acknowledged.size)
  expect((await shop.send(`/devices/${device!.id}/gaps`)).json).toMatchObject({ missing: before.missing, lastSequence: shop.last() })
  await everyLawHolds()
})

/** The book is replayed from outside, as `npm run prove` does. */
async function everyLawHolds() {
  const prove = resolve(import.meta.dirname, '../../server/src/prove.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [prove], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: folder.path },
  })
  expect(stdout).toContain('every law holds')
}
