import type { CDPSession, Page } from 'playwright-core'
import { openLine } from '../../server/src/bench/mqtt-line.ts'
import { openBrowser } from './browser.ts'
import { dataFolder, startProduct } from './product.ts'
import { demoOf, openPlain, settled, showIn, signIn, tell, type DemoFile } from './visitor.ts'

/**
 * `npm run bench:screen`: what the data screen asks of the machine on a wall of 1920 × 1080 while a thousand messages a second arrive over
 * the channel: tills tell how far their nozzles have come, and sell. ADDRESS and DATA_DIR name a demo that is running; without them one
 * is started. SECONDS says for how long. MESSAGES says after how many it ends instead, and DAYS how often the day changes meanwhile:
 * `MESSAGES=1000000 DAYS=30 RATE=4000` is a wall that hangs for a month.
 */
const {
  ADDRESS: address,
  DATA_DIR: dataDir,
  SECONDS: seconds = '20',
  MESSAGES: messages,
  DAYS: days = '0',
  RATE: rate = '1000',
} = process.env
const lastsMs = Number(seconds) * 1000
const [perSecond, salesPerSecond, tickMs] = [Number(rate), 10, 20]
const dayMs = 86_400_000
const goals = { taskMs: 50, share: 0.35, heapMB: 5 }
const look = { language: 'zh', mode: 'dark', width: 1920, height: 1080 } as const

type Company = DemoFile['companies'][number]
interface Channel {
  readonly url: string
  readonly heard: () => number
  readonly end: () => void
}

/** The tills of the company tell and sell until they are ended; somebody beside the page counts what is heard. */
async function traffic(page: Page, url: string, { stations }: Company): Promise<Channel> {
  const also = stations.slice(1).map(({ id }) => id)
  const ticket = await tell<{ ticket: string; username: string; port: number; path: string; topics: string[] }>(
    page,
    'POST',
    '/live/tickets',
    {
      stationId: stations[0]!.id,
      also,
    },
  )
  const channel = `ws://${new URL(url).hostname}:${ticket.port}${ticket.path}`
  let heard = 0
  const { username } = ticket
  const listener = await openLine(channel, { username, password: ticket.ticket, id: 'counts' }, ticket.topics)
  listener.onMessage = () => heard++
  const tills = stations.flatMap(({ nozzles, devices }) =>
    devices.flatMap(({ id, credential, nextSequence }) => (credential ? [{ id, credential, next: nextSequence, nozzles }] : [])),
  )
  const lines = await Promise.all(
    tills.map(({ id, credential }) => openLine(channel, { username, password: credential, id: `till ${id}` }, [`devices/${id}/answers`])),
  )
  let sent = 0
  const begun = performance.now()
  const telling = setInterval(() => {
    for (const due = ((performance.now() - begun) * perSecond) / 1000; sent < due; sent++) {
      const fuelling = [{ logicNo: 1 + (sent % 8), volumeCl: sent % 5000, amountCents: (sent % 5000) * 8 }]
      lines[sent % lines.length]!.publish(`devices/${tills[sent % lines.length]!.id}/status`, JSON.stringify({ fuelling }))
    }
  }, tickMs)
  let turn = 0
  const selling = setInterval(() => {
    const till = tills[turn++ % tills.length]!
    void fetch(`${url}/api/v1/orders`, {
      method: 'POST',
      headers: { authorization: till.credential, 'content-type': 'application/json' },
      body: JSON.stringify({
        sequence: till.next++,
        createdDate: new Date().toISOString(),
        nozzleControlId: till.nozzles[turn % till.nozzles.length]!.id,
        fuelMethod: 'volume',
        payType: 'cash',
        lineItems: [{ volumeCl: 1000 + (turn % 4000), priceCents: 777 }],
      }),
    })
  }, 1000 / salesPerSecond)
  const end = () => {
    clearInterval(telling)
    clearInterval(selling)
    for (const line of [listener, ...lines]) line.close()
  }
  return { url: channel, heard: () => heard, end }
}

