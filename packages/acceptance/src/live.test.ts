import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { demoDatabase } from './demo-database.ts'
import { startProduct, type Product } from './product.ts'
import { demoOf, open, settled, signIn, tell, type DemoFile } from './visitor.ts'

let demo: Awaited<ReturnType<typeof demoDatabase>>
let product: Product
let browser: Browser
let company: DemoFile['companies'][number]
const env = () => ({ DATABASE_URL: demo.url })

beforeAll(async () => {
  const { path, cluster } = inject('firstStart')
  demo = await demoDatabase(path, cluster)
  ;[product, browser] = await Promise.all([startProduct({ dataDir: demo.path, env: env() }), openBrowser()])
  company = demoOf(demo.path).companies[0]!
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await demo?.remove()
})

/** The till of the first station sells, as any till does. */
async function sell(sequence: number, volumeCl: number) {
  const [{ nozzles, devices }] = company.stations as [DemoFile['companies'][number]['stations'][number]]
  const device = devices.find(({ credential }) => credential !== null)!
  const reply = await fetch(`${product.url}/api/v1/orders`, {
    method: 'POST',
    headers: { authorization: device.credential!, 'content-type': 'application/json' },
    body: JSON.stringify({
      sequence: device.nextSequence + sequence,
      createdDate: new Date().toISOString(),
      nozzleControlId: nozzles[0]!.id,
      fuelMethod: 'volume',
      payType: 'cash',
      lineItems: [{ volumeCl, priceCents: 777 }],
    }),
  })
  expect([reply.status, await reply.text()]).toEqual([200, expect.anything()])
}

// @req SCR-016 SCR-018 SCR-019
test('home shows a sale as it comes; without the server it says so, and heals by itself with nothing lost', async () => {
  const page = await (await open(browser, { language: 'zh', mode: 'light', width: 1440 })).newPage()
  await signIn(page, product.url, company, 'station_master')
  await settled(page)
  const mark = page.getByRole('img', { name: /^实时更新/ })
  await expect.poll(() => mark.getAttribute('data-state')).toBe('connected')
  const sales = page.getByRole('table', { name: '最近订单' })

  await sell(0, 1234)
  await expect.poll(() => sales.innerText()).toContain('95.88')

  // The ports stay, as those of an installation do.
  const { port: livePort } = await tell<{ port: number }>(page, 'POST', '/live/tickets', { stationId: company.stations[0]!.id })
  await product.kill()
  await expect.poll(() => mark.getAttribute('data-state')).toBe('disconnected')
  const ports = { PORT: new URL(product.url).port, LIVE_PORT: String(livePort) }
  product = await startProduct({ dataDir: demo.path, env: { ...env(), ...ports } })
  await sell(1, 4321)
  await expect.poll(() => mark.getAttribute('data-state')).toBe('connected')
  await expect.poll(() => sales.innerText()).toContain('335.74')

  // Then the channel moves to another port: a browser that has been here before finds it there.
  await product.stop()
  const { PORT } = ports
  product = await startProduct({ dataDir: demo.path, env: { ...env(), PORT } })
  await page.reload()
  await settled(page)
  const moved = await tell<{ port: number }>(page, 'POST', '/live/tickets', { stationId: company.stations[0]!.id })
  expect(moved.port).not.toBe(livePort)
  await expect.poll(() => mark.getAttribute('data-state')).toBe('connected')
  await page.context().close()
})
