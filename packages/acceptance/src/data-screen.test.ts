import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { a11yIssues } from './a11y-issues.ts'
import { openBrowser } from './browser.ts'
import { demoDatabase } from './demo-database.ts'
import { startProduct, type Product } from './product.ts'
import { switchTo } from './themes.ts'
import { demoOf, open, settled, signIn, tell, type DemoFile, type Look } from './visitor.ts'

let demo: Awaited<ReturnType<typeof demoDatabase>>
let product: Product
let browser: Browser
let company: DemoFile['companies'][number]
const env = () => ({ DATABASE_URL: demo.url })

beforeAll(async () => {
  const { path, cluster } = inject('firstStart')
  demo = await demoDatabase(path, cluster)
  ;[product, browser] = await Promise.all([startProduct({ dataDir: demo.path, env: env() }), openBrowser()])
  company = demoOf(demo.path).companies[0]!
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await demo?.remove()
})

/** The till of a station sells, as any till does. */
async function sell(station: number, sequence: number, volumeCl: number) {
  const { nozzles, devices } = company.stations[station]!
  const device = devices.find(({ credential }) => credential !== null)!
  const reply = await fetch(`${product.url}/api/v1/orders`, {
    method: 'POST',
    headers: { authorization: device.credential!, 'content-type': 'application/json' },
    body: JSON.stringify({
      sequence: device.nextSequence + sequence,
      createdDate: new Date().toISOString(),
      nozzleControlId: nozzles[0]!.id,
      fuelMethod: 'volume',
      payType: 'cash',
      lineItems: [{ volumeCl, priceCents: 777 }],
    }),
  })
  expect([reply.status, await reply.text()]).toEqual([200, expect.anything()])
}

async function screenOf(role: string, look: Partial<Look> = {}, query = ''): Promise<Page> {
  const page = await (await open(browser, { language: 'zh', mode: 'auto', width: 1920, height: 1080, ...look })).newPage()
  await signIn(page, product.url, company, role)
  await page.goto(`${product.url}/dataScreen${query}`)
  await settled(page)
  return page
}
const hundredths = (text: string) => Number(text.replaceAll(/[^\d]/g, ''))
const turnover = async (page: Page) => hundredths(await page.locator('.ds-main .ds-big').innerText())

// @req SCR-021 ACC-075
test('head office sees every station as it sells; cut off it says so, and heals by itself', async () => {
  const page = await screenOf('company_user')
  const state = page.locator('.ds-state')
  await expect.poll(() => state.innerText()).toBe('实时')
  const before = await turnover(page)
  await sell(0, 0, 1234)
  await sell(1, 0, 2345)
  const sales = page.getByRole('region', { name: '实时交易' })
  await expect.poll(() => sales.innerText()).toMatch(/95\.88[\s\S]*/)
  await expect.poll(() => sales.innerText()).toContain('182.21')
  // The figure counts up to what was sold at both of them.
  await expect.poll(() => turnover(page)).toBe(before + 95_88 + 182_21)

  const { port: livePort } = await tell<{ port: number }>(page, 'POST', '/live/tickets', { stationId: company.stations[0]!.id })
  await product.kill()
  await expect.poll(() => state.innerText()).toMatch(/^\d\d:\d\d 起连接中断，正在重连；数据截至 \d\d:\d\d$/)
  expect(await turnover(page)).toBe(before + 95_88 + 182_21)
  const ports = { PORT: new URL(product.url).port, LIVE_PORT: String(livePort) }
  product = await startProduct({ dataDir: demo.path, env: { ...env(), ...ports } })
  await sell(1, 1, 4321)
  await expect.poll(() => state.innerText()).toBe('实时')
  await expect.poll(() => turnover(page)).toBe(before + 95_88 + 182_21 + 335_74)
  await page.context().close()
})

test('one station alone: its figures, its place on the map, its sales; the choice stands in the address', async () => {
  const page = await screenOf('admin', { language: 'en' })
  const all = await turnover(page)
  const { id, name } = company.stations[1]!
  await page.getByRole('combobox', { name: 'Shown' }).selectOption({ label: name })
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(name)
  expect(new URL(page.url()).searchParams.get('station')).toBe(String(id))
  await expect.poll(() => turnover(page)).toBeLessThan(all)
  await expect.poll(() => page.locator('.ds-spot').count()).toBe(1)
  await expect.poll(() => page.getByRole('region', { name: 'Live sales' }).locator('.ds-name').first().innerText()).toBe(name)
  await page.context().close()
})

