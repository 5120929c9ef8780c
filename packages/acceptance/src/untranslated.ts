import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import type { Look } from './visitor.ts'

const web = resolve(import.meta.dirname, '../../web/src')
type Tree = { readonly [name: string]: string | Tree }
const texts = (tree: Tree): string[] => Object.values(tree).flatMap(value => (typeof value === 'string' ? [value] : texts(value)))
const chinese = new Set<string>()
const subjects = new Set<string>()
for (const path of globSync('**/i18n/zh.ts', { cwd: web })) {
  const { default: words } = (await import(join(web, path))) as { default: Tree }
  for (const subject of Object.keys(words)) subjects.add(subject)
  for (const text of texts(words)) if (/\p{Script=Han}/u.test(text)) chinese.add(text)
}
const isKey = (text: string) => /^\w+(?:\.\w+)+$/.test(text) && subjects.has(text.split('.')[0]!)

/** Everything that is read on a page, or heard. */
export const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = new Set<string>()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim()
      if (text && node.parentElement!.checkVisibility()) found.add(text)
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) found.add(element.getAttribute(name) ?? '')
    return [...found]
  })

/** Words that stand on the page as a key, or in the other language. What people entered may be in any. */
export async function untranslated(page: Page, language: Look['language']): Promise<string[]> {
  const wrong = (await readTexts(page)).filter(text => isKey(text) || (language === 'en' && chinese.has(text)))
  return wrong.map(text => `untranslated: “${text}”`)
}
