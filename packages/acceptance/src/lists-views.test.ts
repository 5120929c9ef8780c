import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToast, appFixture, tell } from './app-fixture.ts'
import { addFuelCode, ask, settled } from './visitor.ts'

const front = appFixture()
const sales = '/queryStatistics/salesQuery/allQuery'
const named = (words: string) => `${words} ${randomInt(1_000_000)}`

async function show(page: Page, path: string) {
  await page.goto(front().url + path)
  await page.locator('tbody tr, .k-empty').first().waitFor()
  await settled(page)
}
const address = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const views = (page: Page) => page.getByRole('dialog', { name: '视图' })
async function openViews(page: Page) {
  await page.getByRole('button', { name: /^视图/ }).click()
  await views(page).getByLabel('视图名称').last().waitFor()
}
async function save(page: Page, name: string) {
  await openViews(page)
  await views(page).getByLabel('视图名称').fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `视图：${name}`, exact: true }).waitFor()
}
async function act(page: Page, name: string, what: string) {
  await views(page)
    .getByRole('button', { name: `${name} 的更多操作` })
    .click()
  await page.getByRole('menuitem', { name: what }).click()
}

// @req ACC-011
test('a view saved in the morning is there on another machine: its filters, its columns, under its own address', async () => {
  const name = named('未支付')
  const desk = await front().enter('station_master', {}, `${sales}?createdDate=last7Days&status=open`)
  await desk.getByRole('button', { name: '列设置' }).click()
  const chooser = desk.getByRole('dialog', { name: '列设置' })
  await chooser.getByRole('spinbutton', { name: /列宽 订单号/ }).fill('333')
  await expect
    .poll(() => desk.evaluate(() => JSON.parse(localStorage.getItem('smartColumns') ?? '{}')))
    .toMatchObject({ allQuery: { widths: { orderNo: 333 } } })
  await desk.keyboard.press('Escape')
  await save(desk, name)
  await expect.poll(() => address(desk)['view']).toBeTruthy()
  const { view } = address(desk)

  const phone = await front().enter('station_master', {}, sales)
  await openViews(phone)
  await views(phone).getByRole('button', { name, exact: true }).click()
  await expect.poll(() => address(phone)).toEqual({ createdDate: 'last7Days', status: 'open', view })
  await expect.poll(() => phone.locator('thead th', { hasText: '订单号' }).evaluate(head => (head as HTMLElement).offsetWidth)).toBe(333)

  await show(phone, `${sales}?view=${view}`)
  await phone.waitForFunction(() => location.search.includes('status=open'))
  await phone.getByRole('button', { name: '移除条件：状态' }).click()
  await phone.getByRole('button', { name: `视图：${name}（已改）` }).waitFor()
  await openViews(phone)
  await act(phone, name, '更新为当前条件和列')
  await phone.getByRole('button', { name: `视图：${name}`, exact: true }).waitFor()
})

test('a view is renamed, shared, seen by a colleague who cannot change it, and begins their list when they want it', async () => {
  const [first, name] = [named('大额'), named('大额现金')]
  const lin = await front().enter('station_master', {}, `${sales}?status=success&sort=totalCents,desc`)
  await save(lin, first)
  await act(lin, first, '重命名')
  await views(lin).getByLabel('视图名称').first().fill(name)
  await lin.keyboard.press('Enter')
  await views(lin).getByRole('button', { name, exact: true }).waitFor()
  await act(lin, name, '共享给全油企')
  await views(lin).getByRole('region', { name: '油企共享' }).getByRole('button', { name, exact: true }).waitFor()

  const chen = await front().enter('station_leader', {}, sales)
  await openViews(chen)
  const shared = views(chen).getByRole('region', { name: '油企共享' })
  await shared.getByRole('button', { name: `${name} 的更多操作` }).click()
  await expect.poll(() => chen.locator('.ant-dropdown').getByRole('menuitem').allInnerTexts()).toEqual(['复制链接'])
  await chen.keyboard.press('Escape')
  const kept = chen.waitForResponse(reply => reply.url().endsWith('/userSettings') && reply.request().method() === 'PUT')
  await shared.getByRole('button', { name: `默认打开“${name}”` }).click()
  await kept

  const later = await front().enter('station_leader', {}, sales)
  await later.waitForFunction(() => location.search.includes('sort=totalCents'))
  await expect.poll(() => address(later)['status']).toBe('success')

  await act(lin, name, '删除')
  await lin.getByRole('dialog', { name: '提示' }).getByText(name).waitFor()
  await lin.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '删除' }).click()
  await views(lin).getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
})

const codes = '/oilOperate/fuelCode'

// @req SEC-021 SEC-024
test('what the server refuses is said in its own words for two seconds, and changes nothing', async () => {
  const { enter, url } = front()
  for (const [language, words, press] of [
    ['zh', '记录不存在', '删除'],
    ['en', 'The record does not exist', 'Delete'],
  ] as const) {
    const page = await enter('admin', { language })
    const code = language === 'zh' ? '981' : '982'
    const { id } = await addFuelCode(page, code, 'x')
    await page.goto(url + codes)
    const row = page.getByRole('row', { name: new RegExp(code) })
    await row.waitFor()
    await tell(page, 'DELETE', `/fuelCodes/${id}`)
    await row.getByRole('button', { name: press }).click()
    await page.getByRole('dialog').getByRole('button', { name: press }).click()
    await expectToast(page, words)
    await page.locator('.ant-message-notice', { hasText: words }).waitFor({ state: 'detached' })
    expect(await ask<{ totalElements: number }>(page, `/fuelCodes?search=code:${code}`)).toMatchObject({ totalElements: 0 })
  }
})

// @req SEC-025
test('a list to choose from that does not come is noted, and nobody is stopped by a message', async () => {
  const { enter, url } = front()
  const page = await enter('station_master')
  const noted: string[] = []
  page.on('console', message => noted.push(message.text()))
  await page.route(/\/api\/v1\/users\?/, route => route.abort())
  await page.goto(`${url}/queryStatistics/salesQuery/allQuery`)
  await page.locator('tbody tr').first().waitFor()
  await page.getByRole('button', { name: /^更多条件/ }).click()
  await page.getByLabel('加油员', { exact: true }).click()
  await expect.poll(() => noted.some(line => line.startsWith('options of users:'))).toBe(true)
  expect(await page.locator('.ant-message-notice, .plain-toast').count()).toBe(0)
  await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(1)
})
