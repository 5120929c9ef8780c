import mqtt from 'mqtt'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hasMosquitto, startMosquitto } from '../../server/src/bench/mosquitto.ts'
import { brokerUrl, openAskingBroker, secret, type AskingBroker } from '../../server/src/testing/broker-outside.ts'
import { drawn } from '../../server/src/testing/sampling.ts'
import { openBrowser } from './browser.ts'
import { demoDatabase } from './demo-database.ts'
import { startProduct, type Product } from './product.ts'
import { ask, demoOf, open, settled, signIn, tell, type DemoFile } from './visitor.ts'

type Outside = Pick<AskingBroker, 'port' | 'pages' | 'cut' | 'open' | 'stop'>

/** It lets everyone in: without a plugin it asks nobody. */
async function mosquitto(): Promise<Outside> {
  let running = await startMosquitto()
  const { port, webPort } = running
  return {
    port,
    pages: `ws://127.0.0.1:${webPort}/mqtt`,
    cut: () => running.stop(),
    open: async () => void (running = await startMosquitto(undefined, { port, webPort })),
    stop: () => running.stop(),
  }
}

let product: Product
/** It asks the product, as a broker of an operator does. */
const asking = (): Promise<Outside> =>
  openAskingBroker(async (path, body) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
    const reply = await fetch(`${product.url}/api/v1/live/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return reply.status === 200
  })

const brokers = [['a broker that asks us', asking], ...(hasMosquitto ? [['Mosquitto', mosquitto] as const] : [])] as const
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

type Station = DemoFile['companies'][number]['stations'][number]
const deviceOf = ({ devices }: Station) => devices.find(({ credential }) => credential !== null)!

/** The till of a station, which sells as any does. */
function tillOf(station: Station) {
  const device = deviceOf(station)
  let sequence = device.nextSequence
  return async (volumeCl: number) => {
    const reply = await fetch(`${product.url}/api/v1/orders`, {
      method: 'POST',
      headers: { authorization: device.credential!, 'content-type': 'application/json' },
      body: JSON.stringify({
        sequence: sequence++,
        createdDate: new Date().toISOString(),
        nozzleControlId: station.nozzles[0]!.id,
        fuelMethod: 'volume',
        payType: 'cash',
        lineItems: [{ volumeCl, priceCents: 777 }],
      }),
    })
    expect([reply.status, await reply.text()]).toEqual([200, expect.anything()])
  }
}

/** Litres and money run. What a device says goes to the server, as it does without a broker outside; the server tells the broker. */
async function runs(page: Page, shown: Locator, station: Station, pages: string) {
  const { id } = station
  const line = await tell<{ port: number; username: string; path: string; url: string }>(page, 'POST', '/live/tickets', { stationId: id })
  expect(line.url).toBe(pages)
  const device = deviceOf(station)
  const [{ logicNo }] = (await ask<{ content: [{ logicNo: number }] }>(page, `/nozzleControls?size=1&search=station.id:${id}`)).content
  const till = await mqtt.connectAsync(`ws://127.0.0.1:${line.port}${line.path}`, { username: line.username, password: device.credential! })
  const say = (told: object) => till.publishAsync(`devices/${device.id}/status`, JSON.stringify(told), { qos: 1 })
  await say({ nozzles: [{ logicNo, state: 'busy' }] })
  await expect
    .poll(async () => {
      await say({ fuelling: [{ logicNo, volumeCl: 1357, amountCents: 10_860 }] })
      return shown.innerText()
    })
    .toMatch(/13\.57 L · .*108\.60/)
  await say({ nozzles: [{ logicNo, state: 'idle' }] })
  await till.endAsync()
}

// @req SCR-016 ACC-003
test.each(drawn('brokers outside', brokers, 1))(
  'pages at %s: the live view moves, says that the broker is gone, and heals when it is back, with nothing lost',
  async (_, start) => {
    const { path, cluster } = inject('firstStart')
    const demo = await demoDatabase(path, cluster)
    const broker = await start()
    const env = { DATABASE_URL: demo.url, MQTT_URL: brokerUrl(broker.port), MQTT_PAGES_URL: broker.pages, MQTT_HOOK_SECRET: secret }
    product = await startProduct({ dataDir: demo.path, env })
    const company = demoOf(demo.path).companies[0]!
    const sell = tillOf(company.stations[0]!)

    const page = await (await open(browser, { language: 'en', mode: 'light', width: 1440 })).newPage()
    await signIn(page, product.url, company, 'station_master')
    await page.goto(`${product.url}/stationMge/vestibuleMge/deviceMge`)
    await settled(page)
    const mark = page.locator('.live-mark')
    const state = () => mark.getAttribute('data-state')
    await expect.poll(state).toBe('connected')
    const station = page.getByRole('region', { name: 'Station now' })

    await runs(page, station, company.stations[0]!, broker.pages)

    await broker.cut()
    await expect.poll(state).toBe('disconnected')
    await sell(1234)
    await broker.open()
    await expect.poll(state, { timeout: 30_000 }).toBe('connected')
    await station.getByRole('link', { name: /12\.34 L · .*95\.88/ }).waitFor()
    await sell(4321)
    await station.getByRole('link', { name: /43\.21 L · .*335\.74/ }).waitFor({ timeout: 20_000 })

    await page.context().close()
    await product.stop()
    await broker.stop()
    await demo.remove()
  },
)
