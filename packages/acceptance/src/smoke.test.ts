import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BrowserName } from './browser.ts'
import { appFixture, type AppFixture } from './app-fixture.ts'
import { ask, settled } from './visitor.ts'

/** npm test tries the oldest browser, for all other stories run in the newest; SMOKE names others (npm run check:long). */
const browsers = (process.env['SMOKE']?.split(',') ?? ['chromium-109']) as BrowserName[]
const hasOlder = process.platform === 'linux' && process.arch === 'x64'
const pane = (page: Page) => page.locator('#content .pane:visible')
const sales = '/queryStatistics/salesQuery/allQuery'

async function show(front: AppFixture, page: Page, path: string) {
  await page.goto(front.url + path)
  await settled(page)
}

interface Visit {
  readonly front: AppFixture
  readonly page: Page
}

function readingStories(at: () => Visit) {
  test('its user signs in and stands at home, among the figures of the day', async () => {
    const { front, page } = at()
    await show(front, page, '/home')
    await expect.poll(() => pane(page).getByRole('heading', { level: 1 }).count()).toBe(1)
    await expect.poll(() => pane(page).innerText()).toMatch(/\d[\d,]*\.\d\d/)
    expect(await page.locator('#older').isVisible()).toBe(false)
  })

  test('a list is filtered and sorted', async () => {
    const { front, page } = at()
    await show(front, page, `${sales}?status=success`)
    await pane(page).locator('tbody tr[data-id]').first().waitFor()
    await page.getByRole('list', { name: '已设条件' }).getByText('状态：成功').waitFor()
    await page.getByRole('button', { name: /^应付/ }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('totalCents,desc')
    await settled(page)
    expect(await pane(page).locator('tbody tr[data-id]').count()).toBeGreaterThan(5)
  })

  test('a record opens with its facts', async () => {
    const { front, page } = at()
    const { content } = await ask<{ content: { id: number; orderNo: string }[] }>(page, '/orders?size=1&search=status:success')
    await show(front, page, `${sales.replace('allQuery', 'allDetails')}/${content[0]!.id}`)
    await expect.poll(() => pane(page).innerText()).toContain(content[0]!.orderNo)
  })

  test('statistics draw their chart', async () => {
    const { front, page } = at()
    await show(front, page, '/queryStatistics/salesStatistic')
    const drawing = pane(page).getByRole('application').first()
    await drawing.waitFor()
    await expect.poll(() => drawing.locator('svg path, canvas').count()).toBeGreaterThan(0)
  })

  test('a settled day stands on its paper', async () => {
    const { front, page } = at()
    const { content } = await ask<{ content: { id: number }[] }>(page, '/daySettles?size=1')
    await show(front, page, `/printDaySettle/${content[0]!.id}`)
    await expect.poll(() => page.locator('main').innerText()).toMatch(/\d\.\d\d/)
  })
}

function shellStories(at: () => Visit) {
  test('the command box finds a page by the initials of its name', async () => {
    const { front, page } = at()
    await show(front, page, '/home')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索与命令' }).fill('yzlb')
    await page.getByRole('option', { name: '油站列表' }).first().click()
    await page.waitForURL('**/addStations')
  })

  test('Tab comes to the link past the menu first', async () => {
    const { front, page } = at()
    await show(front, page, '/queryStatistics/transactions')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('跳到正文')
  })

  test('light and language change', async () => {
    const { front } = at()
    const other = await front.visit({ language: 'en', mode: 'dark' })
    await other.goto(`${front.url}/login`)
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await expect.poll(() => other.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  })
}

function actingStories(at: () => Visit) {
  test('a form refuses what is wrong on its field, and saves what is right', async () => {
    const { front, page } = at()
    await show(front, page, '/oilOperate/fuelCode')
    await page.keyboard.press('n')
    const form = page.getByRole('dialog')
    const code = form.getByRole('textbox').first()
    await code.fill('7')
    await form.getByText('柴油', { exact: true }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await form.getByText('请输入 3 位数字').first().waitFor()
    const number = '707'
    await code.fill(number)
    await form.getByRole('button', { name: '保存' }).click()
    await pane(page).locator('tbody tr', { hasText: number }).first().waitFor()
  })

  test('an action is done with one’s own PIN', async () => {
    const { front, page } = at()
    const payments = '/transactions?size=1&search=status:success,payType:cash,refundedCents:0,amountCents>1000'
    const orderId = (await ask<{ content: { orderId: number }[] }>(page, payments)).content[0]!.orderId
    await show(front, page, `${sales.replace('allQuery', 'allDetails')}/${orderId}`)
    await page
      .getByRole('button', { name: /^退款$|现金/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog').filter({ hasText: '退款方式' })
    await dialog.getByRole('textbox', { name: /退款金额/ }).fill('5.00')
    await dialog.locator('[data-field=reason]').getByText('其他').click()
    await dialog.getByRole('textbox', { name: /说明/ }).fill('多收 5 元')
    await dialog.getByRole('button', { name: /退款/ }).last().click()
    const asking = page.getByRole('dialog').filter({ hasText: 'PIN' }).last()
    await asking.locator('input').fill(front.demo.companies[0]!.accounts.find(({ role }) => role === 'admin')!.pin)
    await asking.getByRole('button', { name: '确定' }).click()
    const refunded = async () => (await ask<{ refundedCents: number }>(page, `/orders/${orderId}`)).refundedCents
    await expect.poll(refunded).toBe(500)
  })
}

describe.each(browsers.filter(name => name === 'newest' || hasOlder))('the product works in %s:', browser => {
  const front = appFixture({ browser })
  let page: Page
  beforeAll(async () => {
    page = await front().enter('admin')
  })
  const at = () => ({ front: front(), page })
  readingStories(at)
  actingStories(at)
  shellStories(at)
})
