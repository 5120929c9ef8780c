import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { openBrowser } from './browser.ts'
import { hear } from './in-passing.ts'
import { demoFolder, startProduct, type Product } from './product.ts'
import { demoOf, open, settled, signIn, type DemoFile, type Look, type StorageState } from './visitor.ts'

export { says } from './in-passing.ts'
export { tell } from './visitor.ts'

export interface Front {
  readonly url: string
  readonly demo: DemoFile
  /** Where the product keeps its data, for commands that are run beside it. */
  readonly dataDir: string
  /** A browser of its own, at a page that nobody is signed in to. */
  visit(look?: Partial<Look>): Promise<Page>
  /** Signed in, in the first station: at home, or at the path that is named, when it stands still. */
  enter(role: string, look?: Partial<Look>, path?: string): Promise<Page>
}

/** ADDRESS and DATA_DIR name a demo that is running already, for whoever works on a story; without them one is started. */
const { ADDRESS: address, DATA_DIR: dataDir } = process.env
const running = address && dataDir ? { address, dataDir } : undefined

/** One demo and one browser for the stories of a file. What a page throws or logs as an error fails its story. */
export function shopFront(): () => Front {
  let product: Product | undefined, browser: Browser, front: Front
  /** Whoever came in during a story leaves with it; who came before the first one stays. */
  let guests: BrowserContext[] = []
  const folder = running ? undefined : demoFolder(inject('firstStart').path)
  beforeAll(async () => {
    if (folder) product = await startProduct({ dataDir: folder.path })
    browser = await openBrowser()
    const url = running?.address ?? product!.url
    const dataDir = running?.dataDir ?? folder!.path
    const demo = demoOf(dataDir)
    const visit = async (look: Partial<Look> = {}, state?: StorageState) => {
      const context = await open(browser, { language: 'zh', mode: 'light', width: 1440, ...look }, { state })
      guests.push(context)
      const page = await context.newPage()
      // What is there at once on a machine that is busy with other things may take its time; it costs only where something fails.
      page.setDefaultTimeout(60_000)
      await hear(page)
      page.on('pageerror', error => {
        throw error
      })
      return page
    }
    const enter = entrance(visit, url, demo)
    front = { url, demo, dataDir, visit, enter }
  }, 180_000)
  beforeEach(() => {
    guests = []
  })
  afterEach(async () => {
    await Promise.all(guests.map(guest => guest.close()))
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    folder?.remove()
  })
  return () => front
}

/** Signs each role in once, through the page; later its browser remembers, as long as the server does. */
function entrance(visit: (look: Partial<Look>, state?: StorageState) => Promise<Page>, url: string, demo: DemoFile): Front['enter'] {
  const known = new Map<string, { state: StorageState; home: string }>()
  return async (role, look = {}, path) => {
    const before = known.get(role)
    const page = await visit(look, before?.state)
    if (before) {
      await page.goto(path ? url + path : before.home)
      await settled(page)
      if (!page.url().includes('/login')) return page
    }
    await signIn(page, url, demo.companies[0]!, role)
    known.set(role, { state: await page.context().storageState(), home: page.url() })
    if (path) await page.goto(url + path)
    await settled(page)
    return page
  }
}

/** Waits until the page in front is the one of this heading and stands still; pages behind it are there too, and are not meant. */
export async function inFront(page: Page, heading: string): Promise<void> {
  await page.locator('#content .pane:visible').getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await settled(page)
}

/** Opens a path as a link within the product does: nothing is loaded anew. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
