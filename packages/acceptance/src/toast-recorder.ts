import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What each page said so far in words that go by themselves, and nobody has looked for yet. */
const heard = new WeakMap<Page, string[]>()
const shownIn = ['ant-message-notice', 'plain-toast', 'notices']

/**
 * Notes what a page says in passing. Such words stand for two seconds; on a machine that is busy with other things they may have gone
 * before a story looks for them, and then they were said all the same.
 */
export async function recordToasts(page: Page): Promise<void> {
  const words: string[] = []
  heard.set(page, words)
  await page.exposeFunction('heardInPassing', (said: string) => words.push(said))
  await page.addInitScript(names => {
    const seen = new WeakMap<Element, string>()
    const note = () => {
      for (const place of names.flatMap(name => [...document.getElementsByClassName(name)])) {
        const said = place.textContent ?? ''
        if (!said || seen.get(place) === said) continue
        seen.set(place, said)
        ;(globalThis as unknown as { heardInPassing(words: string): void }).heardInPassing(said)
      }
    }
    new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true })
  }, shownIn)
}

/** What a page has said so far belonged to another story. */
export const forgetToasts = (page: Page): void => void heard.get(page)?.splice(0)

/** Waits until a page has said this, unless it has already; each thing that it said is looked for once. */
export async function expectToast(page: Page, words: string): Promise<void> {
  const all = heard.get(page)!
  const at = () => all.findIndex(said => said.includes(words))
  await expect.poll(at, { message: `the page says “${words}”` }).toBeGreaterThanOrEqual(0)
  all.splice(at(), 1)
}

/** What a page has said in passing that nobody has looked for. */
export const saidInPassing = (page: Page): readonly string[] => heard.get(page) ?? []
