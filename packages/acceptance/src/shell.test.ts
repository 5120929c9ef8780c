import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToast, appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()
/** Unfolded by a key, a section does not lead to its default page a moment later: how long a moment is does not matter then. */
const unfold = (menu: Locator, section: string) => menu.getByRole('menuitem', { name: section }).press('Enter')

// @req NAV-013 NAV-014 NAV-069 NAV-071
test('the root leads home, and an unknown path to a page that says so', async () => {
  const { url, enter } = front()
  const page = await enter('admin')
  await page.goto(url)
  await page.waitForURL('**/home')
  const tags = page.getByRole('navigation', { name: '已打开的页面' })
  await tags.getByRole('button', { name: '首页', exact: true }).waitFor()
  expect(await tags.getByRole('button', { name: '关闭“首页”' }).count()).toBe(0)
  for (const path of ['/nowhere/at/all', '/stationMge/nowhere', '/home/more']) {
    await page.goto(url + path)
    await page.waitForURL('**/404')
  }
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  await page.getByRole('button', { name: '返回首页' }).click()
  await page.waitForURL('**/home')
})

// @req NAV-058 NAV-060 NAV-062 NAV-063
test('the address of a section leads to its default page', async () => {
  const { url, enter } = front()
  const page = await enter('admin')
  for (const [section, first] of [
    ['/oilCompanyMge', '/addCompanies'],
    ['/queryStatistics', '/salesQuery/allQuery'],
    ['/stationMge', '/staffMge'],
    ['/maintenance', '/companyGroup'],
  ] as const) {
    await page.goto(url + section)
    await page.waitForURL(`**${section}${first}`)
  }
})

// @req NAV-015 NAV-018 NAV-019 NAV-040 ACC-013
test('one section of the menu is open at a time; a detail page lights its list; folded, the menu stays folded', async () => {
  const { url, enter } = front()
  const page = await enter('admin', {}, '/stationMge/staffMge')
  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByRole('menuitem', { name: '前庭管理' }).click()
  await menu.getByRole('link', { name: '油枪管理' }).click()
  await page.waitForURL('**/stationMge/vestibuleMge/nozzleMge')
  await unfold(menu, '查询统计')
  await menu.getByRole('menuitem', { name: '支付流水' }).waitFor()
  await expect.poll(() => menu.getByRole('menuitem', { name: '员工管理' }).isVisible()).toBe(false)

  await page.getByRole('navigation', { name: '当前位置' }).getByText('油枪管理').waitFor()
  const crumbs = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
  await expect.poll(() => crumbs.allInnerTexts()).toEqual(['首页', '油站管理', '前庭管理', '油枪管理'])
  expect(await crumbs.first().getByRole('link').getAttribute('href')).toBe('/home')

  await page.goto(`${url}/queryStatistics/salesQuery/allQuery`)
  await page.locator('tbody tr').first().locator('a').first().click()
  await page.waitForURL('**/allDetails/*')
  await expect.poll(() => menu.locator('.ant-menu-item-selected').innerText()).toBe('全部销售')
  expect((await crumbs.allInnerTexts()).slice(0, 4)).toEqual(['首页', '查询统计', '销售查询', '全部销售'])
  expect(await menu.getByText('订单详情').count()).toBe(0)

  const width = () => page.locator('aside.sidebar').evaluate(aside => aside.getBoundingClientRect().width)
  const open = await width()
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('sidebarStatus=0')
  await expect.poll(width).toBeLessThan(open / 2)
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  expect(await width()).toBeLessThan(open / 2)
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('sidebarStatus=1')
  await expect.poll(width).toBe(open)
})

