import type { CDPSession, Page } from 'playwright-core'

/** What a page tells of its own loading, in milliseconds and by the browser's own measures. */
export interface Loading {
  /** When the largest piece of it stood. */
  readonly largest: number
  /** For how long, all in all, it would not have answered at once. */
  readonly blocked: number
  /** How far things moved by themselves after they were shown. */
  readonly shifted: number
  readonly requestsBeforePaint: number
}

interface Seen {
  largest: number
  blocked: number
  shifted: number
}
declare global {
  interface Window {
    seen: Seen
  }
}

/** Has every page that is loaded from now on note how it loads. */
export const noteLoading = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: Seen = { largest: 0, blocked: 0, shifted: 0 }
    window.seen = seen
    const watch = (type: string, note: (entry: any) => void) =>
      new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('largest-contentful-paint', ({ startTime }) => (seen.largest = startTime))
    watch('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)))
    watch('layout-shift', ({ value, hadRecentInput }) => (seen.shifted += hadRecentInput ? 0 : value))
  })

/** Loads an address from a cold cache, waits until nothing comes any more, and says how it went. */
export async function load(page: Page, url: string): Promise<Loading> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.clearBrowserCache')
  await client.detach()
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .skeleton'))
  return page.evaluate(async () => {
    await new Promise(done => setTimeout(done, 300))
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity
    // What is fetched ahead and then used is listed twice by newer browsers.
    const before = new Set(
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < painted)
        .map(({ name }) => name),
    )
    return { ...window.seen, requestsBeforePaint: before.size + 1 }
  })
}

const busyMs = async (client: CDPSession) =>
  (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000

/** How long the page's own thread works for what is done to it, until the picture stands. What waits for other things does not count. */
export async function worksFor(page: Page, act: () => Promise<unknown>): Promise<number> {
  const client = await page.context().newCDPSession(page)
  // The thread's own time: what else the machine has to do meanwhile is not counted.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await busyMs(client)
  await act()
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(done => requestAnimationFrame(done))
    await new Promise(done => setTimeout(done, 100))
  })
  const after = await busyMs(client)
  await client.detach()
  return after - before
}

/** A press of the page's own, without the way of a pointer there. */
export const press = (page: Page, selector: string): Promise<void> =>
  page.evaluate(found => document.querySelector<HTMLElement>(found)!.click(), selector)

/** What is held after everything that can be let go is. */
export async function megabytes(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  await client.detach()
  return usedSize / 1e6
}

export const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