test('a screen on a wall is signed in by a code, shows its station live and nothing else, and goes dark when it is ended', async () => {
  const office = await screenOf('company_user', { language: 'en', width: 1440, height: 900 })
  const { name: station } = company.stations[0]!
  await office.getByRole('button', { name: 'Displays' }).click()
  const drawer = office.getByRole('dialog', { name: 'Displays' })
  await drawer.getByLabel('Name').fill('Lobby')
  await drawer.getByRole('combobox').click()
  await office.locator('.ant-select-item-option').filter({ hasText: station }).click()
  await drawer.getByRole('button', { name: 'Create a code' }).click()
  const code = await drawer.locator('.ds-wall-code b').innerText()
  expect(await a11yIssues(office)).toEqual([])

  const wall = await (await open(browser, { language: 'zh', mode: 'dark', width: 1920, height: 1080 })).newPage()
  await wall.goto(`${product.url}/dataScreen`)
  await wall.getByRole('button', { name: '这是一块大屏，用投屏码登录' }).click()
  await wall.getByLabel('投屏码').fill('AAAA-AAAA')
  await wall.getByRole('button', { name: '登录', exact: true }).click()
  await wall.getByRole('alert').getByText('投屏码无效、已使用或已过期，请重新生成').waitFor()
  expect(await a11yIssues(wall)).toEqual([])
  await wall.getByLabel('投屏码').fill(code.toLowerCase())
  await wall.getByRole('button', { name: '登录', exact: true }).click()
  const state = wall.locator('.ds-state')
  await expect.poll(() => state.innerText()).toBe('实时')
  expect(await wall.getByRole('heading', { level: 1 }).innerText()).toBe(station)
  expect(
    await wall
      .locator('.ds-acts')
      .getByText(/返回首页|投屏/)
      .count(),
  ).toBe(0)
  await drawer.getByText('“Lobby” is signed in').waitFor()

  const before = await turnover(wall)
  await sell(0, 1, 1000)
  await expect.poll(() => turnover(wall)).toBe(before + 77_70)
  // Whatever is opened there, it comes back to what it shows.
  for (const path of ['/order/allQuery', '/person/personCenter', '/nowhere', '/']) {
    await wall.goto(product.url + path)
    await wall.waitForURL('**/dataScreen')
    await expect.poll(() => state.innerText()).toBe('实时')
  }

  await drawer.getByRole('button', { name: 'End', exact: true }).click()
  await office.locator('.ant-modal-confirm').getByRole('button', { name: 'End', exact: true }).click()
  await drawer.getByText('No displays yet').waitFor()
  await expect.poll(() => state.innerText()).toBe('登录已过期，请重新登录')
  await Promise.all([wall.context().close(), office.context().close()])
})

// @req NAV-029 ACC-075
test('who does not manage has neither the shortcut nor the page, and nobody has where the deployment has none', async () => {
  const shortcut = (page: Page) => page.getByRole('button', { name: '数据大屏' }).count()
  const master = await screenOf('station_master', { width: 1440, height: 900 })
  expect([new URL(master.url()).pathname, await shortcut(master)]).toEqual(['/noAccess', 0])
  await master.context().close()

  const user = await screenOf('company_user', { width: 1440, height: 900 }, '/../home')
  const [opened] = await Promise.all([user.context().waitForEvent('page'), user.getByRole('button', { name: '数据大屏' }).click()])
  await opened.locator('.ds-main').waitFor()
  await user.context().close()

  const without = await startProduct({ dataDir: demo.path, env: { ...env(), DATA_SCREEN: 'off' } })
  const page = await (await open(browser, { language: 'zh', mode: 'light', width: 1440 })).newPage()
  await signIn(page, without.url, company, 'company_user')
  expect(await shortcut(page)).toBe(0)
  await page.goto(`${without.url}/dataScreen`)
  await page.waitForURL('**/noAccess**')
  await page.context().close()
  await without.stop()
})

test.each([
  ['zh', 1920, 1080],
  ['en', 3840, 2160],
  ['zh', 1366, 768],
  ['en', 390, 844],
] as const)('everyone can read it in %s at %i x %i, in both lights, and no panel spills over', async (language, width, height) => {
  const page = await screenOf('company_user', { language, width, height })
  await page.locator('.ds-sales li').first().waitFor()
  const wrong: string[] = []
  for (const light of ['dark', 'light'] as const) {
    await switchTo(page, { width, height }, light)
    wrong.push(...(await a11yIssues(page)).map(each => `${light}: ${each}`))
  }
  expect(wrong).toEqual([])
  const spilled = await page
    .locator('.ds-panel, .ds-figure')
    .evaluateAll(all =>
      all
        .filter(each => each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 2)
        .map(each => each.classList.value),
    )
  expect(spilled).toEqual([])
  await page.context().close()
})