/** Opens pages through the menu, and reads the tags that stand for them. */
async function withTags(page: Page) {
  const menu = page.getByRole('navigation', { name: '菜单' })
  const tags = page.getByRole('navigation', { name: '已打开的页面' })
  const open = async (section: string, name: string) => {
    const link = menu.getByRole('link', { name, exact: true })
    if (!(await link.isVisible())) await unfold(menu, section)
    await link.click()
    await settled(page)
  }
  const names = () => tags.locator('.tag-name').allInnerTexts()
  const act = async (tag: string, name: string) => {
    await tags.getByText(tag).click({ button: 'right' })
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await open('油站管理', '员工管理')
  return { tags, open, names, act }
}

// @req NAV-021 NAV-031 NAV-041 NAV-070
test('open pages stay as they were left, over a reload too; home is drawn anew each time, and any page when it is refreshed', async () => {
  const { url, enter } = front()
  const page = await enter('admin')
  const pane = page.locator('#content .pane:visible > *').first()
  const mark = () => pane.evaluate(drawn => drawn.setAttribute('data-drawn', 'once'))
  await mark()
  const { tags, open, names, act } = await withTags(page)
  await page.getByLabel('姓名').first().fill('半句话')
  await mark()
  await open('查询统计', '支付流水')
  await open('油企管理', '油站列表')
  await expect.poll(names).toEqual(['首页', '员工管理', '支付流水', '油站列表'])

  await tags.getByRole('button', { name: '首页', exact: true }).click()
  await settled(page)
  expect(await pane.getAttribute('data-drawn')).toBeNull()
  await tags.getByRole('button', { name: '员工管理', exact: true }).click()
  await expect.poll(() => pane.getAttribute('data-drawn')).toBe('once')
  await expect.poll(() => page.getByLabel('姓名').first().inputValue()).toBe('半句话')
  await act('员工管理', '刷新')
  await expect.poll(() => page.getByLabel('姓名').first().inputValue()).toBe('')
  await page.waitForURL('**/stationMge/staffMge')
  await page.getByLabel('姓名').first().fill('半句话')
  await tags.getByRole('button', { name: '支付流水', exact: true }).click()
  await page.waitForURL('**/queryStatistics/transactions')
  await act('员工管理', '刷新')
  await page.waitForURL('**/stationMge/staffMge')
  await expect.poll(() => page.getByLabel('姓名').first().inputValue()).toBe('')

  await page.reload()
  await settled(page)
  await expect.poll(names).toEqual(['首页', '员工管理', '支付流水', '油站列表'])
  await page.goto(`${url}/redirect/queryStatistics/transactions?page=2`)
  await page.waitForURL('**/queryStatistics/transactions?page=2')
})

// @req NAV-032 NAV-033 NAV-034 NAV-035
test('tags are closed one by one, all but one, or all; home is never closed', async () => {
  const page = await front().enter('admin')
  const { tags, open, names, act } = await withTags(page)
  await open('查询统计', '支付流水')
  await open('油企管理', '油站列表')
  await tags.getByText('油站列表').click({ button: 'middle' })
  await expect.poll(names).toEqual(['首页', '员工管理', '支付流水'])
  await tags.getByRole('button', { name: '关闭“支付流水”' }).click()
  await page.waitForURL('**/stationMge/staffMge')
  await act('员工管理', '关闭')
  await page.waitForURL('**/home')
  await expect.poll(names).toEqual(['首页'])

  await open('查询统计', '支付流水')
  await open('油企管理', '油站列表')
  await tags.getByText('首页').click({ button: 'middle' })
  await tags.getByRole('button', { name: '首页', exact: true }).press('Delete')
  expect(await names()).toEqual(['首页', '支付流水', '油站列表'])
  await act('支付流水', '关闭其他')
  await expect.poll(names).toEqual(['首页', '支付流水'])
  await page.waitForURL('**/queryStatistics/transactions')
  await act('支付流水', '关闭全部')
  await page.waitForURL('**/home')
  await expect.poll(names).toEqual(['首页'])
  await tags.getByText('首页').click({ button: 'right' })
  await expect.poll(() => page.getByRole('menuitem', { name: '关闭', exact: true }).getAttribute('aria-disabled')).toBe('true')
  expect(await tags.getByRole('button', { name: '关闭“首页”' }).count()).toBe(0)
})

// @req NAV-001 NAV-023 NAV-027 ACC-051 ACC-053 ACC-054
test('another language is a word, a reload, and then everything', async () => {
  const { demo, enter } = front()
  const page = await enter('admin')
  await page.getByRole('banner').getByRole('button', { name: '语言' }).click()
  const languages = page.locator('.ant-dropdown-menu:visible')
  await expect.poll(() => languages.getByRole('menuitem').allInnerTexts()).toEqual(['中文', 'English'])
  expect(await languages.locator('.ant-dropdown-menu-item-selected').allInnerTexts()).toEqual(['中文'])
  // The look of these stories sets the language on every load; here the choice is what is looked at.
  let loadAnew = () => {}
  const looked = new Promise<void>(done => (loadAnew = done))
  await page.route('**/home*', async route => {
    await looked
    await route.continue()
  })
  await languages.getByRole('menuitem', { name: 'English' }).click()
  await expectToast(page, '已切换为English')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('smartLanguage'))).toBe('en')
  const loaded = page.waitForEvent('load')
  loadAnew()
  await loaded
  const english = await enter('admin', { language: 'en' })
  await english.getByText('Sales today').waitFor()
  await expect.poll(() => english.locator('.home-figures').innerText()).toContain('¥')
  expect(await english.evaluate(() => document.documentElement.lang)).toBe('en-GB')
  await english.getByRole('banner').getByRole('button', { name: 'Language' }).click()
  await english.locator('.ant-dropdown-menu:visible').getByRole('menuitem', { name: '中文' }).click()
  await expectToast(english, 'Language switched to 中文')
  // Where nothing was chosen the browser's language holds; what the window is configured to comes before what was chosen.
  await english.addInitScript(() => localStorage.removeItem('smartLanguage'))
  await english.reload()
  await english.getByText('Sales today').waitFor()
  await page.addInitScript(() => Object.assign(window, { forecourt: { language: 'en' } }))
  await page.reload()
  await page.getByText('Sales today').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('smartLanguage'))).toBe('zh')
  expect(demo.companies[0]!.stations.length).toBeGreaterThan(1)
})

