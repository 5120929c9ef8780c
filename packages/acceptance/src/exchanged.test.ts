import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()

/** Home, of whose code that comes when it is quiet nothing comes until it is let. */
async function quietly(language: 'zh' | 'en' = 'zh'): Promise<{ page: Page; arrive: () => void }> {
  const page = await front().enter('admin', { language })
  let arrive = () => {}
  const held = new Promise<void>(resolve => (arrive = resolve))
  await page.route('**/assets/{popup-parts,side-menu}-*.js', async route => {
    await held
    await route.continue()
  })
  await page.goto(`${front().url}/home`)
  await page.locator('.home-figures dd a').nth(3).waitFor()
  return { page, arrive }
}
const arrived = (page: Page) => page.locator('.sidebar [data-menu-list]').first().waitFor()

// @req NAV-015 NAV-044
test('the menu unfolds and leads on before the code of its library has come, and stays as it was when it has', async () => {
  const { page, arrive } = await quietly()
  const menu = page.getByRole('navigation', { name: '菜单' })
  expect(await menu.locator('[data-menu-list]').count()).toBe(0)
  await menu.getByRole('menuitem', { name: '油站管理' }).press('Enter')
  await menu.getByRole('link', { name: '员工管理' }).focus()
  const before = await boxes(page)
  arrive()
  await arrived(page)
  expect(await boxes(page)).toEqual(before)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('员工管理')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/stationMge/staffMge')
})

/** What the menu and the bars show, and where. */
const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.sidebar a, .sidebar [role=menuitem], .top-bar button, .tag')]
      .filter(each => each.checkVisibility())
      .map(each => [each.textContent, ...Object.values(each.getBoundingClientRect().toJSON())]),
  )

test('the bars stand still when the live channel opens', async () => {
  const page = await front().enter('admin')
  let open = () => {}
  const held = new Promise<void>(resolve => (open = resolve))
  await page.route('**/live/tickets', async route => {
    await held
    await route.continue()
  })
  await page.goto(`${front().url}/home`)
  await arrived(page)
  const before = await boxes(page)
  open()
  await page.locator('.live-mark[data-state=connected]').waitFor()
  expect(await boxes(page)).toEqual(before)
})

test('a menu that is asked for before its code has come opens when it has; what has the focus keeps it', async () => {
  const { page, arrive } = await quietly('en')
  await page.getByRole('button', { name: /^Menu of / }).click()
  expect(await page.getByRole('menuitem', { name: 'Log out' }).count()).toBe(0)
  arrive()
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  await page.keyboard.press('Escape')

  const second = await quietly()
  await second.page.locator('.tag-name').first().click({ button: 'right' })
  second.arrive()
  await second.page.getByRole('menuitem', { name: '刷新' }).waitFor()

  const third = await quietly()
  await third.page.getByRole('button', { name: '界面设置' }).focus()
  third.arrive()
  await arrived(third.page)
  await settled(third.page)
  expect(await third.page.evaluate(() => document.activeElement?.ariaLabel)).toBe('界面设置')
})

test('without that code the bars and the menu go on standing, and it is asked for again when the line is back', async () => {
  const page = await front().enter('admin')
  await page.route('**/assets/{popup-parts,side-menu}-*.js', route => route.abort('internetdisconnected'))
  await page.goto(`${front().url}/home`)
  await settled(page)
  await page.getByRole('button', { name: '界面设置' }).waitFor()
  await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '首页' }).waitFor()
  await page.unroute('**/assets/{popup-parts,side-menu}-*.js')
  await page.context().setOffline(true)
  await page.getByText('网络已断开，恢复后会自动继续').waitFor()
  await page.context().setOffline(false)
  await arrived(page)
})
