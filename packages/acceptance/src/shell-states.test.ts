import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { follow, expectToast, appFixture } from './app-fixture.ts'
import { addFuelCode, ask, settled, signIn } from './visitor.ts'

const front = appFixture()

// @req NAV-053
test('a browser without full screen is told so', async () => {
  for (const [language, button, words] of [
    ['en', 'Full screen', 'you browser can not work'],
    ['zh', '全屏', '您的浏览器不支持全屏'],
  ] as const) {
    const page = await front().visit({ language })
    await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { get: () => false }))
    const { demo, url } = front()
    await signIn(page, url, demo.companies[0]!, 'admin')
    await settled(page)
    await page.getByRole('button', { name: button }).click()
    await expectToast(page, words)
  }
})

// @req NAV-044
test('unfolding a section leads to its default page a moment later, unless one goes on by oneself', async () => {
  const page = await front().enter('admin')
  const menu = page.getByRole('navigation', { name: '菜单' })
  // The page's clock stands still but when the story moves it, so that the moment is as long on a busy machine.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await menu.getByRole('menuitem', { name: '运维管理' }).click()
  await page.clock.runFor(399)
  expect(page.url()).toContain('/home')
  await page.clock.runFor(1)
  await page.waitForURL('**/maintenance/companyGroup')

  await menu.getByRole('menuitem', { name: '查询统计' }).click()
  await menu.getByRole('menuitem', { name: '支付流水' }).hover()
  await page.clock.runFor(2000)
  expect(page.url()).toContain('/maintenance/companyGroup')
  await menu.getByRole('menuitem', { name: '油站管理' }).focus()
  await page.keyboard.press('Enter')
  await page.clock.runFor(2000)
  expect(page.url()).toContain('/maintenance/companyGroup')
})

test('newer pages are announced, and loaded only when their reader says so', async () => {
  const { url, enter } = front()
  const page = await enter('admin', { language: 'en' })
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  await page.route(`${url}/`, route =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" crossorigin src="/assets/index-newer.js"></script>' }),
  )
  const bar = page.getByText('There is a new version. Reload when it suits you')
  expect(await bar.count()).toBe(0)
  // A minute has passed since the pages were last compared.
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 61_000
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await bar.waitFor()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect.poll(() => bar.count()).toBe(0)
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
})

test('a line that is cut is announced, and so is its return; what failed meanwhile is read again', async () => {
  const page = await front().enter('admin')
  await page.route('**/api/v1/**', route => route.abort('internetdisconnected'))
  await page.route('**/healthz', route => route.abort('internetdisconnected'))
  await follow(page, '/oilCompanyMge/addStations')
  await page.getByText('网络已断开，恢复后会自动继续').waitFor()
  await page.unrouteAll()
  await expectToast(page, '网络已恢复')
  await page.locator('tbody tr[data-id]:visible').first().waitFor()
  await expect.poll(() => page.getByText('网络已断开，恢复后会自动继续').count()).toBe(0)
})

test.each([
  ['zh', '校验日志', '删除', '请检查网络状态'],
  ['en', 'Verify log', 'Delete', 'check the network'],
] as const)(
  'what fails is reported though the line was cut before what draws it was there, and all is well when it is back (%s)',
  async (language, verify, press, network) => {
    const { url, enter } = front()
    const page = await enter('admin', { language })
    const code = `94${randomInt(10)}`
    const { id } = await addFuelCode(page, code)
    await page.route('**/assets/dialog-holder*', route => route.abort('internetdisconnected'))
    await page.route('**/api/v1/auditLogs/**', route => route.abort('internetdisconnected'))
    const said = page.locator('.plain-toast', { hasText: network })
    await page.goto(`${url}/maintenance/auditLogs`)
    await settled(page)
    await page.getByRole('button', { name: verify }).click()
    await expectToast(page, network)
    await said.waitFor({ state: 'detached' })

    await page.goto(`${url}/oilOperate/fuelCode?code=${code}`)
    await settled(page)
    const row = page.locator(`tbody tr[data-id="${id}"]`)
    await row.getByRole('button', { name: press }).click()
    await expectToast(page, network)
    await said.waitFor({ state: 'detached' })
    await page.unrouteAll()
    await row.getByRole('button', { name: press }).click()
    await page.getByRole('dialog').getByRole('button', { name: press }).click()
    await row.waitFor({ state: 'detached' })
  },
)

