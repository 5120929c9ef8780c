import type { Browser, BrowserContext, Disposable, Page } from 'playwright-core'
import { forgetToasts, recordToasts } from './toast-recorder.ts'
import { open, openPlain, showIn, sizeOf, type Look, type StorageState } from './visitor.ts'

/**
 * Pages of one browser that stories use one after the other. A page whose process has drawn the product before draws it again for half of
 * the processor time: its code is compiled, its fonts are read. What the story before kept in it is cleared: cookies, storage, routes and
 * listeners. A page to which a story did what cannot be undone is closed and not used again.
 */
export interface PagePool {
  /** A page for one person; nothing of another's sign-in is in it. */
  take(url: string, look: Look, state?: StorageState): Promise<Page>
  /** Clears the page for the next story. */
  giveBack(page: Page): Promise<void>
}

/** A picture of the product, which runs no code of it. */
const plain = '/favicon.svg'
/** What a story may listen to on a page; it stops with the story. */
const heard = ['console', 'dialog', 'download', 'framenavigated', 'pageerror', 'popup', 'request', 'requestfailed', 'response'] as const

interface Kept {
  readonly page: Page
  readonly language: Look['language']
  /** Sets language and shade with every load. */
  shown: Disposable
  /** A story has left something behind that stays. */
  spoiled: boolean
  inUse: boolean
}

export function pagePool(browser: Browser): PagePool {
  const all: Kept[] = []
  const create = async (look: Look): Promise<Kept> => {
    const context = await openPlain(browser, look)
    const shown = await showIn(context, look)
    const page = await newPage(context)
    const kept: Kept = { page, language: look.language, shown, spoiled: false, inUse: true }
    for (const [owner, act] of lasting(page)) spoilBy(owner, act, () => (kept.spoiled = true))
    all.push(kept)
    return kept
  }
  const discard = async (kept: Kept) => {
    all.splice(all.indexOf(kept), 1)
    await kept.page.context().close()
  }
  return {
    async take(url, look, state) {
      const idle = all.find(each => !each.inUse && each.language === look.language)
      const kept = idle ?? (await create(look))
      kept.inUse = true
      const { page } = kept
      if (idle) await prepare(kept, look)
      await begin(page, url, state)
      return page
    },
    async giveBack(page) {
      const kept = all.find(each => each.page === page)
      if (!kept) return page.context().close()
      if (kept.spoiled || page.isClosed()) return discard(kept)
      try {
        await clear(page)
        kept.inUse = false
      } catch {
        await discard(kept)
      }
    },
  }
}

/** A new process for each story, as with a browser that has just been started. */
export const freshPages = (browser: Browser): PagePool => ({
  take: async (_url, look, state) => newPage(await open(browser, look, { state })),
  giveBack: page => page.context().close(),
})

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  // What is there at once on a machine that is busy with other things may take its time; it costs only where something fails.
  page.setDefaultTimeout(60_000)
  await recordToasts(page)
  return page
}

type Owner = Page | BrowserContext | Page['clock']

/** Acts of a page that stay with it, in whatever it shows next. */
function lasting(page: Page): [Owner, string][] {
  const context = page.context()
  return [
    ...['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'setDefaultTimeout', 'setExtraHTTPHeaders'].map(
      act => [page, act] as [Owner, string],
    ),
    ...['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'on', 'route', 'setOffline'].map(
      act => [context, act] as [Owner, string],
    ),
    ...['install', 'pauseAt', 'setFixedTime', 'setSystemTime'].map(act => [page.clock, act] as [Owner, string]),
  ]
}

function spoilBy(owner: Owner, act: string, spoil: () => void): void {
  const acts = owner as unknown as Record<string, (...given: unknown[]) => unknown>
  const usual = acts[act]!.bind(owner)
  acts[act] = (...given) => {
    spoil()
    return usual(...given)
  }
}

/** The look of the next story. */
async function prepare(kept: Kept, look: Look): Promise<void> {
  await kept.shown.dispose()
  kept.shown = await showIn(kept.page.context(), look)
  // That was ours, and is undone with the next look.
  kept.spoiled = false
  await kept.page.setViewportSize(sizeOf(look))
  forgetToasts(kept.page)
}

/** What the browser of this person keeps, before anything of the product is loaded. */
async function begin(page: Page, url: string, state: StorageState | undefined): Promise<void> {
  if (state?.cookies.length) await page.context().addCookies(state.cookies)
  await page.goto(url + plain)
  const kept = state?.origins.find(({ origin }) => origin === url)?.localStorage ?? []
  await page.evaluate(items => {
    sessionStorage.clear()
    localStorage.clear()
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, kept)
}

async function clear(page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of heard) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // Within the same site: a blank page would be another process.
  await page.goto(new URL(plain, page.url()).href)
  await page.mouse.move(0, 0)
  await context.clearCookies()
}
