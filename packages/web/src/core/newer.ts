import { create } from 'zustand'

/** Whether the server holds newer pages than these. Nothing is loaded anew unasked. */
export const useNewer = create<{ newer: boolean; later: boolean }>(() => ({ newer: false, later: false }))

/** @returns the first script of a page; its name bears the contents of everything it leads to */
export const entryOf = (html: string): string | undefined => /<script\b(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"/.exec(html)?.[1]

const everyMs = 300_000
const leastMs = 60_000
let askedAt = 0

/** Compares the server's pages with these, at most once a minute. */
export async function askNewer(now = Date.now()): Promise<void> {
  if (now - askedAt < leastMs || useNewer.getState().newer) return
  askedAt = now
  await compare()
}

/** @returns whether the server's pages are of another build than these */
export async function compare(): Promise<boolean> {
  const ours = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  const theirs = answer?.ok ? entryOf(await answer.text()) : undefined
  const newer = ours !== undefined && theirs !== undefined && ours !== theirs
  if (newer) useNewer.setState({ newer, later: false })
  return newer
}

/** Asks now and then, and when the window is looked at again. @returns the way to stop */
export function watchNewer(): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') void askNewer()
  }
  askedAt = Date.now()
  const timer = setInterval(seen, everyMs)
  document.addEventListener('visibilitychange', seen)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', seen)
  }
}