// @req NAV-016 NAV-021 NAV-036 NAV-037 NAV-039 ACC-088
test('what may be set of the looks is kept, and a company’s page says that it is one', async () => {
  const { url, enter } = front()
  const page = await enter('admin')
  const primary = () =>
    page
      .locator('.ant-menu')
      .first()
      .evaluate(menu => getComputedStyle(menu).getPropertyValue('--ant-color-primary'))
  const before = await primary()
  const tagBar = page.getByRole('navigation', { name: '已打开的页面' })
  expect([await tagBar.count(), await page.locator('.brand').count()]).toEqual([1, 1])
  await page.getByRole('button', { name: '界面设置' }).click()
  const panel = page.getByRole('dialog')
  await expect.poll(() => panel.getByRole('radio', { name: '#409EFF' }).isChecked()).toBe(true)
  for (const name of ['显示标签栏', '固定顶栏', '显示标志'])
    expect(await panel.getByRole('switch', { name }).getAttribute('aria-checked'), name).toBe('true')
  await panel.getByRole('radio', { name: '#11A983' }).check({ force: true })
  expect(await panel.getByRole('radio', { name: /#[0-9A-F]{6}$/ }).count()).toBe(8)
  await panel.getByRole('switch', { name: '显示标签栏' }).click()
  await panel.getByRole('switch', { name: '显示标志' }).click()
  await page.keyboard.press('Escape')
  await page.goto(`${url}/oilCompanyMge/addStations`)
  await settled(page)
  expect([await tagBar.count(), await page.locator('.brand').count()]).toEqual([0, 0])
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('smartSettings')))!)).toMatchObject({
    color: '#11A983',
    tagBar: false,
    showLogo: false,
  })
  expect(await primary()).not.toBe(before)
  await page.getByText('油企级').hover()
  await page.getByText('本页为油企级页面，内容不随所选油站变化').waitFor()
  await page.goto(`${url}/stationMge/staffMge`)
  await settled(page)
  expect(await page.getByText('油企级').count()).toBe(0)
})

// @req NAV-028 NAV-054 NAV-072
test('the page fills the screen at a press; its foot names the version, the build and the filing number', async () => {
  const page = await front().enter('admin')
  await page.getByRole('banner').getByRole('button', { name: '全屏' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await page.getByRole('button', { name: '退出全屏' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  const foot = page.locator('.sidebar-foot')
  await foot.getByText(/^版本 1\.0\.1340\+[0-9a-f]{7,}$/).click()
  await page.waitForURL('**/aboutUs/version')
  await page.getByRole('heading', { level: 1, name: '程序版本' }).waitFor()
  await page.locator('.k-facts').getByText('1.0.1340', { exact: true }).waitFor()
  expect(await foot.innerText()).not.toMatch(/备/)
  await page.addInitScript(() => {
    const settings = { filingNumber: '辽ICP备2026001号' }
    const set = (given: object) => void Object.assign(settings, { ...given, ...settings })
    Object.defineProperty(window, 'forecourt', { get: () => settings, set })
  })
  await page.reload()
  await foot.getByText('辽ICP备2026001号').waitFor()
})

// @req NAV-022
test('a line that is cut is announced, and so is a page on its way', async () => {
  const { enter } = front()
  const page = await enter('admin')
  await page.context().setOffline(true)
  await page.getByText('网络已断开，恢复后会自动继续').waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText('网络已断开，恢复后会自动继续').count()).toBe(0)

  let arrive = () => {}
  const held = new Promise<void>(resolve => (arrive = resolve))
  await page.route('**/assets/stations-page*.js', async route => {
    await held
    await route.continue()
  })
  const menu = page.getByRole('navigation', { name: '菜单' })
  await menu.getByRole('menuitem', { name: '油企管理' }).click()
  await menu.getByRole('link', { name: '油站列表' }).click()
  await page.getByRole('progressbar', { name: '页面加载中' }).waitFor()
  arrive()
  await page.getByRole('heading', { level: 1, name: '油站列表' }).waitFor()
  await expect.poll(() => page.getByRole('progressbar', { name: '页面加载中' }).count()).toBe(0)
})