const metric = async (devtools: CDPSession, name: string): Promise<number> =>
  (await devtools.send('Performance.getMetrics')).metrics.find(each => each.name === name)!.value
async function heapOf(devtools: CDPSession): Promise<number> {
  for (let turn = 0; turn < 3; turn++) await devtools.send('HeapProfiler.collectGarbage')
  return (await metric(devtools, 'JSHeapUsedSize')) / 1e6
}

async function measure(page: Page, url: string, company: Company): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const { heard, end } = await traffic(page, url, company)
  const pause = (ms: number) => new Promise(done => setTimeout(done, ms))
  await pause(5000)
  const before = { heap: await heapOf(devtools), heard: heard() }
  // The collecting itself is a long task, and is told of a little later.
  await pause(2000)
  await page.evaluate(() => (window.longTasks = []))
  const [at, busy] = [performance.now(), await metric(devtools, 'TaskDuration')]
  if (messages) await pass(page, devtools, () => heard() - before.heard)
  else await pause(lastsMs)
  const lasted = (performance.now() - at) / 1000
  const share = ((await metric(devtools, 'TaskDuration')) - busy) / lasted
  const rate = (heard() - before.heard) / lasted
  const tasks = await page.evaluate(() => window.longTasks)
  const grown = (await heapOf(devtools)) - before.heap
  end()
  const longest = Math.max(0, ...tasks)
  const verdict = (kept: boolean) => {
    if (!kept) process.exitCode = 1
    return kept ? 'kept' : 'missed'
  }
  console.log(`messages heard            ${rate.toFixed(0)} a second, for ${lasted.toFixed(0)} s`)
  console.log(`main thread               ${(share * 100).toFixed(1)} %   goal ${goals.share * 100} %   ${verdict(share <= goals.share)}`)
  const told =
    longest === 0 ? `none above ${goals.taskMs} ms` : `${tasks.length} above ${goals.taskMs} ms, the longest ${longest.toFixed(0)} ms`
  console.log(`tasks                     ${told}   ${verdict(longest <= goals.taskMs)}`)
  console.log(`heap                      grew by ${grown.toFixed(2)} MB   goal ${goals.heapMB} MB   ${verdict(grown <= goals.heapMB)}`)
}

/** Until so many messages were heard; the days change evenly among them. */
async function pass(page: Page, devtools: CDPSession, heard: () => number): Promise<void> {
  const [begun, many] = [Date.now(), Number(messages)]
  for (let day = 1; day <= Math.max(1, Number(days)); day++) {
    while (heard() < (many * day) / Math.max(1, Number(days))) await new Promise(done => setTimeout(done, 250))
    if (Number(days) > 0) await page.clock.setSystemTime(begun + day * dayMs)
    const heap = await metric(devtools, 'JSHeapUsedSize')
    console.log(`day ${day}: ${heard()} messages heard, heap ${(heap / 1e6).toFixed(1)} MB before what is collected`)
  }
}

/** A wall, whose sign-in lasts over all these days. */
async function hang(page: Page, url: string, company: Company): Promise<void> {
  await signIn(page, url, company, 'company_user')
  const { code } = await tell<{ code: string }>(page, 'POST', '/displays', { name: 'Bench' })
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto(`${url}/login#display`)
  await page.getByLabel('投屏码').fill(code)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dataScreen')
}

declare global {
  interface Window {
    longTasks: number[]
  }
}
/** What takes longer than 50 ms the browser tells by itself. */
const noteLongTasks = () => {
  window.longTasks = []
  new PerformanceObserver(list => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  })
}

const own = address && dataDir ? undefined : dataFolder()
const product = own && (await startProduct({ dataDir: own.path }))
const browser = await openBrowser()
try {
  const url = product?.url ?? address!
  const company = demoOf(own?.path ?? dataDir!).companies[0]!
  const context = await openPlain(browser, look)
  await showIn(context, look)
  await context.addInitScript(noteLongTasks)
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await hang(page, url, company)
  await settled(page)
  await measure(page, url, company)
} finally {
  await browser.close()
  await product?.stop()
  own?.remove()
}