test('a page that fails leaves the others alone, gives its number, and is tried again', async () => {
  const { enter } = front()
  const page = await enter('admin')
  let broken = true
  await page.route('**/api/v1/stations?**', async route => {
    // Not what any server of ours says: the page has nothing to draw it by.
    if (broken) await route.fulfill({ json: { content: [null], totalElements: 1 }, headers: { 'x-request-id': 'abc123def456' } })
    else await route.continue()
  })
  await follow(page, '/oilCompanyMge/addStations')
  await page.getByRole('heading', { level: 1, name: '页面出错了' }).waitFor()
  await page.getByText(/故障编号 [\w-]+/).waitFor()
  await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '首页' }).click()
  await page.waitForURL('**/home')
  await settled(page)
  await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('button', { name: '油站列表', exact: true }).click()
  broken = false
  await page.getByRole('button', { name: '重试' }).click()
  await page.locator('tbody tr[data-id]:visible').first().waitFor()
})

// @req NAV-020 NAV-042
test('below 992 pixels the menu is a drawer that goes when a page is chosen', async () => {
  const page = await front().enter('admin', { width: 390 })
  await expect.poll(() => page.locator('aside.sidebar').count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('navigation', { name: '常用页面' }).getByRole('button', { name: '菜单' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('menuitem', { name: '油企管理' }).click()
  await drawer.getByRole('link', { name: '油站列表' }).click()
  await page.waitForURL('**/oilCompanyMge/addStations')
  await expect.poll(() => drawer.count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  for (const [width, sidebars] of [
    [991, 0],
    [992, 1],
    [991, 0],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.locator('aside.sidebar').count(), { message: `${width} pixels` }).toBe(sidebars)
    expect(await page.getByRole('navigation', { name: '常用页面' }).count()).toBe(1 - sidebars)
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
})

// @req NAV-020 NAV-023 NAV-042 ACC-052
test('on a phone the menu is a sheet from below, and nothing is wider than the screen', async () => {
  const page = await front().enter('admin', { width: 390, language: 'en' })
  const bar = page.getByRole('navigation', { name: 'Shortcuts' })
  await bar.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('menuitem', { name: 'Sales and reports' }).click()
  await page.waitForTimeout(600)
  expect(page.url()).toContain('/home')
  const box = (await sheet.boundingBox())!
  expect(box.y + box.height).toBeGreaterThan(800)
  await sheet.getByRole('link', { name: 'Shift reports' }).click()
  await page.waitForURL('**/classSettle')
  await expect.poll(() => sheet.count()).toBe(0)
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('stations')
  await page.getByRole('option', { name: 'Stations' }).first().click()
  await page.waitForURL('**/addStations')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByRole('button', { name: /^Menu of / }).click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: /^(中文|English)$/ }).allInnerTexts()).toEqual(['中文', 'English'])
  await page.getByRole('menuitem', { name: '中文' }).click()
  await expectToast(page, 'Language switched to 中文')
  const chinese = await front().enter('admin', { width: 390 })
  await chinese.getByRole('button', { name: /的菜单$/ }).click()
  await chinese.getByRole('menuitem', { name: '语言' }).click()
  await chinese.getByRole('menuitem', { name: 'English' }).click()
  await expectToast(chinese, '已切换为English')
})

// @req NAV-045 ORG-043 ORG-044 ACC-042 ACC-044
test('anyone who chooses a station reads ten of them at a time, and a hundred companies to narrow them by', async () => {
  const page = await front().enter('admin')
  const asked: string[] = []
  const searched: (string | null)[][] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (/\/api\/v1\/(stations|companies)$/.test(pathname))
      asked.push(`${pathname.split('/').at(-1)} ${searchParams.get('page')} ${searchParams.get('size')}`)
    if (pathname.endsWith('/stations')) searched.push(['search', 'expand'].map(name => searchParams.get(name)))
  })
  await page.getByRole('button', { name: /^当前：/ }).click()
  await page.getByRole('dialog', { name: '选择油站' }).getByText('滨江东站').first().waitFor()
  await expect.poll(() => asked.toSorted()).toEqual(['companies 0 100', 'stations 0 10'])
  const chooser = page.getByRole('dialog', { name: '选择油站' })
  await chooser.getByLabel('油站名称').fill('滨江东')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => searched)
    .toEqual([
      [null, 'company'],
      ['name:*滨江东*', 'company'],
    ])
  await chooser.getByText('共 1 座').waitFor()
  const { company } = await ask<{ company: { name: string } }>(page, '/users/profile')
  expect(await chooser.locator('tbody tr').allInnerTexts()).toEqual([expect.stringMatching(new RegExp(`^1\\s*滨江东站.*${company.name}`))])
})
