/** Why code did not come: no network, no answer from the server, or the server no longer has it, as after an update. */
type WhyMissing = 'offline' | 'unanswered' | 'gone'

/** The code of a page or of a part of it did not come. Nothing of it has run, so it can be asked for again. */
export class CodeMissing extends Error {
  override readonly name = 'CodeMissing'
  readonly why: WhyMissing

  constructor(url: string, why: WhyMissing) {
    // As browsers word it.
    super(`Failed to fetch dynamically imported module: ${url} (${why})`)
    this.why = why
  }
}

/** Files that are here, or on their way. What did not come is not kept. */
const files = new Map<string, Promise<void>>()

/** What has to be there before code runs that is asked for now. */
let before: Promise<unknown> | undefined

/** Code and what it needs as soon as it runs, such as its words: both are on their way at once. */
export async function loadAfter<T>(ready: Promise<unknown>, load: () => Promise<T>): Promise<T> {
  if (import.meta.env.DEV) await ready
  before = ready
  const part = load()
  before = undefined
  const [loaded] = await Promise.all([part, ready])
  return loaded
}

/**
 * What each `import()` is built into (vite.config.ts): first the files that it needs, then the import itself. A browser keeps the failure
 * of an import for as long as the page lives (Chromium before 156), so nothing is imported that has not been fetched before: the import
 * finds it in the browser's cache. No file is asked for under a second address, which would run it twice.
 * @throws CodeMissing
 */
export async function loadCode<T>(run: () => Promise<T>, paths: readonly string[] = []): Promise<T> {
  const ready = before
  await Promise.all([ready, ...paths.map(path => once(new URL(path, location.origin).href))])
  return run()
}

function once(url: string): Promise<void> {
  const known = files.get(url)
  if (known) return known
  const coming = isHere(url) ? Promise.resolve() : bring(url)
  files.set(url, coming)
  coming.catch(() => files.delete(url))
  return coming
}

/** What the page itself names was loaded with it. */
const isHere = (url: string): boolean =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]')].some(({ href }) => href === url) ||
  [...document.scripts].some(({ src }) => src === url)

async function bring(url: string): Promise<void> {
  const answer = await fetch(url).catch(() => undefined)
  const type = answer?.headers.get('content-type') ?? ''
  if (!answer) throw new CodeMissing(url, navigator.onLine ? 'unanswered' : 'offline')
  if (answer.status >= 500) throw new CodeMissing(url, 'unanswered')
  if (!answer.ok || !/javascript|css/.test(type)) throw new CodeMissing(url, 'gone')
  // Only what was read to its end is in the browser's cache.
  await answer.arrayBuffer().catch(() => {
    throw new CodeMissing(url, 'unanswered')
  })
  if (url.endsWith('.css')) await addStyles(url)
}

const addStyles = (url: string): Promise<void> =>
  new Promise((done, failed) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.addEventListener('load', () => done())
    link.addEventListener('error', () => {
      link.remove()
      failed(new CodeMissing(url, 'unanswered'))
    })
    link.href = url
    // Styles of the component library stand before our own, whichever come first.
    const before = /\/antd-[^/]*$/.test(url) && [...document.querySelectorAll('link[rel=stylesheet][href*="/antd-"]')].at(-1)
    if (before) before.after(link)
    else document.head.append(link)
  })
