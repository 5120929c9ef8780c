import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { beginFile } from '../../server/src/testing/sampling.ts'
import { openBrowser, type BrowserName } from './browser.ts'
import { signedIn } from './signed-in.ts'
import { freshPages, pagePool, type PagePool } from './page-pool.ts'
import { demoDatabase } from './demo-database.ts'
import { startProduct, type Product } from './product.ts'
import { demoOf, settled, signIn, type DemoFile, type Look, type StorageState } from './visitor.ts'

export { languages } from '../../server/src/testing/sampling.ts'
export { expectToast } from './toast-recorder.ts'
export { tell } from './visitor.ts'

export interface AppFixture {
  readonly url: string
  readonly demo: DemoFile
  /** Where the product keeps its data, for commands that are run alongside it. */
  readonly dataDir: string
  readonly databaseUrl: string
  /** A browser of its own, at a page that nobody is signed in to. */
  visit(look?: Partial<Look>): Promise<Page>
  /** Signed in, in the first station: at home, or at the path that is named, when it stands still. */
  enter(role: string, look?: Partial<Look>, path?: string): Promise<Page>
  /** Somebody leaves before the story ends. */
  leave(page: Page): Promise<void>
}

/** ADDRESS and DATA_DIR name a demo that is running already, for anyone who works on a story; without them one is started. */
const { ADDRESS: address, DATA_DIR: dataDir } = process.env
const running = address && dataDir ? { address, dataDir } : undefined

interface Ways {
  /** Its file has prepared the demo itself. */
  readonly prepared?: boolean
  readonly browser?: BrowserName
  /** Its stories measure how fast pages are, or what they weigh in memory. */
  readonly measures?: boolean
  /** What its server is started with. */
  readonly env?: Record<string, string>
}

/**
 * One demo and one browser for the stories of a file; a story that is run once more begins with a demo that nobody has touched, unless
 * the file has prepared its own. What a page throws or logs as an error fails its story.
 */
export function appFixture({ prepared = false, browser: name = 'newest', measures = false, env = {} }: Ways = {}): () => AppFixture {
  beginFile()
  let browser: Browser, pages: PagePool, front: AppFixture
  let closeOwn: (() => Promise<void>) | undefined
  /** The one that stories begin with now comes last; a page from before the first story still belongs to the one it came to. */
  const shops: Shop[] = []
  /** The user who came in during a story leaves with it; who came before the first one stays. */
  let guests: Page[] = []
  const visit = async (look: Partial<Look> = {}, state?: StorageState): Promise<Page> => {
    const page = await pages.take(front.url, { language: 'zh', mode: 'light', width: 1440, ...look }, state)
    guests.push(page)
    page.on('pageerror', error => {
      throw error
    })
    page.on('console', message => {
      if (/^no (words for|record) /.test(message.text())) throw new Error(message.text())
    })
    return page
  }
  const begin = async () => {
    const shop = await openShop(env)
    shops.push(shop)
    const { url, dataDir, databaseUrl } = shop
    const demo = demoOf(dataDir)
    const leave = async (page: Page) => {
      guests = guests.filter(guest => guest !== page)
      await pages.giveBack(page)
    }
    front = { url, demo, dataDir, databaseUrl, visit, enter: entrance(visit, url, demo), leave }
  }
  beforeAll(async () => {
    const shared = name === 'newest' && !measures
    ;({ browser, pages } = shared ? await (ofThisWorker ??= openShared()) : await openOwn(name, measures))
    if (!shared) closeOwn = () => browser.close()
    if (name !== 'newest') console.log(`Browser: ${name}, ${browser.version()}`)
    await begin()
  }, 180_000)
  beforeEach(async ({ task }) => {
    guests = []
    if (prepared || !task.result?.retryCount) return
    await begin()
  }, 180_000)
  afterEach(async () => {
    await Promise.all(guests.map(guest => pages.giveBack(guest)))
  })
  afterAll(async () => {
    await closeOwn?.()
    for (const shop of shops) await shop.close()
  })
  return () => front
}

interface OpenBrowser {
  readonly browser: Browser
  readonly pages: PagePool
}

/** The files that a worker runs share a browser, which ends with the worker. */
let ofThisWorker: Promise<OpenBrowser> | undefined
async function openShared(): Promise<OpenBrowser> {
  const browser = await openBrowser('newest', { measures: false })
  return { browser, pages: pagePool(browser) }
}

async function openOwn(name: BrowserName, measures: boolean): Promise<OpenBrowser> {
  const browser = await openBrowser(name, { measures })
  return { browser, pages: freshPages(browser) }
}

interface Shop {
  readonly url: string
  readonly dataDir: string
  readonly databaseUrl: string
  close(): Promise<void>
}

/** The port of this worker's products while none has it: to the browser they are one site, whose code it has compiled. */
let idlePort = '0'

/** The demo as the first start left it; or the one that is named, which stays as it is. */
async function openShop(env: Record<string, string>): Promise<Shop> {
  if (running) return { url: running.address, dataDir: running.dataDir, databaseUrl: '', close: () => Promise.resolve() }
  const { path, cluster } = inject('firstStart')
  const demo = await demoDatabase(path, cluster)
  const start = (PORT: string) => startProduct({ dataDir: demo.path, env: { PORT, DATABASE_URL: demo.url, ...env } })
  // Somebody else may have taken the port meanwhile.
  const product: Product = await start(idlePort).catch(() => start('0'))
  idlePort = '0'
  return {
    url: product.url,
    dataDir: demo.path,
    databaseUrl: demo.url,
    async close() {
      await product.stop()
      idlePort = new URL(product.url).port
      await demo.remove()
    },
  }
}

/** Signs each role in once; later its browser remembers, as long as the server does. */
function entrance(visit: (look: Partial<Look>, state?: StorageState) => Promise<Page>, url: string, demo: DemoFile): AppFixture['enter'] {
  const known = new Map<string, { state: StorageState; home: string }>()
  return async (role, look = {}, path) => {
    const company = demo.companies[0]!
    const before = known.get(role) ?? { state: await signedIn(url, company, role), home: `${url}/home` }
    const page = await visit(look, before.state)
    if (before.state) {
      known.set(role, { state: before.state, home: before.home })
      await page.goto(path ? url + path : before.home)
      await settled(page)
      if (!page.url().includes('/login')) return page
    }
    await signIn(page, url, company, role)
    known.set(role, { state: await page.context().storageState(), home: page.url() })
    if (path) await page.goto(url + path)
    await settled(page)
    return page
  }
}

/** Waits until the page in front is the one of this heading and stands still; pages behind it are there too, and are not meant. */
export async function expectPage(page: Page, heading: string): Promise<void> {
  await page.locator('#content .pane:visible').getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  await settled(page)
}

/** Opens a path as a link within the product does: nothing is loaded anew. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
