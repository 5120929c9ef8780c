import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { themes, sizes, switchTo } from './themes.ts'
import { fleetPage, placesOf } from './places.ts'
import { dataFolder, startProduct } from './product.ts'
import { demoOf, open, settled, signIn, type Look } from './visitor.ts'

/**
 * `npm run pictures [-- name …]`: every page, or those named, in zh and en, light and dark, wide and narrow, into pictures/.
 * ADDRESS and DATA_DIR name a running demo; without them one is started and ended.
 */
const folder = resolve(import.meta.dirname, '../../../pictures')
const wanted = process.argv.slice(2)
const chosen = (name: string) => wanted.length === 0 || wanted.includes(name)

async function main() {
  const given = process.env['ADDRESS'] && process.env['DATA_DIR']
  const data = given ? undefined : dataFolder()
  const product = data && (await startProduct({ dataDir: data.path }))
  const browser = await openBrowser()
  try {
    if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
    const address = product?.url ?? process.env['ADDRESS']!
    const company = demoOf(data?.path ?? process.env['DATA_DIR']!).companies[0]!
    for (const language of ['zh', 'en'] as const) {
      const page = await visit(browser, language)
      if (chosen('login')) await take(page, `${address}/login`, language, 'login')
      await signIn(page, address, company, 'admin')
      for (const { name, path } of await placesOf(page)) if (chosen(name)) await take(page, `${address}${path}`, language, name)
      await page.context().close()
      if (!chosen(fleetPage)) continue
      const leader = await visit(browser, language)
      await signIn(leader, address, company, 'group_master')
      await take(leader, leader.url(), language, fleetPage)
      await leader.context().close()
    }
  } finally {
    await browser.close()
    await product?.stop()
    data?.remove()
  }
}

async function visit(browser: Browser, language: Look['language']): Promise<Page> {
  const page = await (await open(browser, { language, mode: 'auto', width: 1440 })).newPage()
  page.on('pageerror', error => console.error(`${page.url()}: ${error.message}`))
  return page
}

/** Loaded once; light and width change while it stands. */
async function take(page: Page, url: string, language: Look['language'], name: string): Promise<void> {
  await page.setViewportSize(sizes[0])
  await page.goto(url)
  await settled(page)
  for (const size of sizes) {
    for (const light of themes) {
      await switchTo(page, size, light)
      const into = join(folder, `${language}-${light}-${size.width}`)
      mkdirSync(into, { recursive: true })
      await page.screenshot({ path: join(into, `${name}.png`) })
    }
  }
  console.log(`${language} ${name}`)
}

await main()
