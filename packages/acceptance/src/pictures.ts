import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pages, type Page as PageSpec } from '@forecourt/contract'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { dataFolder, startProduct } from './product.ts'
import { ask, demoOf, open, settled, signIn, type DemoFile, type Look } from './visitor.ts'

/**
 * `npm run pictures [-- name …]`: every page, or those named, in zh and en, light and dark, wide and narrow, into pictures/.
 * ADDRESS and DATA_DIR name a running demo; without them one is started and ended.
 */
const folder = resolve(import.meta.dirname, '../../../pictures')
const looks: Look[] = (['zh', 'en'] as const).flatMap(language =>
  (['light', 'dark'] as const).flatMap(mode => [1440, 390].map(width => ({ language, mode, width }))),
)
const wanted = process.argv.slice(2)

async function main() {
  const given = process.env['ADDRESS'] && process.env['DATA_DIR']
  const data = given ? undefined : dataFolder()
  const product = data && (await startProduct({ dataDir: data.path }))
  const browser = await openBrowser()
  try {
    const demo = demoOf(given || data ? (process.env['DATA_DIR'] ?? data!.path) : '')
    if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
    for (const look of looks) {
      const context = await open(browser, look)
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', error => errors.push(error.message))
      const address = product?.url ?? process.env['ADDRESS']!
      const into = join(folder, `${look.language}-${look.mode}-${look.width}`)
      mkdirSync(into, { recursive: true })
      if (chosen('login')) await picture(page, `${address}/login`, join(into, 'login.png'))
      await signIn(page, address, demo.companies[0]!, 'admin')
      const ids = await idsOf(page)
      for (const spec of pages as readonly PageSpec[]) {
        if (spec.level === 'group' || spec.name === 'login' || !chosen(spec.name)) continue
        const path = spec.path.replace(/\{\w+\}/, String(ids[spec.name] ?? ''))
        if (path.endsWith('/')) continue
        const query = spec.name === 'previewPrint' ? `?document=receipt:${ids['allDetails']}` : ''
        await picture(page, `${address}${path}${query}`, join(into, `${spec.name}.png`))
      }
      if (chosen('assginMge')) await pictureOfFleet(browser, look, address, demo, join(into, 'assginMge.png'))
      console.log(`${into}${errors.length ? `  errors: ${[...new Set(errors)].join('; ')}` : ''}`)
      await context.close()
    }
  } finally {
    await browser.close()
    await product?.stop()
    data?.remove()
  }
}

/** The one page of a fleet's leader, as he sees it. */
async function pictureOfFleet(browser: Browser, look: Look, address: string, demo: DemoFile, file: string) {
  const context = await open(browser, look)
  const page = await context.newPage()
  await signIn(page, address, demo.companies[0]!, 'group_master')
  await picture(page, page.url(), file)
  await context.close()
}

const chosen = (name: string) => wanted.length === 0 || wanted.includes(name)

async function picture(page: Page, url: string, file: string) {
  await page.goto(url)
  await settled(page)
  await page.screenshot({ path: file })
}

/** A record for each page that shows one. */
async function idsOf(page: Page): Promise<Record<string, number | undefined>> {
  const first = async (path: string) => (await ask<{ content?: { id: number }[] }>(page, path)).content?.[0]?.id
  const [order, fuel, goods, settlement, card] = [
    await first('/orders?size=1&search=status:success'),
    await first('/orders?size=1&search=type:0,status:success'),
    await first('/orders?size=1&search=type:1'),
    await first('/classSettles?size=1'),
    await first('/userCards?size=1&search=value>0'),
  ]
  const day = await first('/daySettles?size=1')
  const [attendant, group] = [await first('/users?size=1&search=roles.defaultRole:station_leader'), await first('/companyGroups?size=1')]
  const company = await first('/companies?size=1')
  return {
    companyDetails: company,
    changeLogo: company,
    allDetails: order,
    fuelDetails: fuel,
    notFuelDetails: goods,
    classSettleDetails: settlement,
    printClassSettle: settlement,
    daySettleDetails: day,
    printDaySettle: day,
    cardCostHistory: card,
    stationAssginMenu: attendant,
    companyAssginMenu: attendant,
    assginMenu: attendant,
    groupUsers: group,
  }
}

await main()
