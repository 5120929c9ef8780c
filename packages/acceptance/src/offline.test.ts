import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { follow, expectToast, appFixture } from './app-fixture.ts'
import { settled } from './visitor.ts'

const front = appFixture()
const stations = '/oilCompanyMge/addStations'
const code = '**/assets/stations-page*.js'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const rows = (page: Page) => page.locator('tbody tr[data-id]:visible').first().waitFor()

/** Another story may have opened every page in this browser, which keeps their code. */
async function forgetFiles(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

test.each([
  ['zh', '网络已断开，页面暂时打不开', '系统已更新', '姓名'],
  ['en', 'No network: this page cannot be opened yet', 'There is a new version', 'Name'],
] as const)(
  'without a network a page that was not loaded yet says so, keeps what is open, and opens by itself afterwards (%s)',
  async (language, words, update, name) => {
    const page = await front().enter('admin', { language }, '/stationMge/staffMge')
    await page.getByLabel(name).first().fill('half')
    await forgetFiles(page)
    await page.context().setOffline(true)
    await follow(page, stations)
    await heading(page, words).waitFor()
    expect(await page.getByText(update).count()).toBe(0)
    expect(await page.locator('.tag-name').count()).toBe(3)
    await page.context().setOffline(false)
    await rows(page)
    expect(await heading(page, words).count()).toBe(0)
    await follow(page, '/stationMge/staffMge')
    await expect.poll(() => page.getByLabel(name).first().inputValue()).toBe('half')
  },
)

test('while the server does not answer a page waits for it, and opens when it does', async () => {
  const page = await front().enter('admin')
  for (const path of [code, '**/healthz', '**/api/v1/**']) await page.route(path, route => route.abort('connectionrefused'))
  await follow(page, stations)
  await heading(page, '服务器暂时没有响应，页面打不开').waitFor()
  await page.unrouteAll()
  await rows(page)
})

test('code that did not come though the server answers is asked for again when its reader says so', async () => {
  const page = await front().enter('admin')
  await page.route(code, route => route.abort('connectionreset'))
  await follow(page, stations)
  await heading(page, '页面没有加载成功').waitFor()
  expect(await page.getByText('系统已更新').count()).toBe(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: '重试' }).click()
  await rows(page)
})

test('only pages of another build are called an update', async () => {
  const { enter, url } = front()
  const page = await enter('admin')
  await page.route(code, route => route.fulfill({ status: 404, body: '' }))
  await page.route(`${url}/`, route =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" crossorigin src="/assets/index-newer.js"></script>' }),
  )
  await follow(page, stations)
  await heading(page, '系统已更新').waitFor()
  await page.unrouteAll()
  const loaded = page.waitForEvent('load')
  await page.locator('.dead-end').getByRole('button', { name: '重新加载' }).click()
  await loaded
  await rows(page)
})

test('a panel that cannot be loaded says why and leaves the page as it is; later it opens', async () => {
  const page = await front().enter('admin')
  await page.route('**/assets/settings-panel*.js', route => route.abort('internetdisconnected'))
  const open = () => page.getByRole('button', { name: '界面设置' }).click()
  await open()
  await expectToast(page, '请检查网络状态')
  await page.locator('.home-figures').waitFor()
  await page.unrouteAll()
  await open()
  await page.getByRole('dialog', { name: '界面设置' }).waitFor()
})

test('a start without an answer goes on by itself', async () => {
  const { enter, url } = front()
  const page = await enter('admin')
  for (const path of ['**/healthz', '**/api/v1/**']) await page.route(path, route => route.abort('connectionrefused'))
  await page.goto(`${url}${stations}`)
  await page.locator('.start-failed').getByText('请检查网络状态').waitFor()
  await page.unrouteAll()
  await rows(page)
  await settled(page)
})
