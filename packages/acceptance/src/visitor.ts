import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Disposable, Frame, Page, Request } from 'playwright-core'

/** What DATA_DIR/demo.json tells, as far as a visitor needs it. */
export interface DemoFile {
  readonly address: string
  /** The service beside its card reader. */
  readonly deviceService?: string
  readonly companies: readonly {
    readonly code: string
    readonly stations: readonly {
      readonly id: number
      readonly name: string
      readonly nozzles: readonly { readonly id: number }[]
      readonly devices: readonly { readonly id: number; readonly credential: string | null; readonly nextSequence: number }[]
    }[]
    readonly accounts: readonly { readonly role: string; readonly mobile: string; readonly password: string; readonly pin: string }[]
  }[]
}
export const demoOf = (dataDir: string): DemoFile => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))

export interface Look {
  readonly language: 'zh' | 'en'
  /** auto: as the system has it, which may change while the page stands. */
  readonly mode: 'light' | 'dark' | 'auto'
  readonly width: number
  readonly height?: number
}

/** What a browser keeps of somebody who has signed in. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A browser of its own for one person: nothing of another's sign-in is in it. */
export async function open(browser: Browser, look: Look, { state }: { state?: StorageState | undefined } = {}): Promise<BrowserContext> {
  const context = await openPlain(browser, look, state)
  await showIn(context, look)
  return context
}

/** The same, in which language and shade are not set yet. */
export async function openPlain(browser: Browser, look: Look, state?: StorageState): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...(state && { storageState: state }),
    viewport: sizeOf(look),
    locale: look.language === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  countRequests(context)
  return context
}

export const sizeOf = ({ width, height = width < 992 ? 844 : 900 }: Look) => ({ width, height })

/** Has every page that is loaded from now on show this language and shade, until it is disposed of. */
export const showIn = (context: BrowserContext, { language, mode }: Look): Promise<Disposable> =>
  context.addInitScript(
    ({ language: chosen, mode: shade }) => {
      // The blank page that comes first keeps nothing, and Firefox refuses to be asked.
      if (!location.host) return
      localStorage.setItem('smartLanguage', chosen)
      localStorage.setItem('smartSettings', JSON.stringify({ ...JSON.parse(localStorage.getItem('smartSettings') ?? '{}'), mode: shade }))
    },
    { language, mode },
  )

/** Signs in through the page, as anyone does. The station chooser stays away: the station is in the address. */
export async function signIn(
  page: Page,
  address: string,
  company: DemoFile['companies'][number],
  role: string,
  stationId = company.stations[0]!.id,
): Promise<void> {
  const account = company.accounts.find(each => each.role === role)
  if (!account) throw new Error(`the demo has no ${role}`)
  await page.goto(`${address}/login?stationId=${stationId}`)
  const [code, mobile, password] = [page.locator('input').nth(0), page.locator('input').nth(1), page.locator('input[type=password]')]
  await code.fill(company.code)
  await mobile.fill(account.mobile)
  await password.fill(account.password)
  await password.press('Enter')
  await page.waitForURL(/\/(home|assginMge\/\d+)/)
}

/** An API call with the session of a page, for ids to visit. */
export const ask = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async url => {
    const station = String(JSON.parse(localStorage.getItem('smartAtStation') ?? '{}').id ?? '')
    const reply = await fetch(`/api/v1${url}`, { headers: { authorization: localStorage.getItem('smartToken') ?? '', Station: station } })
    return reply.json()
  }, path) as Promise<T>

/** A call with the session of a page, at a station where the act needs one. */
export const tell = <T>(page: Page, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, stationId?: number): Promise<T> =>
  page.evaluate(
    async ([verb, url, content, station]) => {
      const reply = await fetch(`/api/v1${url}`, {
        method: verb,
        headers: {
          'content-type': 'application/json',
          authorization: localStorage.getItem('smartToken') ?? '',
          language: 'en',
          ...(station && { Station: String(station) }),
        },
        ...(content !== undefined && { body: JSON.stringify(content) }),
      })
      if (reply.status !== 200) throw new Error(await reply.text())
      return reply.json()
    },
    [method, path, body, stationId] as const,
  ) as Promise<T>

/** The station that a page shows. */
export const stationHere = (page: Page): Promise<number> => page.evaluate(() => JSON.parse(localStorage.getItem('smartAtStation')!).id)

/** A fuel code of the page's station, which stories may change. */
export const addFuelCode = async (
  page: Page,
  code: string,
  description = '',
): Promise<{ id: number; version: number; stationId: number }> =>
  tell(page, 'POST', '/fuelCodes', { stationId: await stationHere(page), code, type: 'diesel', description })

/** Waits until a page stands still: nothing is asked for, nothing is loading, and it has nothing left to do. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const open = unanswered.get(page.context())
  const deadline = Date.now() + 30_000
  for (let still = 0; still < 3 && Date.now() < deadline; ) {
    // A page that does not say has something to do.
    const busy = await Promise.race([page.evaluate(atRest).catch(() => true), pause(3000, true)])
    still = busy || (open && open.size > 0) ? 0 : still + 1
  }
  await page.evaluate(() => document.fonts.ready)
}

/**
 * Read in the page, when it has nothing to do. The gallery shows what is loading, for ever; a page behind waits until it is in front.
 * @returns whether something is still to come
 */
const atRest = () =>
  new Promise<boolean>(tell => {
    const waiting = ':is([aria-busy=true], .skeleton):not(.gallery-state *)'
    const busy = () => [...document.querySelectorAll(waiting)].some(each => each.checkVisibility())
    requestIdleCallback(() => setTimeout(() => tell(busy()), 30), { timeout: 1000 })
  })

/** What the pages of a context have asked for, and nobody has answered yet. */
const unanswered = new WeakMap<BrowserContext, Set<Request>>()
function countRequests(context: BrowserContext): void {
  const open = new Set<Request>()
  unanswered.set(context, open)
  context.on('request', request => {
    // What a page asked for before it was left is not waited for.
    if (request.isNavigationRequest()) for (const other of open) if (frameOf(other) === frameOf(request)) open.delete(other)
    open.add(request)
  })
  context.on('requestfinished', request => open.delete(request))
  context.on('requestfailed', request => open.delete(request))
}
/** Its frame; undefined where it has gone, or has not come yet: then the library throws. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}
