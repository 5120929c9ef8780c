import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { openBrowser } from './browser.ts'
import { demoFolder, startProduct, type Product } from './product.ts'
import { demoOf, open, settled, signIn, type DemoFile, type Look } from './visitor.ts'

export { tell } from './visitor.ts'

export interface Front {
  readonly url: string
  readonly demo: DemoFile
  /** Where the product keeps its data, for commands that are run beside it. */
  readonly dataDir: string
  /** A browser of its own, at a page that nobody is signed in to. */
  visit(look?: Partial<Look>): Promise<Page>
  /** Signed in, at home, in the first station. */
  enter(role: string, look?: Partial<Look>): Promise<Page>
}

/** ADDRESS and DATA_DIR name a demo that is running already, for whoever works on a story; without them one is started. */
const { ADDRESS: address, DATA_DIR: dataDir } = process.env
const running = address && dataDir ? { address, dataDir } : undefined

/** One demo and one browser for the stories of a file. What a page throws or logs as an error fails its story. */
export function shopFront(): () => Front {
  let product: Product | undefined, browser: Browser, front: Front
  const folder = running ? undefined : demoFolder(inject('firstStart').path)
  beforeAll(async () => {
    if (folder) product = await startProduct({ dataDir: folder.path })
    browser = await openBrowser()
    const url = running?.address ?? product!.url
    const dataDir = running?.dataDir ?? folder!.path
    const demo = demoOf(dataDir)
    const visit = async (look: Partial<Look> = {}) => {
      const page = await (await open(browser, { language: 'zh', mode: 'light', width: 1440, ...look })).newPage()
      page.setDefaultTimeout(10_000)
      page.on('pageerror', error => {
        throw error
      })
      return page
    }
    const enter = async (role: string, look: Partial<Look> = {}) => {
      const page = await visit(look)
      await signIn(page, url, demo.companies[0]!, role)
      await settled(page)
      return page
    }
    front = { url, demo, dataDir, visit, enter }
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    folder?.remove()
  })
  return () => front
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
